"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from typing import Final

from engine.games.amundsen.state import Explorer, State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, Text, say

SPACE_WORTH = 20
"""The measure of a space, more than a hand can hold cards."""


def _find_explorer(state: State, seat: Seat) -> Explorer:
    return next(explorer for explorer in state.explorers.values() if explorer.seat == seat)


def _count_spaces(before: State, after: State, seat: Seat) -> int:
    return _find_explorer(after, seat).space - _find_explorer(before, seat).space


def _has_advanced_two(before: State, after: State, seat: Seat) -> bool:
    return _count_spaces(before, after, seat) >= 2


def _has_reached_pole(_before: State, after: State, seat: Seat) -> bool:
    spaces = {explorer.seat: explorer.space for explorer in after.explorers.values()}
    return after.ended == "pole" and spaces[seat] == max(spaces.values())


def _measure_thrift(before: State, after: State, seat: Seat) -> int:
    """Measure how far a seat has advanced, and with how many cards left; 0 before the race."""
    if not before.explorers:
        return 0
    spaces = _count_spaces(before, after, seat)
    return SPACE_WORTH * spaces + len(_find_explorer(after, seat).hand) if spaces > 0 else 0


def _describe_thrift(target: int) -> Text:
    return say(
        "Advance {spaces} spaces in this turn, and keep {cards} cards.",
        spaces=target // SPACE_WORTH,
        cards=target % SPACE_WORTH,
    )


GOALS: Final = (
    Goal("two-spaces", say("You have not moved two spaces forward."), _has_advanced_two),
    Goal(
        "pole-reached",
        say("You are not at the Pole yet."),
        _has_reached_pole,
        lambda _: say("Win the race in this turn."),
    ),
    Goal("thrift", say("There is a further or a cheaper way."), _measure_thrift, _describe_thrift),
)
