"""The ways to lay a tile: each on its part of the chart with the tile in place, the names of rows and columns, and its letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from engine.games.northwest.view import View
from engine.kernel.text import Text, say
from render.kit.drawing import Drawing
from render.kit.marks import LETTER_RADIUS_PX, draw_gold_frame, draw_letter
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.squares import Corners, compute_wobble
from render.kit.text import Formatter
from render.kit.theme import CREAM, MUTED
from render.northwest.chart import build_season, build_terrain, draw_chart
from render.northwest.chart_pieces import TOKEN_SIZE_PX, draw_pieces, place_chart_pieces
from render.northwest.ground import choose_look, draw_square
from render.northwest.layout import PANEL_EDGE_PX, ROW_LETTERS, BoardLayout, Cell, ChartFrame
from render.northwest.paper import CHART_HEIGHT_PX
from render.northwest.pieces import draw_token
from render.northwest.tiles import TileOnChart, list_tile_cells, parse_lie
from render.northwest.zoom import choose_layout

SHEET_WIDTH_PX, PADDING_PX, GAP_PX = 1100, 22, 24
SCALE_WIDTH_PX, SCALE_HEIGHT_PX, CAPTION_HEIGHT_PX = 34, 42, 64
"""The space for row letters left of a part of the chart, for column numbers above it, and for its letters below."""
MIN_SQUARES_SHOWN, MIN_COLUMNS_SHOWN, MAX_COLUMNS_SHOWN, ROWS_SHOWN = 12, 4, 7, 3
"""The squares of the chart around the ways: across the sheet at least, and for a way at least and at most."""
LABEL_SIZE_PX = 39
COLUMNS_BY_WAYS = (2, 2, 2, 3, 2, 3, 3, 4)
"""The columns for each number of ways. A preview is at most two thirds as high as wide, so low sheets are shown larger."""


class TileWay(NamedTuple):
    """A way to lay a tile that looks different from all others, with the letters of its choices."""

    tile: TileOnChart
    letters: tuple[str, ...]

    @property
    def cells(self) -> dict[Cell, Corners]:
        """The squares that the tile covers, with their corners."""
        return list_tile_cells(self.tile)


def list_ways(scene: Scene) -> list[TileWay]:
    """List the ways to lay a tile that are marked, by their squares; ways that look the same share a picture."""
    letters: dict[tuple[object, ...], list[str]] = {}
    tiles: dict[tuple[object, ...], TileOnChart] = {}
    for spot, mark in scene.marks.items():
        tile = parse_lie(scene.view, spot)
        if tile is not None:
            cell, lie, symbol = tile
            look = (cell, lie.rows, symbol, lie.symbol_at)
            tiles.setdefault(look, tile)
            letters.setdefault(look, []).append(mark)
    ways = [TileWay(tile, tuple(letters[look])) for look, tile in tiles.items()]
    return sorted(ways, key=lambda way: (way.tile[0][1], way.tile[0][0]))


def name_squares(layout: BoardLayout, way: TileWay) -> Text:
    """Name the squares that a way covers: "i6 and i7"."""
    return say("{cells}", cells=[layout.name_square(cell) for cell in way.cells])


class SheetGrid(NamedTuple):
    """The arrangement of the parts on a sheet: columns, and the size of the shown part in squares and in pixels."""

    columns: int
    columns_shown: int
    rows_shown: int
    width: int
    height: int

    @property
    def line_height(self) -> int:
        """The height of a line of parts with scale and captions."""
        return SCALE_HEIGHT_PX + self.height + CAPTION_HEIGHT_PX


def arrange_parts(layout: BoardLayout, way_count: int) -> SheetGrid:
    """Arrange the parts in as few columns as leave the sheet lower than it is wide."""
    columns = COLUMNS_BY_WAYS[min(way_count, len(COLUMNS_BY_WAYS) - 1)]
    room = (SHEET_WIDTH_PX - 2 * PADDING_PX + GAP_PX) // columns - GAP_PX - SCALE_WIDTH_PX
    shown = min(
        max(MIN_COLUMNS_SHOWN, MIN_SQUARES_SHOWN // columns, round(room / layout.side)),
        MAX_COLUMNS_SHOWN,
        layout.columns,
    )
    rows = min(ROWS_SHOWN, layout.rows)
    side = room // shown
    return SheetGrid(columns, shown, rows, side * shown, side * rows)


def measure_ways(scene: Scene, ways: list[TileWay]) -> int:
    """Return the height of the parts of all ways together."""
    grid = arrange_parts(choose_layout(scene), len(ways))
    return -(-len(ways) // grid.columns) * grid.line_height


def draw_ways(sheet: Sheet, scene: Scene, ways: list[TileWay], fmt: Formatter, top: int) -> None:
    """Draw each way on its part of the chart, in lines from `top` downwards."""
    layout = choose_layout(scene)
    grid = arrange_parts(layout, len(ways))
    for k, way in enumerate(ways):
        line, column = divmod(k, grid.columns)
        left = PADDING_PX + column * (grid.width + SCALE_WIDTH_PX + GAP_PX) + SCALE_WIDTH_PX
        y = top + line * grid.line_height + SCALE_HEIGHT_PX
        frame = _find_part(layout, way, grid)
        sheet.image.paste(MUTED, (left - 2, y - 2, left + grid.width + 2, y + grid.height + 2))
        part = _draw_part(scene.view, layout, way, frame).resize((grid.width, grid.height), Image.Resampling.HAMMING)
        sheet.image.paste(part, (left, y))
        _write_scale(sheet, frame, grid, left, y)
        x, foot = left + LETTER_RADIUS_PX, y + grid.height + CAPTION_HEIGHT_PX / 2
        for letter in way.letters:
            draw_letter(sheet, x, foot, letter)
            x += 2 * LETTER_RADIUS_PX + 6
        width = left + grid.width - x + LETTER_RADIUS_PX - 8
        sheet.text(x - LETTER_RADIUS_PX + 8, foot, fmt(name_squares(layout, way)), width, size=LABEL_SIZE_PX)


def _find_part(layout: BoardLayout, way: TileWay, grid: SheetGrid) -> ChartFrame:
    """Find the part of the chart round a way."""
    xs, ys = zip(*way.cells, strict=True)
    frame = layout.frame
    column = _find_start(min(xs), max(xs), grid.columns_shown, frame.column, frame.columns)
    row = _find_start(min(ys), max(ys), grid.rows_shown, frame.row, frame.rows)
    return ChartFrame(column, row, grid.columns_shown, grid.rows_shown)


def _find_start(first: int, last: int, shown: int, frame_start: int, frame_length: int) -> int:
    """Find the first of some columns or rows round others, within a frame."""
    middle = (first + last + 1 - shown + 1) // 2
    return min(max(middle, frame_start), frame_start + frame_length - shown)


def _draw_part(view: View, layout: BoardLayout, way: TileWay, part: ChartFrame) -> Image.Image:
    """Draw a part of the chart with the tile in place below the pieces, at the size of the board."""
    sheet = Sheet(Drawing((PANEL_EDGE_PX, CHART_HEIGHT_PX)))
    sheet.paste_part(draw_chart(layout, build_terrain(view), build_season(view)), 0, 0)
    _lay_tile(sheet, view, layout, way)
    draw_pieces(sheet, view, layout, place_chart_pieces(view, layout))
    left, top = layout.place_square((part.column, part.row))
    return sheet.image.crop((left, top, left + part.columns * layout.side, top + part.rows * layout.side))


def _lay_tile(sheet: Sheet, view: View, layout: BoardLayout, way: TileWay) -> None:
    """Draw the tile in its place, with a gold frame and its token."""
    cells = list(way.cells.items())
    for cell, corners in cells:
        wobble, look = compute_wobble(*cell, corners), choose_look(*cell)
        square = draw_square(corners, layout.side, wobble, frozen=cell[1] < view.sun.frozen_rows, look=look)
        sheet.image.paste(square, layout.place_square(cell))
    (first, _), (last, _) = cells[0], cells[-1]
    wide, high = (last[0] - first[0] + 1) * layout.side, (last[1] - first[1] + 1) * layout.side
    sheet.put(draw_gold_frame(wide, high), *layout.place_square(first))
    _, lie, symbol = way.tile
    if symbol and lie.symbol_at is not None:
        sheet.put(draw_token(symbol, layout.scale(TOKEN_SIZE_PX)), *layout.find_middle(cells[lie.symbol_at][0]))


def _write_scale(sheet: Sheet, frame: ChartFrame, grid: SheetGrid, left: int, top: int) -> None:
    """Write the names of columns above and of rows left of a part of the chart."""
    for x, y, name in _list_labels(frame, grid.width / frame.columns):
        width = grid.width / frame.columns
        sheet.text(left + x, top + y, name, width, size=LABEL_SIZE_PX, role="label", fill=CREAM, align="m")


def _list_labels(frame: ChartFrame, side: float) -> Iterator[tuple[float, float, str]]:
    """List the names of the columns and rows with their places next to a part of the chart."""
    for k in range(frame.columns):
        yield (k + 0.5) * side, -SCALE_HEIGHT_PX / 2, str(frame.column + k + 1)
    for k in range(frame.rows):
        yield -SCALE_WIDTH_PX / 2 - 1, (k + 0.5) * side, ROW_LETTERS[frame.row + k]
