"""The passage of La Aventura del Paso del Noroeste: the window of rows with its ground, and the overview of all rows at
its left.
"""

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
from render.kit.shapes import place_points
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
ROW_SIZE_PX, ROW_INSET_PX = 55, 16
"""The size of the numbers of rows next to the window, and their distance from it."""
LETTER_DROP = 0.51
"""The distance of the letter of a column below the middle of its hexagon, as a share of the radius."""
FRAME_WIDTH_PX = 12
"""The width of the window's frame."""
UNKNOWN_COLOUR, UNSEEN_COLOUR, LINE_COLOUR = "#CBBE9C", "#D3C7A7", "#B9AA84"
SEA_WORD_COLOUR = "#CFE0EA"
ROW_BORDER_COLOUR = mix_colours(INK, UNKNOWN_COLOUR, 0.62)
"""The colour of the lines between the rows of the overview."""
CHART_COLOURS: tuple[Colour, ...] = (PAPER, UNKNOWN_COLOUR, UNSEEN_COLOUR, LINE_COLOUR, SEA_WORD_COLOUR)
"""The plain colours of the chart."""


class KnownGround(NamedTuple):
    """The discovered part of the passage: every hexagon with its printed terrain, and the number of rows laid."""

    hexes: tuple[tuple[Hex, str], ...]
    rows_laid: int


Routes = tuple[tuple[int, tuple[Hex, ...]], ...]
"""The progress tokens by seat and hexagons, in the order of laying."""


def create_known_ground(view: View) -> KnownGround:
    """Create the discovered ground of a view."""
    hexes = tuple([((hexagon.x, hexagon.row), hexagon.printed_terrain) for hexagon in view.hexes])
    return KnownGround(hexes, view.laid)


# ------------------------------------------------------------------------- window
@cached_layer
def draw_chart_with_overview(layout: BoardLayout, known: KnownGround) -> Sheet:
    """Draw the paper, the window with its ground, and the overview; `layout.panel_left` × 1050."""
    sheet = draw_chart(layout, known)
    _draw_overview(sheet, layout, known)
    return sheet


def draw_chart(layout: BoardLayout, known: KnownGround) -> Sheet:
    """Draw the paper and the window with its ground, without the overview.

    Hexagons stick out of the window above and below; `cover_overhang` hides this.
    """
    sheet = Sheet(Drawing((layout.panel_left, CHART_HEIGHT_PX)))
    left, right = WINDOW_LEFT_PX - FRAME_WIDTH_PX, layout.window_right + FRAME_WIDTH_PX
    fill_box(sheet.image, PAPER, (0, 0, left, CHART_HEIGHT_PX))
    fill_box(sheet.image, PAPER, (right, 0, layout.panel_left, CHART_HEIGHT_PX))
    paste_image(sheet.image, draw_empty_chart(layout.columns), left, 0)
    terrain, middles = dict(known.hexes), _map_visible_middles(layout, known)
    _draw_unknown(sheet, layout, middles)
    _draw_known(sheet, layout, terrain, middles)
    for hexagon, (x, y) in middles.items():
        draw_letter(sheet, x, y + layout.r * LETTER_DROP, "abcdefgh"[hexagon[0]], terrain[hexagon])
    return sheet


def _map_visible_middles(layout: BoardLayout, known: KnownGround) -> dict[Hex, Point]:
    """Map the discovered hexagons of the window, and of one more row above and below it, to their middles."""
    rows, find_middle = _list_near_rows(layout), layout.field.find_centre
    return {hexagon: find_middle(hexagon) for hexagon, _ in known.hexes if hexagon[1] in rows}


def _list_near_rows(layout: BoardLayout) -> range:
    """Return the rows of the window, with one more row above and below it."""
    return range(layout.bottom_row - 1, layout.top_row + 2)


