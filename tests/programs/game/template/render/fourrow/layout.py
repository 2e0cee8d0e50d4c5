"""Where everything lies on the picture, in its pixels."""

from __future__ import annotations

from typing import NamedTuple

from render.kit.canvas import Point

BOARD_WIDTH_PX, BOARD_HEIGHT_PX = 1650, 1050
PANEL_EDGE_PX = 1110
"""Where the panel begins."""
PANEL_LEFT_PX, PANEL_RIGHT_PX = PANEL_EDGE_PX + 36, BOARD_WIDTH_PX - 20
"""The span of the words on it."""
PLAYER_CARDS_Y_PX = (215, 365)
"""The middle lines of the players' cards, by seat."""
GOAL_LINE_Y_PX, NEWS_TOP_PX = 490, 560
"""The line that says what wins, and the first line of the news."""
GRID_MARGIN_TOP_PX, GRID_MARGIN_BOTTOM_PX, GRID_MARGIN_SIDE_PX = 90, 90, 90
"""Room for the letters of a choice above the grid, for the columns' names below it, and for the rows' beside it."""


class GridLayout(NamedTuple):
    """A grid of `columns` and `rows`, as large as the picture allows."""

    columns: int
    rows: int

    @property
    def step(self) -> int:
        """From one cell to the next."""
        return min(
            (PANEL_EDGE_PX - GRID_MARGIN_SIDE_PX - 20) // self.columns,
            (BOARD_HEIGHT_PX - GRID_MARGIN_TOP_PX - GRID_MARGIN_BOTTOM_PX) // self.rows,
        )

    @property
    def disc_diameter(self) -> int:
        """The diameter of a disc."""
        return self.step * 4 // 5

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """The grid: left, top, right, bottom."""
        wide, high = self.columns * self.step, self.rows * self.step
        x = GRID_MARGIN_SIDE_PX + (PANEL_EDGE_PX - GRID_MARGIN_SIDE_PX - 20 - wide) // 2
        y = GRID_MARGIN_TOP_PX + (BOARD_HEIGHT_PX - GRID_MARGIN_TOP_PX - GRID_MARGIN_BOTTOM_PX - high) // 2
        return x, y, x + wide, y + high

    def find_middle(self, column: int, row: int) -> Point:
        """Return the middle of a cell; both numbers count from 0, rows from below."""
        x, _, _, y = self.frame
        return x + self.step * (column + 0.5), y - self.step * (row + 0.5)

    def find_cell(self, letters: str, cell: str) -> Point:
        """Return the middle of a cell by its name, "d1"."""
        return self.find_middle(letters.index(cell[0]), int(cell[1:]) - 1)

    def find_mark_place(self, letters: str, letter: str) -> Point:
        """Where the mark of a column stands."""
        return self.find_middle(letters.index(letter), 0)[0], self.frame[1] - 40

    def find_name_place(self, letters: str, letter: str) -> Point:
        """Where the name of a column stands."""
        return self.find_middle(letters.index(letter), 0)[0], self.frame[3] + 42
