"""The standing of a seat against its best rival, for games in which something can be counted."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.text import Seat


def find_lead(amounts: Mapping[Seat, int], seat: Seat) -> tuple[int, Seat]:
    """Return how far a seat is ahead of its best rival, less than 0 if behind, and that rival.

    >>> find_lead({0: 7, 1: 5, 2: 9}, 0)
    (-2, 2)
    """
    rival = max((other for other in amounts if other != seat), key=lambda other: (amounts[other], -other))
    return amounts[seat] - amounts[rival], rival
