"""The one-ply evaluation: of the complete moves it tries, it finds the one with the best position right behind it.

If a decision has few moves, all are tried. Otherwise some are drawn at random, and then more that keep a prefix of the best so far.
The value of a move is averaged over several worlds, the same for all moves; the worse half is dropped from one world to the next
(successive halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
"""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, generate_moves
from engine.kernel.position import GameRun
from engine.kernel.text import Seat
from engine.players.draw import create_random_stream, draw_move, evaluate_random_moves
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation

MAX_FOLLOW_UP_ANSWERS = 12
"""How many answers to a follow-up question are compared."""
MAX_FOLLOW_UPS = 4
"""How many follow-up questions of a move are answered before its position is evaluated."""
MIN_REMAINING_MOVES = 4
"""Halving keeps at least this many moves."""
EQUAL_VALUE_DECIMALS = 9
EQUAL_VALUE_TOLERANCE = 10.0**-EQUAL_VALUE_DECIMALS
"""Values that differ by no more are equal."""


class RankedMove(msgspec.Struct):
    """A move and the sum of its values in `worlds` worlds.

    `is_idle`: the move spends nothing and does not improve the position (`Evaluator.resources`). `ends_turn`: in the last world
    that was tried, another seat is asked next, or nobody.
    """

    words: Words
    total: float = 0.0
    worlds: int = 0
    is_idle: bool = False
    ends_turn: bool = False

    @property
    def mean(self) -> float:
        """The average value, from 0 to 1."""
        return self.total / self.worlds


class SeatState(NamedTuple):
    """The resources of a seat before its move, and the value of its position."""

    resources: tuple[object, ...]
    value: float


def rank_moves(
    observation: Observation,
    evaluator: Evaluator,
    dice: Dice,
    worlds: int,
    max_moves: int | None = None,
    *,
    is_naive: bool = False,
) -> list[RankedMove]:
    """Rank the moves that were tried, best first. Equal ones are in the order of the menu, those that end the turn before others.

    `max_moves` replaces `Evaluator.candidates`. Idle moves are left out if there are others: a search that is cut after some moves
    would prefer them to the end of its turn, and go back and forth. `is_naive`: positions are judged as a cadet sees them.
    """
    return _OnePly(observation, evaluator, dice, is_naive=is_naive).rank(
        worlds, evaluator.candidates if max_moves is None else max_moves
    )


