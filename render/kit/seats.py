"""The look of a seat in every game that has ships: its badge and its ship under sail."""

from __future__ import annotations

import math

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Points, Sprite, add_rims, create_canvas
from render.kit.shapes import build_outline, scale_points, smooth_curve
from render.kit.squares import ICE_COLOUR
from render.kit.theme import CREAM, INK, SEAT_STYLES, Colour, mix_colours

FROST_COLOUR = "#BFE3F2"
POLYGON_CORNERS = {"hexagon": (6, 0.0), "octagon": (8, 22.5)}
"""The number of corners of a base, and the angle of the first one in degrees."""


def build_base_outline(shape: str, radius: float) -> list[Point]:
    """Build the outline of a token's or a badge's base round (0, 0)."""
    if shape not in POLYGON_CORNERS:
        return build_outline(shape, 0, 0, radius)
    corner_count, first_angle = POLYGON_CORNERS[shape]
    corners = []
    for k in range(corner_count):
        angle = math.radians(first_angle + 360 * k / corner_count)
        corners.append((radius * 1.06 * math.cos(angle), radius * 1.06 * math.sin(angle)))
    return corners


MARK_SHIFT_BY_SHAPE = {"triangle": 0.13}
"""How far below the middle of a shape its mark is, over the size of the shape."""


@cached_sprite
def draw_seat_badge(seat: int, size: int, edge: Colour = CREAM, *, mark: bool = True) -> Sprite:
    """Draw a seat's colour and shape, with its number if `mark` and there is space; anchored at its centre."""
    style, half = SEAT_STYLES[seat], size / 2
    c = create_canvas(half * 1.5, half * 1.5, half * 1.5, half * 1.5)
    c.poly(build_base_outline(style.shape, half * 0.94), style.colour)
    if mark and size >= 26:
        is_narrow = style.shape in ("triangle", "diamond")
        c.text(
            0,
            MARK_SHIFT_BY_SHAPE.get(style.shape, 0) * size,
            style.mark,
            round(size * (0.56 if is_narrow else 0.72)),
            style.ink,
            "label",
            kind="decoration",
        )
    return add_rims(c, [(2, INK), (2, edge)])


HULL_OUTLINE: list[Point] = smooth_curve([(4, 64), (50, 68), (97, 60), (91, 80), (80, 93), (26, 94), (11, 84)], steps=5)
MAIN_SAIL_OUTLINE: list[Point] = smooth_curve([(45, 4), (28, 18), (13, 38), (9, 60), (30, 58), (45, 58)], steps=5)
FORE_SAIL_OUTLINE: list[Point] = smooth_curve([(52, 10), (66, 20), (82, 38), (90, 56), (72, 57), (52, 57)], steps=5)


@cached_sprite
def draw_ship(seat: int, size: int, *, is_held: bool = False) -> Sprite:
    """Draw a ship under sail with its seat's shape on the mainsail, in a collar of ice if `is_held`; anchored at its centre."""
    style = SEAT_STYLES[seat]
    c = create_canvas(size, size, size, size)

    def poly(points: Points, fill: Colour) -> None:
        c.poly(scale_points(points, 0, 0, size), fill)

    poly([(45, 2), (52, 2), (52, 70), (45, 70)], INK)
    poly([(52, 2), (70, 8), (52, 14)], style.colour)
    poly(MAIN_SAIL_OUTLINE, style.colour)
    poly(FORE_SAIL_OUTLINE, style.colour)
    poly(HULL_OUTLINE, mix_colours(style.colour, INK, 0.28))
    poly([(8, 70), (95, 67), (94, 74), (9, 77)], CREAM)
    emblem = build_outline(style.shape, 0, 0, size * 0.135)
    c.poly([(x - size * 0.2, y - size * 0.12) for x, y in emblem], CREAM)
    if is_held:
        floe = [
            (-8, 78),
            (8, 70),
            (20, 80),
            (36, 72),
            (50, 82),
            (66, 72),
            (80, 80),
            (94, 70),
            (108, 78),
            (100, 100),
            (0, 100),
        ]
        poly(floe, INK)
        poly([(x * 0.96 + 2, y * 0.96 + 5) for x, y in floe], ICE_COLOUR)
        for x in (20, 50, 78):
            poly([(x - 7, 88), (x + 8, 86), (x + 2, 93)], FROST_COLOUR)
    return add_rims(c, [(2.6, INK), (2.4, CREAM)])
