"""The part of the chart that a board shows: while little is explored, that part enlarged, with an inset of the whole chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from PIL import Image

from engine.games.northwest.view import View
from render.kit.cache import cached_layer
from render.kit.canvas import Sprite
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.squares import ICE_COLOUR
from render.kit.text import Box
from render.kit.theme import CREAM, INK, mix_colours
from render.northwest.chart import THIN_ICE_OPACITY, Terrain
from render.northwest.ground import draw_square
from render.northwest.layout import (
    CHART_LEFT_PX,
    CHART_MAX_WIDTH_PX,
    ZOOMED_MAX_HEIGHT_PX,
    BoardLayout,
    Cell,
    ChartFrame,
)
from render.northwest.paper import UNKNOWN_COLOUR
from render.northwest.tiles import list_tile_cells, parse_lie

ZOOM_STEPS = (0.5, 0.6, 0.7)
"""The shares of the rows that a zoomed board can show, so that its frame moves in steps and not with every tile."""
MARGIN_SQUARES = 1
"""The unexplored squares shown around the explored ones."""
UNVISITED_TILES = ("passage", "continent", "cape")
"""The printed tiles that a zoomed board may leave out, while nobody is there and no tile touches them."""
INSET_SIDE_PX, INSET_MARGIN_PX = 12, 10
"""The side of a square in the inset, and the distance of the inset from the edges of the shown part."""
INSET_RIM_PX = 4


def choose_layout(scene: Scene) -> BoardLayout:
    """Choose the layout of a scene's board: the strongest zoom that holds all that has happened, else the whole chart."""
    view: View = scene.view
    whole = BoardLayout.from_view(view)
    if scene.shows_whole_board or view.ended:
        return whole
    marked = tuple(_list_marked_cells(scene, whole))
    ice = tuple(view.arch)
    return _choose_zoom(whole, tuple(list_explored_cells(view)), marked, ice)


def list_explored_cells(view: View) -> Iterator[Cell]:
    """List the squares of all tiles that somebody has laid or can have visited."""
    visited: set[int | None] = set()
    for expedition in view.expeditions:
        visited |= {expedition.ship.tile_index, expedition.sled.tile_index}
    for index, tile in enumerate(view.laid_tiles):
        if tile.tile not in UNVISITED_TILES or index in visited:
            yield from tile.cells


def _list_marked_cells(scene: Scene, layout: BoardLayout) -> Iterator[Cell]:
    """List the squares that marks name: "c12", "c12-nw" and "symbol-c12", and the squares of ways to lay a tile."""
    for spot in scene.marks:
        tile = parse_lie(scene.view, spot)
        if tile is not None:
            yield from list_tile_cells(tile)
            continue
        for word in spot.split("-")[:2]:
            cell = layout.find_square(word)
            if cell is not None:
                yield cell


@lru_cache(maxsize=256)
def _choose_zoom(
    whole: BoardLayout, explored: tuple[Cell, ...], marked: tuple[Cell, ...], ice: tuple[int, ...]
) -> BoardLayout:
    needed = [*widen_cells(explored, whole), *marked]
    columns, rows = zip(*needed, strict=True)
    west, north, east, south = min(columns), min(rows), max(columns), max(rows)
    for share in ZOOM_STEPS:
        layout = _create_zoom(whole, share, (west, north, east, south))
        if layout is None or _count_ice_rows_below(layout, ice) > 1:
            continue
        if layout.side > whole.side and find_inset_box(layout, (*explored, *marked)) is not None:
            return layout
    return whole


def _count_ice_rows_below(layout: BoardLayout, ice: Iterable[int]) -> int:
    """Count the different edges of the ice below the shown part."""
    return len({row for row in ice if row > layout.frame.row + layout.frame.rows})


def widen_cells(cells: tuple[Cell, ...], whole: BoardLayout) -> Iterator[Cell]:
    """List opposite corners of the surroundings of some squares."""
    for x, y in cells:
        yield max(0, x - MARGIN_SQUARES), max(0, y - MARGIN_SQUARES)
        yield min(whole.columns - 1, x + MARGIN_SQUARES), min(whole.rows - 1, y + MARGIN_SQUARES)


