"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from typing import Final

from engine.games.amundsen.state import Explorer, State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, say


def _find_explorer(state: State, seat: Seat) -> Explorer:
    return next(explorer for explorer in state.explorers.values() if explorer.seat == seat)


def _has_advanced_two(before: State, after: State, seat: Seat) -> bool:
    return _find_explorer(after, seat).space >= _find_explorer(before, seat).space + 2


def _has_reached_pole(_before: State, after: State, seat: Seat) -> bool:
    spaces = {explorer.seat: explorer.space for explorer in after.explorers.values()}
    return after.ended == "pole" and spaces[seat] == max(spaces.values())


GOALS: Final = (
    Goal("two-spaces", say("You have not moved two spaces forward."), _has_advanced_two),
    Goal("pole-reached", say("You are not at the Pole yet."), _has_reached_pole),
)
