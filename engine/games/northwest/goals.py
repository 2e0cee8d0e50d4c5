"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from typing import Final

from engine.games.northwest.state import State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, count, say


def _has_closed_island(before: State, after: State, seat: Seat) -> bool:
    return after.expeditions[seat].islands > before.expeditions[seat].islands


def _has_sled_aboard(before: State, after: State, seat: Seat) -> bool:
    expedition = after.expeditions[seat]
    return before.expeditions[seat].sled != "" and expedition.sled == "" and not expedition.sled_lost


def _is_home(_before: State, after: State, seat: Seat) -> bool:
    return after.expeditions[seat].home > 0


def _count_points(before: State, after: State, seat: Seat) -> int:
    """Count the points for finds and islands."""
    earlier, later = before.expeditions[seat], after.expeditions[seat]
    return later.trail + later.islands - earlier.trail - earlier.islands


GOALS: Final = (
    Goal(
        "island-closed",
        say("No island of yours is closed by that."),
        _has_closed_island,
        lambda _: say("Close an island before anybody else is to move."),
    ),
    Goal("sled-aboard", say("The sled is still out on the ice."), _has_sled_aboard),
    Goal("home", say("You are not home yet."), _is_home),
    Goal(
        "points",
        say("There are more points in this position."),
        _count_points,
        lambda n: count(
            "Score {n} point with finds and islands before anybody else is to move.",
            "Score {n} points with finds and islands before anybody else is to move.",
            n,
        ),
    ),
)
