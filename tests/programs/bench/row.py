"""One line of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple


class BenchRow(NamedTuple):
    """A result: `ours` and `peer` in `unit` (medians). `ratio` is the median of ours to peer over interleaved rounds.

    `goal` is the aim, in words.
    """

    name: str
    ours: float
    peer: float
    unit: str
    ratio: float
    goal: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name:<38} {_format_value(self.ours):>10} {_format_value(self.peer):>10} {self.unit:<9} "
            f"{self.ratio:>6.2f}  {self.goal}"
        )


def measure_alternately(
    name: str, ours: Callable[[], float], peer: Callable[[], float], unit: str, *, rounds: int, goal: str = ""
) -> BenchRow:
    """Measure both in turn, so that a busy machine slows both. The first round warms up and does not count."""
    return build_row(name, [(ours(), peer()) for _ in range(rounds + 1)][1:], unit, goal)


def build_row(name: str, found: Sequence[tuple[float, float]], unit: str, goal: str = "") -> BenchRow:
    """Build a row from pairs measured in turn: ours and the peer's."""
    return BenchRow(
        name,
        median(one for one, _ in found),
        median(other for _, other in found),
        unit,
        median(one / other for one, other in found),
        goal,
    )


def _format_value(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
