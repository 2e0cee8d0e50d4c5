"""The board of placed tiles: known land and sea, where a tile fits, gaps, islands and the sea path to the Passage (N5, N6).

Every corner of the grid is land, sea or unknown, and the tiles that meet there must agree about it. So a tile matches its
neighbours, diagonals included, exactly if it agrees with every known corner under it (N5.2).
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.northwest.components import Components
from engine.games.northwest.grid import Grid, Quarter, generate_bits
from engine.games.northwest.state import Cell, Tile
from engine.games.northwest.tiles import TileLay, TilePiece
from engine.games.northwest.view import VisibleCell

LandArea = tuple[Quarter, ...]
"""Connected quarters of land or ice on one tile, in order."""


class PlacedTile:
    """A tile on the board.

    `cells` are the numbers of its cells, the first cell first; `mask` has their bits. `areas` caches its land and ice by its
    frozen cells (see `travel.list_areas`).
    """

    __slots__ = ("areas", "cells", "kind", "lay", "mask", "symbol", "symbol_cell", "tile")

    def __init__(self, tile: Tile, kind: str, cell: int, lay: TileLay, symbol: str = "") -> None:
        self.tile = tile
        self.kind = kind
        self.lay = lay
        self.cells: tuple[int, ...] = (cell, cell + lay.span) if lay.span else (cell,)
        self.mask = sum(1 << number for number in self.cells)
        self.areas: dict[int, tuple[LandArea, ...]] = {}
        self.symbol = symbol
        self.symbol_cell = cell + lay.symbol_at if symbol else -1


class TileBoard:
    """All tiles of a board at one time. It never changes; `add_tile` builds the next board.

    `known_corners` are the corners that a tile covers, `land_corners` the land among them, `filled_cells` the cells with a tile.
    `tile_by_cell` is the index in `placed_tiles` by cell number. `east` and `south` are the cells whose eastern or southern
    neighbour belongs to the same tile.

    The rest are caches: `known_routes` holds sea paths between the arrows (see `find_sea_path`), `sailings_cache` and
    `drives_cache` the results of `travel` by tile or area and ice, `visible_cells` the cells of the views by ice.
    """

    __slots__ = (
        "_adjacent_cells",
        "_fitting_cells",
        "_keeps_path_cache",
        "_takes_cache",
        "drives_cache",
        "east",
        "filled_cells",
        "grid",
        "known_corners",
        "known_routes",
        "land_corners",
        "placed_tiles",
        "sailings_cache",
        "south",
        "tile_by_cell",
        "visible_cells",
    )

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.known_corners = self.land_corners = self.filled_cells = self.east = self.south = 0
        self.tile_by_cell: dict[int, int] = {}
        self.placed_tiles: tuple[PlacedTile, ...] = ()
        self.known_routes: list[int] = []
        self.sailings_cache: dict[tuple[int, int], tuple[int, ...]] = {}
        self.drives_cache: dict[tuple[LandArea, int], dict[int, tuple[LandArea, ...]]] = {}
        self.visible_cells: dict[int, tuple[VisibleCell, ...]] = {}
        self._adjacent_cells: dict[PlacedTile, int] = {}
        self._takes_cache: dict[tuple[TilePiece, int], bool] = {}
        self._fitting_cells: dict[TileLay, int] = {}
        self._keeps_path_cache: dict[tuple[TileLay, int], bool] = {}

    def add_tile(self, tile: PlacedTile) -> TileBoard:
        """Build the board with one more tile."""
        cell, lay = tile.cells[0], tile.lay
        land = lay.land_mask << cell
        after = TileBoard(self.grid)
        after.known_corners = self.known_corners | lay.corner_mask << cell
        after.land_corners = self.land_corners | land
        after.filled_cells = self.filled_cells | tile.mask
        after.east, after.south = self._link_cells(lay, cell)
        after.tile_by_cell = {**self.tile_by_cell, **dict.fromkeys(tile.cells, len(self.placed_tiles))}
        after.placed_tiles = (*self.placed_tiles, tile)
        after.known_routes = [route for route in self.known_routes if not route & land]
        return after

    def find_tile(self, cell: int) -> PlacedTile:
        """Find the tile that covers a cell."""
        return self.placed_tiles[self.tile_by_cell[cell]]

    # ------------------------------------------------------------ N5.1 to N5.3 placing
    def find_adjacent_cells(self, tile: PlacedTile) -> int:
        """Find the empty cells that share a side with a tile."""
        adjacent = self._adjacent_cells.get(tile)
        if adjacent is None:
            mask, stride = tile.mask, self.grid.stride
            around = mask << 1 | mask >> 1 | mask << stride | mask >> stride
            adjacent = self._adjacent_cells[tile] = around & self.grid.cells & ~self.filled_cells
        return adjacent

    def find_start_cells(self, targets: int) -> dict[int, int]:
        """Find the empty cells on which a tile can begin if it must cover one of the empty cells `targets` (N5.1).

        The keys are the spans of a tile.
        """
        empty, stride = self.grid.cells & ~self.filled_cells, self.grid.stride
        return {
            0: targets,
            1: empty & empty >> 1 & (targets | targets >> 1),
            stride: empty & empty >> stride & (targets | targets >> stride),
        }

    def fits_corners(self, lay: TileLay, cell: int) -> bool:
        """Return whether a tile agrees with every known corner under it (N5.2)."""
        return bool(self.find_fitting_cells(lay) >> cell & 1)

    def find_fitting_cells(self, lay: TileLay) -> int:
        """Find the cells on which a tile can begin so that it agrees with every known corner under it (N5.2)."""
        found = self._fitting_cells.get(lay)
        if found is None:
            land, sea, clash = self.land_corners, self.known_corners & ~self.land_corners, 0
            for corner in lay.land_corners:
                clash |= sea >> corner
            for corner in lay.sea_corners:
                clash |= land >> corner
            found = self._fitting_cells[lay] = self.grid.cells & ~clash
        return found

    def can_take(self, piece: TilePiece, targets: int) -> bool:
        """Return whether a tile can cover at least one of these empty cells (N5.1 to N5.3)."""
        can_lie = self._takes_cache.get((piece, targets))
        if can_lie is None:
            start_cells = self.find_start_cells(targets)
            can_lie = any(self._has_allowed_cell(lay, start_cells[lay.span]) for lay in piece.different_lays)
            self._takes_cache[piece, targets] = can_lie
        return can_lie

    def find_allowed_cells(self, lay: TileLay, start_cells: int) -> int:
        """Find the start cells on which a tile fits and leaves a sea path open (N5.2, N5.3)."""
        fitting = self.find_fitting_cells(lay) & start_cells
        return fitting and fitting & ~self._find_blocked_cells(lay, fitting)

    def _has_allowed_cell(self, lay: TileLay, start_cells: int) -> bool:
        fitting = self.find_fitting_cells(lay) & start_cells
        if not fitting:
            return False
        if fitting & ~self._find_cells_on_route(lay):
            return True
        return fitting & ~self._find_blocked_cells(lay, fitting) != 0

    def _find_cells_on_route(self, lay: TileLay) -> int:
        """Find the cells on which the tile would cover the first known sea path with land; all cells without a sea path."""
        route = self._find_route()
        if not route:
            return self.grid.cells
        cells = 0
        for corner in lay.land_corners:
            cells |= route >> corner
        return cells

    def _find_blocked_cells(self, lay: TileLay, cells: int) -> int:
        """Find the cells among these on which the tile would close the last sea path (N5.3)."""
        closed = 0
        for cell in generate_bits(cells & self._find_cells_on_route(lay)):
            if not self.keeps_sea_path(lay, cell):
                closed |= 1 << cell
        return closed

    def keeps_sea_path(self, lay: TileLay, cell: int) -> bool:
        """Return whether ships can still get from one arrow to the other if a tile lies there (N5.3)."""
        found = self._keeps_path_cache.get((lay, cell))
        if found is None:
            found = self._keeps_path_cache[lay, cell] = self._keeps_sea_path(lay, cell)
        return found

    def _find_route(self) -> int:
        """Find a sea path between the arrows; 0 if there is none."""
        if not self.known_routes:
            self.known_routes.append(self._find_path(0, self.east, self.south))
        return self.known_routes[0]

    def _find_path(self, land: int, east: int, south: int) -> int:
        return find_sea_path(
            self.grid, self.land_corners | land, east, south, self.placed_tiles[0].mask, self.placed_tiles[1].mask
        )

    def _keeps_sea_path(self, lay: TileLay, cell: int) -> bool:
        land = lay.land_mask << cell
        if self._find_route() and any(not land & route for route in self.known_routes):
            return True
        route = self._find_path(land, self.east, self.south)
        if route:  # this path does not use the tile, so it exists without the tile too
            self.known_routes.append(route)
            return True
        return lay.span > 0 and bool(self._find_path(land, *self._link_cells(lay, cell)))

    def _link_cells(self, lay: TileLay, cell: int) -> tuple[int, int]:
        """Return `east` and `south` of the board with one more tile."""
        east, south = self.east, self.south
        if lay.shape == "wide":
            east |= 1 << cell
        elif lay.shape == "tall":
            south |= 1 << cell
        return east, south

    # ------------------------------------------------------------ N5.5 gaps
    def find_gaps(self, tile: PlacedTile) -> list[int]:
        """Find the empty cells next to a tile whose neighbours are all filled."""
        return [cell for cell in generate_bits(self.find_adjacent_cells(tile)) if self._is_gap(cell)]

    def _is_gap(self, cell: int) -> bool:
        return all(self.filled_cells >> neighbour & 1 for neighbour in self.grid.neighbours[cell])

    def describe_corners(self, cell: int) -> str:
        """Describe a cell's corners in the order nw, ne, sw, se: "1" land, "0" sea, "?" unknown."""
        signs: list[str] = []
        for offset in self.grid.offset:
            bit = 1 << cell + offset
            if self.land_corners & bit:
                signs.append("1")
            elif self.known_corners & bit:
                signs.append("0")
            else:
                signs.append("?")
        return "".join(signs)

    # ------------------------------------------------------------ N6 islands
    def find_islands(self, cells: int) -> list[Island]:
        """Find the complete lands of any size that reach into these cells (N6)."""
        corners = 0
        for offset in self.grid.offset:
            corners |= cells << offset
        left = corners & self.land_corners
        islands: list[Island] = []
        while left:
            land = self.find_connected_land(left & -left)
            left &= ~land
            cells_under = self.grid.find_touching_cells(land)
            if not cells_under & ~self.filled_cells:
                tiles = {self.tile_by_cell[cell] for cell in generate_bits(cells_under)}
                islands.append(Island(land, tuple(sorted(tiles))))
        return islands

    def find_connected_land(self, corners: int) -> int:
        """Find all land corners connected to the given ones along the grid, never across a cell (N5.8)."""
        grid, land = self.grid, self.land_corners
        not_west, not_east, stride = land & ~grid.west_edge, land & ~grid.east_edge, grid.stride
        found = corners & land
        while True:
            grown = found | found << 1 & not_west | found >> 1 & not_east | (found << stride | found >> stride) & land
            if grown == found:
                return found
            found = grown


