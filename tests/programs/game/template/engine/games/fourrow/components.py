"""The grid and the discs as typed data, read from components.toml or an owner's file of the same shape."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Annotated

import msgspec

from engine.kernel.script import Source

GridSide = Annotated[int, msgspec.Meta(ge=4, le=8)]
"""Columns or rows: with fewer nobody could have four in a row, and more have no room in the picture."""


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What discs fall into."""

    source: Source
    columns: GridSide
    rows: GridSide

    @property
    def letters(self) -> str:
        """The names of the columns, from left to right."""
        return ascii_lowercase[: self.columns]


class DiscCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many each player has."""

    source: Source
    each: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All there is in the box."""

    grid: Grid
    discs: DiscCounts

    def __post_init__(self) -> None:
        if 2 * self.discs.each != self.grid.columns * self.grid.rows:
            raise ValueError("discs.each must be half the cells of the grid, so that both run out when it is full")
