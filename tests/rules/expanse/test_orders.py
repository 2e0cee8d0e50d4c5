"""E17: answers in advance, to Events on offer and in Scoring turns."""

from __future__ import annotations

import pytest

from engine.games.expanse.orders import list_coming_cards
from engine.kernel.answer_rules import build_order_menu, find_rule_answer, is_order_valid
from engine.kernel.menu import Menu, follow_words
from engine.kernel.text import write_plain_text
from tests.rules.expanse.play import PlayedTable, make_table


def offer_event(card: str = "mao") -> PlayedTable:
    """Make a table where the OPA has used a card for its points, and the MCR is asked first."""
    return make_table(4, track=card, move="opa", initiative="mcr pg un opa").play("opa take 1 points done")


def answer_orders(table: PlayedTable, who: str, *orders: str) -> str:
    seat = table.parse_seat(who)
    rules = table.rules.list_rules(table.state, seat, table.now.build_menu(seat))
    return " ".join(find_rule_answer(rules, [tuple(order.split()) for order in orders]) or ())


def is_valid(table: PlayedTable, who: str, order: str) -> bool:
    rules = table.rules.list_rules(table.state, table.parse_seat(who), None)
    return is_order_valid(rules, tuple(order.split()))


def follow_orders(table: PlayedTable, who: str, words: str = "") -> Menu:
    menu = build_order_menu(table.rules.list_rules(table.state, table.parse_seat(who), None), None)
    assert menu is not None
    below = follow_words(menu, words.split())
    assert below is not None
    return below


def test_e17_orders_are_about_offers_and_scoring_turns_only():
    t = make_table(4, move="mcr")
    assert answer_orders(t, "mcr", "offer-no turn-1", "offer-no game", "scoring-no game") == ""
    assert answer_orders(offer_event(), "mcr", "scoring-no game") == ""


def test_e17_what_others_are_asked_stays_the_same():
    t = offer_event()
    assert t.write_prompt("mcr event").startswith("Mao-Kwikowski Mercantile is offered to you")
    assert answer_orders(t, "mcr", "offer-no turn-1") == "event decline"
    t.play("mcr event decline")
    assert t.asked_factions() == ["pg"]
    assert t.list_announced() == ["Marc declines the Event."]


def test_e17_in_a_scoring_turn_no_event_is_played():
    t = make_table(4, track="score").play("un take 1", "un bonus belt")
    (asked,) = t.asked_factions()
    assert answer_orders(t, asked, "scoring-no turn-1") == "scoring pass"
    assert answer_orders(t, asked, "scoring-ask turn-1", "scoring-no game") == ""


def test_e17_1_declining_all_this_turn_ends_by_itself():
    t = offer_event()
    assert list(follow_orders(t, "mcr").open_words) == [
        "offer-no",
        "offer-ask",
        "scoring-no",
        "scoring-ask",
        "shown-yes",
    ]
    spans = follow_orders(t, "mcr", "offer-no")
    assert list(spans.open_words)[:3] == ["turn-1", "mine-4", "game"]
    assert write_plain_text(spans.options[0].label) == "This turn"
    assert is_valid(t, "mcr", "offer-no turn-1")
    t.play("mcr event decline", "pg event decline", "un event decline")
    assert not is_valid(t, "mcr", "offer-no turn-1")
    assert is_valid(t, "mcr", "offer-no game")


def test_e17_1_declining_until_my_turn_lasts_to_that_turn():
    t = offer_event()
    assert answer_orders(t, "mcr", "offer-no mine-4") == "event decline"
    t.play("mcr event decline", "pg event decline", "un event decline")
    assert is_valid(t, "mcr", "offer-no mine-4")
    t.play("pg take 1 points done")
    while t.state.turn < 4:
        who = t.asked_factions()[0]
        t.play(f"{who} event decline" if t.state.phase == "offer" else f"{who} take 1 points done")
    assert t.asked_factions() == ["mcr"]
    assert not is_valid(t, "mcr", "offer-no mine-4")


@pytest.mark.parametrize(
    ("orders", "answer"),
    [
        (("offer-ask cards drummer", "offer-no game"), "event decline"),
        (("offer-ask cards drummer+mao", "offer-no game"), ""),
        (("offer-no game", "offer-ask cards drummer+mao"), "event decline"),
        (("offer-no cards drummer",), ""),
        (("offer-no cards drummer+mao",), "event decline"),
    ],
)
def test_e17_2_the_first_order_about_the_card_counts(orders: tuple[str, ...], answer: str):
    t = offer_event()
    assert answer_orders(t, "mcr", *orders) == answer


def test_e17_2_an_order_about_cards_ends_when_none_of_them_can_come():
    t = make_table(4, track="drummer miller nauvoo covert assassin", discards="julie", kept={"pg": "souther"})
    assert is_valid(t, "mcr", "offer-no cards julie+drummer")
    assert not is_valid(t, "mcr", "offer-no cards julie+souther")


@pytest.mark.parametrize("who", ["un", "mcr", "opa", "pg"])
def test_e17_2_every_card_can_be_named(who: str):
    """The 26th card does not fit into the first list, so a second list names it."""
    t = make_table(4)
    coming = list_coming_cards(t.rules.board, t.state, t.parse_seat(who))
    listed: list[str] = []
    for span in follow_orders(t, who, "offer-no").open_words:
        if span in ("cards", "more"):
            words = follow_orders(t, who, f"offer-no {span}").open_words
            assert len(words) <= 25
            listed += words
    assert listed == coming


def test_e17_2_cards_on_the_track_come_first_and_used_ones_are_left_out():
    t = make_table(4, track="drummer miller nauvoo covert assassin", discards="julie", kept={"pg": "souther"})
    words = list(follow_orders(t, "mcr", "offer-no cards").open_words)
    assert words[:4] == ["drummer", "nauvoo", "covert", "assassin"]
    assert not {"julie", "souther", "miller"} & set(words)


def test_somebody_absent_declines_passes_and_takes_the_first_card_for_its_points():
    t = offer_event()
    assert t.rules.safe_move(1, t.now.build_menu(1)) == ("event", "decline")
    t = make_table(4, track="nauvoo")
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("take", "1", "points", "done")
    t = make_table(4, track="score").play("un take 1", "un bonus belt")
    assert t.rules.safe_move(3, t.now.build_menu(3)) == ("scoring", "pass")