class Island:
    """A complete land: its corners and the indices of the tiles that it lies on."""

    __slots__ = ("corners", "tiles")

    def __init__(self, corners: int, tiles: tuple[int, ...]) -> None:
        self.corners = corners
        self.tiles = tiles


def find_sea_path(grid: Grid, land: int, east: int, south: int, start: int, goal: int) -> int:
    """Find a path for ships between two sets of cells, without regard to ice; 0 if there is none.

    The path is a set of corners that are not land, one on every side that it crosses between tiles. Cells without a tile are open
    as far as their known corners allow. Two cells are linked if their common side has a sea end, or if they belong to one tile: a
    ship reaches all the sea of its tile (N7.2). `east` and `south` are the cells whose eastern or southern neighbour belongs to
    the same tile.
    """
    stride = grid.stride
    open_east = grid.has_east & ~(land >> 1 & land >> stride + 1) | east
    open_south = grid.has_south & ~(land >> stride & land >> stride + 1) | south
    reached, layers = start, [start]
    while not reached & goal:
        frontier = layers[-1]
        onward = (
            (frontier & open_east) << 1
            | frontier >> 1 & open_east
            | (frontier & open_south) << stride
            | frontier >> stride & open_south
        ) & ~reached
        if not onward:
            return 0
        layers.append(onward)
        reached |= onward
    here = layers.pop() & goal
    here &= -here
    path = 1 << grid.stride * (grid.rows + 1)  # a bit beyond every corner, so that a path is never 0
    while layers:
        layer = layers.pop()
        for previous, same_tile, ends in (
            (here >> 1 & open_east & layer, east, (1, stride + 1)),
            (here >> stride & open_south & layer, south, (stride, stride + 1)),
            (here << 1 & layer if here & open_east else 0, east, (1, stride + 1)),
            (here << stride & layer if here & open_south else 0, south, (stride, stride + 1)),
        ):
            if previous:
                near = min(previous, here)  # the western or northern one of the two cells
                if not near & same_tile:
                    path |= next(near << end for end in ends if not near << end & land)
                here = previous
                break
    return path


