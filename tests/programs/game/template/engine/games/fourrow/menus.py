"""What a player is asked."""

from __future__ import annotations

from typing import Final

from engine.games.fourrow import rules
from engine.games.fourrow.components import Grid
from engine.games.fourrow.state import State
from engine.kernel.menu import Menu, Option
from engine.kernel.text import say

_ASK_COLUMN: Final = say("Which column does your disc fall into? (F2.1)")
_DROP_OPTIONS: Final = (Option("drop", say("Drop a disc")),)


def build_drop_menu(grid: Grid, state: State) -> Menu:
    """Ask for a column. Full columns are listed with the reason (F2.2)."""
    columns = tuple(
        Option(
            letter,
            say("Column {column}", column=letter.upper()),
            why_not=rules.explain_full_column(grid, state, column),
            spot=f"column-{letter}",
        )
        for column, letter in enumerate(grid.letters)
    )
    return Menu("verb", _ASK_COLUMN, _DROP_OPTIONS, lambda _: Menu("column", _ASK_COLUMN, columns))
