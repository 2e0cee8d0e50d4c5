"""Pointy-top hexagons in rows shifted by half a hexagon: where they are, in pixels.

A hexagon is a pair (column, row). Rows count upwards from the bottom; odd rows jut out to the left, even rows to the right.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from render.kit.canvas import Point

Hex = tuple[int, int]
"""Column and row."""
WIDE = math.sqrt(3)
"""Width of a hexagon of radius 1; its height is 2, and rows are 1.5 apart."""


def corners(x: float, y: float, r: float) -> list[Point]:
    """The six corners of a hexagon round (x, y), clockwise from the top."""
    return [(x + r * math.sin(math.pi * k / 3), y - r * math.cos(math.pi * k / 3)) for k in range(6)]


def offsets(r: float) -> list[Point]:
    """From the middle of a hexagon to those of its neighbours: east, then counter-clockwise as on the picture."""
    return [(r * WIDE * math.cos(math.pi * k / 3), -r * WIDE * math.sin(math.pi * k / 3)) for k in range(6)]


@lru_cache(maxsize=1024)
def neighbours(at: Hex) -> tuple[Hex, Hex, Hex, Hex, Hex, Hex]:
    """The six round a hexagon, in the order of `offsets`."""
    column, row = at
    left = column - row % 2
    return (
        (column + 1, row),
        (left + 1, row + 1),
        (left, row + 1),
        (column - 1, row),
        (left, row - 1),
        (left + 1, row - 1),
    )


class Field(NamedTuple):
    """Hexagons of radius `r`; `left` is where the odd rows begin, `base` the middle line of row 0."""

    left: float
    base: float
    r: float

    @property
    def wide(self) -> float:
        """The width of a hexagon, which is the distance between two in a row."""
        return self.r * WIDE

    @property
    def step(self) -> float:
        """The distance between two rows."""
        return 1.5 * self.r

    def middle(self, at: Hex) -> Point:
        """The middle of a hexagon."""
        column, row = at
        return self.left + self.wide * (column + (0.5 if row % 2 else 1)), self.line(row)

    def line(self, row: float) -> float:
        """The middle line of a row."""
        return self.base - self.step * row
