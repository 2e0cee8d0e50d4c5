"""The ground of La Aventura del Paso del Noroeste: hexagons of water, land, snow and iceberg, told apart by colour and
by pattern.

Each hexagon is drawn once and cached. Its picture depends only on its terrain and on which of its neighbours are water;
this is enough for coasts to continue from one hexagon to the next.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageColor, ImageFilter

from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import BASE_SCALE, SPRITE_SCALE, Canvas, Point, Sprite, add_rims, create_canvas, grow_mask
from render.kit.hexes import WIDTH_PER_RADIUS, list_corners, list_offsets
from render.kit.split_sprites import Bands, SplitSprite, find_bands, split_in_order, split_sprite
from render.kit.squares import COAST_COLOUR, SHALLOW_COLOUR
from render.kit.theme import CREAM, INK, SEA, Colour, mix_colours, parse_colour

TERRAIN_COLOURS: dict[str, Colour] = {"water": SEA, "land": "#DDBB78", "snow": "#FBF9F2", "iceberg": "#A5D2E8"}
WAVE_COLOUR = mix_colours(SEA, "#FFFFFF", 0.38)
RIDGE_COLOUR = mix_colours(TERRAIN_COLOURS["land"], INK, 0.58)
FLAKE_COLOUR = "#7C97A8"
BERG_EDGE_COLOUR, BERG_COLOUR = mix_colours(TERRAIN_COLOURS["iceberg"], "#0E6C93", 0.75), "#F4FBFF"
PATTERN_COLOURS: dict[str, tuple[Colour, ...]] = {
    "water": (WAVE_COLOUR,),
    "land": (RIDGE_COLOUR,),
    "snow": (FLAKE_COLOUR,),
    "iceberg": (BERG_COLOUR, BERG_EDGE_COLOUR),
}
GROUND_COLOURS: tuple[Colour, ...] = (
    *TERRAIN_COLOURS.values(),
    SHALLOW_COLOUR,
    COAST_COLOUR,
    WAVE_COLOUR,
    RIDGE_COLOUR,
    FLAKE_COLOUR,
    BERG_COLOUR,
    BERG_EDGE_COLOUR,
    mix_colours(SEA, SHALLOW_COLOUR, 0.42),
)
"""The plain colours of the ground."""
SEAM_DARKNESS = 105
"""The darkness of the joint between two hexagons, from 0 to 255."""
LETTER_SIZE_PX = 55
"""The size of the letters printed on hexagons."""
Shores = tuple[bool, bool, bool, bool, bool, bool]
"""Which neighbours, in the order of `hexes.list_offsets`, are water."""


class PatternMark(NamedTuple):
    """A place in a hexagon of radius 62, and a size."""

    x: float
    y: float
    size: float


WAVE_MARKS = (PatternMark(-20, -34, 28), PatternMark(20, -26, 28), PatternMark(-35, 22, 24), PatternMark(35, 26, 24))
RIDGE_MARKS = (
    PatternMark(-25, -24, 15),
    PatternMark(3, -38, 19),
    PatternMark(27, -20, 13),
    PatternMark(-37, 20, 12),
    PatternMark(36, 22, 14),
)
FLAKE_MARKS = (
    PatternMark(-25, -24, 9),
    PatternMark(24, -27, 9),
    PatternMark(0, -43, 8),
    PatternMark(-36, 20, 8),
    PatternMark(35, 22, 9),
)
BERG_MARKS = (PatternMark(-22, -10, 33), PatternMark(19, -13, 40), PatternMark(-34, 30, 20), PatternMark(34, 32, 22))


def draw_pattern(c: Canvas, kind: str, x: float, y: float, scale: float = 1) -> None:
    """Draw the marks that show a terrain without its colour, around (x, y)."""
    pen = max(scale, 0.72)
    match kind:
        case "water":
            for mark in WAVE_MARKS:
                _draw_wave(c, x + mark.x * scale, y + mark.y * scale, mark.size * scale / 2, scale, pen)
        case "land":
            for mark in RIDGE_MARKS:
                size, left, top = mark.size * scale, x + mark.x * scale, y + mark.y * scale
                ridge = [
                    (left - size * 0.8, top + size / 2),
                    (left, top - size / 2),
                    (left + size * 0.8, top + size / 2),
                ]
                c.line(ridge, RIDGE_COLOUR, 3 * pen)
        case "snow":
            for mark in FLAKE_MARKS:
                _draw_flake(c, x + mark.x * scale, y + mark.y * scale, mark.size * scale, pen)
        case _:
            for mark in BERG_MARKS:
                _draw_berg(c, x + mark.x * scale, y + mark.y * scale, mark.size * scale, pen)


def _draw_wave(c: Canvas, x: float, y: float, half: float, scale: float, pen: float) -> None:
    ripple = [(x - half + half * n / 8, y - 4 * scale * math.sin(n / 16 * 4 * math.pi)) for n in range(17)]
    c.line(ripple, WAVE_COLOUR, 3 * pen)


def _draw_flake(c: Canvas, x: float, y: float, size: float, pen: float) -> None:
    for turn in range(3):
        dx, dy = size * math.sin(math.pi * turn / 3), size * math.cos(math.pi * turn / 3)
        c.line([(x - dx, y - dy), (x + dx, y + dy)], FLAKE_COLOUR, 2.6 * pen)


def _draw_berg(c: Canvas, x: float, y: float, h: float, pen: float) -> None:
    peak = [(x - h * 0.62, y), (x - h * 0.2, y - h * 0.7), (x + h * 0.1, y - h), (x + h * 0.62, y)]
    c.poly(peak, BERG_COLOUR)
    c.line([*peak, *peak[:2]], BERG_EDGE_COLOUR, 3 * pen)
    c.line([(x + h * 0.1, y - h), (x - h * 0.02, y - h * 0.45), (x + h * 0.2, y)], BERG_EDGE_COLOUR, 2.2 * pen)


# ------------------------------------------------------------------- on the board
COAST_MARGIN_PX = 30
"""The margin around a hexagon in which its coasts are drawn, so that they meet the coasts of its neighbours."""
CORNER_CURVE = [0] * 118 + [min(255, (v - 118) * 28) for v in range(118, 256)]
"""The curve that rounds the corners of blurred solid ground."""
SEA_COLOURS: tuple[Colour, ...] = (SEA, mix_colours(SEA, SHALLOW_COLOUR, 0.42), SHALLOW_COLOUR, COAST_COLOUR)
"""The colours from the open sea to the coast, which continues below the edge of the ground."""
GROUND_OPACITY = [0 if v < len(SEA_COLOURS) else v for v in range(256)]
"""The opacity of the ground for each value of `_draw_coast`."""


@cached_sprite
def draw_hexagon(kind: str, shores: Shores, r: int) -> SplitSprite:
    """Draw a hexagon of radius r with its coasts, for any place on the board; anchored at its centre."""
    return split_sprite(_draw_hexagon(kind, shores, r), _draw_outline(r).bands)


@cached_sprite
def draw_inner_hexagon(kind: str, shores: Shores, r: int) -> SplitSprite:
    """Draw a hexagon that has all six neighbours; anchored at its centre.

    It needs the ink of the rims around it, and the neighbours to its left and below drawn before it.
    """
    return split_in_order(
        _draw_hexagon(kind, shores, r), INK, _draw_outline(r).lower, OVERLAP_COLUMNS, find_overlap_row(r)
    )


def _draw_hexagon(kind: str, shores: Shores, r: int) -> Sprite:
    wide, high = _measure_half_hexagon(r)
    c = Canvas((2 * wide, 2 * high), SEA, BASE_SCALE, (wide, high))
    if not all(shores) or kind != "water":
        shades = _draw_coast(kind != "water", shores, r).convert("P")
        shades.putpalette(_create_palette(kind))
        c.image.paste(shades.convert("RGB"), (0, 0))
    for colour, drawn in _draw_pattern_masks(kind, r):
        c.image.paste(colour, (0, 0), drawn)
    outline = _draw_outline(r)
    c.image.paste(outline.joint, (0, 0), outline.joint)
    image = c.image.reduce(BASE_SCALE).convert("RGBA")
    image.putalpha(outline.opacity)
    return Sprite(image, wide, high)


OVERLAP_COLUMNS = 5
"""The columns of a hexagon's picture that the neighbour to its left reaches into."""


