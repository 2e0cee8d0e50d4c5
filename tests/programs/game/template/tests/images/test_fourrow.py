"""The pictures of Four in a Row: words that fit, and the board in words."""

from __future__ import annotations

import pytest
from render.fourrow import alt, compose
from render.fourrow.layout import EDGE, HEIGHT, Grid
from tests.images.scenes_fourrow import BOARDS, scene

from engine.kernel.text import english


@pytest.mark.parametrize("columns", [4, 7, 8])
@pytest.mark.parametrize("rows", [4, 6, 8])
def test_every_grid_stays_left_of_the_panel(columns: int, rows: int):
    left, top, right, bottom = Grid(columns, rows).frame
    assert 60 < left < right < EDGE
    assert 80 < top < bottom < HEIGHT - 80


@pytest.mark.parametrize("board", BOARDS)
def test_no_word_leaves_its_room(board: str):
    written = compose(BOARDS[board](), english).written
    assert written
    for one in written:
        assert one.room[0] - 3 <= one.ink[0] <= one.ink[2] <= one.room[1] + 3, one.string
        assert "…" not in one.string


def test_the_board_in_words():
    assert alt(scene("dde"), english) == (
        "Peña to play; 4 in a row win. Roald plays discs 1. Peña plays discs 2. "
        "Column D from below: 1, 2. Column E from below: 1. Roald drops a disc on E1."
    )
    assert "The grid is empty." in alt(scene(""), english)
    assert "Roald has won; 4 in a row win. Roald has 4 in a row." in alt(scene("aabbccd"), english)
