"""How the latest turns are shown on a board, the same in every game.

An arrow in the mover's colour leads from where a piece stood to where it stands, a frame lies round what was laid, and a broken
ring is left where something was taken away. All have a rim of ink and one of cream, so that they stand out from any ground.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, around
from render.kit.shapes import ring
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, Colour

WIDTH = 8
"""The width of an arrow's shaft without its rims."""
RIMS = (5, 2.5, 0)
"""How far cream, ink and colour reach beyond the shaft."""
SCALE = 2


def arrow(
    sheet: Sheet, points: Sequence[Point], colour: Colour, *, start: float = 0, end: float = 0, width: float = WIDTH
) -> None:
    """Draw an arrow along points, beginning so many pixels after the first and ending as many before the last.

    Nothing is drawn where that leaves no room for it.
    """
    way = _trimmed(_trimmed(list(points), start)[::-1], end)[::-1]
    if len(way) < 2 or sum(math.dist(a, b) for a, b in pairwise(way)) < 4:
        return
    x, y = round(way[0][0]), round(way[0][1])
    sheet.put(_arrow(tuple((round(px - x), round(py - y)) for px, py in way), width, colour), x, y)


def _trimmed(way: list[Point], by: float) -> list[Point]:
    """The way without its first pixels."""
    while len(way) > 1:
        a, b = way[0], way[1]
        length = math.dist(a, b)
        if length > by:
            share = by / length
            return [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), *way[1:]]
        way, by = way[1:], by - length
    return []


@cached_sprite
def _arrow(way: tuple[Point, ...], width: float, colour: Colour) -> Sprite:
    """An arrow along a way, of which the head takes the last pixels; anchored where the way begins."""
    long, half = width * 2.4, width * 1.6
    shaft = _trimmed(list(way)[::-1], long * 0.8)[::-1]
    tip, base = way[-1], shaft[-1] if shaft else way[0]
    length = math.dist(base, tip) or 1.0
    ux, uy = (tip[0] - base[0]) / length, (tip[1] - base[1]) / length
    back = (tip[0] - ux * long, tip[1] - uy * long)
    head = [tip, (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half)]
    room = math.ceil(half + RIMS[0] + 2)
    left, top = (math.floor(min(p[k] for p in (*way, *head))) - room for k in (0, 1))
    right, bottom = (math.ceil(max(p[k] for p in (*way, *head))) + room for k in (0, 1))
    size = ((right - left) * SCALE, (bottom - top) * SCALE)

    def at(points: Sequence[Point]) -> list[Point]:
        return [((x - left) * SCALE, (y - top) * SCALE) for x, y in points]

    image: Image.Image | None = None
    for rim, fill in zip(RIMS, (CREAM, INK, colour), strict=True):
        mask = Image.new("L", size)
        pen = ImageDraw.Draw(mask)
        if len(shaft) > 1:
            pen.line(at(shaft), 255, round((width + 2 * rim) * SCALE), joint="curve")
            (x, y), r = at(shaft[:1])[0], (width / 2 + rim) * SCALE
            pen.ellipse((x - r, y - r, x + r, y + r), 255)
        pen.polygon(at(head), 255)
        if rim:
            pen.line(at([*head, *head[:2]]), 255, round(2 * rim * SCALE), joint="curve")
        shape = mask.reduce(SCALE)
        if image is None:
            image = Image.new("RGBA", shape.size, fill)
            image.putalpha(shape)
        else:
            # The rims reach beyond it, so the outline is that of the first shape.
            inner = Image.new("RGBA", shape.size, fill)
            inner.putalpha(image.getchannel("A"))
            image.paste(inner, (0, 0), shape)
    assert image is not None
    return Sprite(image, -left, -top)


@cached_sprite
def laid(wide: int, high: int, colour: Colour, radius: int = 12) -> Sprite:
    """A frame in the mover's colour round what was laid, `wide` × `high` pixels; anchored at its top left corner."""
    c = around(3, 3, wide + 3, high + 3)
    for inset, width, fill in ((-3, 10, CREAM), (-1, 8, INK), (1, 5, colour)):
        c.rect(inset, inset, wide - inset, high - inset, None, radius=max(2, radius - inset), edge=fill, width=width)
    return c.sprite()


@cached_sprite
def emptied(wide: int, high: int, colour: Colour) -> Sprite:
    """A broken frame in the mover's colour round a place from which something was taken; anchored at its top left corner."""
    c = around(6, 6, wide + 6, high + 6)
    for width, fill in ((11, CREAM), (7.5, INK), (4, colour)):
        for x, y, dx, dy in ((0, 0, 1, 1), (wide, 0, -1, 1), (wide, high, -1, -1), (0, high, 1, -1)):
            c.line([(x, y + dy * high * 0.3), (x, y), (x + dx * wide * 0.3, y)], fill, width)
    return c.sprite()


@cached_sprite
def walked(r: int, colour: Colour) -> Sprite:
    """A ring in the mover's colour round a space of radius r that was walked; anchored at its centre."""
    c = around(r + 12, r + 12, r + 12, r + 12)
    for reach, width, fill in ((11, 12, CREAM), (9, 9, INK), (7, 6, colour)):
        c.disc(0, 0, r + reach, None, edge=fill, width=width)
    return c.sprite()


@cached_sprite
def ghost(r: int, colour: Colour) -> Sprite:
    """A hollow broken ring where something stood or lay; anchored at its centre."""
    c = around(r + 6, r + 6, r + 6, r + 6)
    for width, fill, reach in ((11, CREAM, 15), (8, INK, 14), (4, colour, 12)):
        for k in range(0, 360, 45):
            c.line(ring(0, 0, r, k - reach, k + reach), fill, width)
    return c.sprite()
