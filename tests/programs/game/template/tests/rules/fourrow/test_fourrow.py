"""Four in a Row: the rules, number by number."""

from __future__ import annotations

import pytest

from engine.kernel.registry import ComponentsError
from tests.rules.fourrow.play import load_game, start_table

FULL_GRID_COLUMNS = "aaaaaa bbbbbb e cccccc dddddd eeeee ffffff gggggg"
"""Columns in which the discs alternate, every other pair of them from the other player on: nobody has four in a row."""


def test_f1_1_the_grid_is_empty_and_has_seven_columns_and_six_rows():
    t = start_table()
    assert t.list_discs() == {}
    assert t.list_words("0 drop") == list("abcdefg")
    t.drop_discs("aaaaaa")
    assert list(t.list_discs()) == ["a1", "a2", "a3", "a4", "a5", "a6"]


def test_f1_2_both_have_21_discs_and_take_turns_from_the_first_player_on():
    t = start_table()
    assert list(t.now.questions) == [0]
    assert t.state.left == [21, 21]
    t.play("0 drop a")
    assert list(t.now.questions) == [1]
    assert t.state.left == [20, 21]
    assert "not your turn" in t.read_refusal("0 drop a")


def test_f2_1_a_disc_falls_to_the_lowest_free_cell():
    t = start_table().drop_discs("dde")
    assert t.list_discs() == {"d1": 0, "d2": 1, "e1": 0}
    assert t.state.newest == "e1"


def test_f2_2_a_full_column_takes_no_more():
    t = start_table().drop_discs("cccccc")
    assert t.read_refusal("0 drop c") == "Column C is full (F2.2)."
    assert t.list_words("0 drop") == list("abdefg")


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        ("aabbccd", ["a1", "b1", "c1", "d1"]),
        ("abababa", ["a1", "a2", "a3", "a4"]),
        ("abbccdc d g d d", ["a1", "b2", "c3", "d4"]),
        ("gffeede d a d d", ["d4", "e3", "f2", "g1"]),
        ("aabbddeec", ["a1", "b1", "c1", "d1", "e1"]),
    ],
)
def test_f3_1_four_in_a_row_win(columns: str, row: list[str]):
    t = start_table().drop_discs(columns)
    assert t.state.row == row, t
    assert t.result is not None
    assert t.result.winners == (0,)
    assert t.reason == f"Ana has {len(row)} in a row."


def test_f3_1_three_are_enough_in_the_short_game():
    assert start_table().drop_discs("aabbc").result is None
    assert start_table(goal="3").drop_discs("aabbc").reason == "Ana has 3 in a row."


def test_f3_2_a_full_grid_without_a_row_is_shared():
    t = start_table().drop_discs(FULL_GRID_COLUMNS)
    assert t.state.left == [0, 0]
    assert t.result is not None, t
    assert t.result.winners == (0, 1)
    assert t.result.ranking == ((0, 1),)
    assert t.reason == "The grid is full and nobody has 4 in a row."


def test_an_owners_grid_needs_discs_for_every_cell():
    assert load_game(("columns = 7", "columns = 8"), ("each = 21", "each = 24")).components.grid.letters == "abcdefgh"
    with pytest.raises(ComponentsError, match="half the cells"):
        load_game(("columns = 7", "columns = 8"))
