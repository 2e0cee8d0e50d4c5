"""The chart of Expedition: Northwest Passage: paper, sea, land, ice, seams, lines, neatline and the sun's arch."""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Point, Sprite, create_canvas
from render.kit.drawing import Drawing, set_pixel_fingerprint
from render.kit.shapes import build_ring
from render.kit.sheet import Sheet, fill_mask, paste_image
from render.kit.squares import FROST_STROKE_COUNT, ICE_COLOUR, Corners, compute_wobble, draw_square
from render.kit.text import Role
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
    Cell,
)
from render.northwest.pieces import ICE_EDGE_COLOUR

CHART_HEIGHT_PX = 1050
GAME_TITLE = "Expedition: Northwest Passage"
UNKNOWN_COLOUR, GRATICULE_COLOUR, CROSS_COLOUR = "#CBBE9C", "#BAAB85", "#8F8567"
ROSE_COLOUR, ROSE_LIGHT_COLOUR = "#B5A67E", "#D8CCAE"
ARCH_LINE_COLOUR = mix_colours(PAPER, INK, 0.5)
CHART_COLOURS: tuple[Colour, ...] = (
    PAPER,
    UNKNOWN_COLOUR,
    GRATICULE_COLOUR,
    CROSS_COLOUR,
    ROSE_COLOUR,
    ROSE_LIGHT_COLOUR,
    ARCH_LINE_COLOUR,
)
"""The plain colours of the chart."""
THIN_ICE_OPACITY = 0.34
SEAM_DARKNESS = 88
"""How dark, of 255, the joint between two tiles is."""


class Terrain(NamedTuple):
    """What the chart is drawn from: the corners of every square, row by row (None: unexplored), and the squares of each tile."""

    squares: tuple[Corners | None, ...]
    tiles: tuple[tuple[Cell, ...], ...]


class IceSeason(NamedTuple):
    """The rows under ice now, and at the next two positions of the sun."""

    rows_now: int
    rows_next: tuple[int, ...]


# ------------------------------------------------------------------- paper
@cached_sprite
def draw_empty_chart(layout: BoardLayout) -> Sprite:
    """The empty chart, `PANEL_EDGE_PX` × 1050."""
    c = Canvas((PANEL_EDGE_PX, CHART_HEIGHT_PX), PAPER)
    _draw_unknown(c, layout)
    _draw_neatline(c, layout)
    _draw_zones(c, layout)
    c.text(TITLE_LEFT_PX, TITLE_MIDDLE_PX, GAME_TITLE, 39, INK, "serif", "lm")
    c.line(layout.compute_arch(), ARCH_LINE_COLOUR, 3)
    high, low = (CHART_TOP_PX + layout.rows * layout.side * share for share in (0.35, 0.65))
    for x, y, dx, dy in (
        (layout.arch_right, low, 0, -1),
        (layout.arch_right, high, 0, -1),
        (layout.right - 160, ARCH_TOP_PX, -1, 0),
        (CHART_LEFT_PX + 160, ARCH_TOP_PX, -1, 0),
        (ARCH_LEFT_PX, high, 0, 1),
        (ARCH_LEFT_PX, low, 0, 1),
    ):
        tail = [(x - 9 * dx + side * 9 * dy, y - 9 * dy + side * 9 * dx) for side in (-1, 1)]
        c.line([tail[0], (x + 3 * dx, y + 3 * dy), tail[1]], ARCH_LINE_COLOUR, 3)
    return c.full_sprite()


