"""The ground of La Aventura del Paso del Noroeste: hexagons of water, land, snow and iceberg, by colour and by pattern.

Each hexagon is drawn once and cached. Its look depends only on its terrain and on which of its neighbours are water; this
is enough for coasts to continue from one to the next.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.kit.canvas import FINE, SHARP, Canvas, Point, Sprite, around, grow, rimmed
from render.kit.hexes import WIDE, corners, offsets
from render.kit.kept import kept
from render.kit.squares import COAST, SHALLOW
from render.kit.theme import CREAM, INK, SEA, Colour, mix
from render.kit.tiles import Tile, cut

TERRAIN: dict[str, Colour] = {"water": SEA, "land": "#DDBB78", "snow": "#FBF9F2", "iceberg": "#A5D2E8"}
WAVE = mix(SEA, "#FFFFFF", 0.38)
RIDGE = mix(TERRAIN["land"], INK, 0.58)
FLAKE = "#7C97A8"
BERG_EDGE, BERG = mix(TERRAIN["iceberg"], "#0E6C93", 0.75), "#F4FBFF"
GROUND_COLOURS: tuple[Colour, ...] = (
    *TERRAIN.values(),
    SHALLOW,
    COAST,
    WAVE,
    RIDGE,
    FLAKE,
    BERG,
    BERG_EDGE,
    mix(SEA, SHALLOW, 0.42),
)
"""The plain colours of the ground."""
SEAM = 105
"""How dark, of 255, the joint between two hexagons is."""
LETTER = 39
"""The size of the letters printed on hexagons."""
Shores = tuple[bool, bool, bool, bool, bool, bool]
"""Whether the neighbours, in the order of `hexes.offsets`, are water."""


class Mark(NamedTuple):
    """A place in a hexagon of radius 62 and a size."""

    x: float
    y: float
    size: float


WAVES = (Mark(-20, -34, 28), Mark(20, -26, 28), Mark(-35, 22, 24), Mark(35, 26, 24))
RIDGES = (Mark(-25, -24, 15), Mark(3, -38, 19), Mark(27, -20, 13), Mark(-37, 20, 12), Mark(36, 22, 14))
FLAKES = (Mark(-25, -24, 9), Mark(24, -27, 9), Mark(0, -43, 8), Mark(-36, 20, 8), Mark(35, 22, 9))
BERGS = (Mark(-22, -10, 33), Mark(19, -13, 40), Mark(-34, 30, 20), Mark(34, 32, 22))


def pattern(c: Canvas, kind: str, x: float, y: float, k: float = 1) -> None:
    """The marks that show a terrain without its colour, around (x, y); k scales them."""
    pen = max(k, 0.72)
    match kind:
        case "water":
            for mark in WAVES:
                half, left, top = mark.size * k / 2, x + mark.x * k, y + mark.y * k
                ripple = [(left - half + half * n / 8, top - 4 * k * math.sin(n / 16 * 4 * math.pi)) for n in range(17)]
                c.line(ripple, WAVE, 3 * pen)
        case "land":
            for mark in RIDGES:
                h, left, top = mark.size * k, x + mark.x * k, y + mark.y * k
                c.line(
                    [(left - h * 0.8, top + h / 2), (left, top - h / 2), (left + h * 0.8, top + h / 2)], RIDGE, 3 * pen
                )
        case "snow":
            for mark in FLAKES:
                for turn in range(3):
                    ux, uy = (mark.size * k * f(math.pi * turn / 3) for f in (math.sin, math.cos))
                    left, top = x + mark.x * k, y + mark.y * k
                    c.line([(left - ux, top - uy), (left + ux, top + uy)], FLAKE, 2.6 * pen)
        case _:
            for mark in BERGS:
                _berg(c, x + mark.x * k, y + mark.y * k, mark.size * k, pen)


def _berg(c: Canvas, x: float, y: float, h: float, pen: float) -> None:
    peak = [(x - h * 0.62, y), (x - h * 0.2, y - h * 0.7), (x + h * 0.1, y - h), (x + h * 0.62, y)]
    c.poly(peak, BERG)
    c.line([*peak, *peak[:2]], BERG_EDGE, 3 * pen)
    c.line([(x + h * 0.1, y - h), (x - h * 0.02, y - h * 0.45), (x + h * 0.2, y)], BERG_EDGE, 2.2 * pen)


# ------------------------------------------------------------------- on the board
@kept
def ground(kind: str, shores: Shores, r: int) -> Tile:
    """A hexagon of the board with its coasts, radius r; anchored at its centre."""
    half_wide, half_high = math.ceil(r * WIDE / 2) + 1, r + 1
    margin = 30
    size = (2 * (half_wide + margin), 2 * (half_high + margin))
    middle = (size[0] / 2, size[1] / 2)
    c = Canvas(size, SEA, SHARP, middle)
    solid = Image.new("L", c.image.size)
    pen = ImageDraw.Draw(solid)
    if kind != "water":
        pen.polygon(c.at(corners(0, 0, r + 0.6)), fill=255)
    for water, (dx, dy) in zip(shores, offsets(r), strict=True):
        if not water:
            pen.polygon(c.at(corners(dx, dy, r + 0.6)), fill=255)
    if solid.getbbox():
        _coasts(c, solid, TERRAIN[kind] if kind != "water" else COAST)
    pattern(c, kind, 0, 0, r / 62)
    seam = Image.new("L", c.image.size)
    ring = c.at(corners(0, 0, r))
    ImageDraw.Draw(seam).line([*ring, *ring[:2]], fill=SEAM, width=2 * SHARP, joint="curve")
    c.image.paste(INK, (0, 0), seam)
    return cut(_hexagon(c, r, half_wide, half_high))


def _coasts(c: Canvas, solid: Image.Image, fill: Colour) -> None:
    """Shallows round the solid ground, its coast, and the ground itself with rounded corners."""
    soft = solid.filter(ImageFilter.GaussianBlur(9 * SHARP)).point(
        [0] * 118 + [min(255, (v - 118) * 28) for v in range(118, 256)]
    )
    for reach, colour in ((11, mix(SEA, SHALLOW, 0.42)), (5.5, SHALLOW), (2.6, COAST)):
        c.image.paste(colour, (0, 0), grow(soft, reach * SHARP))
    c.image.paste(fill, (0, 0), soft)


def _hexagon(c: Canvas, r: int, half_wide: int, half_high: int) -> Sprite:
    """The hexagon alone out of a canvas whose origin is its centre."""
    mask = Image.new("L", c.image.size)
    ImageDraw.Draw(mask).polygon(c.at(corners(0, 0, r + 0.7)), fill=255)
    image = c.image.reduce(SHARP).convert("RGBA")
    image.putalpha(mask.reduce(SHARP))
    x, y = round(c.origin[0]), round(c.origin[1])
    return Sprite(image.crop((x - half_wide, y - half_high, x + half_wide, y + half_high)), half_wide, half_high)


@kept
def rim(r: int) -> Tile:
    """What is drawn under the hexagons of the board, which gives it a firm border. Anchored at its centre."""
    c = around(r + 8, r + 8, r + 8, r + 8)
    c.poly(corners(0, 0, r + 6), INK)
    return cut(c.sprite())


@kept
def unknown(r: int, fill: Colour, edge: Colour) -> Sprite:
    """An undiscovered hexagon; anchored at its centre."""
    c = around(r + 2, r + 2, r + 2, r + 2)
    c.poly(corners(0, 0, r), edge)
    c.poly(corners(0, 0, r - 2), fill)
    return c.sprite()


# ------------------------------------------------------------------------- pieces
@kept
def piece(kind: str, r: int, radius: float = 0.82) -> Sprite:
    """A loose hexagon of iceberg or water on the board, or of any terrain; anchored at its centre."""
    inner = r * radius
    c = around(r + 6, r + 6, r + 6, r + 6, FINE)
    c.poly(corners(0, 0, inner), TERRAIN[kind])
    if kind == "iceberg":
        great_berg(c, 0, inner * 0.06, inner * 1.1)
    else:
        pattern(c, kind, 0, 0, inner / 66)
    return rimmed(c, [(3, INK), (2.6, CREAM)])


def great_berg(c: Canvas, x: float, y: float, size: float) -> None:
    """A single iceberg, light and shadow."""

    def at(points: list[Point]) -> list[Point]:
        return [(x + (px - 50) * size / 100, y + (py - 50) * size / 100) for px, py in points]

    body: list[Point] = [(4, 86), (18, 46), (32, 52), (48, 8), (64, 30), (74, 28), (96, 86)]
    c.poly(at(body), BERG)
    c.poly(at([(48, 8), (54, 46), (44, 62), (58, 86), (96, 86), (74, 28), (64, 30)]), "#C4E0EF")
    c.line(at([*body, *body[:2]]), INK, 3)


@kept
def swatch(kind: str, r: int, edge: Colour = CREAM) -> Sprite:
    """A small hexagon of a terrain for the price list; anchored at its centre."""
    c = around(r + 3, r + 3, r + 3, r + 3, FINE)
    c.poly(corners(0, 0, r + 2.4), edge)
    c.poly(corners(0, 0, r), TERRAIN[kind])
    pattern(c, kind, 0, r * 0.08, r / 62)
    return c.sprite()
