"""Find out whether a seat can win before another one is to move: a best-first search through its own moves of this turn.

A one-ply look misses a win that takes several moves, such as a raid, Fresh Waters, two walks and the exit of the Paso. The search
follows the best positions first and is cut after some moves. A win counts only if the same moves win in several worlds, so that
nothing hidden is taken for certain.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun
from engine.kernel.text import Seat
from engine.players.draw import is_complete_move
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation

MAX_TRIED_MOVES = 500
"""Moves after which the search gives up, about a quarter of a second in the Paso."""
FIRST_WIN_WORLD, WIN_WORLDS = 50, 3
"""The first of the worlds in which a win must hold, and their number."""


def find_winning_move(observation: Observation, evaluator: Evaluator, dice: Dice) -> Words | None:
    """Return the first of the seat's moves that win within this turn in every world, None if no such moves were found."""
    seat = observation.seat
    start = observation.world(dice, FIRST_WIN_WORLD)
    if not evaluator.can_win_this_turn(start.state, seat) or not observation.can_copy(start):
        return None
    path = _search_win(start, evaluator, seat)
    if path is None:
        return None
    for number in range(FIRST_WIN_WORLD + 1, FIRST_WIN_WORLD + WIN_WORLDS):
        if not _wins(observation.world(dice, number), seat, path):
            return None
    return path[0]


def _search_win(start: GameRun[Any], evaluator: Evaluator, seat: Seat) -> list[Words] | None:
    """Return the seat's moves from the start to its victory, None if they were not found."""
    order = count()
    queue: list[tuple[float, int, GameRun[Any], list[Words]]] = [(0.0, next(order), start, [])]
    known: set[bytes] = set()
    tried = 0
    while queue:
        _, _, run, path = heappop(queue)
        for words in generate_moves(run.build_menu(seat)):
            if tried == MAX_TRIED_MOVES:
                return None
            tried += 1
            after = run.clone()
            after.push(seat, words)
            if _has_won(after, seat):
                return [*path, words]
            key = msgspec.json.encode((after.state, len(after.answers)))
            if key in known or not _may_go_on(after, evaluator, seat):
                continue
            known.add(key)
            heappush(queue, (-evaluator.value(after.state, seat), next(order), after, [*path, words]))
    return None


def _wins(run: GameRun[Any], seat: Seat, path: list[Words]) -> bool:
    """Return whether these moves of the seat are legal and win in this world."""
    for words in path:
        if seat not in run.situation.questions or not is_complete_move(run.build_menu(seat), words):
            return False
        run.push(seat, words)
    return _has_won(run, seat)


def _has_won(run: GameRun[Any], seat: Seat) -> bool:
    return run.result is not None and seat in run.result.winners


def _may_go_on(run: GameRun[Any], evaluator: Evaluator, seat: Seat) -> bool:
    """Return whether the seat alone is to answer and may still win in this turn."""
    return list(run.situation.questions) == [seat] and evaluator.can_win_this_turn(run.state, seat)
