"""Ways that are kept must be those that a first search finds, whatever was asked before."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.games.paso.game_box import GameBox
from engine.games.paso.quickest_way import KnownWays
from engine.games.paso.rules import TurnOptions
from engine.games.paso.state import State
from engine.kernel import registry
from engine.kernel.state_codec import copy_state
from tests.golden_records import list_decisions

DECISION_INTERVAL = 120


def vary(state: State, seat: int) -> Iterator[State]:
    """Yield the state, and others that differ in one thing that the ways of a seat depend on."""
    yield state
    on_routes = sorted({hex_ for piece in state.pieces for hex_ in piece.hexes})[-1:]
    for other in range(len(state.players)):
        varied = copy_state(state)
        varied.players[seat].raiding = other
        yield varied
        varied = copy_state(state)
        varied.players[seat].left = ["", "", "", ""][: len(state.players)]
        varied.players[seat].left[other : other + 1] = on_routes or [""]
        yield varied
        varied = copy_state(state)
        varied.to_move = other
        yield varied
    for character in ("hudson", "rae", "john-ross"):
        varied = copy_state(state)
        varied.players[seat].character = character
        yield varied
    for points in (0, 2, 5):
        varied = copy_state(state)
        varied.points = points
        yield varied
    for kept in (slice(0, 3), slice(3, None)):
        varied = copy_state(state)
        varied.players[seat].reserve = [0] * len(state.players[seat].reserve)
        varied.players[seat].reserve[kept] = state.players[seat].reserve[kept]
        yield varied


def test_kept_ends_of_quickest_ways_are_those_of_a_first_search() -> None:
    box: GameBox = registry.load_game("paso").game_box
    known_ways = KnownWays(box)
    for run, _, _, seats in list_decisions("paso", DECISION_INTERVAL):
        for seat in range(seats):
            for state in vary(run.state, seat):
                board = box.find_board(state)
                rows = len(state.laid) // 2
                for asked in ((4.0, 0.0, rows), (4.0, 2.0, rows), (math.inf, 0.0, rows), (4.0, 0.0, rows // 2)):
                    assert known_ways.find_end(state, board, seat, *asked) == KnownWays(box).find_end(
                        state, board, seat, *asked
                    )


def test_kept_advances_are_those_of_a_new_board() -> None:
    box: GameBox = registry.load_game("paso").game_box
    for run, mover, _, _ in list_decisions("paso", DECISION_INTERVAL):
        for state in vary(run.state, mover):
            assert TurnOptions(box, state).ways == TurnOptions(GameBox(box.components), state).ways
