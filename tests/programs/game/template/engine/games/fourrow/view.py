"""Who may know what: everything lies open, so that all see the same."""

from __future__ import annotations

import msgspec

from engine.games.fourrow import rules
from engine.games.fourrow.components import Grid
from engine.games.fourrow.state import Cell, State

__all__ = ["Cell", "View", "build_view"]


class View(msgspec.Struct, frozen=True):
    """The grid. `discs` is the seat whose disc lies in a cell, `letters` and `rows` are the names of its columns and rows.

    `left` is what each seat has yet to drop, `row` the winning cells, `winners` the seats that have won: both at the end if nobody
    has a row.
    """

    letters: str
    rows: int
    goal: int
    discs: dict[Cell, int]
    left: tuple[int, ...]
    to_move: int
    newest: Cell
    row: tuple[Cell, ...]
    winners: tuple[int, ...]

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return bool(self.winners)


def build_view(grid: Grid, state: State) -> View:
    """Build the view of the table, the same for everybody."""
    discs = {
        rules.name_cell(grid, column, height): seat
        for column, held in enumerate(state.columns)
        for height, seat in enumerate(held)
    }
    winners = (discs[state.row[0]],) if state.row else (0, 1) if rules.is_over(state) else ()
    return View(
        letters=grid.letters,
        rows=grid.rows,
        goal=state.goal,
        discs=discs,
        left=tuple(state.left),
        to_move=state.to_move,
        newest=state.newest,
        row=tuple(state.row),
        winners=winners,
    )
