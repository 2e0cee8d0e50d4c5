"""“Where am I?”: in a seat's own picture one mark points at its pieces and at its row on the panel."""

from __future__ import annotations

import pytest

from engine.kernel.text import translate_to_english
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Box
from tests.game_cases import list_game_cases
from tests.images.moments import RECORD_NAMES, compose_board, list_records, replay_scenes, watch_own_marks

MARKED_GAMES = ("amundsen", "expanse", "northwest", "paso")
"""The games whose painters draw the mark."""


def list_hidden_words(sheet: Sheet, boxes: list[Box]) -> list[str]:
    """List the data under the marks, whose rims and corners may touch it."""
    return [
        one.string
        for one in sheet.written_texts
        for left, top, right, bottom in boxes
        if one.kind == "data"
        and min(right, one.ink[2]) - max(left, one.ink[0]) > 8
        and min(bottom, one.ink[3]) - max(top, one.ink[1]) > 8
    ]


def draw_marked(record: str, scene: Scene) -> tuple[Sheet, list[Box]]:
    with watch_own_marks() as boxes:
        sheet = compose_board(record.partition("-")[0], scene, translate_to_english)
    return sheet, boxes


@pytest.mark.parametrize("record", list_records(*MARKED_GAMES))
def test_a_seat_finds_itself_and_a_spectator_sees_no_mark(record: str) -> None:
    own, public, _ = replay_scenes(record)
    assert draw_marked(record, public)[1] == []
    sheet, boxes = draw_marked(record, own)
    assert boxes, "the row has no mark"
    assert list_hidden_words(sheet, boxes) == []


@pytest.mark.parametrize("slug", list_game_cases("expanse", slugs=MARKED_GAMES))
def test_the_pieces_of_a_seat_are_marked_too(slug: str) -> None:
    own_scenes = [replay_scenes(record)[0] for record in RECORD_NAMES if record.startswith(f"{slug}-")]
    assert any(len(draw_marked(f"{slug}-", scene)[1]) >= 2 for scene in own_scenes)
