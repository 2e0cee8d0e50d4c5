"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from typing import Final

from engine.games.paso.state import State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, count, say


def _has_found_treasure(before: State, after: State, seat: Seat) -> bool:
    return len(after.pieces) > len(before.pieces) and len(after.players[seat].hand) > len(before.players[seat].hand)


def _has_exited(_before: State, after: State, seat: Seat) -> bool:
    return after.players[seat].exited


def _count_rows(before: State, after: State, seat: Seat) -> int:
    """Count the rows that a ship has gained; none once it has left the board."""
    return _find_row(after, seat) - _find_row(before, seat) if after.players[seat].ship else 0


def _find_row(state: State, seat: Seat) -> int:
    ship = state.players[seat].ship
    return int(ship[1:]) if ship else 0


GOALS: Final = (
    Goal(
        "treasure-found",
        say("That token covers no chest."),
        _has_found_treasure,
        lambda _: say("Find a treasure in this turn."),
    ),
    Goal(
        "past-last-row",
        say("Your ship is not past the last row."),
        _has_exited,
        lambda _: say("Win the race in this turn."),
    ),
    Goal(
        "rows",
        say("Your ship can come further."),
        _count_rows,
        lambda n: count(
            "Bring your ship {n} row further in this turn.", "Bring your ship {n} rows further in this turn.", n
        ),
    ),
)
