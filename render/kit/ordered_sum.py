"""Sums of fractions that are the same to the last bit in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable


def sum_in_order(values: Iterable[float]) -> float:
    """Add the values from left to right, each step rounded.

    From Python 3.12 on the built-in `sum` keeps what rounding loses, and a last bit is enough to move an edge by a pixel.
    Painters add fractions with this function; whole numbers may use `sum`.
    """
    result = 0.0
    for value in values:
        result += value
    return result
