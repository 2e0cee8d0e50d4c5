"""The ground of La Aventura del Paso del Noroeste: hexagons of water, land, snow and iceberg, by colour and by pattern.

Each hexagon is drawn once and cached. Its look depends only on its terrain and on which of its neighbours are water; this
is enough for coasts to continue from one to the next.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageColor, ImageFilter

from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import FINE, SHARP, Canvas, Point, Sprite, around, grow, rimmed
from render.kit.hexes import WIDE, corners, offsets
from render.kit.squares import COAST, SHALLOW
from render.kit.theme import CREAM, INK, SEA, Colour, mix, rgb
from render.kit.tiles import Bands, Tile, bands, cut, cut_in_order

TERRAIN: dict[str, Colour] = {"water": SEA, "land": "#DDBB78", "snow": "#FBF9F2", "iceberg": "#A5D2E8"}
WAVE = mix(SEA, "#FFFFFF", 0.38)
RIDGE = mix(TERRAIN["land"], INK, 0.58)
FLAKE = "#7C97A8"
BERG_EDGE, BERG = mix(TERRAIN["iceberg"], "#0E6C93", 0.75), "#F4FBFF"
PATTERN_COLOURS: dict[str, tuple[Colour, ...]] = {
    "water": (WAVE,),
    "land": (RIDGE,),
    "snow": (FLAKE,),
    "iceberg": (BERG, BERG_EDGE),
}
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
MARGIN = 30
"""How far around a hexagon its coasts are drawn, so that they meet those of its neighbours."""
SOFT = [0] * 118 + [min(255, (v - 118) * 28) for v in range(118, 256)]
"""What rounds the corners of solid ground that has been blurred."""
SEAS: tuple[Colour, ...] = (SEA, mix(SEA, SHALLOW, 0.42), SHALLOW, COAST)
"""From the open sea to the coast, which goes on below the edge of the ground."""
SOLID = [0 if v < len(SEAS) else v for v in range(256)]
"""From what `_coast` makes to the opacity of the ground."""


@cached_sprite
def anywhere(kind: str, shores: Shores, r: int) -> Tile:
    """A hexagon for any place on the board, with its coasts, radius r; anchored at its centre."""
    return cut(_hexagon(kind, shores, r), _outline(r).bands)


@cached_sprite
def within(kind: str, shores: Shores, r: int) -> Tile:
    """The same for one between others: all around is the ink of their rims, and those to its left and below have been laid."""
    return cut_in_order(_hexagon(kind, shores, r), INK, _outline(r).lower, BESIDE, below(r))


@cached_layer
def _hexagon(kind: str, shores: Shores, r: int) -> Sprite:
    wide, high = _half(r)
    c = Canvas((2 * wide, 2 * high), SEA, SHARP, (wide, high))
    if not all(shores) or kind != "water":
        shades = _coast(kind != "water", shores, r).convert("P")
        shades.putpalette(_shades(kind))
        c.image.paste(shades.convert("RGB"), (0, 0))
    for colour, drawn in _printed(kind, r):
        c.image.paste(colour, (0, 0), drawn)
    outline = _outline(r)
    c.image.paste(outline.joint, (0, 0), outline.joint)
    image = c.image.reduce(SHARP).convert("RGBA")
    image.putalpha(outline.opacity)
    return Sprite(image, wide, high)


BESIDE = 5
"""How many columns of a hexagon's picture the one to its left reaches into."""


def below(r: int) -> int:
    """The first row of a hexagon's picture that those below it reach into."""
    return math.floor(1.5 * r) - 2


def _half(r: int) -> tuple[int, int]:
    """Half the width and height of a hexagon's picture."""
    return math.ceil(r * WIDE / 2) + 1, r + 1


def _around(r: int) -> Canvas:
    """The canvas for a hexagon with its margin, an "L" mask."""
    wide, high = _half(r)
    return Canvas.mask((2 * (wide + MARGIN), 2 * (high + MARGIN)), SHARP, (wide + MARGIN, high + MARGIN))


def _inside(mask: Image.Image, scale: int = SHARP, margin: int = MARGIN) -> Image.Image:
    """A picture without so much of its margin."""
    cut_off = margin * scale
    return mask.crop((cut_off, cut_off, mask.width - cut_off, mask.height - cut_off))


