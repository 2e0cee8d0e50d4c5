"""Routes of La Aventura del Paso del Noroeste: the tokens on the way of a ship, and the thin links between them.

What costs most is the outline with its rims, which is the same for all seats: it is drawn once, as shares of each pixel, and a
sprite is made of it by calculating its colours.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.kit.canvas import FINE, Canvas, Point, Points, Sprite, around, grow
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
    room = wide / 2 + 9
    left, right = (side(x for x, _ in points) for side in (min, max))
    top, bottom = (side(y for _, y in points) for side in (min, max))
    return around(room - left, room - top, room + right, room + bottom)


def _wide(r: int, *, thin: bool) -> float:
    return r * (0.3 if thin else 0.46)


@kept
def _ribbon(path: tuple[int, ...], r: int, *, thin: bool) -> Relief:
    points, wide = way(path, r), _wide(r, thin=thin)
    c = _mask(over(points, wide))
    if len(points) > 1:
        c.line(points, WITHIN, wide)
    for x, y in points:
        c.disc(x, y, wide / 2, WITHIN)
    return _relief(c, (3.4, 2.6))


@kept
def _joint(direction: int, r: int) -> Relief:
    points = [(0.0, 0.0), offsets(r)[direction]]
    c = _mask(over(points, 8))
    c.line(points, WITHIN, 7)
    return _relief(c, (2.6, 2.2))


def _mask(c: Canvas) -> Canvas:
    """The canvas for an outline alone."""
    c.image = Image.new("L", c.image.size)
    c.draw = ImageDraw.Draw(c.image)
    return c


def _relief(c: Canvas, rims: tuple[float, float]) -> Relief:
    """An outline with rims of so many pixels, the inner one first."""
    body = c.image
    ink = grow(body, rims[0] * c.scale)
    cream = ImageChops.lighter(ink, grow(body, (rims[0] + rims[1]) * c.scale))
    whole = Image.merge("RGB", [mask.reduce(c.scale).point(SHARES) for mask in (body, ink, cream)])
    left, top, right, bottom = whole.getbbox() or (0, 0, 1, 1)
    x, y = round(c.origin[0]), round(c.origin[1])
    return Relief(whole.crop((left, top, right, bottom)), x - left, y - top)


def _emblems(relief: Relief, seat: int, points: Points, wide: float) -> Image.Image:
    """What a seat's shapes take of a relief's shares: cream edged in ink, wholly within the outline."""
    shape, r = SEATS[seat].shape, wide * 0.27
    found: list[Image.Image] = []
    for reach in (r * 1.28, r):
        c = _mask(over(points, wide))
        for x, y in points:
            c.poly(outline(shape, x, y, reach), WITHIN)
        left, top = round(c.origin[0]) - relief.x, round(c.origin[1]) - relief.y
        small = c.image.reduce(c.scale).point(SHARES)
        found.append(small.crop((left, top, left + relief.image.width, top + relief.image.height)))
    return Image.merge("RGB", [*found, Image.new("L", relief.image.size)])


def _coloured(shares: Image.Image, relief: Relief, seat: int) -> Sprite:
    """The sprite of a seat. Each channel is the mean of the parts of a pixel, as `Image.reduce` has it."""
    inner, ink, cream = rgb(SEATS[seat].colour), rgb(INK), rgb(CREAM)
    whole = UNIT * PARTS
    rows = [((a - b) / whole, (b - c) / whole, c / whole, NUDGE) for a, b, c in zip(inner, ink, cream, strict=True)]
    red, green, blue = shares.convert("RGB", tuple(value for row in rows for value in row)).split()
    image = Image.merge("RGBa", (red, green, blue, shares.getchannel("B").point(OPACITY))).convert("RGBA")
    return Sprite(image, relief.x, relief.y)
