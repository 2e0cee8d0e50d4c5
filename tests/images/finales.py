"""Ends of recorded games, as their posters are drawn from them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from engine.kernel.record import parse
from engine.kernel.text import Translate
from render import __main__ as command
from render.kit import poster as posters
from render.kit.poster import Finale
from render.kit.sheet import Sheet
from tests.recorded import recorded

DAY = (2026, 11, 22)
SHOWN = {
    "amundsen": ("scott-at-the-pole", "frozen-by-declaration"),
    "northwest": ("lost-in-the-thaw", "there-and-back"),
    "paso": ("four-through", "sirs-win", "ships-lie-still"),
    "expanse": ("four-clear", "two-tied-rocinante"),
}
"""The recorded games whose posters are golden pictures: of few and many, won and lost, in sides."""
POSTERS = [f"{slug}-{name}" for slug, names in SHOWN.items() for name in names]


@cache
def _finale(slug: str, name: str) -> Finale:
    return command.finale(parse(recorded(slug, name).decode()))


def finale(poster: str, names: tuple[str, ...] = ("Franklin", "Ана", "Peña", "Benedikt")) -> Finale:
    """The end of a recorded game, "paso-sirs-win", on a certain day, with as many of the names as there are seats."""
    slug, _, name = poster.partition("-")
    end = _finale(slug, name)
    return msgspec.structs.replace(
        end, day=DAY, scene=msgspec.structs.replace(end.scene, names=names[: len(end.scene.names)])
    )


def composed(end: Finale, translate: Translate) -> Sheet:
    """The poster with its words."""
    painter: Any = posters.poster(end.game)
    sheet = painter.compose(end, translate)
    assert isinstance(sheet, Sheet)
    return sheet
