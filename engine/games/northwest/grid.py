"""Coordinates: cells and corners as bits of integers, so that a whole board is one number.

Corner (i, j) is the north-western corner of cell (x, y) = (i, j). Both have the number y * stride + x; the stride is the number of
columns plus one, because a row has one corner more than cells. An integer with the bits of such numbers is a set of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

CORNER_NAMES: Final = ("nw", "ne", "sw", "se")
Quarter = tuple[int, int]
"""A quarter of a cell: the cell's number, and the index of its corner in `CORNER_NAMES`."""


class Grid:
    """A board of `columns` × `rows` cells.

    `cells` are all cells; `has_east` those with a cell to the east, `has_south` those with one to the south. `west_edge` and
    `east_edge` are the outermost corners. A cell's number plus `offset[k]` is the number of its corner `CORNER_NAMES[k]`.
    """

    __slots__ = (
        "cell_names",
        "cell_numbers",
        "cells",
        "columns",
        "east_edge",
        "has_east",
        "has_south",
        "neighbours",
        "offset",
        "quarters",
        "rows",
        "stride",
        "west_edge",
    )

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.stride = stride = columns + 1
        self.offset = (0, 1, stride, stride + 1)
        self.west_edge = sum(1 << j * stride for j in range(rows + 1))
        self.east_edge = self.west_edge << columns
        self.cells = self.has_east = self.has_south = 0
        self.cell_names: dict[int, str] = {}
        self.neighbours: dict[int, tuple[int, ...]] = {}
        for y in range(rows):
            for x in range(columns):
                self._add_cell(x, y)
        self.cell_numbers = {name: cell for cell, name in self.cell_names.items()}
        self.quarters: dict[str, Quarter] = {}
        for cell, name in self.cell_names.items():
            for quarter, corner in enumerate(CORNER_NAMES):
                self.quarters[f"{name}-{corner}"] = (cell, quarter)

    def _add_cell(self, x: int, y: int) -> None:
        cell = y * self.stride + x
        bit = 1 << cell
        self.cells |= bit
        if x + 1 < self.columns:
            self.has_east |= bit
        if y + 1 < self.rows:
            self.has_south |= bit
        self.cell_names[cell] = f"{chr(ord('a') + y)}{x + 1}"
        neighbours: list[int] = []
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
            if 0 <= x + dx < self.columns and 0 <= y + dy < self.rows:
                neighbours.append(cell + dy * self.stride + dx)
        self.neighbours[cell] = tuple(neighbours)

    def find_coordinates(self, cell: int) -> tuple[int, int]:
        """Find a cell's column and row, counted from 0."""
        y, x = divmod(cell, self.stride)
        return x, y

    def find_frozen_cells(self, row_count: int) -> int:
        """Find the cells of the northernmost rows."""
        return self.cells & ((1 << row_count * self.stride) - 1)

    def find_touching_cells(self, corners: int) -> int:
        """Find the cells that have at least one of these corners."""
        # At the western edge the shift wraps round to a number beyond the eastern column, which is no cell.
        return (corners | corners >> 1 | corners >> self.stride | corners >> self.stride + 1) & self.cells


def generate_bits(number: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