class _OnePly:
    """Evaluates moves of one observation."""

    def __init__(self, observation: Observation, evaluator: Evaluator, dice: Dice, *, is_naive: bool = False) -> None:
        self._observation = observation
        self._evaluator = evaluator
        self._dice = dice
        self._value = evaluator.naive_value if is_naive else evaluator.value

    def rank(self, worlds: int, max_moves: int) -> list[RankedMove]:
        """Rank the moves; see `rank_moves`."""
        world = self._observation.world(self._dice, 0)
        menu = world.build_menu(self._observation.seat)
        tried = [RankedMove(words) for words in islice(generate_moves(menu), max_moves + 1)]
        if len(tried) == 1:
            tried[0].worlds = 1
            return tried
        before = self._describe_seat(world)
        if len(tried) > max_moves:
            tried = self._draw_candidates(world, menu, before, max_moves)
        for move in tried:
            if not move.worlds:
                self.try_move(0, move, before)
        tried = [move for move in tried if not move.is_idle] or tried
        remaining = _keep_better_half(tried)
        for world_number in range(1, worlds):
            for move in remaining:
                self.try_move(world_number, move)
            remaining = _keep_better_half(remaining)
        return sorted(_sort_by_value(tried), key=lambda move: -move.worlds)

    def try_move(self, world_number: int, move: RankedMove, before: SeatState | None = None) -> None:
        """Add the value behind a move in one world. With `before`, the seat's state in it, find out whether the move is idle."""
        observation, evaluator = self._observation, self._evaluator
        run = observation.world(self._dice, world_number)
        run.push(observation.seat, move.words)
        path = [(observation.seat, move.words)]
        self._answer_for_others(run, world_number, path)
        for _ in range(MAX_FOLLOW_UPS):
            if not run.questions or not evaluator.follows(run.build_menu(min(run.situation.questions))):
                break
            run = self._answer_follow_up(run, world_number, path)
        if before is not None:
            move.is_idle = self._is_idle(run, before)
        move.ends_turn = observation.seat not in run.situation.questions
        move.total += self._value(run.state, observation.seat)
        move.worlds += 1

    def _draw_candidates(
        self, world: GameRun[Any], menu: Menu, before: SeatState | None, max_moves: int
    ) -> list[RankedMove]:
        """Draw random moves and evaluate them in the first world, the second half close to the best of the first."""
        observation = self._observation
        random = create_random_stream(self._dice, observation.moves, "candidates")
        tried: list[RankedMove] = []

        def draw(prefix: Words) -> Words:
            return draw_move(self._evaluator, world.state, observation.seat, menu, random, prefix)

        def evaluate(words: Words) -> float:
            move = RankedMove(words)
            self.try_move(0, move, before)
            tried.append(move)
            return move.mean

        evaluate_random_moves(draw, evaluate, max_moves, random)
        return tried

    def _answer_for_others(self, run: GameRun[Any], world_number: int, path: list[tuple[Seat, Words]]) -> None:
        """Let the other seats that are asked the same question answer at random, and add their answers to the path."""
        random = create_random_stream(self._dice, world_number, "the others")
        while run.current_answers:
            seat = min(run.situation.questions)
            answer = draw_move(self._evaluator, run.state, seat, run.build_menu(seat), random)
            path.append((seat, answer))
            run.push(seat, answer)

    def _answer_follow_up(self, run: GameRun[Any], world_number: int, path: list[tuple[Seat, Words]]) -> GameRun[Any]:
        """Return the world after the answer that is best for the seat asked, and add that answer to the path."""
        seat = min(run.situation.questions)
        best: tuple[float, Words, GameRun[Any]] | None = None
        for answer in islice(generate_moves(run.build_menu(seat)), MAX_FOLLOW_UP_ANSWERS):
            copy = self._copy(run, world_number, path)
            copy.push(seat, answer)
            value = self._value(copy.state, seat)
            if best is None or value > best[0]:
                best = value, answer, copy
        assert best is not None
        _, best_answer, best_run = best
        path.append((seat, best_answer))
        return best_run

    def _copy(self, run: GameRun[Any], world_number: int, path: list[tuple[Seat, Words]]) -> GameRun[Any]:
        """Copy a world, or sample it again and repeat the path if it cannot be copied."""
        if self._observation.can_copy(run):
            return run.clone()
        copy = self._observation.world(self._dice, world_number)
        for seat, words in path:
            copy.push(seat, words)
        return copy

    def _describe_seat(self, run: GameRun[Any]) -> SeatState | None:
        """Return the state of the seat, or None if the evaluator knows nothing about resources."""
        seat = self._observation.seat
        resources = self._evaluator.resources(run.state, seat)
        if resources is None:
            return None
        return SeatState(resources, self._value(run.state, seat))

    def _is_idle(self, run: GameRun[Any], before: SeatState) -> bool:
        seat = self._observation.seat
        if self._evaluator.resources(run.state, seat) != before.resources:
            return False
        return self._value(run.state, seat) <= before.value + EQUAL_VALUE_TOLERANCE


def _keep_better_half(ranked: list[RankedMove]) -> list[RankedMove]:
    """Return the moves with the higher means."""
    count = max(MIN_REMAINING_MOVES, (len(ranked) + 1) // 2)
    return _sort_by_value(ranked)[:count]


def _sort_by_value(ranked: list[RankedMove]) -> list[RankedMove]:
    """Sort moves, best first. Of equal ones the end of the turn comes first: a walk to and fro has the same value."""
    return sorted(ranked, key=lambda move: (-round(move.mean, EQUAL_VALUE_DECIMALS), not move.ends_turn))
