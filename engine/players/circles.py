"""Keep computer players from repeating moves forever.

A move that costs nothing and another that leads back can look as good as any, and a player remembers neither. Two players can also
wait for each other, turn after turn.
"""

from __future__ import annotations

MAX_MOVES_IN_ROW = 40
"""Moves in a row after which a computer plays a safe one; the longest turn that makes sense has about half of that."""
MAX_SENSIBLE_MOVES = 1_000
"""Moves of a game after which computers draw some of theirs; the longest games that make sense have about half of that."""
DRAWN_SHARE = 0.25
"""The share of the moves that are drawn then."""


def needs_safe_move(moves_in_row: int) -> bool:
    """Return whether a computer that made this many moves in a row, without another seat between, plays a safe one next."""
    return moves_in_row > 0 and moves_in_row % MAX_MOVES_IN_ROW == 0


def needs_drawn_move(move_count: int, roll: float) -> bool:
    """Return whether a computer draws its move, in a game of this length, by a roll from 0 to 1."""
    return move_count >= MAX_SENSIBLE_MOVES and roll < DRAWN_SHARE
