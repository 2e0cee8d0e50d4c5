"""Keep computer players from repeating moves forever.

A move that costs nothing and another that leads back can look as good as any, and a player remembers neither.
"""

from __future__ import annotations

MAX_MOVES_IN_ROW = 40
"""Moves in a row after which a computer plays a safe one; the longest turn that makes sense has about half of that."""


def needs_safe_move(moves_in_row: int) -> bool:
    """Return whether a computer that made this many moves in a row, without another seat between, plays a safe one next."""
    return moves_in_row > 0 and moves_in_row % MAX_MOVES_IN_ROW == 0
