"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from typing import Final

from engine.games.northwest.state import State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, say


def _has_closed_island(before: State, after: State, seat: Seat) -> bool:
    return after.expeditions[seat].islands > before.expeditions[seat].islands


def _has_sled_aboard(before: State, after: State, seat: Seat) -> bool:
    expedition = after.expeditions[seat]
    return before.expeditions[seat].sled != "" and expedition.sled == "" and not expedition.sled_lost


def _is_home(_before: State, after: State, seat: Seat) -> bool:
    return after.expeditions[seat].home > 0


GOALS: Final = (
    Goal("island-closed", say("No island of yours is closed by that."), _has_closed_island),
    Goal("sled-aboard", say("The sled is still out on the ice."), _has_sled_aboard),
    Goal("home", say("You are not home yet."), _is_home),
)
