"""A greedy player over any game: of the complete moves that it tries, the one with the best position behind it.

Where a decision has few moves it tries them all. Where there are too many it throws some, and then improves the best: it keeps
a beginning of it and throws the rest anew. Answers that belong to its move, such as which of their pieces the others give up, are
made for them first, as is best for them. It judges the position behind all that as it stands, so it has seen what its move turns
up: for comparing sides that all play like this, not for playing against people.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count, islice
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Word, Words, moves, sample
from engine.kernel.position import Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

ANSWERS = 12
"""So many answers of others to a move are compared at most."""


class Judge(msgspec.Struct, frozen=True):
    """What a game says about its positions. `value`: how good a state is for a seat, the more the better. `part`: whether a
    question belongs to the move before it, so that a position is judged after the answer only."""

    value: Callable[[AnyGame, Any, Seat], float]
    part: Callable[[Menu], bool] = lambda _: False


class Effort(msgspec.Struct, frozen=True):
    """How many moves are tried: all where there are no more than `all`, else `thrown` at random and `improved` of the best."""

    all: int = 60
    thrown: int = 40
    improved: int = 60


def choose(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, judge: Judge, luck: Dice, effort: Effort
) -> Words:
    """The best move found for a seat that owes an answer; equally good ones go by the order in which they are tried."""
    menu = Run(game, position, seed).menu(seat)
    draws = count()

    def below(n: int) -> int:
        return luck.below(n, position.moves, f"{seat}/{next(draws)}")

    tried: dict[Words, float] = {}

    def worth(words: Words) -> float:
        if words not in tried:
            run: Run[Any] = Run(game, position, seed)
            run.play(seat, words)
            tried[words] = judge.value(game, _answered(game, run, seed, judge).state, seat)
        return tried[words]

    few = list(islice(moves(menu), effort.all + 1))
    if len(few) <= effort.all:
        return max(few, key=worth)
    best = max((sample(menu, below) for _ in range(effort.thrown)), key=worth)
    for _ in range(effort.improved):
        kept = best[: below(len(best))]
        best = max(best, _completed(menu, kept, below), key=worth)
    return best


def _answered(game: AnyGame, run: Run[Any], seed: str, judge: Judge) -> Run[Any]:
    """The run after the answers that belong to the move just made, each the best for who gives it."""
    while run.ask:
        seat = min(run.now.ask)
        menu = run.menu(seat)
        if not judge.part(menu):
            break
        position, best, most = run.position, run, -math.inf
        for words in islice(moves(menu), ANSWERS):
            after: Run[Any] = Run(game, position, seed)
            after.play(seat, words)
            value = judge.value(game, after.state, seat)
            if value > most:
                best, most = after, value
        run = best
    return run


def _completed(menu: Menu, kept: tuple[Word, ...], below: Callable[[int], int]) -> Words:
    """A move that begins with these words."""
    at: Menu | None = menu
    for word in kept:
        at = at.then(word) if at else None
    return (*kept, *sample(at, below)) if at else kept


def play_out(
    game: AnyGame, seats: int, position: Position[Any], seed: str, judge: Judge, effort: Effort
) -> Position[Any]:
    """A game between such players from a position to its end."""
    luck = Dice(f"{seed}/one-ply/{seats}")
    while ask := Run(game, position, seed).ask:
        seat = min(ask)
        words = choose(game, position, seed, seat, judge, luck, effort)
        position = Run(game, position, seed).play(seat, words).position
    return position
