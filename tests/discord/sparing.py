"""Fewer pictures: drawing is most of the work of a whole game, and says nothing new about playing."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from itertools import count
from typing import Any

import msgspec
import pytest

from cogs.pictures import picture_service
from cogs.pictures.order import What
from cogs.pictures.picture_service import Picture, _paint
from engine.kernel.text import Translate
from render.kit.scene import Scene, painter
from render.kit.theme import Tone

DRAWN = 5
"""One picture in so many is drawn; the others are like the last of their kind. Every picture has tests of its own."""
KEPT = 600
"""Pictures, of about 100 kB."""


class Album:
    """Pictures that were drawn for an earlier test: most tables here are dealt alike and begin alike."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[object, ...], Picture | None] = OrderedDict()

    def paint(self, what: What, slug: str, shown: Scene, translate: Translate, tone: Tone) -> Picture | None:
        """As `_paint`, which draws the same for the same arguments."""
        artist = painter(slug)
        how = (artist.paint, artist.crop, artist.hand)  # a test may have put another in its place
        key = (what, slug, how, msgspec.msgpack.encode(shown, enc_hook=repr), translate, tone)
        if key in self._pictures:
            self._pictures.move_to_end(key)
        else:
            self._pictures[key] = _paint(what, slug, shown, translate, tone)
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        return self._pictures[key]


@cache
def album() -> Album:
    """The one of this process."""
    return Album()


def draw_few(monkeypatch: pytest.MonkeyPatch, drawn_of: int = DRAWN) -> None:
    """Draw one picture in so many."""
    drawn: dict[tuple[str, str], Picture | None] = {}
    asked = count()

    def paint(what: What, slug: str, *how: Any) -> Picture | None:
        if (what, slug) not in drawn or next(asked) % drawn_of == 0:
            drawn[what, slug] = _paint(what, slug, *how)
        return drawn[what, slug]

    monkeypatch.setattr(picture_service, "_paint", paint)
