"""A8 and A9: Compass and Equipment Loss."""

from __future__ import annotations

import pytest

from engine.games.amundsen.state import Side
from tests.rules.amundsen.play import make_table


@pytest.mark.parametrize(
    ("side", "space", "to"),
    [("amundsen", 0, 1), ("amundsen", 5, 6), ("amundsen", 9, 8), ("scott", 0, 1), ("scott", 6, 7), ("scott", 11, 10)],
)
def test_a8_forward_up_to_the_parallel_and_back_beyond_it(side: Side, space: int, to: int):
    t = make_table(**{side: "co"}, spaces=(space, space), to_move=side)
    assert t.list_spots(side)["compass"] == f"{side}-{to}"
    assert t.play(f"{side} compass").describe_space(side) == to


def test_a8_it_says_where_it_leads():
    assert (
        make_table(amundsen="co", spaces=(3, 0)).read_labels("amundsen")["compass"]
        == "Play the Compass: one space forward"
    )
    assert (
        make_table(amundsen="co", spaces=(9, 0)).read_labels("amundsen")["compass"]
        == "Play the Compass: one space back"
    )
    assert make_table(amundsen="co", spaces=(9, 0)).play("amundsen compass").list_announced() == [
        "Ana plays a Compass and goes back to space 8."
    ]


@pytest.mark.parametrize(("side", "line"), [("amundsen", 7), ("scott", 8)])
def test_a8_1_on_both_sides_of_the_line(side: Side, line: int):
    assert (
        make_table(**{side: "co"}, spaces=(line, line), to_move=side).play(f"{side} compass").describe_space(side)
        == line + 1
    )
    assert (
        make_table(**{side: "co"}, spaces=(line + 1, line + 1), to_move=side)
        .play(f"{side} compass")
        .describe_space(side)
        == line
    )


def test_a8_2_it_goes_to_the_discards_one_at_a_time():
    t = make_table(amundsen="co co", spaces=(2, 0)).play("amundsen compass")
    assert t.describe_space("amundsen") == 3
    assert t.list_hand("amundsen") == "co"
    assert t.list_discards() == "co"


# ---------------------------------------------------------------- A9 Equipment Loss
def test_a9_five_cards_for_the_rest_of_the_game():
    t = make_table(amundsen="eq", scott="ra ra ra ya ya").play("amundsen equipment")
    assert t.asked_sides() == ["scott"], "five cards may stay"
    assert t.list_words("scott") == ["take", "advance"]
    assert t.state.explorers["scott"].limit == 5
    assert t.build_view(None).explorers[1].has_lost_equipment
    assert t.read_refusal("scott take 1") == "You would hold 6 cards; your limit is 5 (A2)."


def test_a9_a_larger_hand_is_cut_down_at_once():
    t = make_table(amundsen="eq", scott="ra rb rc ya yb gc ba").play("amundsen equipment")
    assert t.asked_sides() == ["scott"]
    assert t.state.to_move == "amundsen", "it is still Amundsen’s turn"
    assert t.list_words("scott discard") == ["ra", "rb", "rc", "ya", "yb", "gc", "ba"]
    t.play("scott discard rb+gc")
    assert t.list_hand("scott") == "ra rc ya yb ba"
    assert t.list_discards() == "rb gc"
    assert t.asked_sides() == ["scott"]
    assert t.state.to_move == "scott"


def test_a9_1_the_rival_chooses_and_a_compass_may_go():
    t = make_table(amundsen="eq", scott="ra ra co ya yb gc").play("amundsen equipment")
    assert t.read_refusal("scott discard ra+yb").startswith("“ra+yb” is not a choice here.")
    t.play("scott discard co")
    assert t.list_discards() == "co"


def test_a9_1_hidden_cards_are_discarded_openly():
    t = make_table(amundsen="eq", scott="ra? ra? rc ya yb gc ba").play("amundsen equipment", "scott discard ra+ra2")
    assert t.list_announced() == ["Ben discards 2 red Advances."]
    assert t.describe_visible_hand("scott", by=None) == "rc ya yb gc ba"


def test_a9_2_the_card_stays_in_front_of_the_rival():
    t = make_table(amundsen="eq", scott="ra").play("amundsen equipment")
    assert "eq" not in [*t.state.deck, *t.state.discards, *t.state.row]
    assert t.rules.count_pieces(t.state)["eq"] == 1
