"""The passage of La Aventura del Paso del Noroeste: the window of rows with its ground, and the overview of all rows beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

from engine.games.paso.view import View
from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Point, Sprite
from render.kit.drawing import Drawing
from render.kit.hexes import WIDTH_PER_RADIUS, Hex, list_corners, list_neighbours
from render.kit.sheet import Sheet, fill_box, paste_image
from render.kit.split_sprites import paste_split_sprite
from render.kit.theme import CREAM, INK, PAPER, SEA, Colour, mix_colours
from render.paso.ground import (
    LETTER_SIZE_PX,
    TERRAIN_COLOURS,
    draw_hexagon,
    draw_inner_hexagon,
    draw_rim,
    draw_unknown_hexagon,
    find_overlap_row,
)
from render.paso.layout import (
    OVERVIEW_LEFT_PX,
    OVERVIEW_WIDTH_PX,
    WINDOW_BOTTOM_PX,
    WINDOW_LEFT_PX,
    WINDOW_TOP_PX,
    BoardLayout,
)
from render.paso.ribbons import draw_overview_line, draw_overview_link

CHART_HEIGHT_PX = 1050
FRAME_WIDTH_PX = 12
"""How far the frame of the window reaches beyond it."""
UNKNOWN_COLOUR, UNSEEN_COLOUR, LINE_COLOUR = "#CBBE9C", "#D3C7A7", "#B9AA84"
SEA_WORD_COLOUR = "#CFE0EA"
ROW_BORDER_COLOUR = mix_colours(INK, UNKNOWN_COLOUR, 0.62)
"""Between the rows of the overview."""
CHART_COLOURS: tuple[Colour, ...] = (PAPER, UNKNOWN_COLOUR, UNSEEN_COLOUR, LINE_COLOUR, SEA_WORD_COLOUR)
"""The plain colours of the chart."""


class KnownGround(NamedTuple):
    """What is known of the passage: every hexagon with its printed terrain, and how many rows are laid."""

    hexes: tuple[tuple[Hex, str], ...]
    rows_laid: int


Routes = tuple[tuple[int, tuple[Hex, ...]], ...]
"""Every progress token by seat and hexagons, in the order of laying."""


def create_known_ground(view: View) -> KnownGround:
    """What the chart is drawn from."""
    return KnownGround(tuple(((seen.x, seen.row), seen.printed_terrain) for seen in view.hexes), view.laid)


# ------------------------------------------------------------------------- window
@cached_layer
def draw_chart_with_overview(layout: BoardLayout, known: KnownGround) -> Sheet:
    """Paper, window and its ground, and the overview of all of it, `layout.edge` × 1050."""
    sheet = draw_chart(layout, known)
    _draw_overview(sheet, layout, known)
    return sheet


def draw_chart(layout: BoardLayout, known: KnownGround) -> Sheet:
    """The same without the overview. Hexagons stick out of the window above and below: see `cover_overhang`."""
    sheet = Sheet(Drawing((layout.panel_left, CHART_HEIGHT_PX)))
    left, right = WINDOW_LEFT_PX - FRAME_WIDTH_PX, layout.window_right + FRAME_WIDTH_PX
    for a, b in ((0, left), (right, layout.panel_left)):
        fill_box(sheet.image, PAPER, (a, 0, b, CHART_HEIGHT_PX))
    paste_image(sheet.image, draw_empty_chart(layout.columns), left, 0)
    r, middle, terrain = layout.r, layout.field.find_centre, dict(known.hexes)
    rows = range(layout.bottom_row - 1, layout.top_row + 2)
    near = {at: middle(at) for at in terrain if at[1] in rows}
    _draw_unknown(sheet, layout, near)
    around = {at: list_neighbours(at) for at in near}
    # The rims of seven hexagons together leave nothing open of the box round the one in their middle, as far as one sees it.
    inner = {at for at in near if all(other in near or other[1] not in rows for other in around[at])}
    half = math.ceil(r * WIDTH_PER_RADIUS / 2)
    for at, (x, y) in near.items():
        if at in inner:
            left, top = round(x) - half, round(y) - r  # the upper part of such a hexagon brings its own ink
            fill_box(sheet.image, INK, (left, top + find_overlap_row(r) - 2, left + 2 * half, top + 2 * r))
        else:
            paste_split_sprite(sheet, draw_rim(r), x, y)
    for at, (x, y) in near.items():
        kind = terrain[at]
        a, b, c, d, e, f = (terrain.get(other, kind) == "water" for other in around[at])
        paste_split_sprite(
            sheet, (draw_inner_hexagon if at in inner else draw_hexagon)(kind, (a, b, c, d, e, f), r), x, y
        )
    for at, (x, y) in near.items():
        draw_letter(sheet, x, y + r * 0.56, "abcdefgh"[at[0]], terrain[at])
    return sheet


def _draw_unknown(sheet: Sheet, layout: BoardLayout, known: Collection[Hex]) -> None:
    """The open sea, row numbers, and the undiscovered hexagons."""
    for upper in (False, True):
        if (sea := _draw_open_water(layout, upper=upper)) is not None:
            sheet.put(sea, 0, 0)
    sheet.put(_draw_row_numbers(layout), 0, 0)
    degrees = _draw_degree_scale(layout)
    for x in (WINDOW_LEFT_PX - 9, layout.window_right + 3):
        paste_image(sheet.image, degrees, x, WINDOW_TOP_PX)
    hexagon = draw_unknown_hexagon(layout.r, UNSEEN_COLOUR, LINE_COLOUR)
    for row in range(max(1, layout.bottom_row - 1), min(layout.rows, layout.top_row + 1) + 1):
        for column in range(layout.columns):
            if (column, row) not in known:
                paste_split_sprite(sheet, hexagon, *layout.find_middle((column, row)))


def cover_overhang(sheet: Sheet, layout: BoardLayout) -> None:
    """Lay the paper above and below the window over what sticks out of it."""
    above, below_it = _draw_margins(layout.columns)
    paste_image(sheet.image, above, WINDOW_LEFT_PX - FRAME_WIDTH_PX, 0)
    paste_image(sheet.image, below_it, WINDOW_LEFT_PX - FRAME_WIDTH_PX, WINDOW_BOTTOM_PX)


@cached_sprite
def _draw_margins(columns: int) -> tuple[Image.Image, Image.Image]:
    """The paper above and below the window."""
    whole = draw_empty_chart(columns)
    return whole.crop((0, 0, whole.width, WINDOW_TOP_PX)), whole.crop(
        (0, WINDOW_BOTTOM_PX, whole.width, CHART_HEIGHT_PX)
    )


@cache
def choose_letter_colour(kind: str) -> Colour:
    """The colour of the letter printed on a terrain."""
    return SEA_WORD_COLOUR if kind == "water" else mix_colours(INK, TERRAIN_COLOURS[kind], 0.3)


def draw_letter(sheet: Sheet, x: float, y: float, string: str, kind: str) -> None:
    """The column letter of a hexagon of a terrain."""
    sheet.text(
        x,
        y,
        string,
        2 * LETTER_SIZE_PX,
        size=LETTER_SIZE_PX,
        role="label",
        fill=choose_letter_colour(kind),
        align="m",
        kind="place",
    )


def redraw_letter(sheet: Sheet, layout: BoardLayout, hexagon: Hex, columns: str) -> None:
    """The column letter of a hexagon again, above what lies on it."""
    x, y = layout.find_middle(hexagon)
    sheet.text(
        x,
        y + layout.r * 0.58,
        columns[hexagon[0]],
        2 * LETTER_SIZE_PX,
        size=LETTER_SIZE_PX,
        role="label",
        fill=INK,
        align="m",
        halo=(CREAM, 5),
        kind="place",
    )


@cached_sprite
def draw_empty_chart(columns: int) -> Image.Image:
    """The empty chart of a passage so wide, from the top of the picture to its foot: unknown waters in their frame."""
    layout = BoardLayout(columns, 0, 0)
    left, right = WINDOW_LEFT_PX, layout.window_right
    c = Canvas((right - left + 2 * FRAME_WIDTH_PX, CHART_HEIGHT_PX), PAPER, BASE_SCALE, (FRAME_WIDTH_PX - left, 0))
    inner = Canvas((right - left, WINDOW_BOTTOM_PX - WINDOW_TOP_PX), UNKNOWN_COLOUR, c.scale, (-left, -WINDOW_TOP_PX))
    _draw_graticule(inner, layout)
    c.image.paste(inner.image, (FRAME_WIDTH_PX * c.scale, WINDOW_TOP_PX * c.scale))
    c.rect(
        left - FRAME_WIDTH_PX,
        WINDOW_TOP_PX - FRAME_WIDTH_PX,
        right + FRAME_WIDTH_PX,
        WINDOW_BOTTOM_PX + FRAME_WIDTH_PX,
        None,
        edge=INK,
        width=2,
    )
    c.rect(left - 10, WINDOW_TOP_PX - 10, right + 10, WINDOW_BOTTOM_PX + 10, None, edge=CREAM, width=8)
    c.rect(left - 2, WINDOW_TOP_PX - 2, right + 2, WINDOW_BOTTOM_PX + 2, None, edge=INK, width=2)
    return c.finish()


@cached_sprite
def _draw_open_water(layout: BoardLayout, *, upper: bool) -> Sprite | None:
    """The water before the first row, or past the last one, on the unknown waters; None where it is beyond the window."""
    rows = (layout.rows + 1, layout.rows + 2) if upper else (-1, 0)
    reach = math.ceil(layout.r) + 2
    top, bottom = (math.floor(layout.field.find_row_y(row)) for row in (rows[1], rows[0]))
    top, bottom = max(WINDOW_TOP_PX, top - reach), min(WINDOW_BOTTOM_PX, bottom + reach)
    if top >= bottom:
        return None
    room = 24  # Lines are drawn whole: one that leaves the picture at a low angle ends otherwise.
    c = Canvas(
        (layout.window_right - WINDOW_LEFT_PX, bottom - top + 2 * room),
        UNKNOWN_COLOUR,
        BASE_SCALE,
        (-WINDOW_LEFT_PX, room - top),
    )
    _draw_graticule(c, layout)
    for row in rows:
        for column in range(-1, layout.columns + 1):
            c.poly(list_corners(*layout.find_middle((column, row)), layout.r + 0.6), SEA)
    image = c.finish()
    return Sprite(image.crop((0, room, image.width, image.height - room)), -WINDOW_LEFT_PX, -top)


def _draw_graticule(c: Canvas, layout: BoardLayout) -> None:
    """Meridians and parallels over what nobody has seen."""
    for k in range(1, 12):
        x = WINDOW_LEFT_PX + (layout.window_right - WINDOW_LEFT_PX) * k / 12
        c.line([(x, WINDOW_TOP_PX), (x + (k - 6) * 8, WINDOW_BOTTOM_PX)], LINE_COLOUR, 1.4)
    for k in range(1, 16):
        y = WINDOW_TOP_PX + (WINDOW_BOTTOM_PX - WINDOW_TOP_PX) * k / 16
        c.line(
            [
                (WINDOW_LEFT_PX + (layout.window_right - WINDOW_LEFT_PX) * s / 16, y - 12 * math.sin(math.pi * s / 16))
                for s in range(17)
            ],
            LINE_COLOUR,
            1.4,
        )


@cached_sprite
def _draw_degree_scale(layout: BoardLayout) -> Image.Image:
    """The degree scale of a sea chart, a row a step, as high as the window."""
    c = Canvas((6, WINDOW_BOTTOM_PX - WINDOW_TOP_PX), CREAM, BASE_SCALE, (0, -WINDOW_TOP_PX))
    half = layout.field.row_step / 2
    for row in range(layout.bottom_row - 1, layout.top_row + 2):
        y = layout.field.find_row_y(row)
        if row % 2 == 0:
            c.rect(0, max(y - half, WINDOW_TOP_PX), 6, max(WINDOW_TOP_PX, min(y + half, WINDOW_BOTTOM_PX)), INK)
    return c.finish()


@cached_sprite
def _draw_row_numbers(layout: BoardLayout) -> Sprite:
    """The numbers of the rows in the window; anchored at the top left corner of the picture."""
    left = WINDOW_LEFT_PX - 20 - 54
    c = Canvas((60, CHART_HEIGHT_PX), PAPER, BASE_SCALE, (-left, 0))
    for row in range(layout.bottom_row - 1, layout.top_row + 2):
        if layout.is_row_visible(row) and 1 <= row <= layout.rows:
            c.text(WINDOW_LEFT_PX - 20, layout.field.find_row_y(row), str(row), 39, INK, "label", "rm", kind="place")
    return Sprite(c.finish(), -left, 0, tuple(c.words))


# ----------------------------------------------------------------------- overview
def _draw_overview(sheet: Sheet, layout: BoardLayout, known: KnownGround) -> None:
    """The ground of the whole passage small, at the left edge of the picture."""
    sheet.put(_draw_empty_overview(layout.columns, layout.rows), 0, 0)
    for at, kind in known.hexes:
        fill_box(sheet.image, TERRAIN_COLOURS[kind], layout.find_overview_box(at))
    for row in range(1, known.rows_laid + 1):
        y = round(layout.find_overview_top(row))
        fill_box(sheet.image, ROW_BORDER_COLOUR, (OVERVIEW_LEFT_PX, y, OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX, y + 1))


@cached_sprite
def _draw_empty_overview(columns: int, rows: int) -> Sprite:
    """The overview of a passage of which nothing is known."""
    layout = BoardLayout(columns, rows, 0)
    c = Canvas((OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX + 11, CHART_HEIGHT_PX), PAPER)
    right, low, top = OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX, layout.find_overview_top(0), layout.find_overview_top(rows)
    c.rect(OVERVIEW_LEFT_PX - 3, WINDOW_TOP_PX - 3, right + 3, WINDOW_BOTTOM_PX + 3, INK, radius=6)
    c.rect(OVERVIEW_LEFT_PX, WINDOW_TOP_PX, right, WINDOW_BOTTOM_PX, SEA, radius=4)
    c.rect(OVERVIEW_LEFT_PX, top, right, low, UNKNOWN_COLOUR)
    for row in range(1, rows + 1):
        middle = layout.find_overview_top(row) + layout.overview_cell_size[1] / 2
        for k in (-1, 0, 1):
            c.disc(OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX / 2 + k * OVERVIEW_WIDTH_PX / 4, middle, 2.4, LINE_COLOUR)
        if not row % 4:
            c.text(OVERVIEW_LEFT_PX - 10, middle, str(row), 39, INK, "bold", "rm", kind="place")
    return c.full_sprite()


def draw_routes(sheet: Sheet, layout: BoardLayout, routes: Routes) -> None:
    """All tokens on the overview as lines, with thin links between those laid one after the other, and the frame of the window."""
    before: dict[int, Hex] = {}
    for seat, path in routes:
        last = before.get(seat)
        if last is not None and path[0] in list_neighbours(last):
            _draw_line(sheet, layout, draw_overview_link, seat, (last, path[0]))
        before[seat] = path[-1]
    for seat, path in routes:
        _draw_line(sheet, layout, draw_overview_line, seat, path)
    _draw_frame(sheet, layout)


def _draw_line(
    sheet: Sheet,
    layout: BoardLayout,
    kind: Callable[[int, tuple[Point, ...]], Sprite],
    seat: int,
    path: Sequence[Hex],
) -> None:
    """A line through the middles of hexagons."""
    points = [(round(x), round(y)) for x, y in map(layout.find_overview_middle, path)]
    x, y = points[0]
    sheet.put(kind(seat, tuple((px - x, py - y) for px, py in points)), x, y)


def _draw_frame(sheet: Sheet, layout: BoardLayout) -> None:
    """The frame round the rows that the window shows."""
    left, right = OVERVIEW_LEFT_PX - 9, OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX + 9
    top = round(max(layout.find_overview_top(layout.top_row), WINDOW_TOP_PX)) - 5
    bottom = round(min(layout.find_overview_top(layout.bottom_row - 1), WINDOW_BOTTOM_PX)) + 5
    upper, lower = _draw_frame_ends(right - left)
    paste_image(sheet.image, upper, left, top)
    paste_image(sheet.image, lower, left, bottom - lower.height)
    for x in (left, right - 9):
        for inset, fill in ((0, INK), (2, CREAM)):
            box = (x + inset, top + upper.height, x + 9 - inset, bottom - lower.height)
            fill_box(sheet.image, fill, box)


@cached_sprite
def _draw_frame_ends(width: int) -> tuple[Image.Image, Image.Image]:
    """The upper and the lower side of the frame with its round corners."""
    c = Canvas((width, 40))
    c.rect(0, 0, width, 40, None, edge=INK, width=9, radius=9)
    c.rect(2, 2, width - 2, 38, None, edge=CREAM, width=5, radius=7)
    whole = c.finish()
    return whole.crop((0, 0, width, 10)), whole.crop((0, 30, width, 40))
