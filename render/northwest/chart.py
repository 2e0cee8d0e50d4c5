"""The chart of Expedition: Northwest Passage: paper, sea, land, ice, seams, lines, neatline and the sun's arch."""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import SHARP, Canvas, Point, Sprite, around
from render.kit.drawing import Drawing, fingerprint_by_pixels
from render.kit.shapes import ring
from render.kit.sheet import Sheet, fill_mask, paste_image
from render.kit.squares import HATCH, ICE, Corners, square, wobble
from render.kit.text import Role
from render.kit.theme import CREAM, INK, PAPER, Colour, mix
from render.northwest.layout import (
    ARCH_LEFT,
    ARCH_TOP,
    EDGE,
    ROW_LETTERS,
    TITLE_LEFT,
    TITLE_Y,
    X0,
    Y0,
    BoardLayout,
    Cell,
)
from render.northwest.pieces import ICE_EDGE

HEIGHT = 1050
TITLE = "Expedition: Northwest Passage"
UNKNOWN, GRATICULE, CROSS = "#CBBE9C", "#BAAB85", "#8F8567"
ROSE, ROSE_LIGHT = "#B5A67E", "#D8CCAE"
ARCH_LINE = mix(PAPER, INK, 0.5)
CHART_COLOURS: tuple[Colour, ...] = (PAPER, UNKNOWN, GRATICULE, CROSS, ROSE, ROSE_LIGHT, ARCH_LINE)
"""The plain colours of the chart."""
THIN_VEIL = 0.34
SEAM = 88
"""How dark, of 255, the joint between two tiles is."""


class Terrain(NamedTuple):
    """What the chart is drawn from: the corners of every square, row by row (None: unexplored), and the squares of each tile."""

    squares: tuple[Corners | None, ...]
    tiles: tuple[tuple[Cell, ...], ...]


class Season(NamedTuple):
    """The rows under ice now, and at the next two positions of the sun."""

    now: int
    then: tuple[int, ...]


# ------------------------------------------------------------------- paper
@cached_sprite
def paper(layout: BoardLayout) -> Sprite:
    """The empty chart, `EDGE` × 1050."""
    c = Canvas((EDGE, HEIGHT), PAPER)
    _unknown(c, layout)
    _neatline(c, layout)
    _zones(c, layout)
    c.text(TITLE_LEFT, TITLE_Y, TITLE, 39, INK, "serif", "lm")
    c.line(layout.arch(), ARCH_LINE, 3)
    high, low = (Y0 + layout.rows * layout.side * share for share in (0.35, 0.65))
    for x, y, dx, dy in (
        (layout.arch_right, low, 0, -1),
        (layout.arch_right, high, 0, -1),
        (layout.right - 160, ARCH_TOP, -1, 0),
        (X0 + 160, ARCH_TOP, -1, 0),
        (ARCH_LEFT, high, 0, 1),
        (ARCH_LEFT, low, 0, 1),
    ):
        tail = [(x - 9 * dx + side * 9 * dy, y - 9 * dy + side * 9 * dx) for side in (-1, 1)]
        c.line([tail[0], (x + 3 * dx, y + 3 * dy), tail[1]], ARCH_LINE, 3)
    return c.printed()


def _unknown(c: Canvas, layout: BoardLayout) -> None:
    """Unexplored: meridians that meet at the far Pole, parallels round it, a wind rose, a cross at every corner of a square."""
    wide, high = layout.right - X0, layout.bottom - Y0
    inner = Canvas((wide, high), UNKNOWN, c.scale, (-X0, -Y0))
    pole = (X0 + wide / 2, Y0 - 900)
    for degrees in range(40, 141, 10):
        ux, uy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        inner.line(
            [(pole[0] + 700 * ux, pole[1] + 700 * uy), (pole[0] + 2200 * ux, pole[1] + 2200 * uy)], GRATICULE, 1.7
        )
    for r in range(960, 1900, 165):
        inner.line(ring(*pole, r, 40, 140), GRATICULE, 1.7)
    _rose(inner, X0 + wide / 2, Y0 + high * 0.55, min(wide, high) * 0.23)
    for i in range(1, layout.columns):
        for j in range(1, layout.rows):
            x, y = layout.corner(i, j)
            inner.line([(x - 7, y), (x + 7, y)], CROSS, 2)
            inner.line([(x, y - 7), (x, y + 7)], CROSS, 2)
    c.image.paste(inner.image, (X0 * c.scale, Y0 * c.scale))


