"""N6: islands and cartography."""

from __future__ import annotations

import pytest

from engine import rulebook
from engine.kernel import record
from engine.kernel.script import complete_options, restore_options
from tests.rules.northwest.play import PlayedTable, make_table

TILES_AROUND_E9 = ["x d8 j0001", "x d9 j0010", "x e8 j0100"]


def make_crossing(**given: object) -> PlayedTable:
    """Make a board where four cells meet in one land corner; the last is laid on e9."""
    return make_table(placed=TILES_AROUND_E9, ships={0: "e8"}, hands={0: "s1 s2"}, **given)


def test_n6_land_of_two_tiles_surrounded_by_sea():
    t = make_crossing().play("0 place s1 e9 f0 ship")
    assert t.find_expedition(0).tokens == {"cartography": 1}
    assert t.announced[-1] == "Ana completes an island of 4 tiles: +4."
    assert t.find_score(0)["islands"] == 4
    placed = ["x d8 j0001", "x d9 j0011", "x e8 j0100"]
    t = make_table(placed=placed, ships={0: "e8"}, hands={0: "s2"}).play("0 place s2 e9 f0 ship")
    assert t.find_expedition(0).tokens == {}, "its land goes on to the east"


def test_n6_the_edge_of_the_board_surrounds_too():
    t = make_table(placed=["x a8 j0100"], ships={0: "a8"}, hands={0: "s1"}).play("0 place s1 a9 f0 ship")
    assert t.announced[-1] == "Ana completes an island of 2 tiles: +1."


def test_n6_one_tile_is_no_island():
    t = make_table(placed=["x b8 j0000"], ships={0: "b8"}, hands={0: "l16"})
    assert t.box.pieces["l16"].lays["f0"].rows == ("010", "000")
    t.play("0 place l16 a8 f0 ship")
    assert t.find_expedition(0).tokens == {}
    assert t.find_expedition(0).islands == 0


def test_n6_unknown_cells_leave_land_open():
    t = make_table(placed=TILES_AROUND_E9[:2], ships={0: "d9"}, hands={0: "s1"}).play("0 place s1 e9 f0 ship")
    assert t.find_expedition(0).tokens == {}, "nobody knows yet what lies on e8"


@pytest.mark.parametrize(("cells", "points"), [(2, 1), (3, 2), (4, 4), (5, 6), (6, 8), (7, 10), (8, 10)])
def test_n6_1_points_by_the_number_of_tiles(cells: int, points: int):
    # A strip of land along the north edge: cells a3, a4, … with land in their northern corners, sea at both ends.
    strip = [f"x a{n} j{'0' if n == 3 else '1'}100" for n in range(3, 2 + cells)]
    t = make_table(placed=strip, ships={0: f"a{1 + cells}"}, hands={0: "s1"}).play(f"0 place s1 a{2 + cells} f0 ship")
    assert t.announced[-1] == f"Ana completes an island of {cells} tiles: +{points}."
    assert t.find_expedition(0).islands == points


def test_n6_1_a_large_tile_counts_once():
    t = make_table(placed=["l48 a4 f0"], ships={0: "a4"}, hands={0: "s1"})
    assert t.box.pieces["l48"].lays["f0"].rows == ("110", "000")
    t.play("0 place s1 a3 f90 ship")
    assert t.announced[-1] == "Ana completes an island of 2 tiles: +1."


def test_n6_1_gap_fills_complete_islands_and_count():
    placed = ["x c8 j0000", "x d7 j0000", "x e7 j0000", "x c9 j0000", "x e8 j0100", "x d10 j0000", "x e9 j1000"]
    t = make_table(placed=placed, ships={0: "d10"}, hands={0: "s1"}).play("0 place s1 d9 f270 ship")
    assert t.announced == [
        "Ana places small tile S1 on d9.",
        "The gap at d8 is closed with small tile S1.",
        "Ana completes an island of 4 tiles: +4.",
    ]
    assert t.find_expedition(0).tokens == {"cartography": 1}


def test_n6_2_several_islands_at_once():
    t = make_table(placed=["x a8 j0100", "x a11 j1000"], ships={0: "a8"}, hands={0: "l40"})
    assert t.box.pieces["l40"].lays["f0"].rows == ("101", "000")
    t.play("0 place l40 a9 f0 ship")
    assert t.announced[-2:] == ["Ana completes an island of 2 tiles: +1."] * 2
    assert t.find_expedition(0).tokens == {"cartography": 1}, "one token for all that a placement completes"
    assert t.find_expedition(0).islands == 2


def test_n6_3_printed_tiles_count_unless_the_option_makes_them_mainland():
    given = {"placed": ["x d15 j0100"], "hands": {0: "s1"}}
    t = make_table(**given).play("0 place s1 b14 f90 ship")
    assert t.announced[-1] == "Ana completes an island of 4 tiles: +4.", "Greenland, the cape, d15 and b14"
    assert t.find_expedition(0).tokens == {"cartography": 1}
    assert make_table(**given, mainland="island").play("0 place s1 b14 f90 ship").find_expedition(0).tokens == {
        "cartography": 1
    }
    t = make_table(**given, mainland="coast").play("0 place s1 b14 f90 ship")
    assert t.find_expedition(0).tokens == {}
    assert t.find_expedition(0).islands == 0


def test_n6_3_the_rule_names_the_values_of_the_option():
    setting = next(setting for setting in make_table().rules.settings if setting.name == "mainland")
    assert list(setting.values) == ["island", "coast"], "the first is the default"
    rule = next(rule.text for rule in rulebook.load_rules("northwest") if rule.number == "N6.3")
    assert "“mainland: coast”" in rule


def test_n6_3_a_stored_table_without_the_option_keeps_the_reading_it_was_played_with():
    rules = make_table().rules
    assert complete_options(rules.settings, {})["mainland"] == "island"
    assert restore_options(rules.settings, {})["mainland"] == "coast"
    for value in ("coast", "island"):
        assert restore_options(rules.settings, {"mainland": value})["mainland"] == value
    old = record.GameRecord("northwest", 2, "d8ffd67b", 2, {}, "seed", ())
    assert record.build_opening(rules, old).base.options == {"mainland": "coast"}


def test_n6_4_without_tokens_there_are_points():
    t = make_crossing(cartography=0).play("0 place s1 e9 f0 ship")
    assert t.find_expedition(0).tokens == {}
    assert t.find_expedition(0).islands == 4
    assert t.state.cartography == 0
    assert make_crossing(cartography=1).play("0 place s1 e9 f0 ship").state.cartography == 0


def test_the_largest_island_is_remembered_for_the_statistics():
    t = make_crossing(passed=[1], order=[0, 1], round=10).play("0 place s1 e9 f0 ship", "0 pass")
    assert t.result is not None
    assert {seat: [line.points for line in lines] for seat, lines in t.result.highlights.items()} == {
        0: [4, 1],  # the largest island, and the tokens found
        1: [0, 0],
    }