def _draw_unknown(c: Canvas, layout: BoardLayout) -> None:
    """Unexplored: meridians that meet at the far Pole, parallels round it, a wind rose, a cross at every corner of a square."""
    wide, high = layout.right - CHART_LEFT_PX, layout.bottom - CHART_TOP_PX
    inner = Canvas((wide, high), UNKNOWN_COLOUR, c.scale, (-CHART_LEFT_PX, -CHART_TOP_PX))
    pole = (CHART_LEFT_PX + wide / 2, CHART_TOP_PX - 900)
    for degrees in range(40, 141, 10):
        ux, uy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        inner.line(
            [(pole[0] + 700 * ux, pole[1] + 700 * uy), (pole[0] + 2200 * ux, pole[1] + 2200 * uy)],
            GRATICULE_COLOUR,
            1.7,
        )
    for r in range(960, 1900, 165):
        inner.line(build_ring(*pole, r, 40, 140), GRATICULE_COLOUR, 1.7)
    _draw_wind_rose(inner, CHART_LEFT_PX + wide / 2, CHART_TOP_PX + high * 0.55, min(wide, high) * 0.23)
    for i in range(1, layout.columns):
        for j in range(1, layout.rows):
            x, y = layout.find_corner(i, j)
            inner.line([(x - 7, y), (x + 7, y)], CROSS_COLOUR, 2)
            inner.line([(x, y - 7), (x, y + 7)], CROSS_COLOUR, 2)
    c.image.paste(inner.image, (CHART_LEFT_PX * c.scale, CHART_TOP_PX * c.scale))


def _draw_wind_rose(c: Canvas, x: float, y: float, r: float) -> None:
    """A wind rose of sixteen points."""
    for reach in (r * 0.66, r * 0.6):
        c.disc(x, y, reach, None, edge=ROSE_COLOUR, width=2)
    for turn, length in (
        *((k * 45 + 22.5, r * 0.55) for k in range(8)),
        *((k * 90 + 45, r * 0.74) for k in range(4)),
        *((k * 90, r) for k in range(4)),
    ):
        a = math.radians(turn)
        tip = (x + length * math.sin(a), y - length * math.cos(a))
        for side, fill in ((-1, ROSE_LIGHT_COLOUR), (1, ROSE_COLOUR)):
            b = a + side * math.radians(22.5)
            root = (x + length * 0.19 * math.sin(b), y - length * 0.19 * math.cos(b))
            c.poly([tip, root, (x, y)], fill)
            c.line([tip, root], ROSE_COLOUR, 1.5)


def _draw_neatline(c: Canvas, layout: BoardLayout) -> None:
    """The degree scale of a sea chart, column numbers and row letters."""
    right, bottom, side = layout.right, layout.bottom, layout.side
    c.rect(CHART_LEFT_PX - 12, CHART_TOP_PX - 12, right + 12, bottom + 12, None, edge=INK, width=2)
    c.rect(CHART_LEFT_PX - 10, CHART_TOP_PX - 10, right + 10, bottom + 10, None, edge=CREAM, width=8)
    for i in range(0, layout.columns, 2):
        for y in (CHART_TOP_PX - 9, bottom + 3):
            c.rect(CHART_LEFT_PX + i * side, y, CHART_LEFT_PX + (i + 1) * side, y + 6, INK)
    for j in range(0, layout.rows, 2):
        for x in (CHART_LEFT_PX - 9, right + 3):
            c.rect(x, CHART_TOP_PX + j * side, x + 6, CHART_TOP_PX + (j + 1) * side, INK)
    c.rect(CHART_LEFT_PX - 2, CHART_TOP_PX - 2, right + 2, bottom + 2, None, edge=INK, width=2)
    face: Role = "label" if side >= 56 else "bold"
    for i in range(layout.columns):
        c.text(CHART_LEFT_PX + (i + 0.5) * side, CHART_TOP_PX - 26, str(i + 1), 39, INK, face, kind="place")
    for j in range(layout.rows):
        c.text(CHART_LEFT_PX - 23, CHART_TOP_PX + (j + 0.5) * side - 2, ROW_LETTERS[j], 39, INK, "label", kind="place")


def _draw_zones(c: Canvas, layout: BoardLayout) -> None:
    """Brackets over the columns of each zone with what its discoveries are multiplied by."""
    y = 70
    for factor, first, last in layout.list_zone_bands():
        a, b = CHART_LEFT_PX + first * layout.side + 7, CHART_LEFT_PX + (last + 1) * layout.side - 7
        c.line([(a, y + 12), (a, y), (b, y), (b, y + 12)], INK, 2.5)
        c.rect(a + 20, y - 14, a + 96, y + 12, PAPER)
        c.text(a + 58, y - 3, f"×{factor}", 44, INK, "title")