def find_overlap_row(r: int) -> int:
    """Return the first row of a hexagon's picture that the neighbours below it reach into."""
    return math.floor(1.5 * r) - 2


def _measure_half_hexagon(r: int) -> tuple[int, int]:
    """Return half the width and half the height of a hexagon's picture."""
    return math.ceil(r * WIDTH_PER_RADIUS / 2) + 1, r + 1


def _create_hexagon_mask(r: int) -> Canvas:
    """Create the canvas for a hexagon with its margin, an "L" mask."""
    half_width, half_height = _measure_half_hexagon(r)
    x, y = half_width + COAST_MARGIN_PX, half_height + COAST_MARGIN_PX
    return Canvas.mask((2 * x, 2 * y), BASE_SCALE, (x, y))


def _crop_margin(mask: Image.Image, scale: int = BASE_SCALE, margin: int = COAST_MARGIN_PX) -> Image.Image:
    """Crop a margin from all sides of a picture."""
    cut_off = margin * scale
    return mask.crop((cut_off, cut_off, mask.width - cut_off, mask.height - cut_off))


@cached_layer
def _draw_coast(solid: bool, shores: Shores, r: int) -> Image.Image:
    """Draw the sea of a hexagon with its shallows and its coast, supersampled; the same for land, snow and iceberg.

    A pixel is the opacity of the solid ground with its rounded corners, or elsewhere an index into `SEA_COLOURS`.
    """
    c = _create_hexagon_mask(r)
    if solid:
        c.poly(list_corners(0, 0, r + 0.6), "#FFFFFF")
    for water, (dx, dy) in zip(shores, list_offsets(r), strict=True):
        if not water:
            c.poly(list_corners(dx, dy, r + 0.6), "#FFFFFF")
    soft = c.image.filter(ImageFilter.GaussianBlur(9 * BASE_SCALE)).point(CORNER_CURVE)
    shades = Image.new("L", _crop_margin(soft).size)
    for number, reach in ((1, 11), (2, 5.5), (3, 2.6)):
        # Only ground within this distance changes the result.
        distance = min(COAST_MARGIN_PX, math.ceil(2.5 * reach))
        grown = grow_mask(_crop_margin(soft, BASE_SCALE, COAST_MARGIN_PX - distance), reach * BASE_SCALE)
        shades.paste(number, (0, 0), _crop_margin(grown, BASE_SCALE, distance))
    return ImageChops.lighter(shades, _crop_margin(soft))