def _rose(c: Canvas, x: float, y: float, r: float) -> None:
    """A wind rose of sixteen points."""
    for reach in (r * 0.66, r * 0.6):
        c.disc(x, y, reach, None, edge=ROSE, width=2)
    for turn, length in (
        *((k * 45 + 22.5, r * 0.55) for k in range(8)),
        *((k * 90 + 45, r * 0.74) for k in range(4)),
        *((k * 90, r) for k in range(4)),
    ):
        a = math.radians(turn)
        tip = (x + length * math.sin(a), y - length * math.cos(a))
        for side, fill in ((-1, ROSE_LIGHT), (1, ROSE)):
            b = a + side * math.radians(22.5)
            root = (x + length * 0.19 * math.sin(b), y - length * 0.19 * math.cos(b))
            c.poly([tip, root, (x, y)], fill)
            c.line([tip, root], ROSE, 1.5)


def _neatline(c: Canvas, layout: BoardLayout) -> None:
    """The degree scale of a sea chart, column numbers and row letters."""
    right, bottom, side = layout.right, layout.bottom, layout.side
    c.rect(X0 - 12, Y0 - 12, right + 12, bottom + 12, None, edge=INK, width=2)
    c.rect(X0 - 10, Y0 - 10, right + 10, bottom + 10, None, edge=CREAM, width=8)
    for i in range(0, layout.columns, 2):
        for y in (Y0 - 9, bottom + 3):
            c.rect(X0 + i * side, y, X0 + (i + 1) * side, y + 6, INK)
    for j in range(0, layout.rows, 2):
        for x in (X0 - 9, right + 3):
            c.rect(x, Y0 + j * side, x + 6, Y0 + (j + 1) * side, INK)
    c.rect(X0 - 2, Y0 - 2, right + 2, bottom + 2, None, edge=INK, width=2)
    face: Role = "label" if side >= 56 else "bold"
    for i in range(layout.columns):
        c.text(X0 + (i + 0.5) * side, Y0 - 26, str(i + 1), 39, INK, face, kind="place")
    for j in range(layout.rows):
        c.text(X0 - 23, Y0 + (j + 0.5) * side - 2, ROW_LETTERS[j], 39, INK, "label", kind="place")


def _zones(c: Canvas, layout: BoardLayout) -> None:
    """Brackets over the columns of each zone with what its discoveries are multiplied by."""
    y = 70
    for factor, first, last in layout.bands():
        a, b = X0 + first * layout.side + 7, X0 + (last + 1) * layout.side - 7
        c.line([(a, y + 12), (a, y), (b, y), (b, y + 12)], INK, 2.5)
        c.rect(a + 20, y - 14, a + 96, y + 12, PAPER)
        c.text(a + 58, y - 3, f"×{factor}", 44, INK, "title")


# -------------------------------------------------------------------- base
@cached_layer
def chart(layout: BoardLayout, terrain: Terrain, season: Season) -> Sheet:
    """Everything that does not move during a turn, `EDGE` × 1050."""
    sheet = Sheet(Drawing((EDGE, HEIGHT)))
    sheet.put(paper(layout), 0, 0)
    image, side = sheet.image, layout.side
    _thin_ice(image, layout, season.now)
    shown: set[Cell] = set()
    for k, corners in enumerate(terrain.squares):
        if corners is not None:
            y, x = divmod(k, layout.columns)
            shown.add((x, y))
            drawn = square(
                corners, side, wobble(x, y, corners), frozen=y < season.now, wave=(x * 7 + y * 5 + x * y) % 4
            )
            paste_image(image, drawn, X0 + x * side, Y0 + y * side)
    _seams(image, layout, terrain, shown)
    for _, first, _ in layout.bands():
        if first:
            _put(image, _meridian(layout), X0 + first * side, Y0)
    for k, row in enumerate(season.then):
        if 0 < row < layout.rows and row != season.now and row not in season.then[:k]:
            _put(image, _dashes(layout, late=k > 0), X0, Y0 + row * side)
    if 0 < season.now < layout.rows:
        _put(image, _ice_edge(layout), X0, Y0 + season.now * side)
    return sheet