# -------------------------------------------------------------------- base
@cached_layer
def draw_chart(layout: BoardLayout, terrain: Terrain, season: IceSeason) -> Sheet:
    """Everything that does not move during a turn, `PANEL_EDGE_PX` × 1050."""
    sheet = Sheet(Drawing((PANEL_EDGE_PX, CHART_HEIGHT_PX)))
    sheet.put(draw_empty_chart(layout), 0, 0)
    image, side = sheet.image, layout.side
    _draw_thin_ice(image, layout, season.rows_now)
    shown: set[Cell] = set()
    for k, corners in enumerate(terrain.squares):
        if corners is not None:
            y, x = divmod(k, layout.columns)
            shown.add((x, y))
            drawn = draw_square(
                corners,
                side,
                compute_wobble(x, y, corners),
                frozen=y < season.rows_now,
                wave=(x * 7 + y * 5 + x * y) % 4,
            )
            paste_image(image, drawn, CHART_LEFT_PX + x * side, CHART_TOP_PX + y * side)
    _draw_seams(image, layout, terrain, shown)
    for _, first, _ in layout.list_zone_bands():
        if first:
            _paste_layer(image, _draw_meridian(layout), CHART_LEFT_PX + first * side, CHART_TOP_PX)
    for k, row in enumerate(season.rows_next):
        if 0 < row < layout.rows and row != season.rows_now and row not in season.rows_next[:k]:
            _paste_layer(image, _draw_next_ice_edges(layout, late=k > 0), CHART_LEFT_PX, CHART_TOP_PX + row * side)
    if 0 < season.rows_now < layout.rows:
        _paste_layer(image, _draw_ice_edge(layout), CHART_LEFT_PX, CHART_TOP_PX + season.rows_now * side)
    return sheet


