"""Fewer pictures: drawing is most of the work of a whole game, and says nothing new about playing."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from itertools import count

import msgspec
import pytest

from cogs.pictures import picture_service
from cogs.pictures.order import Drawn, Order, What, draw
from engine.kernel.text import Translate
from render.kit.scene import painter

DRAWN = 20
"""One picture in so many is drawn; the others are like the last of their kind. Every picture has tests of its own."""
KEPT = 600
"""Pictures, of about 100 kB."""


class Album:
    """Pictures that were drawn for an earlier test: most tables here are dealt alike and begin alike."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[object, ...], Drawn | None] = OrderedDict()

    def draw(self, order: Order, translate: Translate) -> Drawn | None:
        """As `order.draw`, which draws the same for the same arguments."""
        artist = painter(order.game)
        how = (artist.paint, artist.crop, artist.hand)  # a test may have put another in its place
        key = (how, msgspec.msgpack.encode(order, enc_hook=repr), translate)
        if key in self._pictures:
            self._pictures.move_to_end(key)
        else:
            self._pictures[key] = draw(order, translate)
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        return self._pictures[key]


@cache
def album() -> Album:
    """The one of this process."""
    return Album()


def draw_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one picture in DRAWN."""
    drawn: dict[tuple[What, str], Drawn | None] = {}
    asked = count()

    def sparing(order: Order, translate: Translate) -> Drawn | None:
        kind = order.what, order.game
        if kind not in drawn or order.what == "poster" or next(asked) % DRAWN == 0:
            drawn[kind] = draw(order, translate)
        return drawn[kind]

    monkeypatch.setattr(picture_service, "draw", sparing)
