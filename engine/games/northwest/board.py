"""The board as laid: what is known of land and sea, where a tile fits, gaps, islands and the way to the Passage (N5, N6).

Every corner of the grid is land, sea or unknown; the four quarters that meet there belong to tiles that must agree about it. So a
tile matches side by side and diagonally exactly when it agrees with every known corner under it (N5.2).
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.northwest.components import Components
from engine.games.northwest.grid import Grid, list_bits
from engine.games.northwest.state import Cell, Tile
from engine.games.northwest.tiles import TileLay, TilePiece
from engine.games.northwest.view import VisibleCell


class PlacedTile:
    """A tile on the board: `cells` are the numbers of its cells, the first one first, as bits in `mask`.

    `areas` remembers its land and ice by the frozen ones of its cells, see `travel.list_areas`.
    """

    __slots__ = ("areas", "cells", "kind", "lay", "mask", "symbol", "symbol_cell", "tile")

    def __init__(self, tile: Tile, kind: str, cell: int, lay: TileLay, symbol: str = "") -> None:
        self.tile = tile
        self.kind = kind
        self.lay = lay
        self.cells: tuple[int, ...] = (cell, cell + lay.span) if lay.span else (cell,)
        self.mask = sum(1 << number for number in self.cells)
        self.areas: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {}
        self.symbol = symbol
        self.symbol_cell = cell + lay.symbol_at if symbol else -1


class TileBoard:
    """All tiles of a board at one time; never changed, `add_tile` makes the next one.

    `known_corners` are the corners that some tile covers, `land_corners` those of them that are land, `filled_cells`
    the cells with a tile. `tile_by_cell` gives
    the index in `placed_tiles` by cell number. `east` and `south` are the cells whose eastern, southern neighbour is the same tile.

    What was found out about the board is kept with it: `known_routes` are sea paths between the arrows (see
    `find_sea_path`), `sailings_cache` and
    `drives_cache` what `travel` has found by tile or area and ice, `visible_cells` the cells as views show them, by ice.
    """

    __slots__ = (
        "_cells_beside",
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
        self.drives_cache: dict[
            tuple[tuple[tuple[int, int], ...], int], dict[int, tuple[tuple[tuple[int, int], ...], ...]]
        ] = {}
        self.visible_cells: dict[int, tuple[VisibleCell, ...]] = {}
        self._cells_beside: dict[PlacedTile, int] = {}
        self._takes_cache: dict[tuple[TilePiece, int], bool] = {}
        self._fitting_cells: dict[TileLay, int] = {}
        self._keeps_path_cache: dict[tuple[TileLay, int], bool] = {}

    def add_tile(self, tile: PlacedTile) -> TileBoard:
        """The board with one tile more."""
        cell, lay = tile.cells[0], tile.lay
        after = TileBoard(self.grid)
        after.known_corners = self.known_corners | lay.corner_mask << cell
        after.land_corners = self.land_corners | lay.land_mask << cell
        after.filled_cells = self.filled_cells | tile.mask
        after.east = self.east | (1 << cell if lay.shape == "wide" else 0)
        after.south = self.south | (1 << cell if lay.shape == "tall" else 0)
        after.tile_by_cell = {**self.tile_by_cell, **dict.fromkeys(tile.cells, len(self.placed_tiles))}
        after.placed_tiles = (*self.placed_tiles, tile)
        land = lay.land_mask << cell
        after.known_routes = [
            route for route in self.known_routes if not route & land
        ]  # those with no corner that has become land
        return after

    def find_tile(self, cell: int) -> PlacedTile:
        """The tile that covers a cell."""
        return self.placed_tiles[self.tile_by_cell[cell]]

    # ------------------------------------------------------------ N5.1 to N5.3 placing
    def find_cells_beside(self, tile: PlacedTile) -> int:
        """The empty cells that share a side with a tile."""
        found = self._cells_beside.get(tile)
        if found is None:
            mask, stride = tile.mask, self.grid.stride
            around = mask << 1 | mask >> 1 | mask << stride | mask >> stride
            found = self._cells_beside[tile] = around & self.grid.cells & ~self.filled_cells
        return found

    def find_rooms(self, beside: int) -> dict[int, int]:
        """By the span of a tile, the empty cells on which it can begin so that it covers one of these (N5.1)."""
        empty, stride = self.grid.cells & ~self.filled_cells, self.grid.stride
        return {
            0: beside,
            1: empty & empty >> 1 & (beside | beside >> 1),
            stride: empty & empty >> stride & (beside | beside >> stride),
        }

    def fits_corners(self, lay: TileLay, cell: int) -> bool:
        """Whether a tile agrees with every known corner under it (N5.2)."""
        return bool(self.find_fitting_cells(lay) >> cell & 1)

    def find_fitting_cells(self, lay: TileLay) -> int:
        """The cells on which a tile can begin so that it agrees with every known corner under it (N5.2)."""
        found = self._fitting_cells.get(lay)
        if found is None:
            land, sea, clash = self.land_corners, self.known_corners & ~self.land_corners, 0
            for corner in lay.land_corners:
                clash |= sea >> corner
            for corner in lay.sea_corners:
                clash |= land >> corner
            found = self._fitting_cells[lay] = self.grid.cells & ~clash
        return found

    def can_take(self, piece: TilePiece, beside: int) -> bool:
        """Whether a tile can lie on one of these empty cells at least (N5.1 to N5.3)."""
        found = self._takes_cache.get((piece, beside))
        if found is None:
            rooms = self.find_rooms(beside)
            found = self._takes_cache[piece, beside] = any(
                self._find_allowed(lay, rooms[lay.span]) for lay in piece.different_lays
            )
        return found

    def find_allowed_cells(self, lay: TileLay, room: int) -> int:
        """Those of the cells with room for it on which a tile fits and leaves a sea path open (N5.2, N5.3)."""
        found = self.find_fitting_cells(lay) & room
        return found and found & ~self._find_blocked_cells(lay, found)

    def _find_allowed(self, lay: TileLay, room: int) -> bool:
        found = self.find_fitting_cells(lay) & room
        return found != 0 and (
            found & ~self._find_cells_on_route(lay) != 0 or found & ~self._find_blocked_cells(lay, found) != 0
        )

    def _find_cells_on_route(self, lay: TileLay) -> int:
        """The cells on which a tile begins that lays land on the sea path known first; all of them where there is none."""
        over = 0 if self._find_route() else self.grid.cells
        for corner in lay.land_corners:
            over |= self._find_route() >> corner
        return over

    def _find_blocked_cells(self, lay: TileLay, cells: int) -> int:
        """Those of these cells where a tile would close the last sea path (N5.3)."""
        closed = 0
        for cell in list_bits(cells & self._find_cells_on_route(lay)):
            if not self.keeps_sea_path(lay, cell):
                closed |= 1 << cell
        return closed

    def keeps_sea_path(self, lay: TileLay, cell: int) -> bool:
        """Whether ships can still get from one arrow to the other once a tile lies there (N5.3)."""
        found = self._keeps_path_cache.get((lay, cell))
        if found is None:
            found = self._keeps_path_cache[lay, cell] = self._keeps_sea_path(lay, cell)
        return found

    def _find_route(self) -> int:
        """A sea path between the arrows; 0 when there is none."""
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
        if route:  # one that does not need the tile, and so is there without it, too
            self.known_routes.append(route)
            return True
        east = self.east | (1 << cell if lay.shape == "wide" else 0)
        south = self.south | (1 << cell if lay.shape == "tall" else 0)
        return lay.span > 0 and bool(self._find_path(land, east, south))

    # ------------------------------------------------------------ N5.5 gaps
    def find_gaps(self, beside: PlacedTile) -> list[int]:
        """The empty single cells next to a tile whose every neighbour is filled."""
        filled = self.filled_cells
        return [
            cell
            for cell in list_bits(self.find_cells_beside(beside))
            if all(filled >> next_to & 1 for next_to in self.grid.neighbours[cell])
        ]

    def describe_corners(self, cell: int) -> str:
        """What is known of a cell's corners in the order nw, ne, sw, se: "1" land, "0" sea, "?" unknown."""
        corners = [cell + offset for offset in self.grid.offset]
        return "".join(
            "?" if not self.known_corners >> corner & 1 else "1" if self.land_corners >> corner & 1 else "0"
            for corner in corners
        )

    # ------------------------------------------------------------ N6 islands
    def find_islands(self, cells: int) -> list[Island]:
        """The complete lands that reach into these cells, whatever their size (N6)."""
        corners = 0
        for offset in self.grid.offset:
            corners |= cells << offset
        left = corners & self.land_corners
        found: list[Island] = []
        while left:
            whole = self.find_connected_land(left & -left)
            left &= ~whole
            under = self.grid.find_touching_cells(whole)
            if not under & ~self.filled_cells:
                found.append(Island(whole, tuple(sorted({self.tile_by_cell[cell] for cell in list_bits(under)}))))
        return found

    def find_connected_land(self, corners: int) -> int:
        """All land corners that hang together with those given: along the grid, never across a cell (N5.8)."""
        grid, land = self.grid, self.land_corners
        not_west, not_east, stride = land & ~grid.west_edge, land & ~grid.east_edge, grid.stride
        found = corners & land
        while True:
            grown = found | found << 1 & not_west | found >> 1 & not_east | (found << stride | found >> stride) & land
            if grown == found:
                return found
            found = grown


