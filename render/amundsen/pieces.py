"""The flags, pawns, ships and patron emblems of Amundsen vs Scott."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.games.amundsen.view import Side
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, add_rims, create_canvas
from render.kit.shapes import build_outline, build_ring, place_points, scale_points, smooth_curve
from render.kit.theme import CREAM, INK, NAVY_2, Colour, mix_colours

FLAG_RED, FLAG_BLUE, FLAG_WHITE = "#C2273A", "#13306B", "#FFFFFF"
SIDE_INKS: dict[Side, Colour] = {"amundsen": INK, "scott": "#6A2A63"}


class CardStyle(NamedTuple):
    """The look of a card colour: the colour, the ink on it, its shape and its letter."""

    colour: Colour
    ink: Colour
    shape: str
    letter: str


CARD_STYLES: dict[str, CardStyle] = {
    "r": CardStyle("#C93A2B", FLAG_WHITE, "triangle", "R"),
    "g": CardStyle("#1F9D7A", FLAG_WHITE, "square", "G"),
    "b": CardStyle("#1F4FA3", FLAG_WHITE, "circle", "B"),
    "y": CardStyle("#F7C52B", INK, "diamond", "Y"),
    "-": CardStyle("#8A8F96", FLAG_WHITE, "ring", ""),
}


def draw_colour_shape(c: Canvas, colour: str, x: float, y: float, r: float, fill: Colour, hole: Colour) -> None:
    """Draw the shape of a card colour; `hole` is the colour inside the ring of a colourless card."""
    c.poly(build_outline(CARD_STYLES[colour].shape, x, y, r), fill)
    if CARD_STYLES[colour].shape == "ring":
        c.disc(x, y, r * 0.5, hole)


def draw_space(c: Canvas, x: float, y: float, r: float, colour: str) -> None:
    """Draw a space of the route with its colour and shape."""
    style, unit = CARD_STYLES[colour], r / 32
    c.disc(x, y, r, CREAM)
    c.disc(x, y, r - 1.5 * unit, INK)
    c.disc(x, y, r - 4.5 * unit, style.colour)
    shift_y = 0.0
    if style.shape == "triangle":
        shift_y = 2 * unit
    draw_colour_shape(c, colour, x, y + shift_y, 15.5 * unit, style.ink, style.colour)


@cached_sprite
def draw_space_sprite(colour: str, r: int) -> Sprite:
    """Draw a small space as the sign of a colour, anchored at its centre."""
    c = create_canvas(r, r, r, r)
    draw_space(c, 0, 0, r, colour)
    return c.sprite()


def draw_flag(c: Canvas, side: Side, x: float, y: float, w: float, h: float) -> None:
    """Draw the Norwegian flag or a plain Union flag of w × h pixels with its top left corner at (x, y)."""
    if side == "amundsen":
        c.rect(x, y, x + w, y + h, FLAG_RED)
        cross_x, bars = x + w * 0.4, ((0.3, FLAG_WHITE), (0.15, FLAG_BLUE))
    else:
        c.rect(x, y, x + w, y + h, FLAG_BLUE)
        c.line([(x, y), (x + w, y + h)], FLAG_WHITE, h * 0.17)
        c.line([(x, y + h), (x + w, y)], FLAG_WHITE, h * 0.17)
        cross_x, bars = x + w / 2, ((0.38, FLAG_WHITE), (0.2, FLAG_RED))
    for width_share, colour in bars:
        half_width = h * width_share / 2
        c.rect(cross_x - half_width, y, cross_x + half_width, y + h, colour)
        c.rect(x, y + h / 2 - half_width, x + w, y + h / 2 + half_width, colour)


@cached_sprite
def draw_flag_sprite(side: Side, width: int, edge: Colour = CREAM) -> Sprite:
    """Draw a flag with an edge, anchored at its centre."""
    h = width * 0.67
    c = create_canvas(width / 2 + 3, h / 2 + 3, width / 2 + 3, h / 2 + 3)
    c.rect(-width / 2 - 3, -h / 2 - 3, width / 2 + 3, h / 2 + 3, edge, radius=2)
    draw_flag(c, side, -width / 2, -h / 2, width, h)
    return c.sprite()


@cached_sprite
def draw_pawn(side: Side, facing: int, percent: int) -> Sprite:
    """Draw a hooded explorer with a flag to the right (facing 1) or left (-1), anchored at the feet.

    Amundsen stands on skis, Scott in a ring of trodden snow; both carry their initial.
    """
    s = percent / 100
    ink = SIDE_INKS[side]
    c = create_canvas(88 * s, 116 * s, 88 * s, 16 * s)

    def at(points: list[Point]) -> list[Point]:
        return place_points(points, 0, 0, s * facing, s)

    mast = 27 * s * facing
    c.bar([(mast, 3 * s), (mast, -106 * s)], ink, 6 * s)
    c.poly(at(build_ring(0, -66, 15, ry=17)), ink)
    c.poly(at([(-13, -56), (13, -56), (21, -44), (22, -22), (18, -14), (-18, -14), (-22, -22), (-21, -44)]), ink)
    c.poly(at([(-15, -16), (-2, -16), (-4, 1), (-17, 1)]), ink)
    c.poly(at([(2, -16), (15, -16), (17, 1), (4, 1)]), ink)
    c.bar(at([(17, -42), (27, -33)]), ink, 9 * s)
    if side == "amundsen":
        c.poly(at([(-34, 0), (30, 0), (38, -7), (40, -3), (34, 6), (-34, 6)]), ink)
    else:
        c.poly(at(build_ring(0, 2, 28, ry=7)), ink)
    w, h = 52 * s, 35 * s
    left = mast if facing > 0 else mast - w
    c.rect(left - 2 * s, -106 * s, left + w + 2 * s, -102 * s + h, ink)
    draw_flag(c, side, left, -104 * s, w, h)
    c.poly(at(build_ring(2, -65, 9.5, ry=11)), CREAM)
    c.poly(at(build_ring(3, -66, 6, ry=7)), mix_colours(CREAM, ink, 0.35))
    c.text(0, -34 * s, "A" if side == "amundsen" else "S", round(29 * s), CREAM, "label", kind="decoration")
    return add_rims(c, [(3.2, CREAM)])


def draw_ship(c: Canvas, x: float, y: float, s: float, side: Side, hull: Colour = INK) -> None:
    """Draw the silhouette of a three-masted bark under sail, its middle at x and its waterline at y.

    At the scale `s` = 1 it is about 136 pixels long and 92 high.
    """

    def at(points: list[Point]) -> list[Point]:
        return place_points(points, x, y, s, s)

    for mast, top in ((-30, -70), (0, -82), (29, -66)):
        c.line(at([(mast, -8), (mast, top)]), hull, 3.2 * s)
        for wide, up in ((15, 15), (12, 35), (9, 52)):
            if up + 14 <= -top:
                sail = [
                    (mast - wide, -up),
                    (mast - wide + 3, -up - 16),
                    (mast + wide - 3, -up - 16),
                    (mast + wide, -up),
                ]
                c.poly(at([*sail, (mast + wide * 0.4, -up + 3), (mast - wide * 0.4, -up + 3)]), CREAM)
                c.line(at([sail[1], sail[2]]), hull, 1.6 * s)
    c.line(at([(42, -10), (68, -28)]), hull, 3.2 * s)
    c.line(at([(0, -82), (66, -27)]), hull, 1.2 * s)
    c.line(at([(0, -82), (-48, -14)]), hull, 1.2 * s)
    c.poly(at(smooth_curve([(-52, -16), (-20, -9), (20, -9), (54, -18), (46, 0), (34, 10), (-36, 10), (-46, 2)])), hull)
    c.line(at([(-46, -5), (46, -6)]), CARD_STYLES["y"].colour, 2.6 * s)
    draw_flag(c, side, x - 68 * s, y - 38 * s, 20 * s, 14 * s)
    c.line(at([(-48, -14), (-48, -38)]), hull, 2.4 * s)


def _build_cog() -> list[Point]:
    """Build the outline of a cog wheel: 32 corners, two outside and two inside for each of its eight teeth."""
    outline: list[Point] = []
    for corner in range(32):
        r = 49 if corner % 4 < 2 else 37
        angle = math.pi * (corner - 0.5) / 16
        outline.append((50 + r * math.cos(angle), 50 + r * math.sin(angle)))
    return outline


PATRON_EMBLEMS: dict[str, list[list[Point]]] = {
    "engineer": [_build_cog()],
    "architect": [
        [(14, 14), (24, 14), (24, 90), (14, 90)],
        [(14, 80), (90, 80), (90, 90), (14, 90)],
        [(14, 14), (24, 14), (90, 84), (82, 90)],
    ],
    "press-baron": [[(12, 14), (88, 14), (88, 88), (12, 88)]],
    "show-manager": [[(26, 14), (74, 14), (70, 70), (30, 70)], [(6, 70), (94, 70), (88, 86), (12, 86)]],
    "philanthropist": [smooth_curve([(50, 90), (18, 58), (8, 32), (28, 14), (50, 30), (72, 14), (92, 32), (82, 58)])],
    "politician": [
        [(50, 8), (94, 34), (94, 42), (6, 42), (6, 34)],
        [(6, 80), (94, 80), (94, 92), (6, 92)],
        [(14, 46), (28, 46), (28, 78), (14, 78)],
        [(43, 46), (57, 46), (57, 78), (43, 78)],
        [(72, 46), (86, 46), (86, 78), (72, 78)],
    ],
    "army-officer": [
        smooth_curve([(14, 46), (20, 22), (50, 14), (80, 22), (86, 46)], closed=False),
        [(14, 50), (86, 50), (86, 64), (14, 64)],
        [(20, 68), (80, 68), (92, 86), (50, 78), (8, 86)],
    ],
}
"""The outlines of each patron's emblem, in a box of 100 × 100 units."""
UNKNOWN_PATRON_EMBLEM: list[list[Point]] = [build_ring(50, 30, 24), build_ring(50, 92, 42, 180, 360, ry=36)]
"""A plain head."""


