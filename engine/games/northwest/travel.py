"""Where ships and sleds can be: open water, land and ice on the tiles, and the ways between them (N7, N8).

A sled stands on an area: quarters of the cells of one tile that hang together, land or ice. It is called by its first cell and
its first corner there.
"""

from __future__ import annotations

from engine.games.northwest.board import PlacedTile, TileBoard
from engine.games.northwest.grid import CORNER_NAMES

Quarter = tuple[int, int]
"""A quarter of a cell: the cell's number and 0 to 3 for nw, ne, sw, se."""
LandArea = tuple[Quarter, ...]
"""Quarters that hang together, in order."""

_ADJACENT_QUARTERS = ((1, 2), (0, 3), (0, 3), (1, 2))
"""The quarters of a cell that lie beside each one: land does not reach across a cell (N5.8)."""


def find_water(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[Quarter, ...]:
    """The unfrozen sea of a tile, by quarters (N7.2)."""
    return tuple(
        (cell, quarter)
        for cell in tile.cells
        if not frozen >> cell & 1
        for quarter, offset in enumerate(board.grid.offset)
        if not board.land_corners >> cell + offset & 1
    )


def list_areas(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[LandArea, ...]:
    """The land and ice of a tile as areas, in the order of their first quarters (N7.3, N7.4)."""
    ice = frozen & tile.mask
    found = tile.areas.get(ice)
    if found is None:
        found = tile.areas[ice] = _compute_areas(board, tile, ice)
    return found


def _compute_areas(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[LandArea, ...]:
    offset = board.grid.offset
    left = [
        (cell, quarter)
        for cell in tile.cells
        for quarter in range(4)
        if frozen >> cell & 1 or board.land_corners >> cell + offset[quarter] & 1
    ]
    found: list[LandArea] = []
    while left:
        area, rest = [left.pop(0)], left
        for cell, quarter in area:  # grows while it is walked through
            corner = cell + offset[quarter]
            near = [
                one
                for one in rest
                if (one[1] in _ADJACENT_QUARTERS[quarter] and one[0] == cell)
                or (one[0] != cell and one[0] + offset[one[1]] == corner)
            ]
            area += near
            rest = [one for one in rest if one not in near]
        left = rest
        found.append(tuple(sorted(area)))
    return tuple(found)


def find_area(board: TileBoard, name: str, frozen: int) -> LandArea | None:
    """The area that a word names; None when there is neither land nor ice."""
    quarter = parse_quarter(board, name)
    for area in list_areas(board, board.find_tile(quarter[0]), frozen):
        if quarter in area:
            return area
    return None


def parse_quarter(board: TileBoard, name: str) -> Quarter:
    """The quarter that a word such as "c12-nw" names."""
    return board.grid.quarters[name]


def name_area(board: TileBoard, area: LandArea) -> str:
    """The word for an area: its first quarter."""
    cell, quarter = area[0]
    return f"{board.grid.cell_names[cell]}-{CORNER_NAMES[quarter]}"


# ---------------------------------------------------------------- N7 moving
def find_sailings(board: TileBoard, tile: PlacedTile, frozen: int) -> tuple[int, ...]:
    """The tiles, by index, that a ship can sail to: across a side with a sea end, out of the ice and not into it (N7.1, N3.2)."""
    key = board.tile_by_cell[tile.cells[0]], frozen
    known = board.sailings_cache.get(key)
    if known is None:
        known = board.sailings_cache[key] = tuple(_compute_sailings(board, tile, frozen))
    return known


def _compute_sailings(board: TileBoard, tile: PlacedTile, frozen: int) -> dict[int, None]:
    grid, land = board.grid, board.land_corners
    here = board.tile_by_cell[tile.cells[0]]
    found: dict[int, None] = {}
    for cell in tile.cells:
        if frozen >> cell & 1:
            continue
        for next_to in grid.neighbours[cell]:
            there = board.tile_by_cell.get(next_to, here)
            if there != here and not frozen >> next_to & 1:
                near, far = sorted((cell, next_to))
                ends = (1 << far | 1 << far + grid.stride) if far - near == 1 else (1 << far | 1 << far + 1)
                if ends & ~land:
                    found[there] = None
    return found


def find_drives(board: TileBoard, area: LandArea, frozen: int) -> dict[int, tuple[LandArea, ...]]:
    """The areas that a sled can go to, by index of their tile: across a side at whose end both quarters bear it (N7.3, N7.4)."""
    found = board.drives_cache.get((area, frozen))
    if found is None:
        found = board.drives_cache[area, frozen] = _compute_drives(board, area, frozen)
    return found


def _compute_drives(board: TileBoard, area: LandArea, frozen: int) -> dict[int, tuple[LandArea, ...]]:
    grid, land, at = board.grid, board.land_corners, board.tile_by_cell
    here = at[area[0][0]]
    reached: dict[int, list[Quarter]] = {}
    for cell, quarter in area:
        for step, facing in _OUTER_QUARTERS[quarter]:
            next_to = cell + (step if abs(step) == 1 else step // 2 * grid.stride)
            there = at.get(next_to, here)
            if (
                there != here
                and next_to in grid.neighbours[cell]
                and (frozen >> next_to & 1 or land >> cell + grid.offset[quarter] & 1)
            ):
                reached.setdefault(there, []).append((next_to, facing))
    return {
        there: tuple(
            one
            for one in list_areas(board, board.placed_tiles[there], frozen)
            if any(quarter in one for quarter in arrivals)
        )
        for there, arrivals in reached.items()
    }


_OUTER_QUARTERS = (
    ((-1, 1), (-2, 2)),
    ((1, 0), (-2, 3)),
    ((-1, 3), (2, 0)),
    ((1, 2), (2, 1)),
)
"""For each quarter the two neighbouring cells that it faces (1 east, -1 west, 2 south, -2 north) and the quarter met there."""