def _draw_known(sheet: Sheet, layout: BoardLayout, terrain: dict[Hex, str], middles: dict[Hex, Point]) -> None:
    """Draw the rims of the discovered hexagons, then the hexagons."""
    r, rows = layout.r, _list_near_rows(layout)
    neighbours_by_hexagon = {hexagon: list_neighbours(hexagon) for hexagon in middles}
    # The rims of a hexagon and of its six neighbours together cover the visible part of the box around it.
    inner: set[Hex] = set()
    for hexagon, around in neighbours_by_hexagon.items():
        if all(other in middles or other[1] not in rows for other in around):
            inner.add(hexagon)
    half_width = math.ceil(r * WIDTH_PER_RADIUS / 2)
    for hexagon, (x, y) in middles.items():
        if hexagon in inner:
            left, top = round(x) - half_width, round(y) - r
            # The picture of an inner hexagon brings the ink of its upper part.
            fill_box(sheet.image, INK, (left, top + find_overlap_row(r) - 2, left + 2 * half_width, top + 2 * r))
        else:
            paste_split_sprite(sheet, draw_rim(r), x, y)
    for hexagon, (x, y) in middles.items():
        kind = terrain[hexagon]
        a, b, c, d, e, f = (terrain.get(other, kind) == "water" for other in neighbours_by_hexagon[hexagon])
        if hexagon in inner:
            tile = draw_inner_hexagon(kind, (a, b, c, d, e, f), r)
        else:
            tile = draw_hexagon(kind, (a, b, c, d, e, f), r)
        paste_split_sprite(sheet, tile, x, y)


def _draw_unknown(sheet: Sheet, layout: BoardLayout, known: Collection[Hex]) -> None:
    """Draw the open sea, the row numbers and the undiscovered hexagons."""
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
    """Cover with paper what sticks out of the window above and below."""
    upper, lower = _draw_margins(layout.columns)
    paste_image(sheet.image, upper, WINDOW_LEFT_PX - FRAME_WIDTH_PX, 0)
    paste_image(sheet.image, lower, WINDOW_LEFT_PX - FRAME_WIDTH_PX, WINDOW_BOTTOM_PX)


@cached_sprite
def _draw_margins(columns: int) -> tuple[Image.Image, Image.Image]:
    """Draw the paper above and below the window."""
    whole = draw_empty_chart(columns)
    upper = whole.crop((0, 0, whole.width, WINDOW_TOP_PX))
    lower = whole.crop((0, WINDOW_BOTTOM_PX, whole.width, CHART_HEIGHT_PX))
    return upper, lower


@cache
def choose_letter_colour(kind: str) -> Colour:
    """Return the colour of the letter printed on a terrain."""
    return SEA_WORD_COLOUR if kind == "water" else mix_colours(INK, TERRAIN_COLOURS[kind], 0.3)


