"""The passage of La Aventura del Paso del Noroeste: the window of rows with its ground, and the overview of all rows beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

from engine.games.paso.view import View
from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import SHARP, Canvas, Point, Sprite
from render.kit.drawing import Drawing
from render.kit.hexes import WIDE, Hex, corners, neighbours
from render.kit.sheet import Sheet, fill_box, paste_image
from render.kit.theme import CREAM, INK, PAPER, SEA, Colour, mix
from render.kit.tiles import pave
from render.paso.ground import LETTER, TERRAIN, anywhere, below, rim, unknown, within
from render.paso.layout import BOTTOM, LEFT, STRIP_LEFT, STRIP_WIDE, TOP, BoardLayout
from render.paso.ribbons import line, link

HEIGHT = 1050
FRAME = 12
"""How far the frame of the window reaches beyond it."""
UNKNOWN, UNSEEN, LINE = "#CBBE9C", "#D3C7A7", "#B9AA84"
SEA_WORDS = "#CFE0EA"
BORDER = mix(INK, UNKNOWN, 0.62)
"""Between the rows of the overview."""
CHART_COLOURS: tuple[Colour, ...] = (PAPER, UNKNOWN, UNSEEN, LINE, SEA_WORDS)
"""The plain colours of the chart."""


class Ground(NamedTuple):
    """What is known of the passage: every hexagon with its printed terrain, and how many rows are laid."""

    hexes: tuple[tuple[Hex, str], ...]
    laid: int


Routes = tuple[tuple[int, tuple[Hex, ...]], ...]
"""Every progress token by seat and hexagons, in the order of laying."""


def ground_of(view: View) -> Ground:
    """What the chart is drawn from."""
    return Ground(tuple(((seen.x, seen.row), seen.printed) for seen in view.hexes), view.laid)


# ------------------------------------------------------------------------- window
@cached_layer
def chart(layout: BoardLayout, known: Ground) -> Sheet:
    """Paper, window and its ground, and the overview of all of it, `layout.edge` × 1050."""
    sheet = draw_chart(layout, known)
    _draw_overview(sheet, layout, known)
    return sheet


def draw_chart(layout: BoardLayout, known: Ground) -> Sheet:
    """The same without the overview. Hexagons stick out of the window above and below: see `cover`."""
    sheet = Sheet(Drawing((layout.edge, HEIGHT)))
    left, right = LEFT - FRAME, layout.right + FRAME
    for a, b in ((0, left), (right, layout.edge)):
        fill_box(sheet.image, PAPER, (a, 0, b, HEIGHT))
    paste_image(sheet.image, paper(layout.columns), left, 0)
    r, middle, terrain = layout.r, layout.field.middle, dict(known.hexes)
    rows = range(layout.low - 1, layout.high + 2)
    near = {at: middle(at) for at in terrain if at[1] in rows}
    _draw_unknown(sheet, layout, near)
    around = {at: neighbours(at) for at in near}
    # The rims of seven hexagons together leave nothing open of the box round the one in their middle, as far as one sees it.
    inner = {at for at in near if all(other in near or other[1] not in rows for other in around[at])}
    half = math.ceil(r * WIDE / 2)
    for at, (x, y) in near.items():
        if at in inner:
            left, top = round(x) - half, round(y) - r  # the upper part of such a hexagon brings its own ink
            fill_box(sheet.image, INK, (left, top + below(r) - 2, left + 2 * half, top + 2 * r))
        else:
            pave(sheet, rim(r), x, y)
    for at, (x, y) in near.items():
        kind = terrain[at]
        a, b, c, d, e, f = (terrain.get(other, kind) == "water" for other in around[at])
        pave(sheet, (within if at in inner else anywhere)(kind, (a, b, c, d, e, f), r), x, y)
    for at, (x, y) in near.items():
        print_letter(sheet, x, y + r * 0.56, "abcdefgh"[at[0]], terrain[at])
    return sheet


def _draw_unknown(sheet: Sheet, layout: BoardLayout, known: Collection[Hex]) -> None:
    """The open sea, row numbers, and the undiscovered hexagons."""
    for upper in (False, True):
        if (sea := _open_water(layout, upper=upper)) is not None:
            sheet.put(sea, 0, 0)
    sheet.put(_row_numbers(layout), 0, 0)
    degrees = _degrees(layout)
    for x in (LEFT - 9, layout.right + 3):
        paste_image(sheet.image, degrees, x, TOP)
    hexagon = unknown(layout.r, UNSEEN, LINE)
    for row in range(max(1, layout.low - 1), min(layout.rows, layout.high + 1) + 1):
        for column in range(layout.columns):
            if (column, row) not in known:
                pave(sheet, hexagon, *layout.middle((column, row)))


def cover(sheet: Sheet, layout: BoardLayout) -> None:
    """Lay the paper above and below the window over what sticks out of it."""
    above, below_it = _margins(layout.columns)
    paste_image(sheet.image, above, LEFT - FRAME, 0)
    paste_image(sheet.image, below_it, LEFT - FRAME, BOTTOM)


@cached_sprite
def _margins(columns: int) -> tuple[Image.Image, Image.Image]:
    """The paper above and below the window."""
    whole = paper(columns)
    return whole.crop((0, 0, whole.width, TOP)), whole.crop((0, BOTTOM, whole.width, HEIGHT))


@cache
def print_on(kind: str) -> Colour:
    """The colour of the letter printed on a terrain."""
    return SEA_WORDS if kind == "water" else mix(INK, TERRAIN[kind], 0.3)


def print_letter(sheet: Sheet, x: float, y: float, string: str, kind: str) -> None:
    """The column letter of a hexagon of a terrain."""
    sheet.text(x, y, string, 2 * LETTER, size=LETTER, role="label", fill=print_on(kind), align="m", kind="place")


def reprint_letter(sheet: Sheet, layout: BoardLayout, at: Hex, columns: str) -> None:
    """The column letter of a hexagon again, above what lies on it."""
    x, y = layout.middle(at)
    sheet.text(
        x,
        y + layout.r * 0.58,
        columns[at[0]],
        2 * LETTER,
        size=LETTER,
        role="label",
        fill=INK,
        align="m",
        halo=(CREAM, 5),
        kind="place",
    )


@cached_sprite
def paper(columns: int) -> Image.Image:
    """The empty chart of a passage so wide, from the top of the picture to its foot: unknown waters in their frame."""
    layout = BoardLayout(columns, 0, 0)
    left, right = LEFT, layout.right
    c = Canvas((right - left + 2 * FRAME, HEIGHT), PAPER, SHARP, (FRAME - left, 0))
    inner = Canvas((right - left, BOTTOM - TOP), UNKNOWN, c.scale, (-left, -TOP))
    _graticule(inner, layout)
    c.image.paste(inner.image, (FRAME * c.scale, TOP * c.scale))
    c.rect(left - FRAME, TOP - FRAME, right + FRAME, BOTTOM + FRAME, None, edge=INK, width=2)
    c.rect(left - 10, TOP - 10, right + 10, BOTTOM + 10, None, edge=CREAM, width=8)
    c.rect(left - 2, TOP - 2, right + 2, BOTTOM + 2, None, edge=INK, width=2)
    return c.finish()


@cached_sprite
def _open_water(layout: BoardLayout, *, upper: bool) -> Sprite | None:
    """The water before the first row, or past the last one, on the unknown waters; None where it is beyond the window."""
    rows = (layout.rows + 1, layout.rows + 2) if upper else (-1, 0)
    reach = math.ceil(layout.r) + 2
    top, bottom = (math.floor(layout.field.line(row)) for row in (rows[1], rows[0]))
    top, bottom = max(TOP, top - reach), min(BOTTOM, bottom + reach)
    if top >= bottom:
        return None
    room = 24  # Lines are drawn whole: one that leaves the picture at a low angle ends otherwise.
    c = Canvas((layout.right - LEFT, bottom - top + 2 * room), UNKNOWN, SHARP, (-LEFT, room - top))
    _graticule(c, layout)
    for row in rows:
        for column in range(-1, layout.columns + 1):
            c.poly(corners(*layout.middle((column, row)), layout.r + 0.6), SEA)
    image = c.finish()
    return Sprite(image.crop((0, room, image.width, image.height - room)), -LEFT, -top)


def _graticule(c: Canvas, layout: BoardLayout) -> None:
    """Meridians and parallels over what nobody has seen."""
    for k in range(1, 12):
        x = LEFT + (layout.right - LEFT) * k / 12
        c.line([(x, TOP), (x + (k - 6) * 8, BOTTOM)], LINE, 1.4)
    for k in range(1, 16):
        y = TOP + (BOTTOM - TOP) * k / 16
        c.line(
            [(LEFT + (layout.right - LEFT) * s / 16, y - 12 * math.sin(math.pi * s / 16)) for s in range(17)], LINE, 1.4
        )


@cached_sprite
def _degrees(layout: BoardLayout) -> Image.Image:
    """The degree scale of a sea chart, a row a step, as high as the window."""
    c = Canvas((6, BOTTOM - TOP), CREAM, SHARP, (0, -TOP))
    half = layout.field.step / 2
    for row in range(layout.low - 1, layout.high + 2):
        y = layout.field.line(row)
        if row % 2 == 0:
            c.rect(0, max(y - half, TOP), 6, max(TOP, min(y + half, BOTTOM)), INK)
    return c.finish()


@cached_sprite
def _row_numbers(layout: BoardLayout) -> Sprite:
    """The numbers of the rows in the window; anchored at the top left corner of the picture."""
    left = LEFT - 20 - 54
    c = Canvas((60, HEIGHT), PAPER, SHARP, (-left, 0))
    for row in range(layout.low - 1, layout.high + 2):
        if layout.shows(row) and 1 <= row <= layout.rows:
            c.text(LEFT - 20, layout.field.line(row), str(row), 39, INK, "label", "rm", kind="place")
    return Sprite(c.finish(), -left, 0, tuple(c.words))


# ----------------------------------------------------------------------- overview
def _draw_overview(sheet: Sheet, layout: BoardLayout, known: Ground) -> None:
    """The ground of the whole passage small, at the left edge of the picture."""
    sheet.put(_empty_overview(layout.columns, layout.rows), 0, 0)
    for at, kind in known.hexes:
        fill_box(sheet.image, TERRAIN[kind], layout.strip_box(at))
    for row in range(1, known.laid + 1):
        y = round(layout.strip_top(row))
        fill_box(sheet.image, BORDER, (STRIP_LEFT, y, STRIP_LEFT + STRIP_WIDE, y + 1))


@cached_sprite
def _empty_overview(columns: int, rows: int) -> Sprite:
    """The overview of a passage of which nothing is known."""
    layout = BoardLayout(columns, rows, 0)
    c = Canvas((STRIP_LEFT + STRIP_WIDE + 11, HEIGHT), PAPER)
    right, low, top = STRIP_LEFT + STRIP_WIDE, layout.strip_top(0), layout.strip_top(rows)
    c.rect(STRIP_LEFT - 3, TOP - 3, right + 3, BOTTOM + 3, INK, radius=6)
    c.rect(STRIP_LEFT, TOP, right, BOTTOM, SEA, radius=4)
    c.rect(STRIP_LEFT, top, right, low, UNKNOWN)
    for row in range(1, rows + 1):
        middle = layout.strip_top(row) + layout.strip[1] / 2
        for k in (-1, 0, 1):
            c.disc(STRIP_LEFT + STRIP_WIDE / 2 + k * STRIP_WIDE / 4, middle, 2.4, LINE)
        if not row % 4:
            c.text(STRIP_LEFT - 10, middle, str(row), 39, INK, "bold", "rm", kind="place")
    return c.printed()


def draw_routes(sheet: Sheet, layout: BoardLayout, routes: Routes) -> None:
    """All tokens on the overview as lines, with thin links between those laid one after the other, and the frame of the window."""
    before: dict[int, Hex] = {}
    for seat, path in routes:
        last = before.get(seat)
        if last is not None and path[0] in neighbours(last):
            _draw_line(sheet, layout, link, seat, (last, path[0]))
        before[seat] = path[-1]
    for seat, path in routes:
        _draw_line(sheet, layout, line, seat, path)
    _window(sheet, layout)


def _draw_line(
    sheet: Sheet,
    layout: BoardLayout,
    kind: Callable[[int, tuple[Point, ...]], Sprite],
    seat: int,
    path: Sequence[Hex],
) -> None:
    """A line through the middles of hexagons."""
    points = [(round(x), round(y)) for x, y in map(layout.strip_middle, path)]
    x, y = points[0]
    sheet.put(kind(seat, tuple((px - x, py - y) for px, py in points)), x, y)


def _window(sheet: Sheet, layout: BoardLayout) -> None:
    """The frame round the rows that the window shows."""
    left, right = STRIP_LEFT - 9, STRIP_LEFT + STRIP_WIDE + 9
    top = round(max(layout.strip_top(layout.high), TOP)) - 5
    bottom = round(min(layout.strip_top(layout.low - 1), BOTTOM)) + 5
    upper, lower = _frame_ends(right - left)
    paste_image(sheet.image, upper, left, top)
    paste_image(sheet.image, lower, left, bottom - lower.height)
    for x in (left, right - 9):
        for inset, fill in ((0, INK), (2, CREAM)):
            box = (x + inset, top + upper.height, x + 9 - inset, bottom - lower.height)
            fill_box(sheet.image, fill, box)


@cached_sprite
def _frame_ends(wide: int) -> tuple[Image.Image, Image.Image]:
    """The upper and the lower side of the frame with its round corners."""
    c = Canvas((wide, 40))
    c.rect(0, 0, wide, 40, None, edge=INK, width=9, radius=9)
    c.rect(2, 2, wide - 2, 38, None, edge=CREAM, width=5, radius=7)
    whole = c.finish()
    return whole.crop((0, 0, wide, 10)), whole.crop((0, 30, wide, 40))
