"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from typing import Final

from engine.games.paso.state import State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, say


def _has_found_treasure(before: State, after: State, seat: Seat) -> bool:
    return len(after.pieces) > len(before.pieces) and len(after.players[seat].hand) > len(before.players[seat].hand)


def _has_exited(_before: State, after: State, seat: Seat) -> bool:
    return after.players[seat].exited


GOALS: Final = (
    Goal("treasure-found", say("That token covers no chest."), _has_found_treasure),
    Goal("past-last-row", say("Your ship is not past the last row."), _has_exited),
)
