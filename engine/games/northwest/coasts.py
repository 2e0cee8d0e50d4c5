"""Lands of a board that are not closed yet, and which of them a tile would close. For judging positions; no rule is
decided here."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.northwest.board import TileBoard
from engine.games.northwest.grid import Grid, list_bits
from engine.games.northwest.tiles import TileLay


class OpenLand(NamedTuple):
    """An open land: the empty cells that it reaches into and the corners on it and beside it, as bits, and the tiles it lies on."""

    cells: int
    shore_corners: int
    tiles: int


class OpenLands:
    """The open lands of a board, in the order of their first corners."""

    __slots__ = ("_closed_lands", "_ground", "lands")

    def __init__(self, grid: Grid, board: TileBoard) -> None:
        self.lands = tuple(_find_open_lands(grid, board))
        self._ground = board
        self._closed_lands: dict[tuple[TileLay, int], tuple[int, ...]] = {}

    def find_closed_lands(self, lay: TileLay, cell: int) -> tuple[int, ...]:
        """The open lands, by index, that a tile laid there would close."""
        key = lay, cell
        found = self._closed_lands.get(key)
        if found is None:
            covers, dry = 1 << cell | 1 << cell + lay.span, lay.land_mask << cell & ~self._ground.known_corners
            found = self._closed_lands[key] = tuple(
                [n for n, shore in enumerate(self.lands) if not shore.cells & ~covers and not shore.shore_corners & dry]
            )
        return found


def _find_open_lands(grid: Grid, board: TileBoard) -> list[OpenLand]:
    stride, left, found = grid.stride, board.land_corners, list[OpenLand]()
    while left:
        land = board.find_connected_land(left & -left)
        left &= ~land
        cells = grid.find_touching_cells(land)
        if cells & ~board.filled_cells:
            around = land | land << 1 | land >> 1 | land << stride | land >> stride
            tiles = len({board.tile_by_cell[cell] for cell in list_bits(cells & board.filled_cells)})
            found.append(OpenLand(cells & ~board.filled_cells, around, tiles))
    return found
