"""The marks of the latest turns on a board, the same in every game.

An arrow in the mover's colour leads from a piece's old place to its new one, a frame surrounds a new piece, and a broken ring
marks the place of a removed one. All have a rim of ink and one of cream, so that they stand out from any ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, create_canvas
from render.kit.shapes import build_ring, measure_extent
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, Colour

SHAFT_WIDTH_PX = 8
"""The width of an arrow's shaft without its rims."""
RIM_WIDTHS_PX = (5, 2.5)
"""How far cream and ink reach beyond the shaft."""
SUPERSAMPLING = 2
Disc = tuple[Point, float]
"""The middle and the radius of something that an arrow should not hide."""


def leave_discs(way: Sequence[Point], discs: Sequence[Disc]) -> tuple[Point, ...]:
    """Return a way without its first points that lie on a disc; at least a third of the points remains.

    An arrow that begins on another piece would look like a move of that piece.
    """
    first = 0
    while first < len(way) * 2 // 3 and any(math.dist(way[first], middle) < radius for middle, radius in discs):
        first += 1
    return tuple(way[first:])


def draw_arrow(
    sheet: Sheet,
    points: Sequence[Point],
    colour: Colour,
    *,
    start: float = 0,
    end: float = 0,
    width: float = SHAFT_WIDTH_PX,
    rims: tuple[float, float] = RIM_WIDTHS_PX,
) -> None:
    """Draw an arrow along points, beginning `start` pixels after the first and ending `end` pixels before the last.

    Nothing is drawn if that leaves no length for it.
    """
    way = _trim_path(_trim_path(list(points), start)[::-1], end)[::-1]
    if len(way) < 2 or sum(math.dist(a, b) for a, b in pairwise(way)) < 4:
        return
    x, y = round(way[0][0]), round(way[0][1])
    sheet.put(draw_arrow_sprite(tuple((round(px - x), round(py - y)) for px, py in way), width, rims, colour), x, y)


def _trim_path(way: list[Point], distance: float) -> list[Point]:
    """Remove the first `distance` pixels of a path."""
    while len(way) > 1:
        a, b = way[0], way[1]
        length = math.dist(a, b)
        if length > distance:
            share = distance / length
            return [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), *way[1:]]
        way, distance = way[1:], distance - length
    return []


def measure_box(points: Iterable[Point], room: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the box of whole pixels with `room` round some points."""
    left, top, right, bottom = measure_extent(points)
    return math.floor(left) - room, math.floor(top) - room, math.ceil(right) + room, math.ceil(bottom) + room


def enlarge_points(points: Iterable[Point], left: int, top: int) -> list[Point]:
    """Return points as supersampled pixels of an image whose top left corner is at (left, top)."""
    return [((x - left) * SUPERSAMPLING, (y - top) * SUPERSAMPLING) for x, y in points]


@cached_sprite
def draw_arrow_sprite(way: tuple[Point, ...], width: float, rims: tuple[float, float], colour: Colour) -> Sprite:
    """Draw an arrow along a path, with its head on the last pixels; anchored at the start of the path."""
    long, half = width * 2.4, width * 1.6
    shaft = _trim_path(list(way)[::-1], long * 0.8)[::-1]
    tip, base = way[-1], (shaft or way[:1])[-1]
    length = math.dist(base, tip) or 1.0
    ux, uy = (tip[0] - base[0]) / length, (tip[1] - base[1]) / length
    back = (tip[0] - ux * long, tip[1] - uy * long)
    head = [tip, (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half)]
    room = math.ceil(half + rims[0] + 2)
    left, top, right, bottom = measure_box((*way, *head), room)
    size = ((right - left) * SUPERSAMPLING, (bottom - top) * SUPERSAMPLING)
    shaft, head = enlarge_points(shaft, left, top), enlarge_points(head, left, top)
    image: Image.Image | None = None
    for rim, fill in zip((*rims, 0), (CREAM, INK, colour), strict=True):
        mask = Image.new("L", size)
        pen = ImageDraw.Draw(mask)
        if len(shaft) > 1:
            pen.line(shaft, 255, round((width + 2 * rim) * SUPERSAMPLING), joint="curve")
            (x, y), r = shaft[0], (width / 2 + rim) * SUPERSAMPLING
            pen.ellipse((x - r, y - r, x + r, y + r), 255)
        pen.polygon(head, 255)
        if rim:
            pen.line([*head, *head[:2]], 255, round(2 * rim * SUPERSAMPLING), joint="curve")
        shape = mask.reduce(SUPERSAMPLING)
        if image is None:
            image = Image.new("RGBA", shape.size, fill)
            image.putalpha(shape)
        else:
            # The rims reach beyond it, so the first shape gives the outline.
            inner = Image.new("RGBA", shape.size, fill)
            inner.putalpha(image.getchannel("A"))
            image.paste(inner, (0, 0), shape)
    assert image is not None
    return Sprite(image, -left, -top)


@cached_sprite
def draw_placed_frame(frame_width: int, frame_height: int, colour: Colour, radius: int = 12) -> Sprite:
    """Draw a frame in the mover's colour round a new piece of `frame_width` × `frame_height` pixels; anchored at its top left."""
    c = create_canvas(3, 3, frame_width + 3, frame_height + 3)
    for inset, width, fill in ((-3, 10, CREAM), (-1, 8, INK), (1, 5, colour)):
        c.rect(
            inset,
            inset,
            frame_width - inset,
            frame_height - inset,
            None,
            radius=max(2, radius - inset),
            edge=fill,
            width=width,
        )
    return c.sprite()


@cached_sprite
def draw_emptied_frame(frame_width: int, frame_height: int, colour: Colour, *, has_top: bool = True) -> Sprite:
    """Draw a broken frame in the mover's colour round an emptied place; anchored at its top left corner.

    Without its top it does not reach words above the place.
    """
    c = create_canvas(6, 6, frame_width + 6, frame_height + 6)
    corners = [(frame_width, frame_height, -1, -1), (0, frame_height, 1, -1)]
    if has_top:
        corners += [(0, 0, 1, 1), (frame_width, 0, -1, 1)]
    for width, fill in ((11, CREAM), (7.5, INK), (4, colour)):
        for x, y, dx, dy in corners:
            c.line([(x, y + dy * frame_height * 0.3), (x, y), (x + dx * frame_width * 0.3, y)], fill, width)
    return c.sprite()


@cached_sprite
def draw_walked_ring(r: int, colour: Colour) -> Sprite:
    """Draw a ring in the mover's colour round a visited space of radius r; anchored at its centre."""
    c = create_canvas(r + 12, r + 12, r + 12, r + 12)
    for reach, width, fill in ((11, 12, CREAM), (9, 9, INK), (7, 6, colour)):
        c.disc(0, 0, r + reach, None, edge=fill, width=width)
    return c.sprite()


@cached_sprite
def draw_ghost_ring(r: int, colour: Colour) -> Sprite:
    """Draw a hollow broken ring at the place of a removed piece; anchored at its centre."""
    c = create_canvas(r + 6, r + 6, r + 6, r + 6)
    for width, fill, reach in ((11, CREAM, 15), (8, INK, 14), (4, colour, 12)):
        for k in range(0, 360, 45):
            c.line(build_ring(0, 0, r, k - reach, k + reach), fill, width)
    return c.sprite()
