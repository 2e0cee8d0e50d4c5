"""Coordinates: cells and corners as bits of integers, so that a whole board is one number.

Corner (i, j) is the north-western corner of cell (x, y) = (i, j). Both have the same number, y * stride + x, where the stride is
one more than the number of columns: there is one column of corners more than of cells. A set of cells or corners is an integer
with the bits of their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

CORNER_NAMES: Final = ("nw", "ne", "sw", "se")


class Grid:
    """A board of `columns` × `rows` cells.

    `cells` are all cells; `has_east` those with a cell to the east, `has_south` those with one to the south. `west_edge` and
    `east_edge` are the outermost corners. `offset` gives for each of CORNERS the number to add to a cell's for its corner.
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
        places = [(x, y) for y in range(rows) for x in range(columns)]
        self.cells = sum(1 << y * stride + x for x, y in places)
        self.has_east = sum(1 << y * stride + x for x, y in places if x + 1 < columns)
        self.has_south = sum(1 << y * stride + x for x, y in places if y + 1 < rows)
        self.west_edge = sum(1 << j * stride for j in range(rows + 1))
        self.east_edge = self.west_edge << columns
        self.cell_names = {y * stride + x: f"{chr(ord('a') + y)}{x + 1}" for x, y in places}
        self.cell_numbers = {name: number for number, name in self.cell_names.items()}
        self.quarters = {
            f"{name}-{corner}": (number, n)
            for number, name in self.cell_names.items()
            for n, corner in enumerate(CORNER_NAMES)
        }
        self.neighbours = {
            y * stride + x: tuple(
                (y + dy) * stride + x + dx
                for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
                if 0 <= x + dx < columns and 0 <= y + dy < rows
            )
            for x, y in places
        }

    def find_coordinates(self, cell: int) -> tuple[int, int]:
        """A cell's column and row, counted from 0."""
        y, x = divmod(cell, self.stride)
        return x, y

    def find_frozen_cells(self, row_count: int) -> int:
        """The cells of the northernmost rows."""
        return self.cells & ((1 << row_count * self.stride) - 1)

    def find_touching_cells(self, corners: int) -> int:
        """The cells of which at least one corner is among these."""
        # At the western edge the shift wraps round to a number beyond the eastern column, which is no cell.
        return (corners | corners >> 1 | corners >> self.stride | corners >> self.stride + 1) & self.cells


def list_bits(number: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
