"""Moments to draw for every game: the named boards and hands, and each recorded game in its middle, late, and at its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

import msgspec

from engine.kernel import registry
from engine.kernel.record import parse
from engine.kernel.text import Translate
from render import __main__ as command
from render.kit.scene import Scene, painter
from render.kit.sheet import Sheet
from tests.images import golden
from tests.recorded import record_names
from tests.recorded import recorded as record_of

NAMES = {
    3: ("Ana", "Ben", "Cyd", "Dee"),
    32: (
        "Maximiliane-Alexandrina Hohenste",
        "Bartholomew Featherstonehaugh-Jo",
        "WWWWWWWW WWWWWWWW WWWWWWWW WWWWW",
        "Христофор Константинопольский-Мл",
    ),
}
"""Names of players, by their length."""
RECORDS = [f"{slug}-{name}" for slug in registry.slugs() for name in record_names(slug)]
"""Every recorded game, "northwest-all-home"."""


def renamed(scene: Scene, length: int) -> Scene:
    """The same moment with names of that length."""
    return msgspec.structs.replace(scene, names=NAMES[length][: len(scene.names)])


@cache
def recorded(name: str) -> tuple[Scene, ...]:
    """A recorded game as a spectator and as one seat saw it: in its middle, late, and at its end."""
    slug, _, stem = name.partition("-")
    record = parse(record_of(slug, stem).decode())
    whole, half = len(record.moves), len(record.moves) // 2
    return tuple(command.scene(record, upto, seat) for upto, seat in ((half, 0), (half * 3 // 2, None), (whole, None)))


def named(name: str) -> Scene:
    """A named board or hand."""
    slug, _, rest = name.partition("-")
    scene: Scene = (golden.BOARDS[slug] | golden.HANDS[slug])[rest]()
    return scene


@contextmanager
def watched() -> Iterator[list[Sheet]]:
    """All sheets that are begun meanwhile."""
    sheets: list[Sheet] = []
    begin = Sheet.__init__

    def watch(sheet: Sheet, *args: object) -> None:
        begin(sheet, *args)  # type: ignore[arg-type]
        sheets.append(sheet)

    with patch.object(Sheet, "__init__", watch):
        yield sheets


def drawn(slug: str, scene: Scene, translate: Translate) -> list[Sheet]:
    """Everything that is drawn of a moment: the board, its crop and the hand, with what is kept of one drawn afresh."""
    artist = painter(slug)
    with watched() as sheets:
        artist.paint(scene, translate)
        artist.crop(scene, translate)
        artist.hand(scene, translate)
    return sheets


def board(slug: str, scene: Scene, translate: Translate) -> Sheet:
    """Draw the board, and return the sheet with its words."""
    with watched() as sheets:
        image = painter(slug).paint(scene, translate)
    (sheet,) = [one for one in sheets if one.image is image]
    return sheet
