"""The ends of recorded games, for their posters."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from engine.kernel.record import parse_record
from engine.kernel.text import Translate
from render import __main__ as command
from render.kit import poster as posters
from render.kit.poster import Finale
from render.kit.sheet import Sheet
from tests.golden_records import read_record

FINALE_DATE = (2026, 11, 22)
POSTER_RECORDS = {
    "amundsen": ("scott-at-the-pole", "frozen-by-declaration"),
    "northwest": ("lost-in-the-thaw", "there-and-back"),
    "paso": ("four-through", "sirs-win", "ships-lie-still"),
    "expanse": ("four-clear", "two-tied-rocinante"),
}
"""The recorded games with golden posters: few and many players, wins and losses, teams."""
POSTER_NAMES = [f"{slug}-{name}" for slug, names in POSTER_RECORDS.items() for name in names]


@cache
def _load_finale(slug: str, name: str) -> Finale:
    return command.build_finale(parse_record(read_record(slug, name).decode()))


def load_finale(poster: str, names: tuple[str, ...] = ("Franklin", "Ана", "Peña", "Benedikt")) -> Finale:
    """Load the end of a recorded game, "paso-sirs-win", with a fixed date and a name for each seat."""
    slug, _, name = poster.partition("-")
    end = _load_finale(slug, name)
    return msgspec.structs.replace(
        end, day=FINALE_DATE, scene=msgspec.structs.replace(end.scene, names=names[: len(end.scene.names)])
    )


def compose_poster(finale: Finale, translate: Translate) -> Sheet:
    """Compose the poster with its words."""
    painter: Any = posters.load_poster(finale.game)
    sheet = painter.compose_poster(finale, translate)
    assert isinstance(sheet, Sheet)
    return sheet
