"""Lands of a board that are not closed yet, and which of them a tile would close.

Computer players evaluate positions with them; no rule is decided here.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.northwest.board import TileBoard
from engine.games.northwest.grid import Grid, generate_bits
from engine.games.northwest.tiles import TileLay


class OpenLand(NamedTuple):
    """A land that reaches into empty cells.

    `cells` are these cells, `shore_corners` the corners on the land and next to it, both as bits; `tiles` counts its tiles.
    """

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
        """Find the open lands, by index, that a tile with its first cell there would close."""
        key = lay, cell
        closed = self._closed_lands.get(key)
        if closed is None:
            covered = 1 << cell | 1 << cell + lay.span
            new_land = lay.land_mask << cell & ~self._ground.known_corners
            indices: list[int] = []
            for n, land in enumerate(self.lands):
                if not land.cells & ~covered and not land.shore_corners & new_land:
                    indices.append(n)
            closed = self._closed_lands[key] = tuple(indices)
        return closed


def _find_open_lands(grid: Grid, board: TileBoard) -> list[OpenLand]:
    stride, left = grid.stride, board.land_corners
    lands: list[OpenLand] = []
    while left:
        land = board.find_connected_land(left & -left)
        left &= ~land
        cells = grid.find_touching_cells(land)
        empty_cells = cells & ~board.filled_cells
        if empty_cells:
            shore = land | land << 1 | land >> 1 | land << stride | land >> stride
            tiles = {board.tile_by_cell[cell] for cell in generate_bits(cells & board.filled_cells)}
            lands.append(OpenLand(empty_cells, shore, len(tiles)))
    return lands
