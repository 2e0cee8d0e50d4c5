"""Lands of a board that are not closed yet, and which of them a tile would close. For judging positions; no rule is
decided here."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.northwest.grid import Grid, bits
from engine.games.northwest.ground import Ground
from engine.games.northwest.tiles import Lay


class Shore(NamedTuple):
    """An open land: the empty cells that it reaches into and the corners on it and beside it, as bits, and the tiles it lies on."""

    cells: int
    around: int
    tiles: int


class Coasts:
    """The open lands of a board, in the order of their first corners."""

    __slots__ = ("_closed", "_ground", "open")

    def __init__(self, grid: Grid, ground: Ground) -> None:
        self.open = tuple(_open_lands(grid, ground))
        self._ground = ground
        self._closed: dict[tuple[Lay, int], tuple[int, ...]] = {}

    def closed_by(self, lay: Lay, cell: int) -> tuple[int, ...]:
        """The open lands, by index, that a tile laid there would close."""
        key = lay, cell
        found = self._closed.get(key)
        if found is None:
            covers, dry = 1 << cell | 1 << cell + lay.span, lay.land << cell & ~self._ground.known
            found = self._closed[key] = tuple(
                [n for n, shore in enumerate(self.open) if not shore.cells & ~covers and not shore.around & dry]
            )
        return found


def _open_lands(grid: Grid, ground: Ground) -> list[Shore]:
    stride, left, found = grid.stride, ground.land, list[Shore]()
    while left:
        land = ground.land_of(left & -left)
        left &= ~land
        cells = grid.touching(land)
        if cells & ~ground.filled:
            around = land | land << 1 | land >> 1 | land << stride | land >> stride
            tiles = len({ground.at[cell] for cell in bits(cells & ground.filled)})
            found.append(Shore(cells & ~ground.filled, around, tiles))
    return found