def _create_zoom(whole: BoardLayout, share: float, needed: Box) -> BoardLayout | None:
    """Create the layout that shows a share of the rows; None if that does not hold the needed squares."""
    west, north, east, south = needed
    rows = max(2, round(whole.rows * share))
    side = min(ZOOMED_MAX_HEIGHT_PX // rows, 2 * whole.side)
    columns = min(whole.columns, CHART_MAX_WIDTH_PX // side)
    if east - west >= columns or south - north >= rows:
        return None
    # The frame keeps to the eastern and the northern edge as long as it can, where the expeditions begin.
    column = min(west, whole.columns - columns)
    row = max(0, south - rows + 1)
    return whole._replace(zoom=ChartFrame(column, row, columns, rows))


def find_inset_box(layout: BoardLayout, avoided: tuple[Cell, ...]) -> Box | None:
    """Find a corner for the inset that hides none of some squares; None if there is none."""
    wide = layout.columns * INSET_SIDE_PX + 2 * INSET_RIM_PX
    high = layout.rows * INSET_SIDE_PX + 2 * INSET_RIM_PX
    top = layout.bottom - INSET_MARGIN_PX - high
    for left in (CHART_LEFT_PX + INSET_MARGIN_PX, layout.right - INSET_MARGIN_PX - wide):
        box = (left, top, left + wide, top + high)
        if not any(_touches(layout, cell, box) for cell in avoided):
            return box
    return None


def _touches(layout: BoardLayout, cell: Cell, box: Box) -> bool:
    x, y = layout.place_square(cell)
    side, (left, top, right, bottom) = layout.side, box
    return left < x + side and x < right and top < y + side and y < bottom


def draw_inset(sheet: Sheet, scene: Scene, layout: BoardLayout, terrain: Terrain) -> None:
    """Draw the whole chart in a corner of a zoomed board, with a frame round the part that the board shows."""
    if layout.zoom is None:
        return
    view: View = scene.view
    marked = tuple(_list_marked_cells(scene, layout))
    box = find_inset_box(layout, (*list_explored_cells(view), *marked))
    if box is not None:
        sheet.put(_draw_inset_sprite(layout, terrain, view.sun.frozen_rows), *box[:2])


@cached_layer
def _draw_inset_sprite(layout: BoardLayout, terrain: Terrain, frozen_rows: int) -> Sprite:
    """Draw the inset; anchored at its top left corner."""
    side, rim = INSET_SIDE_PX, INSET_RIM_PX
    wide, high = layout.columns * side, layout.rows * side
    chart = Image.new("RGB", (wide, high), UNKNOWN_COLOUR)
    iced = mix_colours(UNKNOWN_COLOUR, ICE_COLOUR, THIN_ICE_OPACITY)
    chart.paste(iced, (0, 0, wide, frozen_rows * side))
    for k, corners in enumerate(terrain.squares):
        if corners is not None:
            y, x = divmod(k, layout.columns)
            chart.paste(draw_square(corners, side, frozen=y < frozen_rows), (x * side, y * side))
    frame = layout.frame
    shown = (frame.column * side, frame.row * side)
    _draw_frame(chart, (*shown, shown[0] + frame.columns * side, shown[1] + frame.rows * side))
    image = Image.new("RGB", (wide + 2 * rim, high + 2 * rim), INK)
    image.paste(CREAM, (2, 2, wide + 2 * rim - 2, high + 2 * rim - 2))
    image.paste(chart, (rim, rim))
    return Sprite(image, 0, 0)


def _draw_frame(image: Image.Image, box: Box) -> None:
    """Draw a frame of ink with a light inner line within a box."""
    left, top, right, bottom = box
    inside = image.crop((left + 4, top + 4, right - 4, bottom - 4))
    image.paste(INK, box)
    image.paste(CREAM, (left + 2, top + 2, right - 2, bottom - 2))
    image.paste(inside, (left + 4, top + 4))
