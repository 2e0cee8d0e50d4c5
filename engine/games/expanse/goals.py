"""The goals that lessons and puzzles of this game may name."""

from __future__ import annotations

from functools import partial

from engine.games.expanse.board import Board
from engine.games.expanse.state import State
from engine.kernel.lesson import Goal
from engine.kernel.text import Seat, say


def create_goals(board: Board) -> tuple[Goal, ...]:
    """Create the goals of a game with these components."""
    return (
        Goal("influence-placed", say("No influence of yours has come onto the map."), _has_placed_influence),
        Goal("new-base", say("You have no influence on a base where you had none."), _has_new_base),
        Goal(
            "control-gained",
            say("You have gained Orbital Control nowhere: it needs the most fleet strength in an Orbital."),
            partial(_has_gained_control, board),
        ),
    )


def _has_placed_influence(before: State, after: State, seat: Seat) -> bool:
    return _count_influence(after, seat) > _count_influence(before, seat)


def _count_influence(state: State, seat: Seat) -> int:
    side = state.sides[seat]
    return sum(side.cubes.values()) + sum(side.diplomats.values())


def _has_new_base(before: State, after: State, seat: Seat) -> bool:
    return not after.sides[seat].cubes.keys() <= before.sides[seat].cubes.keys()


def _has_gained_control(board: Board, before: State, after: State, seat: Seat) -> bool:
    faction, earlier = after.sides[seat].faction, board.map_controllers(before)
    return any(
        controller == faction and earlier.get(orbital) != faction
        for orbital, controller in board.map_controllers(after).items()
    )
