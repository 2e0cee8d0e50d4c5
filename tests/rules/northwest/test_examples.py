"""The examples and tables of the published rules, played with the standard components."""

from __future__ import annotations

import pytest

from engine.games.northwest.scoring import rank_majority
from engine.kernel.position import begin_game
from engine.kernel.script import complete_options
from tests.rules.northwest.play import PlayedTable, load_game, make_table


def start_table(seats: int, seed: str = "examples") -> PlayedTable:
    rules = load_game()
    t = PlayedTable(begin_game(rules, seats, complete_options(rules.settings, {}), seed).position, rules, seed)
    for _ in range(seats):
        seat = t.asked_seats()[0]
        t.play(f"{seat} draw {t.list_words(f'{seat} draw')[0]}")
    return t


@pytest.mark.parametrize(
    ("seats", "passage", "greenland"), [(2, [10, 3], [6]), (3, [13, 7, 3], [7, 3]), (4, [15, 10, 6, 3], [10, 6, 3])]
)
def test_the_table_of_tokens_by_the_number_of_players(seats: int, passage: list[int], greenland: list[int]):
    t = start_table(seats)
    assert list(t.build_view().tokens.passage) == passage
    assert list(t.build_view().tokens.greenland) == greenland


@pytest.mark.parametrize(
    ("tile", "verb", "points"),
    [
        ("l18", "discover", (2, 4, 6)),
        ("l45", "discover", (2, 4, 6)),
        ("l02", "explore", (1, 2, 3)),
        ("l10", "explore", (1, 2, 3)),
    ],
    ids=["cairn", "inuit", "franklin", "strait"],
)
def test_two_four_or_six_points_for_a_cairn_or_an_inuit_and_one_two_or_three_for_a_franklin_or_a_strait(
    tile: str, verb: str, points: tuple[int, int, int]
):
    for cell, worth in zip(("e12", "e7", "e3"), points, strict=True):
        t = make_table(placed=[f"{tile} {cell} f0"], ships={0: cell}).play(f"0 {verb} ship")
        assert t.find_score(0)["finds"] == worth


def test_the_zone_of_a_tile_in_two_zones_is_that_of_its_token():
    # L18 bears its cairn on the first cell of its front and on the second of its back; e10 and e11 lie in two zones.
    assert make_table(placed=["l18 e10 f0"], ships={0: "e10"}).play("0 discover ship").find_score(0)["finds"] == 4
    assert make_table(placed=["l18 e10 b0"], ships={0: "e10"}).play("0 discover ship").find_score(0)["finds"] == 2


def test_the_costs_of_the_actions_and_one_crewman_more_for_a_further_one():
    t = start_table(2)
    seat = t.asked_seats()[0]
    t.play(f"{seat} draw s0 ship")
    assert t.describe_crew(seat) == "6/1 0/0", "draw: 1"
    t.play(f"{seat} draw s0 ship")
    assert t.describe_crew(seat) == "4/3 0/0", "as a further action: 2"
    t.play(f"{seat} refresh ship", f"{seat} draw s1")
    assert t.describe_crew(seat) == "1/6 0/0", "refresh: 2, and 3 as a further action"
    t = make_table(placed=["l18 e10 f0"], ships={0: "e10"}, crew={0: "7/0 0/0"}).play("0 discover ship")
    assert t.describe_crew(0) == "5/2 0/0", "discover: 2"
    assert make_table(placed=["l02 e10 f0"], ships={0: "e10"}).play("0 explore ship").describe_crew(0) == "4/3 0/0", (
        "explore: 3"
    )
    assert make_table(hands={0: "s0"}).play("0 place s0 c14 f0 ship").describe_crew(0) == "6/1 0/0", "place: 1"
    assert make_table(placed=["c13 000/000"]).play("0 move ship c13").describe_crew(0) == "6/1 0/0", "move: 1"


def test_the_crewman_who_paid_for_a_transfer_may_be_transferred():
    t = make_table().play("0 transfer 6 1")
    assert t.describe_crew(0) == "0/0 6/1"
    t = start_table(2)
    seat = t.asked_seats()[0]
    words = t.list_words(f"{seat} transfer 0 1")
    t.play(" ".join([f"{seat} transfer 0 1", *words[:1]]))
    assert t.describe_crew(seat) == "6/0 0/1", "he lies with the sled, resting"


def test_who_has_no_available_crewman_left_must_pass():
    t = start_table(2)
    first, second = t.state.order
    for _ in range(2):
        t.play(f"{first} draw s1 ship", f"{first} draw s1 ship", f"{first} end")
        t.play(f"{second} draw s2 ship", f"{second} end")
    t.play(f"{first} draw s1 ship")
    assert t.state.passed == [first]
    assert t.announced[-1].endswith("has no available crewmen left and passes.")


def test_a_tie_takes_the_lowest_of_the_places_it_fills():
    # Two players have the most: both stand on the second place, and the next one on the third.
    assert rank_majority([4, 4, 1], [11, 5, 2]) == [(2, 5), (2, 5), (3, 2)]
    t = make_table(3, tokens={0: {"strait": 4}, 1: {"strait": 4}, 2: {"strait": 1}})
    assert [t.find_score(seat).get("strait", 0) for seat in range(3)] == [5, 5, 2]


def test_six_points_for_a_set_of_five_kinds():
    five = {"inuit": 1, "cairn": 1, "franklin": 1, "strait": 1, "cartography": 1}
    assert make_table(tokens={0: five}).find_score(0)["sets"] == 6
    for kind in five:
        assert "sets" not in make_table(tokens={0: {**five, kind: 0}}).find_score(0)


def test_two_points_for_every_crewman_lost_and_two_for_an_abandoned_ship():
    t = make_table(placed=["c13 000/000"], ships={0: "c13"}, sleds={0: "a14-ne"}, crew={0: "2/2 2/1"}, round=10)
    t.play("0 pass", "1 pass")
    assert t.find_score(0)["losses"] == -2 * 4 - 2 - 2 * 3


def test_ten_rounds_and_the_sun_moves_after_each_but_the_last():
    t = start_table(2)
    for n in range(1, 11):
        assert (t.state.round, t.result) == (n, None)
        for seat in list(t.state.order):
            t.play(f"{seat} pass")
    assert t.result is not None


def test_one_token_for_several_islands_completed_at_once():
    # The online edition's words: one or several islands, one cartography token, points by their size.
    t = make_table(placed=["x a8 j0100", "x a11 j1000"], ships={0: "a8"}, hands={0: "l40"}).play(
        "0 place l40 a9 f0 ship"
    )
    assert t.find_expedition(0).tokens == {"cartography": 1}
    assert t.find_score(0)["islands"] == 2


def test_land_of_two_tiles_is_an_island_printed_tiles_among_them():
    # The printed sentence speaks of tiles, and the printed ones are tiles.
    t = make_table(placed=["x d15 j0100"], hands={0: "s1"}).play("0 place s1 b14 f90 ship")
    assert t.find_score(0)["islands"] == 4
