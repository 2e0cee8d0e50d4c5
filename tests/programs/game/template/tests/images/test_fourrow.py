"""The pictures of Four in a Row: words that fit, and the board in words."""

from __future__ import annotations

import pytest

from engine.kernel.text import translate_to_english
from render.fourrow import compose_board, describe_board
from render.fourrow.layout import BOARD_HEIGHT_PX, PANEL_EDGE_PX, GridLayout
from tests.images.scenes_fourrow import BOARD_SCENES, build_scene


@pytest.mark.parametrize("columns", [4, 7, 8])
@pytest.mark.parametrize("rows", [4, 6, 8])
def test_every_grid_stays_left_of_the_panel(columns: int, rows: int):
    left, top, right, bottom = GridLayout(columns, rows).frame
    assert 60 < left < right < PANEL_EDGE_PX
    assert 80 < top < bottom < BOARD_HEIGHT_PX - 80


@pytest.mark.parametrize("board", BOARD_SCENES)
def test_no_word_leaves_its_room(board: str):
    written = compose_board(BOARD_SCENES[board](), translate_to_english).written_texts
    assert written
    for one in written:
        assert one.span[0] - 3 <= one.ink[0] <= one.ink[2] <= one.span[1] + 3, one.string
        assert "…" not in one.string


def test_the_board_in_words():
    assert describe_board(build_scene("dde"), translate_to_english) == (
        "Peña to play; 4 in a row win. Roald plays discs 1. Peña plays discs 2. "
        "Column D from below: 1, 2. Column E from below: 1. Roald drops a disc on E1."
    )
    assert "The grid is empty." in describe_board(build_scene(""), translate_to_english)
    assert "Roald has won; 4 in a row win. Roald has 4 in a row." in describe_board(build_scene("aabbccd"), translate_to_english)