def draw_letter(sheet: Sheet, x: float, y: float, string: str, kind: str) -> None:
    """Draw the column letter of a hexagon of a terrain."""
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
    """Draw the column letter of a hexagon again, above the pieces on it."""
    x, y = layout.find_middle(hexagon)
    sheet.text(
        x,
        y + layout.r * (LETTER_DROP + 0.02),
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
    """Draw the empty chart of a passage, as high as the picture: unknown waters in their frame."""
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
    """Draw the water before the first row, or past the last one; None if it is beyond the window."""
    if upper:
        rows = (layout.rows + 1, layout.rows + 2)
    else:
        rows = (-1, 0)
    reach = math.ceil(layout.r) + 2
    top = max(WINDOW_TOP_PX, math.floor(layout.field.find_row_y(rows[1])) - reach)
    bottom = min(WINDOW_BOTTOM_PX, math.floor(layout.field.find_row_y(rows[0])) + reach)
    if top >= bottom:
        return None
    margin = 24  # Lines are drawn whole, because a line that leaves the picture at a low angle would end differently.
    c = Canvas(
        (layout.window_right - WINDOW_LEFT_PX, bottom - top + 2 * margin),
        UNKNOWN_COLOUR,
        BASE_SCALE,
        (-WINDOW_LEFT_PX, margin - top),
    )
    _draw_graticule(c, layout)
    for row in rows:
        for column in range(-1, layout.columns + 1):
            c.poly(list_corners(*layout.find_middle((column, row)), layout.r + 0.6), SEA)
    image = c.finish()
    return Sprite(image.crop((0, margin, image.width, image.height - margin)), -WINDOW_LEFT_PX, -top)


def _draw_graticule(c: Canvas, layout: BoardLayout) -> None:
    """Draw meridians and parallels over the undiscovered waters."""
    width, height = layout.window_right - WINDOW_LEFT_PX, WINDOW_BOTTOM_PX - WINDOW_TOP_PX
    for n in range(1, 12):
        x = WINDOW_LEFT_PX + width * n / 12
        c.line([(x, WINDOW_TOP_PX), (x + (n - 6) * 8, WINDOW_BOTTOM_PX)], LINE_COLOUR, 1.4)
    for n in range(1, 16):
        y = WINDOW_TOP_PX + height * n / 16
        parallel = [(WINDOW_LEFT_PX + width * s / 16, y - 12 * math.sin(math.pi * s / 16)) for s in range(17)]
        c.line(parallel, LINE_COLOUR, 1.4)


@cached_sprite
def _draw_degree_scale(layout: BoardLayout) -> Image.Image:
    """Draw the degree scale of a sea chart, one row a step, as high as the window."""
    c = Canvas((6, WINDOW_BOTTOM_PX - WINDOW_TOP_PX), CREAM, BASE_SCALE, (0, -WINDOW_TOP_PX))
    half = layout.field.row_step / 2
    for row in range(layout.bottom_row - 1, layout.top_row + 2):
        y = layout.field.find_row_y(row)
        if row % 2 == 0:
            c.rect(0, max(y - half, WINDOW_TOP_PX), 6, max(WINDOW_TOP_PX, min(y + half, WINDOW_BOTTOM_PX)), INK)
    return c.finish()


@cached_sprite
def _draw_row_numbers(layout: BoardLayout) -> Sprite:
    """Draw the numbers of the rows in the window; anchored at the top left corner of the picture."""
    left = WINDOW_LEFT_PX - ROW_INSET_PX - 58
    c = Canvas((64, CHART_HEIGHT_PX), PAPER, BASE_SCALE, (-left, 0))
    for row in range(layout.bottom_row - 1, layout.top_row + 2):
        if layout.is_row_visible(row) and 1 <= row <= layout.rows:
            c.text(
                WINDOW_LEFT_PX - ROW_INSET_PX,
                layout.field.find_row_y(row),
                str(row),
                ROW_SIZE_PX,
                INK,
                "bold",
                "rm",
                kind="place",
            )
    return Sprite(c.finish(), -left, 0, tuple(c.words))


# ----------------------------------------------------------------------- overview
def _draw_overview(sheet: Sheet, layout: BoardLayout, known: KnownGround) -> None:
    """Draw the ground of the whole passage, small, at the left edge of the picture."""
    sheet.put(_draw_empty_overview(layout.columns, layout.rows), 0, 0)
    for hexagon, kind in known.hexes:
        fill_box(sheet.image, TERRAIN_COLOURS[kind], layout.find_overview_box(hexagon))
    for row in range(1, known.rows_laid + 1):
        y = round(layout.find_overview_top(row))
        fill_box(sheet.image, ROW_BORDER_COLOUR, (OVERVIEW_LEFT_PX, y, OVERVIEW_LEFT_PX + OVERVIEW_WIDTH_PX, y + 1))


@cached_sprite
def _draw_empty_overview(columns: int, rows: int) -> Sprite:
    """Draw the overview of a passage without any discovered row."""
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
    """Draw all tokens on the overview as lines, thin links between consecutive ones, and the frame of the window."""
    last_hexagons: dict[int, Hex] = {}
    for seat, path in routes:
        last = last_hexagons.get(seat)
        if last is not None and path[0] in list_neighbours(last):
            _draw_line(sheet, layout, draw_overview_link, seat, (last, path[0]))
        last_hexagons[seat] = path[-1]
    for seat, path in routes:
        _draw_line(sheet, layout, draw_overview_line, seat, path)
    _draw_frame(sheet, layout)


def _draw_line(
    sheet: Sheet,
    layout: BoardLayout,
    draw: Callable[[int, tuple[Point, ...]], Sprite],
    seat: int,
    path: Sequence[Hex],
) -> None:
    """Draw a line through the middles of hexagons."""
    points = [(round(x), round(y)) for x, y in map(layout.find_overview_middle, path)]
    x, y = points[0]
    sheet.put(draw(seat, tuple(place_points(points, -x, -y))), x, y)


def _draw_frame(sheet: Sheet, layout: BoardLayout) -> None:
    """Draw the frame around the rows that the window shows."""
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
    """Draw the upper and the lower side of the frame with its round corners."""
    c = Canvas((width, 40))
    c.rect(0, 0, width, 40, None, edge=INK, width=9, radius=9)
    c.rect(2, 2, width - 2, 38, None, edge=CREAM, width=5, radius=7)
    whole = c.finish()
    return whole.crop((0, 0, width, 10)), whole.crop((0, 30, width, 40))
