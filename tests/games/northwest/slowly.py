"""The geometry of the chart done the slow way: every quarter of every cell is looked at by itself, nothing is a bit of a number.

Shares nothing with the game's own geometry but the rules: a quarter is ((x, y), corner), its terrain True for land.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Cell = tuple[int, int]
Quarter = tuple[Cell, str]

POINT = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}
BESIDE = {"nw": ("ne", "sw"), "ne": ("nw", "se"), "sw": ("nw", "se"), "se": ("ne", "sw")}
FACING = {
    "nw": ((-1, 0, "ne"), (0, -1, "sw")),
    "ne": ((1, 0, "nw"), (0, -1, "se")),
    "sw": ((-1, 0, "se"), (0, 1, "nw")),
    "se": ((1, 0, "sw"), (0, 1, "ne")),
}


@dataclass
class Chart:
    """Tiles on a board: for every cell with a tile its tile's number and the terrain of its quarters."""

    columns: int
    rows: int
    tile: dict[Cell, int] = field(default_factory=dict)
    land: dict[Quarter, bool] = field(default_factory=dict)

    def put(self, n: int, first: Cell, rows: Iterable[str]) -> None:
        """Lay tile n: rows of corners from its first cell on."""
        for cell, quarters in self.shown(first, list(rows)).items():
            self.tile[cell] = n
            for corner, land in quarters.items():
                self.land[cell, corner] = land

    @staticmethod
    def shown(first: Cell, rows: list[str]) -> dict[Cell, dict[str, bool]]:
        """The cells that a tile would cover and their quarters."""
        return {
            (first[0] + i, first[1] + j): {corner: rows[j + y][i + x] == "1" for corner, (x, y) in POINT.items()}
            for j in range(len(rows) - 1)
            for i in range(len(rows[0]) - 1)
        }

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def around(self, cell: Cell) -> list[Cell]:
        """The cells that share a side."""
        near = [(cell[0] + dx, cell[1] + dy) for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))]
        return [one for one in near if self.inside(one)]

    def meeting(self, point: tuple[int, int]) -> list[Quarter]:
        """The quarters that meet in a point, of cells inside the board."""
        quarters = [((point[0] - x, point[1] - y), corner) for corner, (x, y) in POINT.items()]
        return [quarter for quarter in quarters if self.inside(quarter[0])]

    # ---------------------------------------------------------- placing
    def matches(self, first: Cell, rows: list[str]) -> bool:
        """Whether a tile lies on empty cells of the board and agrees with every quarter that meets its own."""
        for cell, quarters in self.shown(first, rows).items():
            if not self.inside(cell) or cell in self.tile:
                return False
            for corner, land in quarters.items():
                point = (cell[0] + POINT[corner][0], cell[1] + POINT[corner][1])
                if any(self.land.get(other, land) != land for other in self.meeting(point)):
                    return False
        return True

    def touches(self, first: Cell, rows: list[str], tile: int) -> bool:
        """Whether a tile would share a side with another."""
        return any(self.tile.get(near) == tile for cell in self.shown(first, rows) for near in self.around(cell))

    def sea(self, quarter: Quarter) -> bool:
        """Whether ships could once pass here: sea, or unknown to every tile that meets there."""
        (x, y), corner = quarter
        point = (x + POINT[corner][0], y + POINT[corner][1])
        return not any(self.land.get(other, False) for other in self.meeting(point))

    def path(self, start: int, goal: int) -> bool:
        """Whether sea leads from one tile to another; ice is left aside, all sea of a tile hangs together."""
        cells = [(x, y) for x in range(self.columns) for y in range(self.rows)]
        of_tile: dict[int, list[Cell]] = {}
        for cell, n in self.tile.items():
            of_tile.setdefault(n, []).append(cell)

        def onward(quarter: Quarter) -> Iterable[Quarter]:
            cell, corner = quarter
            same = of_tile[self.tile[cell]] if cell in self.tile else [cell]
            yield from ((one, other) for one in same for other in POINT)
            yield from (((cell[0] + dx, cell[1] + dy), other) for dx, dy, other in FACING[corner])

        begin = [(cell, corner) for cell in cells if self.tile.get(cell) == start for corner in POINT]
        reached = flood(begin, onward, lambda quarter: self.inside(quarter[0]) and self.sea(quarter))
        return any(self.tile.get(cell) == goal for cell, _ in reached)

    def gaps(self) -> set[Cell]:
        """Empty cells without an empty neighbour."""
        return {
            (x, y)
            for x in range(self.columns)
            for y in range(self.rows)
            if (x, y) not in self.tile and all(near in self.tile for near in self.around((x, y)))
        }

    # ---------------------------------------------------------- islands
    def islands(self) -> list[set[Quarter]]:
        """Every land that ends in sea or at the edge of the board everywhere."""
        left = {quarter for quarter, land in self.land.items() if land}
        found: list[set[Quarter]] = []
        while left:
            whole = flood([min(left)], self._next_to, lambda quarter: self.land.get(quarter, False))
            left -= whole
            points = {(cell[0] + POINT[corner][0], cell[1] + POINT[corner][1]) for cell, corner in whole}
            if all(cell in self.tile for point in points for cell, _ in self.meeting(point)):
                found.append(whole)
        return found

    @staticmethod
    def _next_to(quarter: Quarter) -> Iterable[Quarter]:
        cell, corner = quarter
        yield from ((cell, other) for other in BESIDE[corner])
        yield from (((cell[0] + dx, cell[1] + dy), other) for dx, dy, other in FACING[corner])

    # ---------------------------------------------------------- moving
    def sailings(self, tile: int, frozen_rows: int) -> set[int]:
        """The tiles that a ship reaches with one move."""
        found: set[int] = set()
        for (cell, corner), land in self.land.items():
            if self.tile[cell] != tile or land or cell[1] < frozen_rows:
                continue
            for dx, dy, other in FACING[corner]:
                there = (cell[0] + dx, cell[1] + dy)
                if there in self.tile and there[1] >= frozen_rows and not self.land[there, other]:
                    found.add(self.tile[there])
        return found - {tile}

    def bears(self, quarter: Quarter, frozen_rows: int) -> bool:
        """Whether a sled can stand there."""
        return quarter[0] in self.tile and (quarter[0][1] < frozen_rows or self.land[quarter])

    def areas(self, tile: int, frozen_rows: int) -> set[frozenset[Quarter]]:
        """The connected land and ice of a tile."""
        mine = {(cell, corner) for cell, n in self.tile.items() if n == tile for corner in POINT}
        left = {quarter for quarter in mine if self.bears(quarter, frozen_rows)}
        found: set[frozenset[Quarter]] = set()
        while left:
            whole = flood(
                [min(left)], self._next_to, lambda quarter: quarter in mine and self.bears(quarter, frozen_rows)
            )
            left -= whole
            found.add(frozenset(whole))
        return found

    def drives(self, area: Iterable[Quarter], frozen_rows: int) -> set[frozenset[Quarter]]:
        """The areas of other tiles that a sled reaches with one move."""
        found: set[frozenset[Quarter]] = set()
        for cell, corner in area:
            for dx, dy, other in FACING[corner]:
                there = ((cell[0] + dx, cell[1] + dy), other)
                if self.bears(there, frozen_rows) and self.tile[there[0]] != self.tile[cell]:
                    found |= {one for one in self.areas(self.tile[there[0]], frozen_rows) if there in one}
        return found


def flood(
    begin: list[Quarter], onward: Callable[[Quarter], Iterable[Quarter]], allowed: Callable[[Quarter], bool]
) -> set[Quarter]:
    """Everything that is allowed and can be reached."""
    reached, todo = set(), [quarter for quarter in begin if allowed(quarter)]
    while todo:
        quarter = todo.pop()
        if quarter not in reached:
            reached.add(quarter)
            todo += [one for one in onward(quarter) if one not in reached and allowed(one)]
    return reached
