"""Adding up numbers with fractions, the same to the last bit on every Python."""

from __future__ import annotations

from collections.abc import Iterable


def sum_in_order(values: Iterable[float]) -> float:
    """The sum, added from left to right, each step rounded.

    From Python 3.12 on the built-in `sum` keeps what rounding loses, and a last bit is enough to move an edge by a pixel. A
    painter adds fractions with this; whole numbers may be summed as ever.
    """
    result = 0.0
    for value in values:
        result += value
    return result
