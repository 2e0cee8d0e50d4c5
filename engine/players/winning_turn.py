"""Find out whether a seat can win before another one is to move: a best-first search through its own moves of this turn.

A one-ply look misses a win that takes several moves, such as a raid, Fresh Waters, two walks and the exit of the Paso. The search
goes on from the positions first that lack the least, and is cut after some moves. One order of positions is not enough: among many
free walks the win lies a few moves ahead, behind hundreds of targets of a treasure it lies many. A win counts only if the same
moves win in several worlds, so that nothing hidden is taken for certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun
from engine.kernel.text import Seat, say
from engine.players.draw import can_make
from engine.players.evaluator import Evaluator, RaceEvaluator, find_race_evaluator
from engine.players.observation import Observation

SEARCHES = ((0.6, 6000), (0.0, 1500))
"""What a move counts in the order of a search, in the unit of the distance of a win, and the tried moves after which it gives up.

The first search finds short wins: a ship that walks for nothing must not be followed to and fro. The second goes ahead.
"""
SHORT_SEARCH = (0.6, 600)
"""The same for the win of a rival in one world. Of 45 between two, 39 were found within 150 moves and all within 300."""
FIRST_WIN_WORLD = 50
PROOF_WORLDS = (51, 52)
"""The world in which a win is looked for, and the others in which it must hold."""
WINS_THIS_TURN: Final = say("wins within this turn")
"""What hints and analyses say of the first of these moves."""


def find_winning_move(observation: Observation, evaluator: Evaluator, dice: Dice) -> Words | None:
    """Return the first of the seat's moves that win within this turn in every world, None if no such moves were found."""
    race_evaluator = find_race_evaluator(evaluator)
    if race_evaluator is None:
        return None
    seat = observation.seat
    start = observation.world(dice, FIRST_WIN_WORLD)
    if race_evaluator.measure_win_distance(start.state, seat) is None or not observation.can_copy(start):
        return None
    for move_weight, max_tried_moves in SEARCHES:
        for found_path in _search_wins(start, race_evaluator, seat, move_weight, max_tried_moves):
            path = _leave_detours_out(start, seat, found_path)
            if all(_wins(observation.world(dice, number), seat, path) for number in PROOF_WORLDS):
                return path[0]
    return None


def can_win(world: GameRun[Any], evaluator: Evaluator, seat: Seat) -> bool:
    """Return whether a short search finds a win within this turn of the seat that is to move, in this world."""
    race_evaluator = find_race_evaluator(evaluator)
    if race_evaluator is None or race_evaluator.measure_win_distance(world.state, seat) is None:
        return False
    return next(_search_wins(world, race_evaluator, seat, *SHORT_SEARCH), None) is not None


def _search_wins(
    start: GameRun[Any], evaluator: RaceEvaluator, seat: Seat, move_weight: float, max_tried_moves: int
) -> Iterator[list[Words]]:
    """Yield the seat's moves from the start to each victory that is found."""
    order = count()
    queue: list[tuple[float, int, int, GameRun[Any], list[Words]]] = [(0.0, 0, next(order), start, [])]
    known: set[bytes] = set()
    tried = 0
    while queue:
        *_, run, path = heappop(queue)
        for words in generate_moves(run.build_menu(seat)):
            if tried == max_tried_moves:
                return
            tried += 1
            after = run.clone()
            after.push(seat, words)
            if _has_won(after, seat):
                yield [*path, words]
            if list(after.situation.questions) != [seat]:
                continue
            key = msgspec.json.encode((after.state, len(after.answers)))
            if key in known:
                continue
            known.add(key)
            distance = evaluator.measure_win_distance(after.state, seat)
            if distance is None:
                continue
            rank = distance + move_weight * len(path) if distance > 0 else 0.0
            heappush(queue, (rank, -len(path), next(order), after, [*path, words]))


def _leave_detours_out(start: GameRun[Any], seat: Seat, path: list[Words]) -> list[Words]:
    """Leave out moves without which the others win too, as many together as possible.

    Each move of a turn is searched for again. A player that followed detours would walk to and fro until its turn is ended for it.
    """
    for size in range(len(path) - 1, 0, -1):
        for first in range(len(path) - size):
            shorter = path[:first] + path[first + size :]
            if _wins(start.clone(), seat, shorter):
                return _leave_detours_out(start, seat, shorter)
    return path


def _wins(run: GameRun[Any], seat: Seat, path: list[Words]) -> bool:
    """Return whether these moves of the seat are legal and win in this world."""
    for words in path:
        if not can_make(run, seat, words):
            return False
        run.push(seat, words)
    return _has_won(run, seat)


def _has_won(run: GameRun[Any], seat: Seat) -> bool:
    return run.result is not None and seat in run.result.winners
