"""Where ships and sleds can be: open water, land and ice on the tiles, and the ways between them (N7, N8).

A sled stands on an area: connected quarters of the cells of one tile, land or ice. Its first cell and its first corner there give
the area its name. What an action costs and who may do it is the question of `rules`.
"""

from __future__ import annotations

from engine.games.northwest.board import LandArea, PlacedTile, TileBoard
from engine.games.northwest.grid import CORNER_NAMES, Quarter

_ADJACENT_QUARTERS = ((1, 2), (0, 3), (0, 3), (1, 2))
"""For each quarter of a cell the two that share a side with it. Land does not reach across a cell (N5.8)."""
_WEST, _EAST, _NORTH, _SOUTH = (-1, 0), (1, 0), (0, -1), (0, 1)
_OUTER_QUARTERS = (
    ((_WEST, 1), (_NORTH, 2)),
    ((_EAST, 0), (_NORTH, 3)),
    ((_WEST, 3), (_SOUTH, 0)),
    ((_EAST, 2), (_SOUTH, 1)),
)
"""For each quarter the two neighbouring cells that it faces, as steps (columns, rows), and the quarter met there."""


def find_water(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[Quarter, ...]:
    """Find the unfrozen sea of a tile, by quarters (N7.2)."""
    water: list[Quarter] = []
    for cell in tile.cells:
        if frozen >> cell & 1:
            continue
        for quarter, offset in enumerate(board.grid.offset):
            if not board.land_corners >> cell + offset & 1:
                water.append((cell, quarter))
    return tuple(water)


def list_areas(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[LandArea, ...]:
    """List the land and ice of a tile as areas, in the order of their first quarters (N7.3, N7.4)."""
    ice = frozen & tile.mask
    areas = tile.areas.get(ice)
    if areas is None:
        areas = tile.areas[ice] = _compute_areas(board, tile, ice)
    return areas


def _compute_areas(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[LandArea, ...]:
    offset = board.grid.offset
    left: list[Quarter] = []
    for cell in tile.cells:
        is_ice = frozen >> cell & 1
        for quarter in range(4):
            if is_ice or board.land_corners >> cell + offset[quarter] & 1:
                left.append((cell, quarter))
    areas: list[LandArea] = []
    while left:
        area = [left.pop(0)]
        for quarter_here in area:  # grows during the iteration
            near = [other for other in left if _are_connected(quarter_here, other, offset)]
            area += near
            left = [other for other in left if other not in near]
        areas.append(tuple(sorted(area)))
    return tuple(areas)


def _are_connected(quarter: Quarter, other: Quarter, offset: tuple[int, ...]) -> bool:
    """Return whether two quarters of land or ice are connected: side by side in a cell, or at one corner of two cells."""
    if quarter[0] == other[0]:
        return other[1] in _ADJACENT_QUARTERS[quarter[1]]
    return quarter[0] + offset[quarter[1]] == other[0] + offset[other[1]]


def find_area(board: TileBoard, name: str, frozen: int) -> LandArea | None:
    """Find the area that a word names; None if there is neither land nor ice."""
    quarter = parse_quarter(board, name)
    for area in list_areas(board, board.find_tile(quarter[0]), frozen):
        if quarter in area:
            return area
    return None


def parse_quarter(board: TileBoard, name: str) -> Quarter:
    """Parse the name of a quarter, such as "c12-nw"."""
    return board.grid.quarters[name]


def name_area(board: TileBoard, area: LandArea) -> str:
    """Return the word for an area: its first quarter."""
    cell, quarter = area[0]
    return f"{board.grid.cell_names[cell]}-{CORNER_NAMES[quarter]}"


# ---------------------------------------------------------------- N7 moving
def find_sailings(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[int, ...]:
    """Find the tiles, by index, that a ship can sail to.

    A ship crosses a side with a sea end, does not leave the ice and does not enter it (N7.1, N3.2).
    """
    key = board.tile_by_cell[tile.cells[0]], frozen
    sailings = board.sailings_cache.get(key)
    if sailings is None:
        sailings = board.sailings_cache[key] = tuple(_compute_sailings(board, tile, frozen))
    return sailings


def _compute_sailings(board: TileBoard, tile: PlacedTile, frozen: int) -> dict[int, None]:
    """Find the tiles as keys, each once, in the order in which they are found."""
    grid, land = board.grid, board.land_corners
    here = board.tile_by_cell[tile.cells[0]]
    sailings: dict[int, None] = {}
    for cell in tile.cells:
        if frozen >> cell & 1:
            continue
        for neighbour in grid.neighbours[cell]:
            there = board.tile_by_cell.get(neighbour, here)
            if there == here or frozen >> neighbour & 1:
                continue
            near, far = sorted((cell, neighbour))
            to_other_end = grid.stride if far - near == 1 else 1
            ends = 1 << far | 1 << far + to_other_end  # the corners at both ends of the side between the cells
            if ends & ~land:
                sailings[there] = None
    return sailings


def find_drives(board: TileBoard, area: LandArea, frozen: int) -> dict[int, tuple[LandArea, ...]]:
    """Find the areas that a sled can go to, by index of their tile.

    A sled crosses a side at an end where the quarters of both tiles are land or ice (N7.3, N7.4).
    """
    drives = board.drives_cache.get((area, frozen))
    if drives is None:
        drives = board.drives_cache[area, frozen] = _compute_drives(board, area, frozen)
    return drives


def _compute_drives(board: TileBoard, area: LandArea, frozen: int) -> dict[int, tuple[LandArea, ...]]:
    grid, land, tile_by_cell = board.grid, board.land_corners, board.tile_by_cell
    here = tile_by_cell[area[0][0]]
    reached: dict[int, list[Quarter]] = {}
    for cell, quarter in area:
        is_land = land >> cell + grid.offset[quarter] & 1
        for (columns, rows), facing in _OUTER_QUARTERS[quarter]:
            neighbour = cell + columns + rows * grid.stride
            there = tile_by_cell.get(neighbour, here)
            if there == here or neighbour not in grid.neighbours[cell]:
                continue
            if is_land or frozen >> neighbour & 1:
                reached.setdefault(there, []).append((neighbour, facing))
    drives: dict[int, tuple[LandArea, ...]] = {}
    for there, arrivals in reached.items():
        areas = list_areas(board, board.placed_tiles[there], frozen)
        drives[there] = tuple([area for area in areas if not set(arrivals).isdisjoint(area)])
    return drives
