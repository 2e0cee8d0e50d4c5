"""One line of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple


class Row(NamedTuple):
    """What was measured: `ours` and `peer` in `unit` (medians), `ratio` the median over interleaved rounds of ours to peer.

    `aim` is what we want of it, in words.
    """

    name: str
    ours: float
    peer: float
    unit: str
    ratio: float
    aim: str = ""

    def __str__(self) -> str:
        return f"{self.name:<38} {_short(self.ours):>10} {_short(self.peer):>10} {self.unit:<9} {self.ratio:>6.2f}  {self.aim}"


def compared(
    name: str, ours: Callable[[], float], peer: Callable[[], float], unit: str, *, rounds: int, aim: str = ""
) -> Row:
    """Measure both in turn, so that a busy machine slows both; the first round warms up and does not count."""
    return paired(name, [(ours(), peer()) for _ in range(rounds + 1)][1:], unit, aim)


def paired(name: str, found: Sequence[tuple[float, float]], unit: str, aim: str = "") -> Row:
    """A row of what was measured in turn: ours and the peer's."""
    return Row(
        name,
        median(one for one, _ in found),
        median(other for _, other in found),
        unit,
        median(one / other for one, other in found),
        aim,
    )


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
