"""Say which positions of 1911 cannot win before the rival is to move, by the rules alone."""

from __future__ import annotations

from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import State


def may_win_this_turn(game: Amundsen, state: State, seat: int) -> bool:
    """Return whether the explorer to move stands on the last space: the step to the Pole is a turn of its own (A4.4, A5)."""
    side = state.find_side(seat)
    if side is None or state.to_move != side:
        return False
    return state.explorers[side].space == len(game.components.track.find_route(side).colours)
