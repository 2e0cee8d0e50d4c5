"""The chart of Expedition: Northwest Passage: sea, land, ice, seams and lines on the empty chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.northwest.view import View
from render.kit.cache import cached_layer, cached_sprite
from render.kit.canvas import BASE_SCALE, Point, Sprite, create_canvas
from render.kit.drawing import Drawing, set_pixel_fingerprint
from render.kit.sheet import Sheet, fill_mask, paste_image
from render.kit.squares import ICE_COLOUR, Corners, compute_wobble
from render.kit.text import Box
from render.kit.theme import CREAM, INK
from render.northwest.ground import choose_look, draw_square
from render.northwest.layout import CHART_LEFT_PX, CHART_TOP_PX, PANEL_EDGE_PX, BoardLayout, Cell
from render.northwest.paper import CHART_HEIGHT_PX, draw_empty_chart
from render.northwest.pieces import ICE_EDGE_COLOUR

THIN_ICE_OPACITY = 0.46
BRASH_OPACITY = 150
"""The opacity of the dashes in the ice over the unexplored, of 255."""
BRASH_DASHES: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((0.12, 0.3, 0.3), (0.24, 0.38, 0.26), (0.6, 0.72, 0.22)),
    ((0.55, 0.24, 0.3), (0.66, 0.32, 0.2), (0.14, 0.66, 0.3)),
    ((0.16, 0.78, 0.24), (0.42, 0.46, 0.32), (0.54, 0.54, 0.2)),
    ((0.58, 0.82, 0.26), (0.12, 0.52, 0.26), (0.22, 0.6, 0.3)),
)
"""The dashes on each look of a square: the western end, the line and the length, as shares of the side."""
SEAM_DARKNESS, BORDER_DARKNESS = 88, 215
"""The opacity of the joint between two tiles, and of the border of the explored, of 255."""
SEAM_REACH_PX = 3
"""How far a border reaches beyond its square."""


class Terrain(NamedTuple):
    """The explored part of the chart: the corners of every square, row by row (None: unexplored), and the squares of each tile."""

    squares: tuple[Corners | None, ...]
    tiles: tuple[tuple[Cell, ...], ...]


class IceSeason(NamedTuple):
    """The number of frozen rows now, and at the next two positions of the sun."""

    rows_now: int
    rows_next: tuple[int, ...]


def build_terrain(view: View) -> Terrain:
    """Build the terrain of the chart from a view."""
    squares: list[Corners | None] = [None] * (view.columns * view.rows)
    for cell in view.cells:
        nw, ne, sw, se = cell.land
        squares[cell.y * view.columns + cell.x] = (int(nw), int(ne), int(sw), int(se))
    return Terrain(tuple(squares), tuple(tile.cells for tile in view.laid_tiles))


def build_season(view: View) -> IceSeason:
    """Build the ice now and at the next two sun steps."""
    return IceSeason(view.sun.frozen_rows, () if view.ended else tuple(sun.frozen_rows for sun in view.suns[:2]))


@cached_layer
def draw_chart(layout: BoardLayout, terrain: Terrain, season: IceSeason) -> Sheet:
    """Draw the parts of the chart that stay the same during a turn, `PANEL_EDGE_PX` × 1050."""
    sheet = Sheet(Drawing((PANEL_EDGE_PX, CHART_HEIGHT_PX)))
    sheet.put(draw_empty_chart(layout), 0, 0)
    image = sheet.image
    _draw_thin_ice(image, layout, season.rows_now)
    explored = _list_explored(layout, terrain)
    _draw_squares(image, layout, explored, season.rows_now)
    _draw_seams(image, layout, terrain, explored.keys())
    for _, first, _ in layout.list_shown_bands()[1:]:
        _paste_layer(image, _draw_meridian(layout), *layout.place_square((first, layout.frame.row)))
    _draw_ice_edges(image, layout, season)
    _list_marks(sheet, layout, explored, season)
    return sheet


def _list_marks(sheet: Sheet, layout: BoardLayout, explored: dict[Cell, Corners], season: IceSeason) -> None:
    """List the squares, the edges of the ice and the zones for the legend, square by square, since a crop shows a part."""
    frame, half = layout.frame, layout.side / 2
    for row in range(frame.row, frame.row + frame.rows):
        for column in range(frame.column, frame.column + frame.columns):
            left, top = layout.place_square((column, row))
            if (column, row) not in explored:
                sheet.list_mark(left + half, top + half, "uncharted")
            elif row < season.rows_now:
                sheet.list_mark(left + half, top + half, "frozen")
            if row == season.rows_now:
                sheet.list_mark(left + half, top, "ice-edge")
            elif row in season.rows_next:
                sheet.list_mark(left + half, top, "next-ice-edge")
    for factor, first, _ in layout.list_shown_bands():
        left, top = layout.place_square((first, frame.row))
        sheet.list_mark(left, top, "zone", factor)


def _list_explored(layout: BoardLayout, terrain: Terrain) -> dict[Cell, Corners]:
    """List the explored squares in the shown part, with their corners."""
    explored: dict[Cell, Corners] = {}
    for k, corners in enumerate(terrain.squares):
        y, x = divmod(k, layout.columns)
        if corners is not None and layout.frame.contains((x, y)):
            explored[x, y] = corners
    return explored


def _draw_squares(image: Image.Image, layout: BoardLayout, explored: dict[Cell, Corners], frozen_rows: int) -> None:
    """Draw the explored squares."""
    for (x, y), corners in explored.items():
        wobble, look = compute_wobble(x, y, corners), choose_look(x, y)
        drawn = draw_square(corners, layout.side, wobble, frozen=y < frozen_rows, look=look)
        paste_image(image, drawn, *layout.place_square((x, y)))


def _draw_ice_edges(image: Image.Image, layout: BoardLayout, season: IceSeason) -> None:
    """Draw the edge of the ice now and its later edges where they differ."""
    frame = layout.frame
    drawn_rows = [frame.row, frame.row + frame.rows, season.rows_now]
    for k, row in enumerate(season.rows_next):
        if row not in drawn_rows and frame.contains((frame.column, row)):
            edge = _draw_next_ice_edges(layout, late=k > 0)
            _paste_layer(image, edge, *layout.place_square((frame.column, row)))
            drawn_rows.append(row)
    if frame.row < season.rows_now < frame.row + frame.rows:
        _paste_layer(image, _draw_ice_edge(layout), *layout.place_square((frame.column, season.rows_now)))


def _paste_layer(image: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    paste_image(image, sprite.image, x - sprite.x, y - sprite.y)


def _draw_thin_ice(image: Image.Image, layout: BoardLayout, rows: int) -> None:
    """Draw the ice over the unexplored, thinner than over tiles so that the coasts of the tiles stand out."""
    frame = layout.frame
    for row in range(frame.row, min(rows, frame.row + frame.rows)):
        paste_image(image, _draw_iced_row(layout, row), *layout.place_square((frame.column, row)))


@cached_sprite
def _draw_iced_row(layout: BoardLayout, row: int) -> Image.Image:
    """Draw a row of the empty chart under thin ice."""
    top, side = CHART_TOP_PX + (row - layout.frame.row) * layout.side, layout.side
    found = draw_empty_chart(layout).image.crop((CHART_LEFT_PX, top, layout.right, top + side))
    found = Image.blend(found, Image.new("RGB", found.size, ICE_COLOUR), THIN_ICE_OPACITY)
    found.paste(CREAM, (0, 0), _draw_brash_mask(layout, row))
    return found


def _draw_brash_mask(layout: BoardLayout, row: int) -> Image.Image:
    """Draw the dashes with which sea charts mark ice, on the squares of a row, as a mask."""
    frame, side = layout.frame, layout.side
    mask = Image.new("L", (frame.columns * side, side))
    pen = ImageDraw.Draw(mask)
    for i in range(frame.columns):
        for x, y, wide in BRASH_DASHES[choose_look(frame.column + i, row)]:
            left, top = round((i + x) * side), round(y * side)
            pen.rectangle((left, top, left + round(wide * side), top + side // 30), fill=BRASH_OPACITY)
    return mask


# ------------------------------------------------------------------------ lines
def _draw_seams(image: Image.Image, layout: BoardLayout, terrain: Terrain, explored: Iterable[Cell]) -> None:
    """Draw a fine joint between tiles and a firm edge towards the unexplored."""
    cells = set(explored)
    if not cells:
        return
    xs, ys = zip(*cells, strict=True)
    side, margin = layout.side, SEAM_REACH_PX
    left, top = layout.place_square((min(xs), min(ys)))
    left, top = left - margin, top - margin
    wide, high = (max(xs) + 1 - min(xs)) * side + 2 * margin, (max(ys) + 1 - min(ys)) * side + 2 * margin
    joints = Image.new("L", (wide, high))
    pen = ImageDraw.Draw(joints)
    for box in _list_tile_boxes(layout, terrain, cells):
        pen.rectangle(_move_box(box, -left, -top), outline=SEAM_DARKNESS, width=2)
    for box in _list_border_boxes(layout, cells):
        pen.rectangle(_move_box(box, -left, -top), fill=BORDER_DARKNESS)
    # All joints are on the lines of the grid. Each line is drawn alone and then erased, so that no crossing is drawn twice.
    for x in range(0, wide, side):
        fill_mask(image, INK, set_pixel_fingerprint(joints.crop((x, 0, x + 2 * margin, high))), left + x, top)
        pen.rectangle((x, 0, x + 2 * margin - 1, high), 0)
    for y in range(0, high, side):
        fill_mask(image, INK, set_pixel_fingerprint(joints.crop((0, y, wide, y + 2 * margin))), left, top + y)


def _move_box(box: Box, dx: int, dy: int) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _list_tile_boxes(layout: BoardLayout, terrain: Terrain, shown: set[Cell]) -> Iterator[Box]:
    """List the outlines of the shown tiles."""
    for cells in terrain.tiles:
        if shown.issuperset(cells):
            xs, ys = zip(*cells, strict=True)
            ax, ay = layout.place_square((min(xs), min(ys)))
            bx, by = layout.place_square((max(xs), max(ys)))
            yield ax - 1, ay - 1, bx + layout.side, by + layout.side


def _list_border_boxes(layout: BoardLayout, explored: set[Cell]) -> Iterator[Box]:
    """List the borders of explored squares towards unexplored ones in the shown part."""
    side, reach = layout.side, SEAM_REACH_PX
    for x, y in explored:
        ax, ay = layout.place_square((x, y))
        bx, by = ax + side, ay + side
        borders: dict[Cell, Box] = {
            (x - 1, y): (ax - reach, ay - reach, ax, by + reach - 1),
            (x + 1, y): (bx - 1, ay - reach, bx + reach - 1, by + reach - 1),
            (x, y - 1): (ax - reach, ay - reach, bx + reach - 1, ay),
            (x, y + 1): (ax - reach, by - 1, bx + reach - 1, by + reach - 1),
        }
        for neighbour, box in borders.items():
            if neighbour not in explored and layout.frame.contains(neighbour):
                yield box


@cached_sprite
def _draw_meridian(layout: BoardLayout) -> Sprite:
    """Draw the border of a zone."""
    side, rows = layout.side, layout.frame.rows
    c = create_canvas(4, 0, 4, rows * side, BASE_SCALE)
    for k in range(rows * 3):
        y = (k + 0.25) * side / 3
        c.line([(0, y), (0, y + side / 6)], CREAM, 6)
        c.line([(0, y), (0, y + side / 6)], INK, 3)
    return c.sprite()


@cached_sprite
def _draw_next_ice_edges(layout: BoardLayout, *, late: bool) -> Sprite:
    """Draw a later edge of the ice: dashes for the next sun step, dots for the one after it."""
    wide = layout.frame.columns * layout.side
    c = create_canvas(0, 5, wide, 5, BASE_SCALE)
    if late:
        dash, gap = (5, layout.side / 3 - 5)
    else:
        dash, gap = (22, 13)
    for width, ink in ((8, CREAM), (4.6, ICE_EDGE_COLOUR)):
        c.dashed((4, 0), (wide, 0), ink, width, dash, gap)
    return c.sprite()


@cached_sprite
def _draw_ice_edge(layout: BoardLayout) -> Sprite:
    """Draw the edge of the ice now: a firm line with icicles."""
    wide = layout.frame.columns * layout.side
    c = create_canvas(0, 6, wide, 18, BASE_SCALE)
    c.rect(0, -5, wide, 5, CREAM)
    for k in range(layout.frame.columns * 2):
        x, drop = (k + 0.5) * layout.side / 2, 11 + 4 * (k % 2)
        c.poly(_draw_icicle(x, 11, drop + 3), CREAM)
        c.poly(_draw_icicle(x, 8, drop), ICE_EDGE_COLOUR)
    c.rect(0, -2.5, wide, 3, ICE_EDGE_COLOUR)
    return c.sprite()


def _draw_icicle(x: float, half: float, drop: float) -> list[Point]:
    return [(x - half, 2), (x + half, 2), (x, drop)]
