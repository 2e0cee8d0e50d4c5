"""The board as laid: what is known of land and sea, where a tile fits, gaps, islands and the way to the Passage (N5, N6).

Every corner of the grid is land, sea or unknown; the four quarters that meet there belong to tiles that must agree about it. So a
tile matches side by side and diagonally exactly when it agrees with every known corner under it (N5.2).
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.northwest.components import Components
from engine.games.northwest.grid import Grid, bits
from engine.games.northwest.state import Cell, Tile
from engine.games.northwest.tiles import Lay, Piece
from engine.games.northwest.view import SeenCell


class Laid:
    """A tile on the board: `cells` are the numbers of its cells, the first one first, as bits in `mask`.

    `areas` remembers its land and ice by the frozen ones of its cells, see `travel.areas`.
    """

    __slots__ = ("areas", "cells", "kind", "lay", "mask", "symbol", "symbol_cell", "tile")

    def __init__(self, tile: Tile, kind: str, cell: int, lay: Lay, symbol: str = "") -> None:
        self.tile = tile
        self.kind = kind
        self.lay = lay
        self.cells: tuple[int, ...] = (cell, cell + lay.span) if lay.span else (cell,)
        self.mask = sum(1 << number for number in self.cells)
        self.areas: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {}
        self.symbol = symbol
        self.symbol_cell = cell + lay.symbol_at if symbol else -1


class Ground:
    """All tiles of a board at one time; never changed, `plus` makes the next one.

    `known` are the corners that some tile covers, `land` those of them that are land, `filled` the cells with a tile. `at` gives
    the index in `laid` by cell number. `east` and `south` are the cells whose eastern, southern neighbour is the same tile.

    What was found out about the board is kept with it: `routes` are sea paths between the arrows (see `sea_path`), `sailed` and
    `driven` what `travel` has found by tile or area and ice, `shown` the cells as views show them, by ice.
    """

    __slots__ = (
        "_beside",
        "_fitting",
        "_open",
        "_takes",
        "at",
        "driven",
        "east",
        "filled",
        "grid",
        "known",
        "laid",
        "land",
        "routes",
        "sailed",
        "shown",
        "south",
    )

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.known = self.land = self.filled = self.east = self.south = 0
        self.at: dict[int, int] = {}
        self.laid: tuple[Laid, ...] = ()
        self.routes: list[int] = []
        self.sailed: dict[tuple[int, int], tuple[int, ...]] = {}
        self.driven: dict[
            tuple[tuple[tuple[int, int], ...], int], dict[int, tuple[tuple[tuple[int, int], ...], ...]]
        ] = {}
        self.shown: dict[int, tuple[SeenCell, ...]] = {}
        self._beside: dict[Laid, int] = {}
        self._takes: dict[tuple[Piece, int], bool] = {}
        self._fitting: dict[Lay, int] = {}
        self._open: dict[tuple[Lay, int], bool] = {}

    def plus(self, new: Laid) -> Ground:
        """The board with one tile more."""
        cell, lay = new.cells[0], new.lay
        after = Ground(self.grid)
        after.known = self.known | lay.corners << cell
        after.land = self.land | lay.land << cell
        after.filled = self.filled | new.mask
        after.east = self.east | (1 << cell if lay.shape == "wide" else 0)
        after.south = self.south | (1 << cell if lay.shape == "tall" else 0)
        after.at = {**self.at, **dict.fromkeys(new.cells, len(self.laid))}
        after.laid = (*self.laid, new)
        land = lay.land << cell
        after.routes = [route for route in self.routes if not route & land]  # those with no corner that has become land
        return after

    def tile_on(self, cell: int) -> Laid:
        """The tile that covers a cell."""
        return self.laid[self.at[cell]]

    # ------------------------------------------------------------ N5.1 to N5.3 placing
    def beside(self, tile: Laid) -> int:
        """The empty cells that share a side with a tile."""
        found = self._beside.get(tile)
        if found is None:
            mask, stride = tile.mask, self.grid.stride
            around = mask << 1 | mask >> 1 | mask << stride | mask >> stride
            found = self._beside[tile] = around & self.grid.cells & ~self.filled
        return found

    def rooms(self, beside: int) -> dict[int, int]:
        """By the span of a tile, the empty cells on which it can begin so that it covers one of these (N5.1)."""
        empty, stride = self.grid.cells & ~self.filled, self.grid.stride
        return {
            0: beside,
            1: empty & empty >> 1 & (beside | beside >> 1),
            stride: empty & empty >> stride & (beside | beside >> stride),
        }

    def fits(self, lay: Lay, cell: int) -> bool:
        """Whether a tile agrees with every known corner under it (N5.2)."""
        return bool(self.fitting(lay) >> cell & 1)

    def fitting(self, lay: Lay) -> int:
        """The cells on which a tile can begin so that it agrees with every known corner under it (N5.2)."""
        found = self._fitting.get(lay)
        if found is None:
            land, sea, clash = self.land, self.known & ~self.land, 0
            for corner in lay.dry:
                clash |= sea >> corner
            for corner in lay.wet:
                clash |= land >> corner
            found = self._fitting[lay] = self.grid.cells & ~clash
        return found

    def takes(self, piece: Piece, beside: int) -> bool:
        """Whether a tile can lie on one of these empty cells at least (N5.1 to N5.3)."""
        found = self._takes.get((piece, beside))
        if found is None:
            rooms = self.rooms(beside)
            found = self._takes[piece, beside] = any(self._allows(lay, rooms[lay.span]) for lay in piece.different)
        return found

    def allowed(self, lay: Lay, room: int) -> int:
        """Those of the cells with room for it on which a tile fits and leaves a sea path open (N5.2, N5.3)."""
        found = self.fitting(lay) & room
        return found and found & ~self._blocked(lay, found)

    def _allows(self, lay: Lay, room: int) -> bool:
        found = self.fitting(lay) & room
        return found != 0 and (found & ~self._over_route(lay) != 0 or found & ~self._blocked(lay, found) != 0)

    def _over_route(self, lay: Lay) -> int:
        """The cells on which a tile begins that lays land on the sea path known first; all of them where there is none."""
        over = 0 if self._route() else self.grid.cells
        for corner in lay.dry:
            over |= self._route() >> corner
        return over

    def _blocked(self, lay: Lay, cells: int) -> int:
        """Those of these cells where a tile would close the last sea path (N5.3)."""
        closed = 0
        for cell in bits(cells & self._over_route(lay)):
            if not self.keeps_the_way(lay, cell):
                closed |= 1 << cell
        return closed

    def keeps_the_way(self, lay: Lay, cell: int) -> bool:
        """Whether ships can still get from one arrow to the other once a tile lies there (N5.3)."""
        found = self._open.get((lay, cell))
        if found is None:
            found = self._open[lay, cell] = self._stays_open(lay, cell)
        return found

    def _route(self) -> int:
        """A sea path between the arrows; 0 when there is none."""
        if not self.routes:
            self.routes.append(self._path(0, self.east, self.south))
        return self.routes[0]

    def _path(self, land: int, east: int, south: int) -> int:
        return sea_path(self.grid, self.land | land, east, south, self.laid[0].mask, self.laid[1].mask)

    def _stays_open(self, lay: Lay, cell: int) -> bool:
        land = lay.land << cell
        if self._route() and any(not land & route for route in self.routes):
            return True
        route = self._path(land, self.east, self.south)
        if route:  # one that does not need the tile, and so is there without it, too
            self.routes.append(route)
            return True
        east = self.east | (1 << cell if lay.shape == "wide" else 0)
        south = self.south | (1 << cell if lay.shape == "tall" else 0)
        return lay.span > 0 and bool(self._path(land, east, south))

    # ------------------------------------------------------------ N5.5 gaps
    def gaps(self, beside: Laid) -> list[int]:
        """The empty single cells next to a tile whose every neighbour is filled."""
        filled = self.filled
        return [
            cell
            for cell in bits(self.beside(beside))
            if all(filled >> next_to & 1 for next_to in self.grid.neighbours[cell])
        ]

    def corners_of(self, cell: int) -> str:
        """What is known of a cell's corners in the order nw, ne, sw, se: "1" land, "0" sea, "?" unknown."""
        corners = [cell + offset for offset in self.grid.offset]
        return "".join(
            "?" if not self.known >> corner & 1 else "1" if self.land >> corner & 1 else "0" for corner in corners
        )

    # ------------------------------------------------------------ N6 islands
    def islands_at(self, cells: int) -> list[Island]:
        """The complete lands that reach into these cells, whatever their size (N6)."""
        corners = 0
        for offset in self.grid.offset:
            corners |= cells << offset
        left = corners & self.land
        found: list[Island] = []
        while left:
            whole = self.land_of(left & -left)
            left &= ~whole
            under = self.grid.touching(whole)
            if not under & ~self.filled:
                found.append(Island(whole, tuple(sorted({self.at[cell] for cell in bits(under)}))))
        return found

    def land_of(self, seed: int) -> int:
        """All land corners that hang together with those given: along the grid, never across a cell (N5.8)."""
        grid, land = self.grid, self.land
        not_west, not_east, stride = land & ~grid.west_edge, land & ~grid.east_edge, grid.stride
        found = seed & land
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


