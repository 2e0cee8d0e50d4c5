"""The empty chart of Expedition: Northwest Passage: paper, fog over the unexplored, wind rose, neatline and the sun's arch."""

from __future__ import annotations

import math
import random

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Sprite
from render.kit.fonts import Role
from render.kit.shapes import build_ring
from render.kit.theme import CREAM, INK, PAPER, Colour, mix_colours
from render.northwest.layout import (
    ARCH_LEFT_PX,
    ARCH_TOP_PX,
    CHART_LEFT_PX,
    CHART_TOP_PX,
    PANEL_EDGE_PX,
    ROW_LETTERS,
    TITLE_LEFT_PX,
    TITLE_MIDDLE_PX,
    BoardLayout,
)

CHART_HEIGHT_PX = 1050
PLACE_SIZE_PX, MIN_LARGE_SIDE_PX = 55, 62
"""The size of the names of columns and rows, and the least side of squares with names of this size."""
GAME_TITLE = "Expedition: Northwest Passage"
UNKNOWN_COLOUR, GRATICULE_COLOUR, CROSS_COLOUR = "#CBBE9C", "#BAAB85", "#8F8567"
ROSE_COLOUR, ROSE_LIGHT_COLOUR = "#B5A67E", "#D8CCAE"
FOG_LEVELS: tuple[tuple[int, Colour], ...] = (
    (128, mix_colours(UNKNOWN_COLOUR, PAPER, 0.24)),
    (158, mix_colours(UNKNOWN_COLOUR, PAPER, 0.46)),
)
"""The thickness of the fog, 0 to 255, from which each tone covers the unexplored."""
FOG_BANK_SQUARES = ((3.4, 1.3), (1.5, 0.6))
"""The width and the height of the banks of fog in squares, and of the wisps along their edges."""
ZONE_SIZE_PX = 41
"""The size of the multiplier of a zone."""
SUN_CLEARANCE_PX = 84
"""The least distance of the multiplier of a zone from the sun above the chart."""
ARCH_LINE_COLOUR = mix_colours(PAPER, INK, 0.5)
PAPER_COLOURS: tuple[Colour, ...] = (
    PAPER,
    UNKNOWN_COLOUR,
    GRATICULE_COLOUR,
    CROSS_COLOUR,
    ROSE_COLOUR,
    ROSE_LIGHT_COLOUR,
    ARCH_LINE_COLOUR,
    *[colour for _, colour in FOG_LEVELS],
)
"""The colours of the empty chart that its palette must hold exactly."""


@cached_sprite
def draw_empty_chart(layout: BoardLayout) -> Sprite:
    """Draw the empty chart, `PANEL_EDGE_PX` × 1050."""
    c = Canvas((PANEL_EDGE_PX, CHART_HEIGHT_PX), PAPER)
    _draw_unknown(c, layout)
    _draw_neatline(c, layout)
    _draw_zones(c, layout)
    c.text(TITLE_LEFT_PX, TITLE_MIDDLE_PX, GAME_TITLE, 39, INK, "serif", "lm")
    _draw_arch(c, layout)
    return c.full_sprite()


def _draw_arch(c: Canvas, layout: BoardLayout) -> None:
    """Draw the sun's arch with arrows along it."""
    c.line(layout.compute_arch(), ARCH_LINE_COLOUR, 4)
    height = layout.bottom - CHART_TOP_PX
    high, low = CHART_TOP_PX + height * 0.35, CHART_TOP_PX + height * 0.65
    for x, y, dx, dy in (
        (layout.arch_right, low, 0, -1),
        (layout.arch_right, high, 0, -1),
        (layout.right - 330, ARCH_TOP_PX, -1, 0),
        (CHART_LEFT_PX + 330, ARCH_TOP_PX, -1, 0),
        (ARCH_LEFT_PX, high, 0, 1),
        (ARCH_LEFT_PX, low, 0, 1),
    ):
        back_x, back_y = x - 9 * dx, y - 9 * dy
        tip = (x + 3 * dx, y + 3 * dy)
        c.line([(back_x - 9 * dy, back_y - 9 * dx), tip, (back_x + 9 * dy, back_y + 9 * dx)], ARCH_LINE_COLOUR, 3)


def _draw_unknown(c: Canvas, layout: BoardLayout) -> None:
    """Draw the unexplored: fog, meridians and parallels of the far Pole, a wind rose, a cross at every corner of a square."""
    shown = (layout.right - CHART_LEFT_PX, layout.bottom - CHART_TOP_PX)
    inner = Canvas(shown, UNKNOWN_COLOUR, c.scale, (-CHART_LEFT_PX, -CHART_TOP_PX))
    inner.image.paste(_draw_fog(layout).resize(inner.image.size), (0, 0))
    whole = BoardLayout(layout.columns, layout.rows, layout.zones)
    unit = layout.side / whole.side
    left, top = layout.find_corner(0, 0)
    wide, high = layout.columns * layout.side, layout.rows * layout.side
    pole = (left + wide / 2, top - 900 * unit)
    for degrees in range(40, 141, 10):
        ux, uy = math.cos(math.radians(degrees)) * unit, math.sin(math.radians(degrees)) * unit
        north, south = (pole[0] + 700 * ux, pole[1] + 700 * uy), (pole[0] + 2200 * ux, pole[1] + 2200 * uy)
        inner.line([north, south], GRATICULE_COLOUR, 1.7)
    for r in range(960, 1900, 165):
        inner.line(build_ring(*pole, r * unit, 40, 140), GRATICULE_COLOUR, 1.7)
    _draw_wind_rose(inner, left + wide / 2, top + high * 0.55, min(wide, high) * 0.23)
    for i in range(1, layout.columns):
        for j in range(1, layout.rows):
            x, y = layout.find_corner(i, j)
            inner.line([(x - 7, y), (x + 7, y)], CROSS_COLOUR, 2)
            inner.line([(x, y - 7), (x, y + 7)], CROSS_COLOUR, 2)
    c.image.paste(inner.image, (CHART_LEFT_PX * c.scale, CHART_TOP_PX * c.scale))


