"""Trails of pieces on a poster: lines through all their places, which fade with age.

They have rims, so that they stand out from any ground, and trails over the same places run side by side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite
from render.kit.movement.turn_marks import SUPERSAMPLING, enlarge_points, measure_box
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, INK, Colour

LINE_WIDTH_PX = 6.0
"""The width of the line without its rims."""
OLDEST_OPACITY = 0.3
"""The opacity of the oldest stretch; the newest is opaque."""
LANE_WIDTH_PX = 9.0
"""The distance between two trails side by side."""


def list_paths(been: Sequence[str], current_place: str) -> list[list[str]]:
    """Return the paths of a piece that is at `current_place` now ("": off the board), oldest first.

    A path begins wherever the piece came back on the board. If the piece stands as it did before, as in a picture of an earlier
    moment, the later places are left out.
    """
    earlier_places = list(been)
    if current_place in earlier_places and current_place:
        while earlier_places.pop() != current_place:
            pass
    ways: list[list[str]] = [[]]
    for place in [*earlier_places, current_place]:
        if place:
            ways[-1].append(place)
        elif ways[-1]:
            ways.append([])
    return [way for way in ways if len(way) > 1]


def draw_trail(
    sheet: Sheet,
    points: Sequence[Point],
    colour: Colour,
    *,
    width: float = LINE_WIDTH_PX,
    oldest_opacity: float = OLDEST_OPACITY,
    dashed: bool = False,
    ink: Colour = INK,
    light: Colour = CREAM,
) -> None:
    """Draw a trail through places, oldest first, with a disc at each. `dashed` marks a second piece of the same colour.

    Nothing is drawn for a piece that has never moved.
    """
    way = []
    for k, point in enumerate(points):
        if not k or point != points[k - 1]:
            way.append(point)
    if len(way) < 2:
        return
    x, y = round(way[0][0]), round(way[0][1])
    near = tuple((round(px - x, 1), round(py - y, 1)) for px, py in way)
    sheet.put(draw_trail_sprite(near, width, oldest_opacity, dashed, (light, ink, colour)), x, y)


def shift_to_lane(
    points: Sequence[Point], lane: int, lane_count: int, lane_width: float = LANE_WIDTH_PX
) -> list[Point]:
    """Shift the points into one of `lane_count` lanes, so that trails through the same places do not hide each other."""
    by = (lane - (lane_count - 1) / 2) * lane_width
    return [(x + by, y + by * 0.8) for x, y in points]


@cached_sprite
def draw_trail_sprite(
    way: tuple[Point, ...], width: float, oldest_opacity: float, dashed: bool, colours: tuple[Colour, Colour, Colour]
) -> Sprite:
    """Draw a trail as a sprite, anchored at (0, 0)."""
    room = math.ceil(width * 1.3 + 8)
    left, top, right, bottom = measure_box(way, room)
    size = ((right - left) * SUPERSAMPLING, (bottom - top) * SUPERSAMPLING)
    places = enlarge_points(way, left, top)
    image = Image.new("RGBA", (right - left, bottom - top))
    for rim, colour in zip((4.0, 2.0, 0.0), colours, strict=True):
        mask = Image.new("L", size)
        pen = ImageDraw.Draw(mask)
        line_radius = (width / 2 + rim) * SUPERSAMPLING
        disc_radius = (width * 0.95 + rim) * SUPERSAMPLING
        for k in range(1, len(way)):
            opacity = round(255 * (oldest_opacity + (1 - oldest_opacity) * k / (len(way) - 1)))
            stretches = [(way[k - 1], way[k])]
            if dashed:
                stretches = _split_dashes(way[k - 1], way[k], 14, 11)
            for stretch in stretches:
                ends = enlarge_points(stretch, left, top)
                pen.line(ends, opacity, round((width + 2 * rim) * SUPERSAMPLING))
                for end in ends:
                    _draw_disc(pen, end, line_radius, opacity)
            if k == 1:
                _draw_disc(pen, places[0], disc_radius, opacity)
            _draw_disc(pen, places[k], disc_radius, opacity)
        layer = Image.new("RGBA", image.size, colour)
        layer.putalpha(mask.reduce(SUPERSAMPLING))
        image = Image.alpha_composite(image, layer)
    return Sprite(image, -left, -top)


def _draw_disc(pen: ImageDraw.ImageDraw, middle: Point, r: float, opacity: int) -> None:
    x, y = middle
    pen.ellipse((x - r, y - r, x + r, y + r), opacity)


def _split_dashes(a: Point, b: Point, dash: float, gap: float) -> list[tuple[Point, Point]]:
    """Split the line from a to b into dashes."""
    length = math.dist(a, b)
    found: list[tuple[Point, Point]] = []
    start = 0.0
    while start < length:
        end = min(start + dash, length)
        found.append(
            (
                (a[0] + (b[0] - a[0]) * start / length, a[1] + (b[1] - a[1]) * start / length),
                (a[0] + (b[0] - a[0]) * end / length, a[1] + (b[1] - a[1]) * end / length),
            )
        )
        start += dash + gap
    return found