def sea_path(grid: Grid, land: int, east: int, south: int, start: int, goal: int) -> int:
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


class Boards:
    """Makes boards from the words of their placements, and remembers the newest."""

    def __init__(self, components: Components, grid: Grid, pieces: dict[Tile, Piece]) -> None:
        self.grid = grid
        self.pieces = pieces
        board = Ground(grid)
        for printed in components.board.printed:
            lay = Lay(grid, "", tuple(printed.rows.split("/")), printed.symbol_cell if printed.symbol else -1)
            board = board.plus(Laid(printed.name, "printed", grid.numbers[printed.cell], lay, printed.symbol))
        self.printed = board
        self.mainland = board.land
        self.lay = lru_cache(maxsize=512)(self._laid)
        self.ground = lru_cache(maxsize=256)(self._ground)

    def _ground(self, placed: tuple[str, ...]) -> Ground:
        return self.ground(placed[:-1]).plus(self.lay(placed[-1])) if placed else self.printed

    def _laid(self, words: str) -> Laid:
        tile, cell, rotation = words.split(" ")
        if rotation[0] == "j":
            lay = Lay(self.grid, rotation, (rotation[1:3], rotation[3:5]))
            return Laid(tile, "gap" if tile == GAP else "joker", self.grid.numbers[cell], lay)
        piece = self.pieces[tile]
        kind = "small" if tile[0] == "s" else "large"
        return Laid(tile, kind, self.grid.numbers[cell], piece.lays[rotation], piece.symbol)


GAP: Tile = "x"
"""Stands for the tile of a gap that was closed without one."""


def placement(tile: Tile, cell: Cell, rotation: str) -> str:
    """The words of a placed tile."""
    return f"{tile} {cell} {rotation}"