def _draw_fog(layout: BoardLayout) -> Image.Image:
    """Draw the shown part of the fog in flat tones, which keep their colours in a palette and do not flicker when scaled."""
    size = (layout.columns * layout.side, layout.rows * layout.side)
    bank_squares, wisp_squares = FOG_BANK_SQUARES
    banks, wisps = _draw_noise(size, layout, bank_squares, 0), _draw_noise(size, layout, wisp_squares, 1)
    thickness = Image.blend(banks, wisps, 0.25)
    fog = Image.new("RGB", size, UNKNOWN_COLOUR)
    for least, colour in FOG_LEVELS:
        fog.paste(colour, (0, 0), thickness.point([0] * least + [255] * (256 - least)))
    x, y = layout.find_corner(0, 0)
    left, top = round(CHART_LEFT_PX - x), round(CHART_TOP_PX - y)
    shown = (left, top, left + layout.right - CHART_LEFT_PX, top + layout.bottom - CHART_TOP_PX)
    return fog.crop(shown)


def _draw_noise(size: tuple[int, int], layout: BoardLayout, squares: tuple[float, float], seed: int) -> Image.Image:
    """Draw seeded random values, one for each patch of this size in squares, with smooth shades between them."""
    wide, high = max(2, round(layout.columns / squares[0])), max(2, round(layout.rows / squares[1]))
    values = random.Random(seed).randbytes(wide * high)  # noqa: S311 - a decoration
    return Image.frombytes("L", (wide, high), values).resize(size, Image.Resampling.BICUBIC)


def _draw_wind_rose(c: Canvas, x: float, y: float, r: float) -> None:
    """Draw a wind rose of sixteen points."""
    for reach in (r * 0.66, r * 0.6):
        c.disc(x, y, reach, None, edge=ROSE_COLOUR, width=2)
    # The short points first, and the four main ones above all others.
    for first_degrees, step, length in ((22.5, 45, r * 0.55), (45, 90, r * 0.74), (0, 90, r)):
        for k in range(360 // step):
            a = math.radians(k * step + first_degrees)
            tip = (x + length * math.sin(a), y - length * math.cos(a))
            for side, fill in ((-1, ROSE_LIGHT_COLOUR), (1, ROSE_COLOUR)):
                b = a + side * math.radians(22.5)
                root = (x + length * 0.19 * math.sin(b), y - length * 0.19 * math.cos(b))
                c.poly([tip, root, (x, y)], fill)
                c.line([tip, root], ROSE_COLOUR, 1.5)


def _draw_neatline(c: Canvas, layout: BoardLayout) -> None:
    """Draw the degree scale of a sea chart, column numbers and row letters."""
    right, bottom, side, frame = layout.right, layout.bottom, layout.side, layout.frame
    c.rect(CHART_LEFT_PX - 12, CHART_TOP_PX - 12, right + 12, bottom + 12, None, edge=INK, width=2)
    c.rect(CHART_LEFT_PX - 10, CHART_TOP_PX - 10, right + 10, bottom + 10, None, edge=CREAM, width=8)
    for i in range(frame.column % 2, frame.columns, 2):
        for y in (CHART_TOP_PX - 9, bottom + 3):
            c.rect(CHART_LEFT_PX + i * side, y, CHART_LEFT_PX + (i + 1) * side, y + 6, INK)
    for j in range(frame.row % 2, frame.rows, 2):
        for x in (CHART_LEFT_PX - 9, right + 3):
            c.rect(x, CHART_TOP_PX + j * side, x + 6, CHART_TOP_PX + (j + 1) * side, INK)
    c.rect(CHART_LEFT_PX - 2, CHART_TOP_PX - 2, right + 2, bottom + 2, None, edge=INK, width=2)
    size = PLACE_SIZE_PX if side >= MIN_LARGE_SIDE_PX else 39
    face: Role = "label" if side >= 84 or 56 <= side < MIN_LARGE_SIDE_PX else "bold"
    for i in range(frame.columns):
        name = str(frame.column + i + 1)
        c.text(CHART_LEFT_PX + (i + 0.5) * side, CHART_TOP_PX - 12 - size * 0.36, name, size, INK, face, kind="place")
    for j in range(frame.rows):
        name = ROW_LETTERS[frame.row + j]
        c.text(CHART_LEFT_PX - 28, CHART_TOP_PX + (j + 0.5) * side - 2, name, size, INK, "label", kind="place")


def _draw_zones(c: Canvas, layout: BoardLayout) -> None:
    """Draw brackets over the columns of each zone, with its multiplier."""
    y, sun = 68, (CHART_LEFT_PX + layout.right) / 2
    for factor, first, last in layout.list_shown_bands():
        left, right = layout.find_corner(first, 0)[0] + 7, layout.find_corner(last + 1, 0)[0] - 7
        c.line([(left, y + 12), (left, y), (right, y), (right, y + 12)], INK, 2.5)
        x = left - 7 + layout.side  # between two column numbers
        if abs(x - sun) < SUN_CLEARANCE_PX:
            x = sun + SUN_CLEARANCE_PX
        c.rect(x - 36, y - 14, x + 36, y + 10, PAPER)
        c.text(x, y - 6, f"×{factor}", ZONE_SIZE_PX, INK)
