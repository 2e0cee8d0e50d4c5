"""Pointy-top hexagons in rows shifted by half a hexagon: their places in pixels.

A hexagon is a pair (column, row). Rows count upwards from the bottom; odd rows jut out to the left, even rows to the right.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from render.kit.canvas import Point

Hex = tuple[int, int]
"""Column and row."""
WIDTH_PER_RADIUS = math.sqrt(3)
"""The width of a hexagon of radius 1; its height is 2, and rows are 1.5 apart."""


def list_corners(x: float, y: float, r: float) -> list[Point]:
    """Return the six corners of a hexagon round (x, y), clockwise from the top."""
    return [(x + r * math.sin(math.pi * k / 3), y - r * math.cos(math.pi * k / 3)) for k in range(6)]


def list_offsets(r: float) -> list[Point]:
    """Return the offsets from a centre to the six neighbouring centres: east, then counter-clockwise as on the picture."""
    offsets = []
    for k in range(6):
        offsets.append(
            (r * WIDTH_PER_RADIUS * math.cos(math.pi * k / 3), -r * WIDTH_PER_RADIUS * math.sin(math.pi * k / 3))
        )
    return offsets


@lru_cache(maxsize=1024)
def list_neighbours(cell: Hex) -> tuple[Hex, Hex, Hex, Hex, Hex, Hex]:
    """Return the six neighbours of a hexagon, in the order of `list_offsets`."""
    column, row = cell
    left = column - row % 2
    return (
        (column + 1, row),
        (left + 1, row + 1),
        (left, row + 1),
        (column - 1, row),
        (left, row - 1),
        (left + 1, row - 1),
    )


class HexGrid(NamedTuple):
    """A grid of hexagons of radius `r`; `left` is where the odd rows begin, `base` the middle line of row 0."""

    left: float
    base: float
    r: float

    @property
    def hex_width(self) -> float:
        """The width of a hexagon, which is the distance between two in a row."""
        return self.r * WIDTH_PER_RADIUS

    @property
    def row_step(self) -> float:
        """The distance between two rows."""
        return 1.5 * self.r

    def find_centre(self, cell: Hex) -> Point:
        """Return the centre of a hexagon."""
        column, row = cell
        return self.left + self.hex_width * (column + (0.5 if row % 2 else 1)), self.find_row_y(row)

    def find_row_y(self, row: float) -> float:
        """Return the middle line of a row."""
        return self.base - self.row_step * row
