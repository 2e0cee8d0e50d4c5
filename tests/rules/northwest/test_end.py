"""N11: the end and the final scoring."""

from __future__ import annotations

import pytest

from engine.games.northwest.scoring import rank_majority
from tests.rules.northwest.play import make_table

SHIP_OUT = ["c13 000/000"]


def list_lines(t, seat: int) -> dict[str, int]:
    return {line.label.template: line.points for line in t.result.scores[seat]}


def test_n11_after_round_ten():
    t = make_table(round=10, points={0: 5}).play("0 pass")
    assert t.result is None
    t.play("1 pass")
    assert t.result is not None
    assert t.reason == "The last round is over: Ana wins with 5 points."
    assert t.state.round == 10
    assert t.asked_seats() == []


def test_n11_or_when_everybody_is_back():
    t = make_table(placed=SHIP_OUT, ships={0: "c13", 1: "c13"}).play("0 move ship b15")
    assert t.result is None
    t.play("1 move ship b15")
    assert t.state.round == 2
    assert t.reason == "Every expedition is back in Greenland: Ana wins with 6 points."
    assert t.announced[-1] == "Every expedition is back in Greenland."


@pytest.mark.parametrize(
    ("kind", "pays"), [("franklin", (12, 8, 4)), ("strait", (11, 5, 2)), ("cartography", (9, 5, 2))]
)
def test_n11_1_three_places_for_each_kind(kind: str, pays: tuple[int, int, int]):
    t = make_table(4, tokens={0: {kind: 1}, 1: {kind: 4}, 2: {kind: 2}, 3: {kind: 3}}, cartography=10)
    shown = next(one for one in t.build_view().majorities if one.kind == kind)
    assert shown.place_points == pays
    assert [(one.seat, one.tokens, one.place, one.points) for one in shown.places] == [
        (1, 4, 1, pays[0]),
        (3, 3, 2, pays[1]),
        (2, 2, 3, pays[2]),
        (0, 1, 4, 0),
    ]


def test_n11_2_nothing_for_nothing():
    assert rank_majority([0, 3, 0], [11, 5, 2]) == [(0, 0), (1, 11), (0, 0)]
    t = make_table(3, tokens={1: {"strait": 1}})
    assert t.find_score(0) == {}
    assert t.find_score(1) == {"strait": 11}


def test_n11_3_ties_take_the_lowest_place_they_fill():
    assert rank_majority([2, 2], [11, 5, 2]) == [(2, 5), (2, 5)]
    assert rank_majority([3, 1, 3, 0], [11, 5, 2]) == [(2, 5), (3, 2), (2, 5), (0, 0)]
    assert rank_majority([2, 2, 2], [12, 8, 4]) == [(3, 4)] * 3, "as in a game that was reported: three times 4"
    assert rank_majority([2, 2, 2, 1], [12, 8, 4]) == [(3, 4)] * 3 + [(4, 0)]
    assert rank_majority([1, 1, 1, 1], [12, 8, 4]) == [(4, 0)] * 4
    assert rank_majority([4, 2, 2, 1], [12, 8, 4]) == [(1, 12), (3, 4), (3, 4), (4, 0)]


def test_n11_4_six_points_for_each_set():
    full = {"inuit": 2, "cairn": 3, "franklin": 2, "strait": 2, "cartography": 2}
    t = make_table(tokens={0: full, 1: {**full, "inuit": 0}})
    assert (t.find_visible_expedition(0).sets, t.find_visible_expedition(1).sets) == (2, 0)
    assert t.find_score(0)["sets"] == 12
    assert "sets" not in t.find_score(1)


@pytest.mark.parametrize(
    ("ship", "sled", "crew", "points"),
    [
        ("b15", "", "7/0 0/0", 0),
        ("c13", "", "7/0 0/0", -16),
        ("c13", "b15-nw", "2/2 3/0", -10),
        ("b15", "a14-ne", "2/2 3/0", -6),
        ("c13", "a14-ne", "2/2 3/0", -16),
        ("c13", "b15-nw", "0/0 7/0", -2),
    ],
)
def test_n11_5_n11_6_what_is_not_back_is_lost(ship: str, sled: str, crew: str, points: int):
    t = make_table(placed=SHIP_OUT, ships={0: ship}, sleds={0: sled} if sled else {}, crew={0: crew})
    assert t.find_score(0).get("losses", 0) == points


def test_n11_5_a_sled_aboard_is_where_its_ship_is():
    t = make_table(placed=SHIP_OUT, ships={0: "c13"}).play("0 move ship b15")
    assert "losses" not in t.find_score(0)


def test_n11_6_an_abandoned_ship_costs_two_more():
    t = make_table(placed=SHIP_OUT, ships={0: "c13"}, sleds={0: "a14-ne"}, crew={0: "0/0 7/0"}).play("0 move sled b15")
    assert t.find_score(0)["losses"] == -2


def test_n11_7_crew_lost_with_a_sled_counts():
    t = make_table(lost={0: 3}, crew={0: "4/0 0/0"})
    assert t.find_score(0)["losses"] == -6
    t = make_table(placed=SHIP_OUT, ships={0: "c13"}, lost={0: 3}, crew={0: "4/0 0/0"})
    assert t.find_score(0)["losses"] == -6 - 8 - 2


def test_n11_8_most_points_win():
    t = make_table(3, round=10, points={0: 2, 1: 9, 2: 9}, home={2: (1, None), 1: (2, None)}).play("0 pass")
    assert t.result.ranking == ((2,), (1,), (0,))
    assert t.result.winners == (2,)
    assert t.reason == "Cléo wins with 9 points, tied, but back in Greenland first."
    t = make_table(3, round=10, points={0: 2, 1: 2}, home={2: (1, None), 1: (2, None)}).play("0 pass")
    assert t.result.ranking == ((1,), (0,), (2,)), "who is back comes before who is not"
    t = make_table(round=10, points={0: 2, 1: 2}).play("0 pass", "1 pass")
    assert t.result.winners == (0, 1)
    assert t.reason == "Ana, Ben share the victory with 2 points: none of them came back."


def test_n11_8_scores_may_be_below_zero():
    t = make_table(round=10, placed=SHIP_OUT, ships={0: "c13", 1: "c13"}, points={1: 1}).play("0 pass", "1 pass")
    assert list_lines(t, 0)["Lost and abandoned"] == -16
    assert t.reason == "The last round is over: Ben wins with -15 points."


def test_the_score_sheet_has_every_line():
    t = make_table(
        round=10, tokens={0: {"strait": 1}}, points={0: 3}, passage={0: 10}, home={0: (1, 6)}, to_move=1
    ).play("1 pass")
    assert list_lines(t, 0) == {
        "Finds on the trail": 3,
        "Islands mapped": 0,
        "Northwest Passage": 10,
        "Return to Greenland": 6,
        "Most Franklin sites": 0,
        "Most straits": 11,
        "Most islands mapped": 0,
        "Sets of five": 0,
        "Lost and abandoned": 0,
    }
    assert t.find_visible_expedition(0).total == 30
    assert t.find_visible_expedition(0).track_points == 19
    assert t.build_view().winners == (0,)
