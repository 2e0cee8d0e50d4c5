"""A playout: one sampled world, and the moves that a search makes in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, generate_moves
from engine.kernel.position import GameRun
from engine.kernel.text import Seat
from engine.players.draw import RandomStream, can_make, create_random_stream, draw_move
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation

MAX_FOLLOW_UPS = 4
"""How many follow-up questions of a move are answered before its position is evaluated."""
MAX_FOLLOW_UP_ANSWERS = 6
"""How many answers to a follow-up question are compared."""
MAX_COMPARED_MOVES = 60
"""How many moves of a decision are compared where all are."""
Line = tuple[Words, ...]
"""Moves of one seat in a row."""


class Playout:
    """One sampled world in which every seat answers with the best of several random moves.

    Subclasses change how a move is made and how its position is evaluated.
    """

    def __init__(self, observation: Observation, evaluator: Evaluator, dice: Dice, world_number: int) -> None:
        self.observation = observation
        self.evaluator = evaluator
        self.dice = dice
        self.world_number = world_number
        self.run: GameRun[Any] = observation.world(dice, world_number)
        self._random = create_random_stream(dice, world_number, "playout")

    def next_seat(self) -> Seat:
        """Return the seat that answers next: the lowest of those that owe an answer, since none sees another's."""
        return min(self.run.situation.questions)

    def make_move(self, seat: Seat, move: Words) -> None:
        """Make a move in the world."""
        self.run.push(seat, move)
        self.finish_move()

    def make_line(self, seat: Seat, line: Line) -> int:
        """Make the moves of a line, after the first one as long as they are legal in this world, and return how many were.

        The answers to the questions that belong to a move follow it in the line; what is left of them is answered at the end.
        """
        self.run.push(seat, line[0])
        made = 1
        while made < len(line) and can_make(self.run, seat, line[made]):
            self.run.push(seat, line[made])
            made += 1
        self.finish_move()
        return made

    def finish_move(self) -> None:
        """Answer the questions that belong to the move made last, if the playout does so."""

    def evaluate(self, seat: Seat) -> float:
        """Return the seat's value of the world as it is now, from 0 to 1."""
        return self.evaluator.value(self.run.state, seat)

    def draw_moves(self, seat: Seat, draws: int, random: RandomStream) -> list[Words]:
        """Draw moves of the seat, without repeats."""
        menu = self.run.build_menu(seat)
        moves: dict[Words, None] = {}
        for _ in range(draws):
            moves[draw_move(self.evaluator, self.run.state, seat, menu, random)] = None
        return list(moves)

    def propose_move(self, seat: Seat, replies: int) -> Words:
        """Return the best of `replies` random moves, without making it."""
        moves = self.draw_moves(seat, replies, self._random)
        if not self._can_compare(moves):
            return moves[0]
        move, _ = self._find_best(seat, moves)
        return move

    def make_best_move(self, seat: Seat, moves: Sequence[Words]) -> Words:
        """Make the move with the highest value for the seat and return it. If the world cannot be copied, make the first."""
        if self._can_compare(moves):
            move, self.run = self._find_best(seat, moves)
            return move
        self.make_move(seat, moves[0])
        return moves[0]

    def play_on(self, max_moves: int, replies: int | None) -> None:
        """Make up to `max_moves` moves, each the best of `replies` random ones, or of all there are (None)."""
        for _ in range(max_moves):
            if not self.run.questions:
                return
            seat = self.next_seat()
            if replies is None:
                moves = list(islice(generate_moves(self.run.build_menu(seat)), MAX_COMPARED_MOVES))
            else:
                moves = self.draw_moves(seat, replies, self._random)
            self.make_best_move(seat, moves)

    def _can_compare(self, moves: Sequence[Words]) -> bool:
        return len(moves) > 1 and self.observation.can_copy(self.run)

    def _find_best(self, seat: Seat, moves: Sequence[Words]) -> tuple[Words, GameRun[Any]]:
        """Return the move with the highest value, the first among equals, and a copy of the world after it."""
        start = self.run
        best: tuple[float, Words, GameRun[Any]] | None = None
        for move in moves:
            self.run = start.clone()
            self.make_move(seat, move)
            value = self.evaluate(seat)
            if best is None or value > best[0]:
                best = value, move, self.run
        self.run = start
        assert best is not None
        return best[1], best[2]


class CompleteMovePlayout(Playout):
    """A playout in which the questions that belong to a move are answered with it."""

    def finish_move(self) -> None:
        """Answer the questions that belong to the move, each as is best for the seat asked."""
        for _ in range(MAX_FOLLOW_UPS):
            if not self.run.questions:
                return
            asked_seat = self.next_seat()
            menu = self.run.build_menu(asked_seat)
            if not self.evaluator.follows(menu):
                return
            self.run.push(asked_seat, self._find_best_answer(asked_seat, menu))

    def _find_best_answer(self, seat: Seat, menu: Menu) -> Words:
        """Return the answer with the best position for the seat, or the first if the world cannot be copied."""
        answers = list(islice(generate_moves(menu), MAX_FOLLOW_UP_ANSWERS))
        if not self.observation.can_copy(self.run):
            return answers[0]
        values: dict[Words, float] = {}
        for answer in answers:
            copy = self.run.clone()
            copy.push(seat, answer)
            values[answer] = self.evaluator.value(copy.state, seat)
        return max(values, key=values.__getitem__)
