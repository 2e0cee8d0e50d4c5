"""A1 and A2: the start of the race, turns, hands and the deck."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.amundsen import cards
from engine.games.amundsen.state import SIDES
from engine.kernel.menu import find_forced_move
from tests.rules.amundsen.play import PlayedTable, load_game, make_table, start_table


def test_a1_the_first_at_the_pole_wins_at_once():
    t = make_table(amundsen="ra ga ba ya", spaces=(11, 11)).play("amundsen pole ba+ga+ra+ya")
    assert t.result is not None
    assert t.result.winners == (0,)
    assert t.result.ranking == ((0,), (1,))
    assert t.reason == "Ana was the first at the South Pole."
    assert t.asked_sides() == []


def test_a1_scott_can_win_too():
    t = make_table(scott="ra ga ba ya", spaces=(11, 11), to_move="scott").play("scott pole ba+ga+ra+ya")
    assert t.result is not None
    assert t.result.ranking == ((1,), (0,))
    assert t.build_view(None).winner == "scott"


def test_a1_1_the_first_seat_chooses():
    t = start_table()
    assert list(t.now.questions) == [0]
    assert t.list_words("amundsen choose") == ["amundsen", "scott"]
    t.play("amundsen choose scott")
    assert t.state.explorers["scott"].seat == 0
    assert t.state.explorers["amundsen"].seat == 1
    assert list(t.now.questions) == [1], "Amundsen begins, whoever plays him"


def test_a1_1_before_the_choice_everybody_sees_an_empty_table():
    for by in (None, "amundsen", "scott"):
        seen = start_table().build_view(by)
        assert seen.explorers == ()
        assert seen.row == ()
        assert seen.deck == 55
        assert seen.winner is None


def test_a1_1_the_dice_choose_when_told_to():
    seats = Counter(
        start_table(seed, explorers="random").state.explorers["amundsen"].seat for seed in map(str, range(40))
    )
    assert set(seats) == {0, 1}
    assert min(seats.values()) > 10


def test_a1_2_three_cards_in_the_row_and_one_in_each_hand():
    t = start_table().play("amundsen choose amundsen")
    assert len(t.state.row) == 3
    assert [len(t.list_hand(side).split()) for side in ("amundsen", "scott")] == [1, 1]
    assert len(t.state.deck) == 50
    assert (t.describe_space("amundsen"), t.describe_space("scott")) == (0, 0)


def test_a1_2_the_deck_has_fifty_five_cards():
    deck = Counter(cards.build_deck(load_game().components.deck))
    assert deck.total() == 55
    assert Counter(card[0] for card in deck.elements() if len(cards.find_symbol(card))) == {
        "r": 16,
        "g": 13,
        "b": 10,
        "y": 13,
    }
    assert (deck["co"], deck["eq"]) == (2, 1)
    kinds = Counter(cards.find_symbol(card) for card in deck.elements())
    assert kinds == {"h": 4, "d": 9, "a": 18, "b": 7, "c": 9, "s": 2, "x": 1, "w": 2, "": 3}


def test_a1_3_amundsen_begins_and_turns_alternate():
    t = start_table().play("amundsen choose amundsen")
    assert t.asked_sides() == ["amundsen"]
    assert t.read_refusal("scott take 1") == "It is not your turn."
    t.play("amundsen take 1")
    assert t.asked_sides() == ["scott"]
    t.play("scott take 1")
    assert t.asked_sides() == ["amundsen"]
    assert t.state.turn == 3


def test_a1_3_a_turn_is_one_thing_and_nobody_passes():
    t = make_table(amundsen="ra gb rb co eq", scott="ya", spaces=(3, 3))
    assert t.list_words("amundsen") == ["take", "advance", "blizzard", "compass", "equipment"]
    assert "pass" in t.read_refusal("amundsen pass")
    t.play("amundsen compass")
    assert t.asked_sides() == ["scott"]


def test_a1_4_the_start_card_is_for_its_owner_only():
    t = start_table().play("amundsen choose amundsen")
    own = t.list_hand("scott")
    assert t.describe_visible_hand("scott", by="scott") == own
    assert t.describe_visible_hand("scott", by="amundsen") == "--"
    assert t.describe_visible_hand("scott", by=None) == "--"
    assert t.build_view("scott").explorers[1].hand[0].is_secret, "its owner sees the mark"
    assert len(t.list_announced("amundsen")) == len(t.list_announced("scott")) == 1


def test_a1_4_a_card_from_the_row_is_for_everybody():
    t = make_table(row="ra ya gc").play("amundsen take 1")
    assert t.describe_visible_hand("amundsen", by="scott") == t.describe_visible_hand("amundsen", by=None) == "gc"
    assert not t.build_view("scott").explorers[0].hand[0].is_secret


def test_a1_4_a_good_weather_card_lies_face_down_unless_it_is_shown():
    def drawn(do: str) -> PlayedTable:
        t = make_table(amundsen="gw", row="ya yb ra", deck="gc bc rc", spaces=(3, 0))
        return t.play("amundsen take 2 gw", "amundsen effect weather", f"amundsen weather {do}")

    kept = drawn("keep")
    assert (
        kept.describe_visible_hand("amundsen", by="scott")
        == kept.describe_visible_hand("amundsen", by=None)
        == "ra yb --"
    )
    assert kept.describe_visible_hand("amundsen", by="amundsen") == "ra yb rc"
    assert [card.is_secret for card in kept.build_view("amundsen").explorers[0].hand] == [False, False, True]
    shown = drawn("advance")
    assert (
        shown.describe_visible_hand("amundsen", by="scott")
        == shown.describe_visible_hand("amundsen", by=None)
        == "ra yb rc"
    )
    assert not any(card.is_secret for card in shown.build_view("amundsen").explorers[0].hand)


def test_a1_4_only_those_two_lie_face_down():
    t = start_table(seed="open").play("amundsen choose amundsen")
    for _ in range(6):
        for side in ("amundsen", "scott"):
            if t.asked_sides() == [side] and "1" in t.list_words(f"{side} take"):
                t.play(f"{side} take 1")
    for side, rival in (("amundsen", "scott"), ("scott", "amundsen")):
        marks = [card.is_secret for card in t.build_view(side).explorers[SIDES.index(side)].hand]
        assert marks == [True, *[False] * 6][: len(marks)], "the card of the start alone"
        assert t.describe_visible_hand(side, by=rival).split()[1:] == t.list_hand(side).split()[1:]


def test_a1_4_a_card_that_only_the_players_know_is_marked_and_hidden_from_spectators():
    t = make_table(amundsen="rs", scott="co?", row="ya yb ra").play("amundsen take 2 rs", "amundsen effect supplies")
    for side in ("amundsen", "scott"):
        assert t.describe_visible_hand("amundsen", by=side) == "ra yb co"
    assert t.describe_visible_hand("amundsen", by=None) == "ra yb --"
    assert [card.is_secret for card in t.build_view("amundsen").explorers[0].hand] == [False, False, True]


def test_a1_4_an_open_deck_lists_what_one_has_not_seen():
    t = make_table(amundsen="ra?", scott="co? gb", open_deck="yes")
    everything = cards.build_deck(load_game().components.deck)
    for by, known in (("amundsen", "ra gb"), ("scott", "co gb"), (None, "gb")):
        unseen = t.build_view(by).unseen
        assert unseen is not None
        assert list(unseen) == sorted(unseen), "their order in the deck stays hidden"
        assert Counter(unseen) == Counter(everything) - Counter(known.split()) - Counter(t.list_row().split())
    assert make_table().build_view("amundsen").unseen is None


def test_a2_seven_cards_are_the_most():
    t = make_table(amundsen="ra ra ra ya ya ya ga", row="rb gb yb")
    assert t.list_words("amundsen take") == ["3"]
    assert t.read_refusal("amundsen take 1") == "You would hold 8 cards; your limit is 7 (A2)."
    assert t.read_refusal("amundsen take 2 ra") == "You would hold 8 cards; your limit is 7 (A2)."


def test_a2_five_after_equipment_loss():
    t = make_table(scott="ra ra ra ya ya", row="rb gb yb", to_move="scott", limits=(7, 5))
    assert t.list_words("scott take") == ["3"]
    assert t.read_refusal("scott take 1") == "You would hold 6 cards; your limit is 5 (A2)."


def test_a2_1_a_full_hand_may_still_change_three_cards():
    t = make_table(amundsen="ra ra ra ya ya ya ga", row="rb gb yb").play("amundsen take 3 ra+ra2+ya")
    assert t.list_hand("amundsen") == "ra ya ya ga yb gb rb"


def test_a2_2_the_discards_become_a_new_deck_once():
    t = make_table(row="ra ya ga", deck="gc", discards="rb gb", rest_discarded=True)
    thrown = Counter(t.list_discards().split())
    t.play("amundsen take 1")
    assert t.state.shuffles == 0, "nobody needs a card yet"
    t.play("scott take 1")
    assert t.state.shuffles == 1
    assert t.list_discards() == ""
    assert Counter(t.state.deck) + Counter(t.list_row().split()[:1]) == thrown
    assert any("shuffled into a new one" in text for text in t.list_announced())
    assert t.barrier


def test_a2_2_cards_discarded_in_the_same_turn_are_shuffled_too():
    t = make_table(amundsen="rb", row="ra ya ga", rest_discarded=True).play("amundsen take 2 rb")
    assert "rb" in [*t.state.deck, *t.state.row]


def test_a2_2_another_seed_is_another_order():
    decks = {
        tuple(make_table(row="ra ya ga", rest_discarded=True, seed=seed).play("amundsen take 1").state.deck)
        for seed in "abc"
    }
    assert len(decks) == 3


def test_a2_3_the_second_time_the_row_shrinks():
    t = make_table(row="ra ya ga", gone=True).play("amundsen take 1")
    assert t.list_row() == "ra ya"
    t.play("scott take 1")
    assert t.list_row() == "ra"
    assert t.read_refusal("amundsen take 2 ga") == "The row holds only one card, and the deck is gone (A2.3)."
    t.play("amundsen take 1")
    assert t.read_refusal("scott take 1") == "The row is empty, and the deck is gone (A2.3)."


def test_a2_3_the_last_card_of_the_second_deck_is_announced():
    t = make_table(row="ra ya ga", deck="gc", rest_discarded=True, shuffles=1).play("amundsen take 1")
    assert t.state.shuffles == 2
    assert any("run out for the second time" in text for text in t.list_announced())
    assert t.list_row() == "gc ra ya"
    assert t.play("scott take 1").list_row() == "gc ra"


def test_a2_4_an_impossible_take_may_be_declared():
    t = make_table(amundsen="ra ra ra", row="ya ga", gone=True)
    assert "freeze" in t.list_words("amundsen")
    t.play("amundsen freeze")
    assert t.result is not None
    assert t.result.winners == ()
    assert t.result.ranking == ((0, 1),)
    assert t.reason == "Both explorers froze in the Antarctic; nobody reached the Pole."


def test_a2_4_it_needs_the_cards_to_discard():
    t = make_table(amundsen="ra ra", row="ya ga", gone=True)
    assert t.read_refusal("amundsen freeze") == "The row can serve every Take that you could ask for (A2.4)."
    assert make_table(amundsen="ra ra co", row="ya ga", gone=True).read_refusal("amundsen freeze"), (
        "a Compass cannot be discarded"
    )
    assert "freeze" in make_table(amundsen="ra", row="ya", gone=True).list_words("amundsen"), "one discard, two cards"


def test_a2_4_it_needs_the_room_in_hand():
    # More than the two Compasses of the real deck are necessary for a full hand without possible discards.
    t = make_table(
        amundsen="co co co co co ra ra", row="ya", gone=True, rules=load_game(("compass = 2", "compass = 5"))
    )
    assert t.read_refusal("amundsen freeze") == "The row can serve every Take that you could ask for (A2.4)."


def test_a2_4_not_while_the_deck_lasts():
    t = make_table(amundsen="ra ra ra")
    assert "freeze" not in t.read_labels("amundsen")
    reason = "Nobody freezes before the deck has run out for the second time (A2.4)."
    assert t.read_refusal("amundsen freeze").startswith(reason)


@pytest.mark.parametrize("hand", ["", "bh bc"], ids=["empty hand", "useless cards"])
def test_a2_5_the_game_ends_when_nothing_else_can_be_done(hand: str):
    t = make_table(amundsen=hand, scott="rb ya", row="", gone=True)
    assert t.asked_sides() == []
    assert t.reason == "Both explorers froze in the Antarctic; nobody reached the Pole."


def test_a2_5_an_explorer_who_can_still_act_is_asked():
    t = make_table(amundsen="ra", row="", gone=True)
    assert t.list_words("amundsen") == ["advance", "freeze"]
    t.play("amundsen advance 1 ra")
    assert t.result is not None, "Scott has nothing left"
    assert t.list_announced()[-1] == "Ben can do nothing any more. Both explorers freeze in the Antarctic."


def test_an_empty_hand_leaves_one_move_which_is_played_by_itself():
    t = make_table()
    assert find_forced_move(t.menu("amundsen")) == ("take", "1")


def test_what_reveals_nothing_can_be_taken_back_alone():
    given = {"amundsen": "ra rb gb co eq", "scott": "ya", "spaces": (3, 3)}
    for words in ("advance 1 ra", "blizzard gb+rb", "compass", "equipment"):
        assert not make_table(**given).play(f"amundsen {words}").barrier, words
    assert make_table(**given).play("amundsen take 1").barrier