@cache
def _create_palette(kind: str) -> bytes:
    """Create the palette for the values of `_draw_coast`: the sea, and the ground over its coast by its opacity."""
    colours = Image.new("RGB", (256, 1), COAST_COLOUR)
    if kind == "water":
        ground = COAST_COLOUR
    else:
        ground = TERRAIN_COLOURS[kind]
    colours.paste(ground, (0, 0), Image.frombytes("L", (256, 1), bytes(GROUND_OPACITY)))
    for n, colour in enumerate(SEA_COLOURS):
        colours.putpixel((n, 0), parse_colour(colour))
    return colours.tobytes()


@cached_sprite
def _draw_pattern_masks(kind: str, r: int) -> tuple[tuple[Colour, Image.Image], ...]:
    """Draw the pattern of a hexagon, supersampled: each of its colours with its mask."""
    half_width, half_height = _measure_half_hexagon(r)
    c = Canvas.mask((2 * half_width, 2 * half_height), BASE_SCALE, (half_width, half_height))
    draw_pattern(c, kind, 0, 0, r / 62)
    masks: list[tuple[Colour, Image.Image]] = []
    for colour in PATTERN_COLOURS[kind]:
        shade = ImageColor.getcolor(colour, "L")
        masks.append((colour, c.image.point([255 * (value == shade) for value in range(256)], "1")))
    return tuple(masks)