class Island:
    """Complete land: its corners and the indices of the tiles that it lies on."""

    __slots__ = ("corners", "tiles")

    def __init__(self, corners: int, tiles: tuple[int, ...]) -> None:
        self.corners = corners
        self.tiles = tiles


def find_sea_path(grid: Grid, land: int, east: int, south: int, start: int, goal: int) -> int:
    """A way for ships between two sets of cells, ice left aside: corners that are not land, one on every side that the way
    crosses between tiles. 0 when there is none.

    Cells without a tile are open as far as their known corners allow. Two cells are linked when their common side has a sea end,
    or when they are one tile: a ship reaches all the sea of its tile (N7.2).
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
    at = layers.pop() & goal
    at &= -at
    way = 1 << grid.stride * (grid.rows + 1)  # beyond every corner, so that a way is never 0
    while layers:
        layer = layers.pop()
        for crossed, back, ends in (
            (at >> 1 & open_east & layer, east, (1, stride + 1)),
            (at >> stride & open_south & layer, south, (stride, stride + 1)),
            (at << 1 & layer if at & open_east else 0, east, (1, stride + 1)),
            (at << stride & layer if at & open_south else 0, south, (stride, stride + 1)),
        ):
            if crossed:
                near = min(crossed, at)  # the western or northern one of the two cells
                if not near & back:
                    way |= next(near << end for end in ends if not near << end & land)
                at = crossed
                break
    return way


class BoardCache:
    """Makes boards from the words of their placements, and remembers the newest."""

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
        return self.build_board(placed[:-1]).add_tile(self.build_placed_tile(placed[-1])) if placed else self.printed

    def _build_placed_tile(self, words: str) -> PlacedTile:
        tile, cell, rotation = words.split(" ")
        if rotation[0] == "j":
            lay = TileLay(self.grid, rotation, (rotation[1:3], rotation[3:5]))
            return PlacedTile(tile, "gap" if tile == GAP_TILE else "joker", self.grid.cell_numbers[cell], lay)
        piece = self.pieces[tile]
        kind = "small" if tile[0] == "s" else "large"
        return PlacedTile(tile, kind, self.grid.cell_numbers[cell], piece.lays[rotation], piece.symbol)


GAP_TILE: Tile = "x"
"""Stands for the tile of a gap that was closed without one."""


def format_placement(tile: Tile, cell: Cell, rotation: str) -> str:
    """The words of a placed tile."""
    return f"{tile} {cell} {rotation}"
