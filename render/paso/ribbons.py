"""Routes of La Aventura del Paso del Noroeste: the tokens on the way of a ship, and the thin links between them, on the board and
on the overview.

What costs most is the outline with its rims, which is the same for all seats: it is drawn once, as shares of each pixel, and a
sprite is made of it by calculating its colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PIL import Image, ImageChops

from render.kit.cache import cached_sprite
from render.kit.canvas import FINE, Canvas, Point, Points, Sprite, around
from render.kit.hexes import offsets
from render.kit.shapes import outline
from render.kit.theme import CREAM, INK, SEATS, Colour, rgb

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


RIMS = 9
"""Room for rims on each side of a line."""
WITHIN = "#FFFFFF"
"""What an outline is drawn in on a mask."""


class Relief(NamedTuple):
    """How much of each pixel is within the outline, within the rim of ink and within that of cream, as the channels of `shares`:
    each holds the one before. Anchored at (x, y)."""

    image: Image.Image
    x: int
    y: int


@cached_sprite
def ribbon(seat: int, path: tuple[int, ...], r: int, *, thin: bool = False) -> Sprite:
    """A progress token that was travelled along `path` (directions of `hexes.offsets`), on hexagons of radius r.

    Anchored at the middle of its first hexagon. `thin`: on another's route, which stays visible on both sides.
    """
    relief, wide = _ribbon(path, r, thin=thin), _wide(r, thin=thin)
    return _coloured(_with_emblems(relief, seat, way(path, r), wide), relief, seat)


@cached_sprite
def joint(seat: int, direction: int, r: int) -> Sprite:
    """The thin link between two tokens of a route: from the middle of a hexagon to that of its neighbour."""
    relief = _joint(direction, r)
    return _coloured(relief.image, relief, seat)


@cached_sprite
def line(seat: int, points: tuple[Point, ...]) -> Sprite:
    """A token on the overview: a line through these points with a rim of ink, anchored at (0, 0)."""
    relief = _line(points)
    return _coloured(relief.image, relief, seat)


@cached_sprite
def link(seat: int, points: tuple[Point, ...]) -> Sprite:
    """The same for what lies between two tokens."""
    relief = _link(points)
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
    return around(*_reach(points, wide / 2 + RIMS))


def _reach(points: Points, room: float) -> tuple[float, float, float, float]:
    """How far points reach from (0, 0), with so much room around them: left, up, right, down."""
    left, right = (side(x for x, _ in points) for side in (min, max))
    top, bottom = (side(y for _, y in points) for side in (min, max))
    return room - left, room - top, room + right, room + bottom


def _wide(r: int, *, thin: bool) -> float:
    return r * (0.3 if thin else 0.46)


@cached_sprite
def _ribbon(path: tuple[int, ...], r: int, *, thin: bool) -> Relief:
    return _relief(way(path, r), _wide(r, thin=thin), (3.3, 5.85), RIMS)


@cached_sprite
def _joint(direction: int, r: int) -> Relief:
    return _relief([(0.0, 0.0), offsets(r)[direction]], 7, (2.55, 4.7), RIMS)


@cached_sprite
def _line(points: tuple[Point, ...]) -> Relief:
    return _relief(points, 6, (2, 2), 3, _bar)


@cached_sprite
def _link(points: tuple[Point, ...]) -> Relief:
    return _relief(points, 3, (1.5, 1.5), 1.5, Canvas.line)


def _beads(c: Canvas, points: Points, colour: Colour, wide: float) -> None:
    """A line that is round at every point."""
    if len(points) > 1:
        c.line(points, colour, wide)
    for x, y in points:
        c.disc(x, y, wide / 2, colour)


def _bar(c: Canvas, points: Points, colour: Colour, wide: float) -> None:
    """A line with round ends, of a single point a disc."""
    if len(points) > 1:
        c.bar(points, colour, wide)
    c.disc(*points[0], wide / 2, colour)


def _relief(
    points: Points,
    wide: float,
    rims: tuple[float, float],
    room: float,
    draw: Callable[[Canvas, Points, Colour, float], None] = _beads,
) -> Relief:
    """A line and two rims, how far each of them reaches beyond it, in a picture that leaves so much room for them."""
    left, up, right, down = map(math.ceil, _reach(points, wide / 2 + room))
    c = Canvas.mask((left + right, up + down), FINE, (left, up))
    shares: dict[float, Image.Image] = {}
    for rim in sorted({0.0, *rims}):  # each over the one before
        draw(c, points, WITHIN, wide + 2 * rim)
        shares[rim] = c.image.reduce(FINE).point(SHARES)
    whole = Image.merge("RGB", [shares[rim] for rim in (0.0, *rims)])
    box = whole.getbbox() or (0, 0, 1, 1)
    return Relief(whole.crop(box), left - box[0], up - box[1])


def _with_emblems(relief: Relief, seat: int, points: Points, wide: float) -> Image.Image:
    """A relief's shares without those that a seat's shapes take at the points: cream edged in ink, wholly within the outline."""
    shares, r = relief.image.copy(), wide * 0.27
    half = math.ceil(2 * r) + 1
    for x, y in points:
        left, top = relief.x + math.floor(x) - half, relief.y + math.floor(y) - half
        box = (left, top, left + 2 * half, top + 2 * half)
        shares.paste(ImageChops.subtract(shares.crop(box), _emblem(SEATS[seat].shape, x, y, r, half)), box)
    return shares


@cached_sprite
def _emblem(shape: str, x: float, y: float, r: float, half: int) -> Image.Image:
    """A shape of radius r round (x, y), larger by its edge and without, as shares, so many pixels to each side of the one that
    holds its middle."""
    shares: list[Image.Image] = []
    for reach in (r * 1.28, r):
        c = Canvas.mask((2 * half, 2 * half), FINE, (half - math.floor(x), half - math.floor(y)))
        c.poly(outline(shape, x, y, reach), WITHIN)
        shares.append(c.image.reduce(FINE).point(SHARES))
    return Image.merge("RGB", [*shares, Image.new("L", shares[0].size)])


def _coloured(shares: Image.Image, relief: Relief, seat: int) -> Sprite:
    """The sprite of a seat. Each channel is the mean of the parts of a pixel, as `Image.reduce` has it."""
    inner, ink, cream = rgb(SEATS[seat].colour), rgb(INK), rgb(CREAM)
    whole = UNIT * PARTS
    rows = [((a - b) / whole, (b - c) / whole, c / whole, NUDGE) for a, b, c in zip(inner, ink, cream, strict=True)]
    red, green, blue = shares.convert("RGB", tuple(value for row in rows for value in row)).split()
    image = Image.merge("RGBa", (red, green, blue, shares.getchannel("B").point(OPACITY))).convert("RGBA")
    return Sprite(image, relief.x, relief.y)
