"""What says "look here" on a picture: letters on gold discs, gold rings."""

from __future__ import annotations

import math
from collections.abc import Sequence

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, around
from render.kit.sheet import Sheet
from render.kit.theme import GOLD, INK, Colour

LETTER_R = 25


@cached_sprite
def medal(r: int, fill: Colour = GOLD, edge: Colour = INK) -> Sprite:
    """A disc for a letter or a number; anchored at its centre."""
    c = around(r + 2, r + 2, r + 2, r + 2)
    c.disc(0, 0, r + 1, edge)
    c.disc(0, 0, r - 2, fill)
    return c.sprite()


@cached_sprite
def gold_ring(r: int) -> Sprite:
    """A gold ring round a token or a piece that can be chosen; anchored at its centre."""
    c = around(r + 4, r + 4, r + 4, r + 4)
    c.disc(0, 0, r + 3, None, edge=INK, width=9)
    c.disc(0, 0, r + 1, None, edge=GOLD, width=5)
    return c.sprite()


@cached_sprite
def gold_frame(wide: int, high: int) -> Sprite:
    """A gold frame for a place that can be chosen, `wide` × `high` pixels; anchored at its top left corner."""
    c = around(4, 4, wide + 4, high + 4)
    c.rect(1, 1, wide - 1, high - 1, None, radius=13, edge=INK, width=9)
    c.rect(3, 3, wide - 3, high - 3, None, radius=11, edge=GOLD, width=5)
    return c.sprite()


def apart(places: Sequence[Sequence[Point]]) -> list[Point]:
    """Where letters stand: each in the first of its places that leaves the others free, those with the fewest places first; else in
    the one that is furthest from them."""
    found: dict[int, Point] = {}

    def free(at: Point) -> float:
        return min(2 * LETTER_R - 4, *(math.dist(at, other) for other in found.values()), math.inf)

    for k in sorted(range(len(places)), key=lambda k: len(places[k])):
        found[k] = max(places[k], key=free)
    return [found[k] for k in range(len(places))]


def letter(sheet: Sheet, x: float, y: float, mark: str) -> None:
    """The gold disc with a choice's letter; nothing for a spot that is only pointed out."""
    if not mark:
        return
    sheet.put(medal(LETTER_R), x, y)
    sheet.text(x, y, mark, 2 * LETTER_R, size=40, role="label" if len(mark) == 1 else "bold", fill=INK, align="m")
