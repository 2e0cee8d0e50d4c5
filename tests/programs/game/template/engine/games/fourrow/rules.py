"""What may be done, and when somebody has won. Functions of the state that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.fourrow.components import Grid
from engine.games.fourrow.state import Cell, State
from engine.kernel.text import Text, say

ROW_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Across, up, and both slants."""


def explain_full_column(grid: Grid, state: State, column: int) -> Text | None:
    """Why no disc can fall into a column, None where it can (F2.2)."""
    if len(state.columns[column]) < grid.rows:
        return None
    return say("Column {column} is full (F2.2).", column=grid.letters[column].upper())


def find_row_through(grid: Grid, state: State, cell: Cell) -> list[Cell]:
    """Return the longest row of one player's discs through a cell if it is long enough to win (F3.1), else nothing."""
    x, y = grid.letters.index(cell[0]), int(cell[1:]) - 1
    owner = state.columns[x][y]
    for dx, dy in ROW_DIRECTIONS:
        back = list(_find_run(state, owner, x, y, -dx, -dy))
        row = [*reversed(back), (x, y), *_find_run(state, owner, x, y, dx, dy)]
        if len(row) >= state.goal:
            return [name_cell(grid, column, height) for column, height in row]
    return []


def _find_run(state: State, owner: int, x: int, y: int, dx: int, dy: int) -> Iterator[tuple[int, int]]:
    """List the cells beyond (x, y) in a direction, as far as they hold the owner's discs."""
    while True:
        x, y = x + dx, y + dy
        if not 0 <= x < len(state.columns) or not 0 <= y < len(state.columns[x]) or state.columns[x][y] != owner:
            return
        yield x, y


def name_cell(grid: Grid, column: int, height: int) -> Cell:
    """Name a cell; both numbers count from 0."""
    return f"{grid.letters[column]}{height + 1}"


def is_over(state: State) -> bool:
    """Whether somebody has won, or nobody has a disc left (F3)."""
    return bool(state.row) or not any(state.left)