class BoardCache:
    """A cache of the latest boards, built from the words of their placements."""

    def __init__(self, components: Components, grid: Grid, pieces: dict[Tile, TilePiece]) -> None:
        self.grid = grid
        self.pieces = pieces
        board = TileBoard(grid)
        for printed in components.board.printed:
            lay = TileLay(grid, "", tuple(printed.rows.split("/")), printed.symbol_cell if printed.symbol else -1)
            board = board.add_tile(
                PlacedTile(printed.name, "printed", grid.cell_numbers[printed.cell], lay, printed.symbol)
            )
        self.printed = board
        self.mainland = board.land_corners
        self.build_placed_tile = lru_cache(maxsize=512)(self._build_placed_tile)
        self.build_board = lru_cache(maxsize=256)(self._build_board)

    def _build_board(self, placed: tuple[str, ...]) -> TileBoard:
        if not placed:
            return self.printed
        return self.build_board(placed[:-1]).add_tile(self.build_placed_tile(placed[-1]))

    def _build_placed_tile(self, words: str) -> PlacedTile:
        tile, cell, rotation = words.split(" ")
        if rotation[0] == "j":
            lay = TileLay(self.grid, rotation, (rotation[1:3], rotation[3:5]))
            return PlacedTile(tile, "gap" if tile == GAP_TILE else "joker", self.grid.cell_numbers[cell], lay)
        piece = self.pieces[tile]
        kind = "small" if tile[0] == "s" else "large"
        return PlacedTile(tile, kind, self.grid.cell_numbers[cell], piece.lays[rotation], piece.symbol)


GAP_TILE: Tile = "x"
"""The word for a gap that was closed without a tile."""


def format_placement(tile: Tile, cell: Cell, rotation: str) -> str:
    """Format a placement as words."""
    return f"{tile} {cell} {rotation}"
