"""N12: the contents of the box, and of an owner's file."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import rulebook
from engine.games.northwest.scoring import find_multiplier
from engine.kernel import registry
from tests.rules.northwest.play import load_game, make_table


def test_n12_our_own_data_are_marked():
    parts = load_game().components
    assert {name: getattr(parts, name).source for name in parts.__struct_fields__} == {
        "board": "house",
        "sun": "house",
        "tiles": "house",
        "tokens": "found",
        "costs": "rules",
        "expedition": "rules",
        "finds": "rules",
        "islands": "house",
        "franklin": "house",
        "strait": "house",
        "cartography": "found",
    }


def test_n12_1_two_to_four_players():
    assert list(load_game().seat_counts) == [2, 3, 4]
    assert next(rule.text for rule in rulebook.load_rules("northwest") if rule.number == "N12.1") == (
        "The variant for one player is left out."
    )


def test_the_large_tiles_are_all_patterns_of_six_corners():
    pieces = [piece for tile, piece in load_game().game_box.pieces.items() if tile[0] == "l"]
    fronts = {"".join(piece.lays["f0"].rows) for piece in pieces}
    assert fronts == {f"{n:06b}" for n in range(64)}
    assert all(piece.lays["b0"].rows == tuple(row[::-1] for row in piece.lays["f0"].rows) for piece in pieces)
    assert Counter(piece.symbol for piece in pieces) == {"": 26, "strait": 12, "franklin": 10, "inuit": 9, "cairn": 7}


def test_straits_lie_in_channels():
    for piece in load_game().game_box.pieces.values():
        if piece.symbol == "strait":
            for lay in piece.lays.values():
                row, column = divmod(lay.symbol_at, load_game().game_box.grid.stride)
                corners = [lay.rows[row + j][column + i] for j in (0, 1) for i in (0, 1)]
                assert corners in (["1", "0", "0", "1"], ["0", "1", "1", "0"]), piece.tile


def test_the_small_designs_are_all_patterns_of_four_corners():
    small = [piece for tile, piece in load_game().game_box.pieces.items() if tile[0] == "s"]
    assert sorted("".join(lay.rows) for piece in small for lay in piece.different_lays) == [
        f"{n:04b}" for n in range(16)
    ]


def test_zones():
    assert [find_multiplier(load_game().components, x) for x in range(15)] == [3] * 5 + [2] * 5 + [1] * 5
    assert make_table().build_view().zones == (3,) * 5 + (2,) * 5 + (1,) * 5


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("columns = 15", "columns = 14"), "the zones must cover 14 columns"),
        (('"000001F1"', '"000001X1"'), "a large tile looks like"),
        (("strait = 12\n", "strait = 13\n"), "12 symbols are printed for 13 strait tokens"),
        (('cell = "h1"', 'cell = "b15"'), "does not match its neighbour"),
        (("crew = 7", "crew = -7"), "Expected `int` >= 0 - at `\\$.expedition.crew`"),
        (('rows = "10/01"', 'rows = "10/00"'), "six designs"),
        (("frozen_rows = [2, 0", "frozen_rows = [2, 11"), "more rows are frozen than the board has"),
        (('rows = "011/011"', 'rows = "0110"'), "rows of corners look like"),
        (("passage = { 2 = [10, 3], ", "passage = { "), "the values at the arrows are given for 2, 3 and 4 players"),
    ],
)
def test_wrong_components_are_refused_with_the_reason(change: tuple[str, str], why: str):
    with pytest.raises(registry.ComponentsError, match=why):
        load_game(change)