class HexagonOutline(NamedTuple):
    """The common parts of all hexagons: the opacity, the supersampled joint between two, and the bands.

    `lower` are the bands of the rows that neighbours reach into from below.
    """

    opacity: Image.Image
    joint: Image.Image
    bands: Bands
    lower: Bands


@cached_sprite
def _draw_outline(r: int) -> HexagonOutline:
    c, seam = _create_hexagon_mask(r), _create_hexagon_mask(r)
    c.poly(list_corners(0, 0, r + 0.7), "#FFFFFF")
    ring = c.to_pixels(list_corners(0, 0, r))
    seam.draw.line([*ring, *ring[:2]], fill=SEAM_DARKNESS, width=2 * BASE_SCALE, joint="curve")
    opacity = _crop_margin(c.image.reduce(BASE_SCALE), 1)
    joint = Image.new("RGBA", _crop_margin(seam.image).size, INK)
    joint.putalpha(_crop_margin(seam.image))
    return HexagonOutline(opacity, joint, find_bands(opacity), find_bands(opacity, find_overlap_row(r)))


@cached_sprite
def draw_rim(r: int) -> SplitSprite:
    """Draw the rim under a hexagon of the board, which gives the discovered ground a firm border; anchored at its
    centre.
    """
    c = create_canvas(r + 8, r + 8, r + 8, r + 8)
    c.poly(list_corners(0, 0, r + 6), INK)
    return split_sprite(c.sprite())


@cached_sprite
def draw_unknown_hexagon(r: int, fill: Colour, edge: Colour) -> SplitSprite:
    """Draw an undiscovered hexagon; anchored at its centre."""
    c = create_canvas(r + 2, r + 2, r + 2, r + 2)
    c.poly(list_corners(0, 0, r), edge)
    c.poly(list_corners(0, 0, r - 2), fill)
    return split_sprite(c.sprite())


# ------------------------------------------------------------------------- pieces
@cached_sprite
def draw_piece(kind: str, r: int, radius: float = 0.82) -> Sprite:
    """Draw a loose hexagon of iceberg or water on the board, or of any terrain; anchored at its centre."""
    inner = r * radius
    c = create_canvas(r + 6, r + 6, r + 6, r + 6, SPRITE_SCALE)
    c.poly(list_corners(0, 0, inner), TERRAIN_COLOURS[kind])
    if kind == "iceberg":
        draw_great_berg(c, 0, inner * 0.06, inner * 1.1)
    else:
        draw_pattern(c, kind, 0, 0, inner / 66)
    return add_rims(c, [(3, INK), (2.6, CREAM)])


def draw_great_berg(c: Canvas, x: float, y: float, size: float) -> None:
    """Draw a single iceberg with light and shadow."""

    def place(points: list[Point]) -> list[Point]:
        return [(x + (px - 50) * size / 100, y + (py - 50) * size / 100) for px, py in points]

    outline: list[Point] = [(4, 86), (18, 46), (32, 52), (48, 8), (64, 30), (74, 28), (96, 86)]
    c.poly(place(outline), BERG_COLOUR)
    c.poly(place([(48, 8), (54, 46), (44, 62), (58, 86), (96, 86), (74, 28), (64, 30)]), "#C4E0EF")
    c.line(place([*outline, *outline[:2]]), INK, 3)


@cached_sprite
def draw_swatch(kind: str, r: int, edge: Colour = CREAM) -> Sprite:
    """Draw a small hexagon of a terrain for the price list; anchored at its centre."""
    c = create_canvas(r + 3, r + 3, r + 3, r + 3, SPRITE_SCALE)
    c.poly(list_corners(0, 0, r + 2.4), edge)
    c.poly(list_corners(0, 0, r), TERRAIN_COLOURS[kind])
    draw_pattern(c, kind, 0, r * 0.08, r / 62)
    return c.sprite()