def _paste_layer(image: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    paste_image(image, sprite.image, x - sprite.x, y - sprite.y)


def _draw_thin_ice(image: Image.Image, layout: BoardLayout, rows: int) -> None:
    """Ice over what nobody has seen yet: thinner than over the known, so that the coasts of the known stand out."""
    for row in range(rows):
        paste_image(image, _draw_iced_row(layout, row), CHART_LEFT_PX, CHART_TOP_PX + row * layout.side)


@cached_sprite
def _draw_iced_row(layout: BoardLayout, row: int) -> Image.Image:
    return _draw_iced_chart(layout).crop((0, row * layout.side, layout.columns * layout.side, (row + 1) * layout.side))


@cached_sprite
def _draw_iced_chart(layout: BoardLayout) -> Image.Image:
    """All squares of the empty chart under such ice."""
    found = draw_empty_chart(layout).image.crop((CHART_LEFT_PX, CHART_TOP_PX, layout.right, layout.bottom))
    found = Image.blend(found, Image.new("RGB", found.size, ICE_COLOUR), THIN_ICE_OPACITY)
    found.paste(CREAM, (0, 0), _draw_frost_mask(layout))
    return found


def _draw_frost_mask(layout: BoardLayout) -> Image.Image:
    """Strokes of frost for the whole chart, as a mask."""
    wide, high = layout.columns * layout.side * BASE_SCALE, layout.rows * layout.side * BASE_SCALE
    mask = Image.new("L", (wide, high))
    pen, step = ImageDraw.Draw(mask), layout.side * BASE_SCALE / FROST_STROKE_COUNT
    for k in range(1, math.ceil((wide + high) / step)):
        pen.line([(k * step - high, high), (k * step, 0)], fill=90, width=3)
    return mask.reduce(BASE_SCALE)


def _draw_seams(image: Image.Image, layout: BoardLayout, terrain: Terrain, shown: set[Cell]) -> None:
    """A fine joint between tiles, a firm edge towards the unknown."""
    if not shown:
        return
    side, tiled = layout.side, [cell for cells in terrain.tiles for cell in cells]
    xs, ys = ([cell[k] for cell in (*shown, *tiled)] for k in (0, 1))
    room = 3  # how far an edge reaches beyond its square
    left, top = CHART_LEFT_PX + min(xs) * side - room, CHART_TOP_PX + min(ys) * side - room
    joints = Image.new("L", ((max(xs) + 1 - min(xs)) * side + 2 * room, (max(ys) + 1 - min(ys)) * side + 2 * room))
    pen = ImageDraw.Draw(joints)
    for cells in terrain.tiles:
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        (ax, ay), (bx, by) = layout.find_corner(min(xs), min(ys)), layout.find_corner(max(xs) + 1, max(ys) + 1)
        pen.rectangle((ax - 1 - left, ay - 1 - top, bx - left, by - top), outline=SEAM_DARKNESS, width=2)
    for x, y in shown:
        ax, ay = CHART_LEFT_PX + x * side - left, CHART_TOP_PX + y * side - top
        bx, by = ax + side, ay + side
        for nx, ny, box in (
            (x - 1, y, (ax - 3, ay - 3, ax, by + 2)),
            (x + 1, y, (bx - 1, ay - 3, bx + 2, by + 2)),
            (x, y - 1, (ax - 3, ay - 3, bx + 2, ay)),
            (x, y + 1, (ax - 3, by - 1, bx + 2, by + 2)),
        ):
            if (nx, ny) not in shown and 0 <= nx < layout.columns and 0 <= ny < layout.rows:
                pen.rectangle(box, fill=215)
    # All of it is on the lines of the grid: each is laid alone, and what has been laid is not laid again where another crosses it.
    wide, high = joints.size
    for x in range(0, wide, side):
        fill_mask(image, INK, set_pixel_fingerprint(joints.crop((x, 0, x + 2 * room, high))), left + x, top)
        pen.rectangle((x, 0, x + 2 * room - 1, high), 0)
    for y in range(0, high, side):
        fill_mask(image, INK, set_pixel_fingerprint(joints.crop((0, y, wide, y + 2 * room))), left, top + y)


@cached_sprite
def _draw_meridian(layout: BoardLayout) -> Sprite:
    """The border of a zone."""
    side = layout.side
    c = create_canvas(4, 0, 4, layout.rows * side, BASE_SCALE)
    for k in range(layout.rows * 3):
        y = (k + 0.25) * side / 3
        c.line([(0, y), (0, y + side / 6)], CREAM, 6)
        c.line([(0, y), (0, y + side / 6)], INK, 3)
    return c.sprite()


@cached_sprite
def _draw_next_ice_edges(layout: BoardLayout, *, late: bool) -> Sprite:
    """Where the ice will end: dashes at the next sun step, dots at the one after it."""
    wide = layout.columns * layout.side
    c = create_canvas(0, 5, wide, 5, BASE_SCALE)
    dash, gap = (5, layout.side / 3 - 5) if late else (22, 13)
    for width, ink in ((8, CREAM), (4.6, ICE_EDGE_COLOUR)):
        c.dashed((4, 0), (wide, 0), ink, width, dash, gap)
    return c.sprite()


@cached_sprite
def _draw_ice_edge(layout: BoardLayout) -> Sprite:
    """Where the ice ends now: a firm line with icicles."""
    wide = layout.columns * layout.side
    c = create_canvas(0, 6, wide, 18, BASE_SCALE)
    c.rect(0, -5, wide, 5, CREAM)
    for k in range(layout.columns * 2):
        x, drop = (k + 0.5) * layout.side / 2, 15 if k % 2 else 11
        c.poly(_draw_icicle(x, 11, drop + 3), CREAM)
        c.poly(_draw_icicle(x, 8, drop), ICE_EDGE_COLOUR)
    c.rect(0, -2.5, wide, 3, ICE_EDGE_COLOUR)
    return c.sprite()


def _draw_icicle(x: float, half: float, drop: float) -> list[Point]:
    return [(x - half, 2), (x + half, 2), (x, drop)]