@cached_sprite
def _coast(solid: bool, shores: Shores, r: int) -> Image.Image:
    """The sea of a hexagon with its shallows and its coast, supersampled: how opaque the solid ground with its rounded corners is,
    and where there is none, a number of SEAS. It is the same for land, snow and iceberg."""
    c = _around(r)
    if solid:
        c.poly(corners(0, 0, r + 0.6), "#FFFFFF")
    for water, (dx, dy) in zip(shores, offsets(r), strict=True):
        if not water:
            c.poly(corners(dx, dy, r + 0.6), "#FFFFFF")
    soft = c.image.filter(ImageFilter.GaussianBlur(9 * SHARP)).point(SOFT)
    shades = Image.new("L", _inside(soft).size)
    for number, reach in ((1, 11), (2, 5.5), (3, 2.6)):
        beyond = MARGIN - min(MARGIN, math.ceil(2.5 * reach))  # what is further away is not felt
        shades.paste(number, (0, 0), _inside(grow(_inside(soft, SHARP, beyond), reach * SHARP), SHARP, MARGIN - beyond))
    return ImageChops.lighter(shades, _inside(soft))


@cache
def _shades(kind: str) -> bytes:
    """The palette of what `_coast` makes: the sea and, over its coast, the ground as opaque as it is."""
    colours = Image.new("RGB", (256, 1), COAST)
    colours.paste(TERRAIN[kind] if kind != "water" else COAST, (0, 0), Image.frombytes("L", (256, 1), bytes(SOLID)))
    for k, colour in enumerate(SEAS):
        colours.putpixel((k, 0), rgb(colour))
    return colours.tobytes()


@cached_sprite
def _printed(kind: str, r: int) -> tuple[tuple[Colour, Image.Image], ...]:
    """The colours of a hexagon's pattern, and where each of them is seen, supersampled."""
    wide, high = _half(r)
    c = Canvas.mask((2 * wide, 2 * high), SHARP, (wide, high))
    pattern(c, kind, 0, 0, r / 62)
    shades = [(colour, ImageColor.getcolor(colour, "L")) for colour in PATTERN_COLOURS[kind]]
    return tuple((colour, c.image.point([255 * (v == shade) for v in range(256)], "1")) for colour, shade in shades)


class Outline(NamedTuple):
    """What all hexagons have in common: their opacity, the joint between two, supersampled, their bands, and those of the rows that
    others reach into from below."""

    opacity: Image.Image
    joint: Image.Image
    bands: Bands
    lower: Bands


@cached_sprite
def _outline(r: int) -> Outline:
    c, seam = _around(r), _around(r)
    c.poly(corners(0, 0, r + 0.7), "#FFFFFF")
    ring = c.at(corners(0, 0, r))
    seam.draw.line([*ring, *ring[:2]], fill=SEAM, width=2 * SHARP, joint="curve")
    opacity = _inside(c.image.reduce(SHARP), 1)
    joint = Image.new("RGBA", _inside(seam.image).size, INK)
    joint.putalpha(_inside(seam.image))
    return Outline(opacity, joint, bands(opacity), bands(opacity, below(r)))


@cached_sprite
def rim(r: int) -> Tile:
    """What is drawn under the hexagons of the board, which gives it a firm border. Anchored at its centre."""
    c = around(r + 8, r + 8, r + 8, r + 8)
    c.poly(corners(0, 0, r + 6), INK)
    return cut(c.sprite())


@cached_sprite
def unknown(r: int, fill: Colour, edge: Colour) -> Tile:
    """An undiscovered hexagon; anchored at its centre."""
    c = around(r + 2, r + 2, r + 2, r + 2)
    c.poly(corners(0, 0, r), edge)
    c.poly(corners(0, 0, r - 2), fill)
    return cut(c.sprite())


# ------------------------------------------------------------------------- pieces
@cached_sprite
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


@cached_sprite
def swatch(kind: str, r: int, edge: Colour = CREAM) -> Sprite:
    """A small hexagon of a terrain for the price list; anchored at its centre."""
    c = around(r + 3, r + 3, r + 3, r + 3, FINE)
    c.poly(corners(0, 0, r + 2.4), edge)
    c.poly(corners(0, 0, r), TERRAIN[kind])
    pattern(c, kind, 0, r * 0.08, r / 62)
    return c.sprite()
