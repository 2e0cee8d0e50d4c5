"""Scenes of every game: the named boards and hands, and each recorded game in its middle, late, and at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import product
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from cogs.i18n.languages import LanguageRegistry
from engine.kernel import registry
from engine.kernel.record import parse_record
from engine.kernel.text import Translate
from render import __main__ as command
from render.kit.canvas import Sprite
from render.kit.marks import OWN_PIECE_MARK_PX, OWN_ROW_MARK_PX, draw_own_mark
from render.kit.scene import Scene, load_painter
from render.kit.sheet import Sheet
from render.kit.text import Box
from tests.golden_records import list_record_names
from tests.golden_records import read_record as record_of
from tests.images import golden

PLAYER_NAMES = {
    3: ("Ana", "Ben", "Cyd", "Dee"),
    32: (
        "Maximiliane-Alexandrina Hohenste",
        "Bartholomew Featherstonehaugh-Jo",
        "WWWWWWWW WWWWWWWW WWWWWWWW WWWWW",
        "Христофор Константинопольский-Мл",
    ),
}
"""Names of players, by length."""
RECORD_NAMES = [f"{slug}-{name}" for slug in registry.list_slugs() for name in list_record_names(slug)]
"""Every recorded game, "northwest-all-home"."""
SAMPLE_RECORDS = ("amundsen-patrons-and-six", "expanse-two-clear", "northwest-shared", "paso-three-through")
"""The recorded game of each game that `make test` draws. `make soak` draws all."""
LANGUAGES = LanguageRegistry()


def list_records(*slugs: str) -> list[Any]:
    """List the recorded games of these games, or of all; those beyond the sample are for `make soak`."""
    found: list[Any] = []
    for name in RECORD_NAMES:
        if name.partition("-")[0] in (slugs or registry.list_slugs()):
            marks = [] if name in SAMPLE_RECORDS else [pytest.mark.soak]
            found.append(pytest.param(name, id=name, marks=marks))
    return found


def list_record_stems(slug: str) -> list[Any]:
    """List the recorded games of a game without its name, as `list_records` does."""
    return [
        pytest.param(param.values[0].partition("-")[2], id=param.id, marks=param.marks) for param in list_records(slug)
    ]


def list_languages(pictures: Sequence[str], sample_step: int = 1) -> list[Any]:
    """List each picture with every language.

    `make test` draws every `sample_step`th picture in one language, in turn, `make soak` all in all of them.
    """
    found: list[Any] = []
    for n, picture in enumerate(pictures):
        for k, code in enumerate(LANGUAGES.codes, n):
            marks = [pytest.mark.soak] if k % len(LANGUAGES.codes) or n % sample_step else []
            found.append(pytest.param(picture, LANGUAGES.find_language(code), id=f"{picture}-{code}", marks=marks))
    return found


def list_lengths_and_languages(pictures: Sequence[str], sample_step: int = 1) -> list[Any]:
    """List each picture with every length of names in every language.

    `make test` draws every `sample_step`th picture with one length in one language, in turn, `make soak` all with all.
    """
    found: list[Any] = []
    pairs = [*product(sorted(PLAYER_NAMES), LANGUAGES.codes)]
    for n, picture in enumerate(pictures):
        for k, (length, code) in enumerate(pairs):
            marks = [pytest.mark.soak] if n % sample_step or k != n // sample_step % len(pairs) else []
            language = LANGUAGES.find_language(code)
            found.append(pytest.param(picture, length, language, id=f"{picture}-{length}-{code}", marks=marks))
    return found


def rename_players(scene: Scene, length: int) -> Scene:
    """Return the scene with player names of a length."""
    return msgspec.structs.replace(scene, names=PLAYER_NAMES[length][: len(scene.names)])


@cache
def replay_scenes(name: str) -> tuple[Scene, ...]:
    """Return a recorded game as a spectator and one seat saw it, in its middle, late, and at its end."""
    slug, _, stem = name.partition("-")
    record = parse_record(record_of(slug, stem).decode())
    whole, half = len(record.moves), len(record.moves) // 2
    return tuple(
        command.build_scene(record, upto, seat) for upto, seat in ((half, 0), (half * 3 // 2, None), (whole, None))
    )


def find_scene(name: str) -> Scene:
    """Find a named board or hand."""
    slug, _, rest = name.partition("-")
    scene: Scene = (golden.BOARD_SCENES[slug] | golden.HAND_SCENES[slug])[rest]()
    return scene


@contextmanager
def watch_sheets() -> Iterator[list[Sheet]]:
    """Collect all sheets that are started in the block."""
    sheets: list[Sheet] = []
    begin = Sheet.__init__

    def watch(sheet: Sheet, *args: object) -> None:
        begin(sheet, *args)  # type: ignore[arg-type]
        sheets.append(sheet)

    with patch.object(Sheet, "__init__", watch):
        yield sheets


@contextmanager
def watch_own_marks(*, hides: bool = False) -> Iterator[list[Box]]:
    """Collect the boxes of the marks of a viewer's own that are drawn in the block; draw none if it `hides` them."""
    put, boxes = Sheet.put, list[Box]()
    marks = {draw_own_mark(width).image.tobytes() for width in (OWN_PIECE_MARK_PX, OWN_ROW_MARK_PX)}

    def watch(sheet: Sheet, sprite: Sprite, x: float, y: float) -> None:
        is_mark = sprite.image.width < 80 and sprite.image.tobytes() in marks
        if not (is_mark and hides):
            put(sheet, sprite, x, y)
        if is_mark:
            left, top = round(x) - sprite.x, round(y) - sprite.y
            boxes.append((left, top, left + sprite.image.width, top + sprite.image.height))

    with patch.object(Sheet, "put", watch):
        yield boxes


def draw_all(slug: str, scene: Scene, translate: Translate) -> list[Sheet]:
    """Draw the board, its crop and the hand of a scene, and return all sheets that this creates."""
    artist = load_painter(slug)
    with watch_sheets() as sheets:
        artist.draw_board(scene, translate)
        artist.draw_crop(scene, translate)
        artist.draw_hand(scene, translate)
    return sheets


def compose_board(slug: str, scene: Scene, translate: Translate) -> Sheet:
    """Draw the board, and return the sheet with its words."""
    with watch_sheets() as sheets:
        image = load_painter(slug).draw_board(scene, translate)
    (sheet,) = [one for one in sheets if one.image is image]
    return sheet
