"""The routes of La Aventura del Paso del Noroeste: tokens on the way of a ship, and the thin links between them.

The outline of a token with its rims takes most of the time and is the same for all seats. It is drawn once, as shares
of each pixel; the sprites of the seats are computed from the shares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PIL import Image, ImageChops

from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import SPRITE_SCALE, Canvas, Point, Points, Sprite, create_canvas
from render.kit.hexes import list_offsets
from render.kit.shapes import build_outline
from render.kit.theme import CREAM, INK, SEAT_STYLES, Colour, parse_colour

PARTS_PER_PIXEL = SPRITE_SCALE * SPRITE_SCALE
"""The number of parts of a pixel, each of one colour."""
SHARE_UNIT = 15
"""The value of one part in a share. The sum of all parts is less than 256."""
SHARE_TABLE = [SHARE_UNIT * round(v * PARTS_PER_PIXEL / 255) for v in range(256)]
"""The table from the values of a reduced mask to shares."""
OPACITY_TABLE = [min(255, (255 * (v // SHARE_UNIT) + PARTS_PER_PIXEL // 2) // PARTS_PER_PIXEL) for v in range(256)]
"""The table from shares to an opacity."""
ROUNDING_NUDGE = 0.02
"""A small addition, less than half of one part, so that a colour exactly between two values is not rounded down."""


RIM_ROOM_PX = 9
"""The margin for rims on each side of a line."""
MASK_COLOUR = "#FFFFFF"
"""The colour of outlines on a mask."""


class RibbonRelief(NamedTuple):
    """The shares of each pixel within the outline, the rim of ink and the rim of cream, as three channels.

    Each channel includes the one before. Anchored at (x, y).
    """

    image: Image.Image
    x: int
    y: int


@cached_sprite
def draw_ribbon(seat: int, path: tuple[int, ...], r: int, *, is_thin: bool = False) -> Sprite:
    """Draw a progress token that was travelled along `path` (directions of `hexes.list_offsets`), on hexagons of radius r.

    Anchored at the middle of its first hexagon. A thin ribbon lies on another route, which stays visible on both sides.
    """
    relief, wide = _create_ribbon_relief(path, r, is_thin=is_thin), _compute_width(r, is_thin=is_thin)
    return _colour_relief(_add_emblems(relief, seat, compute_path_points(path, r), wide), relief, seat)


@cached_sprite
def draw_joint(seat: int, direction: int, r: int) -> Sprite:
    """Draw the thin link between two tokens of a route: from the middle of a hexagon to the middle of a neighbour."""
    relief = _create_joint_relief(direction, r)
    return _colour_relief(relief.image, relief, seat)


@cached_sprite
def draw_overview_line(seat: int, points: tuple[Point, ...]) -> Sprite:
    """Draw a token on the overview: a line through these points with a rim of ink, anchored at (0, 0)."""
    relief = _create_line_relief(points)
    return _colour_relief(relief.image, relief, seat)


@cached_sprite
def draw_overview_link(seat: int, points: tuple[Point, ...]) -> Sprite:
    """Draw the link between two tokens on the overview, anchored at (0, 0)."""
    relief = _create_link_relief(points)
    return _colour_relief(relief.image, relief, seat)


def compute_path_points(path: tuple[int, ...], r: int) -> list[Point]:
    """Return the middles of the hexagons of a path, the first at (0, 0)."""
    steps, points = list_offsets(r), [(0.0, 0.0)]
    for direction in path:
        x, y = points[-1]
        points.append((x + steps[direction][0], y + steps[direction][1]))
    return points


def create_line_canvas(points: Points, width: float) -> Canvas:
    """Create a canvas that holds a line of this width with rims."""
    return create_canvas(*_measure_extent(points, width / 2 + RIM_ROOM_PX))


def _measure_extent(points: Points, margin: float) -> tuple[float, float, float, float]:
    """Return how far points with a margin reach from (0, 0): left, up, right, down."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return margin - min(xs), margin - min(ys), margin + max(xs), margin + max(ys)


def _compute_width(r: int, *, is_thin: bool) -> float:
    return r * (0.3 if is_thin else 0.46)


@cached_layer
def _create_ribbon_relief(path: tuple[int, ...], r: int, *, is_thin: bool) -> RibbonRelief:
    return _create_relief(compute_path_points(path, r), _compute_width(r, is_thin=is_thin), (3.3, 5.85), RIM_ROOM_PX)


