"""Where everything lies on the picture, in its pixels."""

from __future__ import annotations

from typing import NamedTuple

from render.kit.canvas import Point

WIDTH, HEIGHT = 1650, 1050
EDGE = 1110
"""Where the panel begins."""
LEFT, RIGHT = EDGE + 36, WIDTH - 20
"""The span of the words on it."""
PLAYERS = (215, 365)
"""The middle lines of the players' cards, by seat."""
WANTED, NEWS = 490, 560
"""The line that says what wins, and the first line of the news."""
TOP, FOOT, SIDE = 90, 90, 90
"""Room for the letters of a choice above the grid, for the columns' names below it, and for the rows' beside it."""


class Grid(NamedTuple):
    """A grid of so many columns and rows, as large as there is room for."""

    columns: int
    rows: int

    @property
    def step(self) -> int:
        """From one cell to the next."""
        return min((EDGE - SIDE - 20) // self.columns, (HEIGHT - TOP - FOOT) // self.rows)

    @property
    def disc(self) -> int:
        """The diameter of a disc."""
        return self.step * 4 // 5

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """The grid: left, top, right, bottom."""
        wide, high = self.columns * self.step, self.rows * self.step
        x = SIDE + (EDGE - SIDE - 20 - wide) // 2
        y = TOP + (HEIGHT - TOP - FOOT - high) // 2
        return x, y, x + wide, y + high

    def at(self, column: int, row: int) -> Point:
        """The middle of a cell; both count from 0, rows from below."""
        x, _, _, y = self.frame
        return x + self.step * (column + 0.5), y - self.step * (row + 0.5)

    def cell(self, letters: str, cell: str) -> Point:
        """The middle of a cell by its name, "d1"."""
        return self.at(letters.index(cell[0]), int(cell[1:]) - 1)

    def above(self, letters: str, letter: str) -> Point:
        """Where the mark of a column stands."""
        return self.at(letters.index(letter), 0)[0], self.frame[1] - 40

    def below(self, letters: str, letter: str) -> Point:
        """Where the name of a column stands."""
        return self.at(letters.index(letter), 0)[0], self.frame[3] + 42