def _put(image: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    paste_image(image, sprite.image, x - sprite.x, y - sprite.y)


def _thin_ice(image: Image.Image, layout: BoardLayout, rows: int) -> None:
    """Ice over what nobody has seen yet: thinner than over the known, so that the coasts of the known stand out."""
    for row in range(rows):
        paste_image(image, _iced_row(layout, row), X0, Y0 + row * layout.side)


@cached_sprite
def _iced_row(layout: BoardLayout, row: int) -> Image.Image:
    return _iced(layout).crop((0, row * layout.side, layout.columns * layout.side, (row + 1) * layout.side))


@cached_sprite
def _iced(layout: BoardLayout) -> Image.Image:
    """All squares of the empty chart under such ice."""
    found = paper(layout).image.crop((X0, Y0, layout.right, layout.bottom))
    found = Image.blend(found, Image.new("RGB", found.size, ICE), THIN_VEIL)
    found.paste(CREAM, (0, 0), _frost(layout))
    return found


def _frost(layout: BoardLayout) -> Image.Image:
    """Strokes of frost for the whole chart, as a mask."""
    wide, high = layout.columns * layout.side * SHARP, layout.rows * layout.side * SHARP
    mask = Image.new("L", (wide, high))
    pen, step = ImageDraw.Draw(mask), layout.side * SHARP / HATCH
    for k in range(1, math.ceil((wide + high) / step)):
        pen.line([(k * step - high, high), (k * step, 0)], fill=90, width=3)
    return mask.reduce(SHARP)


def _seams(image: Image.Image, layout: BoardLayout, terrain: Terrain, shown: set[Cell]) -> None:
    """A fine joint between tiles, a firm edge towards the unknown."""
    if not shown:
        return
    side, tiled = layout.side, [cell for cells in terrain.tiles for cell in cells]
    xs, ys = ([cell[k] for cell in (*shown, *tiled)] for k in (0, 1))
    room = 3  # how far an edge reaches beyond its square
    left, top = X0 + min(xs) * side - room, Y0 + min(ys) * side - room
    joints = Image.new("L", ((max(xs) + 1 - min(xs)) * side + 2 * room, (max(ys) + 1 - min(ys)) * side + 2 * room))
    pen = ImageDraw.Draw(joints)
    for cells in terrain.tiles:
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        (ax, ay), (bx, by) = layout.corner(min(xs), min(ys)), layout.corner(max(xs) + 1, max(ys) + 1)
        pen.rectangle((ax - 1 - left, ay - 1 - top, bx - left, by - top), outline=SEAM, width=2)
    for x, y in shown:
        ax, ay = X0 + x * side - left, Y0 + y * side - top
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
        fill_mask(image, INK, fingerprint_by_pixels(joints.crop((x, 0, x + 2 * room, high))), left + x, top)
        pen.rectangle((x, 0, x + 2 * room - 1, high), 0)
    for y in range(0, high, side):
        fill_mask(image, INK, fingerprint_by_pixels(joints.crop((0, y, wide, y + 2 * room))), left, top + y)


@cached_sprite
def _meridian(layout: BoardLayout) -> Sprite:
    """The border of a zone."""
    side = layout.side
    c = around(4, 0, 4, layout.rows * side, SHARP)
    for k in range(layout.rows * 3):
        y = (k + 0.25) * side / 3
        c.line([(0, y), (0, y + side / 6)], CREAM, 6)
        c.line([(0, y), (0, y + side / 6)], INK, 3)
    return c.sprite()


@cached_sprite
def _dashes(layout: BoardLayout, *, late: bool) -> Sprite:
    """Where the ice will end: dashes at the next sun step, dots at the one after it."""
    wide = layout.columns * layout.side
    c = around(0, 5, wide, 5, SHARP)
    dash, gap = (5, layout.side / 3 - 5) if late else (22, 13)
    for width, ink in ((8, CREAM), (4.6, ICE_EDGE)):
        c.dashed((4, 0), (wide, 0), ink, width, dash, gap)
    return c.sprite()


@cached_sprite
def _ice_edge(layout: BoardLayout) -> Sprite:
    """Where the ice ends now: a firm line with icicles."""
    wide = layout.columns * layout.side
    c = around(0, 6, wide, 18, SHARP)
    c.rect(0, -5, wide, 5, CREAM)
    for k in range(layout.columns * 2):
        x, drop = (k + 0.5) * layout.side / 2, 15 if k % 2 else 11
        c.poly(_tooth(x, 11, drop + 3), CREAM)
        c.poly(_tooth(x, 8, drop), ICE_EDGE)
    c.rect(0, -2.5, wide, 3, ICE_EDGE)
    return c.sprite()


def _tooth(x: float, half: float, drop: float) -> list[Point]:
    return [(x - half, 2), (x + half, 2), (x, drop)]
