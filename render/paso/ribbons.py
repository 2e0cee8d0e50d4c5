"""Routes of La Aventura del Paso del Noroeste: the tokens on the way of a ship, and the thin links between them.

What costs most is the outline with its rims, which is the same for all seats: it is drawn once, as shares of each pixel, and a
sprite is made of it by calculating its colours.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image, ImageChops

from render.kit.canvas import FINE, Canvas, Point, Points, Sprite, around
from render.kit.hexes import offsets
from render.kit.kept import kept
from render.kit.shapes import outline
from render.kit.theme import CREAM, INK, SEATS, rgb

PARTS = FINE * FINE
"""The parts of a pixel, each of one colour."""
UNIT = 15
"""What one part counts in a share: all of them are less than 256."""
SHARES = [UNIT * round(v * PARTS / 255) for v in range(256)]
"""From a mask that has been reduced to shares."""
OPACITY = [min(255, (255 * (v // UNIT) + PARTS // 2) // PARTS) for v in range(256)]
"""From shares to an opacity."""
NUDGE = 0.02
"""What keeps a colour that is exactly between two from being rounded down: less than half of what a part can change."""


WITHIN = "#FFFFFF"
"""What an outline is drawn in on a mask."""


class Relief(NamedTuple):
    """How much of each pixel is within the outline, within the rim of ink and within that of cream, as the channels of `shares`:
    each holds the one before. Anchored at (x, y)."""

    image: Image.Image
    x: int
    y: int


@kept
def ribbon(seat: int, path: tuple[int, ...], r: int, *, thin: bool = False) -> Sprite:
    """A progress token that was travelled along `path` (directions of `hexes.offsets`), on hexagons of radius r.

    Anchored at the middle of its first hexagon. `thin`: on another's route, which stays visible on both sides.
    """
    relief, wide = _ribbon(path, r, thin=thin), _wide(r, thin=thin)
    return _coloured(ImageChops.subtract(relief.image, _emblems(relief, seat, way(path, r), wide)), relief, seat)


@kept
def joint(seat: int, direction: int, r: int) -> Sprite:
    """The thin link between two tokens of a route: from the middle of a hexagon to that of its neighbour."""
    relief = _joint(direction, r)
    return _coloured(relief.image, relief, seat)


def way(path: tuple[int, ...], r: int) -> list[Point]:
    """The middles of the hexagons of a path, the first at (0, 0)."""
    steps, points = offsets(r), [(0.0, 0.0)]
    for direction in path:
        x, y = points[-1]
        points.append((x + steps[direction][0], y + steps[direction][1]))
    return points


def over(points: Points, wide: float) -> Canvas:
    """A canvas that holds a line of that width with rims."""
    return around(*_room(points, wide))


def _room(points: Points, wide: float) -> tuple[float, float, float, float]:
    """How far a line of that width reaches with its rims from (0, 0): left, up, right, down."""
    room = wide / 2 + 9
    left, right = (side(x for x, _ in points) for side in (min, max))
    top, bottom = (side(y for _, y in points) for side in (min, max))
    return room - left, room - top, room + right, room + bottom


def _wide(r: int, *, thin: bool) -> float:
    return r * (0.3 if thin else 0.46)


@kept
def _ribbon(path: tuple[int, ...], r: int, *, thin: bool) -> Relief:
    return _relief(way(path, r), _wide(r, thin=thin), (3.3, 5.85))


@kept
def _joint(direction: int, r: int) -> Relief:
    return _relief([(0.0, 0.0), offsets(r)[direction]], 7, (2.55, 4.7))


def _relief(points: Points, wide: float, rims: tuple[float, float]) -> Relief:
    """A line with round ends and two rims; how far each of them reaches beyond it."""
    left, up, right, down = map(math.ceil, _room(points, wide))
    shares: list[Image.Image] = []
    for rim in (0.0, *rims):
        c = Canvas.mask((left + right, up + down), FINE, (left, up))
        if len(points) > 1:
            c.line(points, WITHIN, wide + 2 * rim)
        for x, y in points:
            c.disc(x, y, wide / 2 + rim, WITHIN)
        shares.append(c.image.reduce(FINE).point(SHARES))
    whole = Image.merge("RGB", shares)
    box = whole.getbbox() or (0, 0, 1, 1)
    return Relief(whole.crop(box), left - box[0], up - box[1])


def _emblems(relief: Relief, seat: int, points: Points, wide: float) -> Image.Image:
    """What a seat's shapes take of a relief's shares: cream edged in ink, wholly within the outline."""
    shape, r = SEATS[seat].shape, wide * 0.27
    half = math.ceil(2 * r) + 1
    found: list[Image.Image] = []
    for reach in (r * 1.28, r):
        share = Image.new("L", relief.image.size)
        for x, y in points:
            left, top = math.floor(x), math.floor(y)
            share.paste(_emblem(shape, x, y, reach, half), (relief.x + left - half, relief.y + top - half))
        found.append(share)
    return Image.merge("RGB", [*found, Image.new("L", relief.image.size)])


@kept
def _emblem(shape: str, x: float, y: float, r: float, half: int) -> Image.Image:
    """A shape of radius r round (x, y) as shares, so many pixels to each side of the one that holds its middle."""
    c = Canvas.mask((2 * half, 2 * half), FINE, (half - math.floor(x), half - math.floor(y)))
    c.poly(outline(shape, x, y, r), WITHIN)
    return c.image.reduce(FINE).point(SHARES)


def _coloured(shares: Image.Image, relief: Relief, seat: int) -> Sprite:
    """The sprite of a seat. Each channel is the mean of the parts of a pixel, as `Image.reduce` has it."""
    inner, ink, cream = rgb(SEATS[seat].colour), rgb(INK), rgb(CREAM)
    whole = UNIT * PARTS
    rows = [((a - b) / whole, (b - c) / whole, c / whole, NUDGE) for a, b, c in zip(inner, ink, cream, strict=True)]
    red, green, blue = shares.convert("RGB", tuple(value for row in rows for value in row)).split()
    image = Image.merge("RGBa", (red, green, blue, shares.getchannel("B").point(OPACITY))).convert("RGBA")
    return Sprite(image, relief.x, relief.y)