@cached_sprite
def draw_emblem(kind: str, size: int) -> Sprite:
    """Draw a patron's emblem on a cream disc, a plain head for an unknown patron, anchored at its centre."""
    half = size / 2
    c = create_canvas(half, half, half, half)
    c.disc(0, 0, half, CREAM)
    c.disc(0, 0, half - 2, None, edge=INK, width=2)
    sign_size = size * 0.62

    def poly(points: list[Point], fill: Colour = NAVY_2) -> None:
        c.poly(scale_points(points, 0, 0, sign_size), fill)

    for outline in PATRON_EMBLEMS.get(kind, UNKNOWN_PATRON_EMBLEM):
        poly(outline)
    if kind == "engineer":
        c.disc(0, 0, sign_size * 0.17, CREAM)
    if kind == "press-baron":
        for top, right in ((26, 76), (44, 50), (58, 50), (72, 50)):
            poly([(24, top), (right, top), (right, top + 6), (24, top + 6)], CREAM)
        poly([(57, 44), (76, 44), (76, 78), (57, 78)], CREAM)
    if kind == "show-manager":
        poly([(29, 54), (71, 54), (70, 64), (30, 64)], CREAM)
    return c.sprite()


@cached_sprite
def draw_snowflake(size: int) -> Sprite:
    """Draw the frost over a frozen explorer, anchored at its centre."""
    half = size / 2 + 8
    c = create_canvas(half, half, half, half)
    for turn in range(0, 360, 60):
        a = math.radians(turn)
        ux, uy = math.sin(a), -math.cos(a)
        r = size / 2
        c.bar([(0, 0), (r * ux, r * uy)], "#CFE6F0", size * 0.1)
        for b in (a - 0.8, a + 0.8):
            c.bar(
                [
                    (r * 0.55 * ux, r * 0.55 * uy),
                    (r * (0.55 * ux + 0.34 * math.sin(b)), r * (0.55 * uy - 0.34 * math.cos(b))),
                ],
                "#CFE6F0",
                size * 0.08,
            )
    return add_rims(c, [(3, FLAG_BLUE)])


@cached_sprite
def draw_halo(r: int, colour: Colour) -> Sprite:
    """Draw a ring in a side's ink around a spot of radius r, under a pawn."""
    outer = r + 7
    c = create_canvas(outer + 3, outer + 3, outer + 3, outer + 3)
    c.disc(0, 0, outer + 2, None, edge=CREAM, width=3)
    c.disc(0, 0, outer, None, edge=colour, width=outer - r)
    return c.sprite()
