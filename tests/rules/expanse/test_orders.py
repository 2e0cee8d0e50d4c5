"""E17: standing orders about Events on offer."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from engine.kernel.menu import follow_words, list_moves
from engine.kernel.text import write_plain_text
from tests.rules.expanse.play import PlayedTable, make_table


def offer_event(card: str = "mao") -> PlayedTable:
    """Make a table where the OPA has used a card for its points, and the MCR is asked first."""
    return make_table(4, track=card, move="opa", initiative="mcr pg un opa").play("opa take 1 points done")


def answer_order(table: PlayedTable, who: str, order: str) -> str:
    seat = table.parse_seat(who)
    words = table.rules.answer_by_order(table.state, seat, tuple(order.split()), table.now.build_menu(seat))
    return " ".join(words or ())


def test_e17_orders_are_about_offers_only():
    t = make_table(4, move="mcr")
    menu = t.rules.order_menu(t.state, 1)
    assert menu is not None
    for order in islice(list_moves(menu), 3):
        assert t.rules.answer_by_order(t.state, 1, order, t.now.build_menu(1)) is None
    assert t.rules.order_menu(make_table(4).state, 0) is not None


def test_e17_what_others_are_asked_stays_the_same():
    t = offer_event()
    assert t.write_prompt("mcr event").startswith("Mao-Kwikowski Mercantile is offered to you")
    assert answer_order(t, "mcr", "turn-1") == "event decline"
    t.play("mcr event decline")
    assert t.asked_factions() == ["pg"]
    assert t.list_announced() == ["Marc declines the Event."]


def test_e17_1_declining_all_this_turn_ends_by_itself():
    t = offer_event()
    menu = t.rules.order_menu(t.state, 1)
    assert menu is not None
    assert [option.word for option in menu.options][:4] == ["turn-1", "mine-4", "only", "never"]
    assert write_plain_text(menu.options[0].label) == "Decline all this turn"
    order = ("turn-1",)
    assert not t.rules.is_order_expired(t.state, 1, order)
    t.play("mcr event decline", "pg event decline", "un event decline")
    assert t.rules.is_order_expired(t.state, 1, order)


def test_e17_1_declining_until_my_turn_lasts_to_that_turn():
    t = offer_event()
    order = ("mine-4",)
    assert answer_order(t, "mcr", "mine-4") == "event decline"
    t.play("mcr event decline", "pg event decline", "un event decline")
    assert not t.rules.is_order_expired(t.state, 1, order)
    t.play("pg take 1 points done")
    while t.state.turn < 4:
        who = t.asked_factions()[0]
        t.play(f"{who} event decline" if t.state.phase == "offer" else f"{who} take 1 points done")
    assert t.asked_factions() == ["mcr"]
    assert t.rules.is_order_expired(t.state, 1, order)


def test_e17_2_only_certain_cards():
    t = offer_event()
    assert answer_order(t, "mcr", "only drummer") == "event decline"
    assert answer_order(t, "mcr", "only drummer+mao") == ""
    assert not t.rules.is_order_expired(t.state, 1, ("only", "drummer"))


def test_e17_2_all_but_certain_cards():
    t = offer_event()
    assert answer_order(t, "mcr", "never drummer") == ""
    assert answer_order(t, "mcr", "never drummer+mao") == "event decline"
    assert not t.rules.is_order_expired(t.state, 1, ("never", "drummer"))


@pytest.mark.parametrize("who", range(4))
def test_e17_2_every_card_can_be_declined_and_every_card_asked_about(who: int):
    """The 26th card does not fit into the first list, so a second list names it."""
    t = make_table(4)
    own = [word for word, card in t.rules.board.cards.items() if t.state.sides[who].faction in card.factions]
    menu = t.rules.order_menu(t.state, who)
    assert menu is not None
    lists = {}
    for kind in [option.word for option in menu.options if option.word.startswith("never")]:
        below = follow_words(menu, (kind,))
        assert below is not None
        assert len(below.options) <= 25
        lists[kind] = [option.word for option in below.options]
    assert sorted(card for listed in lists.values() for card in listed) == sorted(own)
    for last in own:
        left = {kind: [card for card in listed if card != last] for kind, listed in lists.items()}
        orders = [(kind, "+".join(listed)) for kind, listed in left.items() if listed]
        for card in own:
            state = msgspec.structs.replace(t.state, phase="offer", offer=card)
            declined = any(t.rules.answer_by_order(state, who, order, menu) == ("event", "decline") for order in orders)
            assert declined == (card != last), card


def test_e17_2_it_names_what_can_still_come_and_25_at_most():
    t = make_table(4, track="drummer miller nauvoo covert assassin", discards="julie", kept={"pg": "souther"})
    menu = t.rules.order_menu(t.state, 1)
    assert menu is not None
    cards = follow_words(menu, ("only",))
    assert cards is not None
    words = [option.word for option in cards.options]
    assert words[:4] == ["drummer", "nauvoo", "covert", "assassin"]
    assert not {"julie", "souther", "miller"} & set(words)
    for seat in range(4):
        below = t.rules.order_menu(t.state, seat)
        assert below is not None
        for kind in ("only", "never"):
            found = follow_words(below, (kind,))
            assert found is not None
            assert len(found.options) <= 25


def test_somebody_absent_declines_passes_and_takes_the_first_card_for_its_points():
    t = offer_event()
    assert t.rules.safe_move(1, t.now.build_menu(1)) == ("event", "decline")
    t = make_table(4, track="nauvoo")
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("take", "1", "points", "done")
    t = make_table(4, track="score").play("un take 1", "un bonus belt")
    assert t.rules.safe_move(3, t.now.build_menu(3)) == ("scoring", "pass")


def test_e17_asking_only_and_never_about_certain_cards_contradict_each_other():
    rules = make_table(4).rules
    only, never, more = ("only", "mao"), ("never", "drummer"), ("never-2", "riot")
    assert rules.do_orders_conflict(only, never)
    assert rules.do_orders_conflict(more, only)
    assert not rules.do_orders_conflict(never, more)
    assert not rules.do_orders_conflict(only, ("turn-1",))
