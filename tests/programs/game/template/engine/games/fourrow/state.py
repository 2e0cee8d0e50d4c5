"""What is on the table."""

from __future__ import annotations

import msgspec

Cell = str
"""A column's letter and a row's number, counted from below: "d1"."""


class State(msgspec.Struct):
    """`columns` holds the seats whose discs lie in each column, the lowest first; `left` is what each seat has yet to drop.

    `goal` is how many in a row win, `newest` the cell of the last disc, `row` the winning cells: none until somebody has won.
    """

    goal: int
    columns: list[list[int]]
    left: list[int]
    to_move: int = 0
    newest: Cell = ""
    row: list[Cell] = []