@cached_sprite
def _create_joint_relief(direction: int, r: int) -> RibbonRelief:
    return _create_relief([(0.0, 0.0), list_offsets(r)[direction]], 7, (2.55, 4.7), RIM_ROOM_PX)


@cached_sprite
def _create_line_relief(points: tuple[Point, ...]) -> RibbonRelief:
    return _create_relief(points, 6, (2, 2), 3, _draw_bar)


@cached_sprite
def _create_link_relief(points: tuple[Point, ...]) -> RibbonRelief:
    return _create_relief(points, 3, (1.5, 1.5), 1.5, Canvas.line)


def _draw_beads(c: Canvas, points: Points, colour: Colour, width: float) -> None:
    """Draw a line that is round at every point."""
    if len(points) > 1:
        c.line(points, colour, width)
    for x, y in points:
        c.disc(x, y, width / 2, colour)


def _draw_bar(c: Canvas, points: Points, colour: Colour, width: float) -> None:
    """Draw a line with round ends; a disc for a single point."""
    if len(points) > 1:
        c.bar(points, colour, width)
    c.disc(*points[0], width / 2, colour)


def _create_relief(
    points: Points,
    width: float,
    rims: tuple[float, float],
    margin: float,
    draw: Callable[[Canvas, Points, Colour, float], None] = _draw_beads,
) -> RibbonRelief:
    """Create the relief of a line with two rims.

    `rims` are the distances that the rims reach beyond the line, `margin` the margin around the line that holds them.
    """
    left, up, right, down = map(math.ceil, _measure_extent(points, width / 2 + margin))
    c = Canvas.mask((left + right, up + down), SPRITE_SCALE, (left, up))
    shares: dict[float, Image.Image] = {}
    for rim in sorted({0.0, *rims}):  # each over the one before
        draw(c, points, MASK_COLOUR, width + 2 * rim)
        shares[rim] = c.image.reduce(SPRITE_SCALE).point(SHARE_TABLE)
    whole = Image.merge("RGB", [shares[rim] for rim in (0.0, *rims)])
    box = whole.getbbox() or (0, 0, 1, 1)
    return RibbonRelief(whole.crop(box), left - box[0], up - box[1])


def _add_emblems(relief: RibbonRelief, seat: int, points: Points, width: float) -> Image.Image:
    """Return a relief's shares without the shares of the seat's emblems at the points: cream edged in ink, within the
    outline.
    """
    shares, r = relief.image.copy(), width * 0.27
    half = math.ceil(2 * r) + 1
    for x, y in points:
        left, top = relief.x + math.floor(x) - half, relief.y + math.floor(y) - half
        box = (left, top, left + 2 * half, top + 2 * half)
        shares.paste(ImageChops.subtract(shares.crop(box), _draw_emblem(SEAT_STYLES[seat].shape, x, y, r, half)), box)
    return shares


@cached_sprite
def _draw_emblem(shape: str, x: float, y: float, r: float, half: int) -> Image.Image:
    """Draw a shape of radius r around (x, y) with and without its edge, as shares.

    The picture reaches `half` pixels to each side of the pixel that holds the middle.
    """
    shares: list[Image.Image] = []
    for reach in (r * 1.28, r):
        c = Canvas.mask((2 * half, 2 * half), SPRITE_SCALE, (half - math.floor(x), half - math.floor(y)))
        c.poly(build_outline(shape, x, y, reach), MASK_COLOUR)
        shares.append(c.image.reduce(SPRITE_SCALE).point(SHARE_TABLE))
    return Image.merge("RGB", [*shares, Image.new("L", shares[0].size)])


def _colour_relief(shares: Image.Image, relief: RibbonRelief, seat: int) -> Sprite:
    """Create the sprite of a seat. Each channel is the mean of the parts of a pixel, as in `Image.reduce`."""
    inner, ink, cream = parse_colour(SEAT_STYLES[seat].colour), parse_colour(INK), parse_colour(CREAM)
    whole = SHARE_UNIT * PARTS_PER_PIXEL
    rows = [
        ((a - b) / whole, (b - c) / whole, c / whole, ROUNDING_NUDGE) for a, b, c in zip(inner, ink, cream, strict=True)
    ]
    red, green, blue = shares.convert("RGB", tuple(value for row in rows for value in row)).split()
    image = Image.merge("RGBa", (red, green, blue, shares.getchannel("B").point(OPACITY_TABLE))).convert("RGBA")
    return Sprite(image, relief.x, relief.y)
