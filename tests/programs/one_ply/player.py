"""A greedy player over any game: of the complete moves that it tries, the one with the best position behind it.

Where a decision has few moves it tries them all. Where there are too many it throws some, and then improves the best: it keeps
a beginning of it and throws the rest anew. Answers that belong to its move, such as which of their pieces the others give up, are
made for them first, as is best for them. A game may tell what a move leads to more quickly than by playing it; else the move is
played, and what it turns up is seen: for comparing sides that all play like this, not for playing against people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any, Optional

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Word, Words, forced, moves, sample
from engine.kernel.position import Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

ANSWERS = 12
"""So many answers of others to a move are compared at most."""


class Tree(msgspec.Struct, frozen=True):
    """A decision and, for each of its moves, the state behind it."""

    menu: Menu
    after: Callable[[Words], Any]


class Judge(msgspec.Struct, frozen=True):
    """What a game says about its positions.

    `value`: how good a state is for a seat, the more the better. `part`: whether a question belongs to the move before it, so that
    a position is judged after the answer only. `ahead`: the seat's decision in a state without playing it, None where there is
    no quick way.
    """

    value: Callable[[AnyGame, Any, Seat], float]
    part: Callable[[Menu], bool] = lambda _: False
    ahead: Callable[[AnyGame, Any, Menu, Seat], Optional[Tree]] = lambda *_: None


class Effort(msgspec.Struct, frozen=True):
    """How many moves are tried: all where there are no more than `all`, else `thrown` at random and `improved` of the best."""

    all: int = 60
    thrown: int = 40
    improved: int = 60


def choose(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, judge: Judge, luck: Dice, effort: Effort
) -> Words:
    """The best move found for a seat that owes an answer; equally good ones go by the order in which they are tried."""
    run: Run[Any] = Run(game, position, seed)
    tree = judge.ahead(game, run.state, run.menu(seat), seat) or Tree(
        run.menu(seat), lambda words: _played(game, position, seed, seat, words, judge)
    )
    draws = count()

    def below(n: int) -> int:
        return luck.below(n, position.moves, f"{seat}/{next(draws)}")

    tried: dict[Words, float] = {}

    def worth(words: Words) -> float:
        if words not in tried:
            tried[words] = judge.value(game, tree.after(words), seat)
        return tried[words]

    few = list(islice(moves(tree.menu), effort.all + 1))
    if len(few) <= effort.all:
        return max(few, key=worth)
    best = max((sample(tree.menu, below) for _ in range(effort.thrown)), key=worth)
    for _ in range(effort.improved):
        kept = best[: below(len(best))]
        best = max(best, _completed(tree.menu, kept, below), key=worth)
    return best


def _played(game: AnyGame, position: Position[Any], seed: str, seat: Seat, words: Words, judge: Judge) -> Any:
    """The state after a move and the answers that belong to it, each the best for who gives it."""
    run: Run[Any] = Run(game, position, seed)
    run.play(seat, words)
    while run.ask:
        asked = min(run.now.ask)
        menu = run.menu(asked)
        if not judge.part(menu):
            break
        then, best, most = run.position, run, -math.inf
        for answer in islice(moves(menu), ANSWERS):
            after: Run[Any] = Run(game, then, seed)
            after.play(asked, answer)
            value = judge.value(game, after.state, asked)
            if value > most:
                best, most = after, value
        run = best
    return run.state


def _completed(menu: Menu, kept: tuple[Word, ...], below: Callable[[int], int]) -> Words:
    """A move that begins with these words."""
    at: Menu | None = menu
    for word in kept:
        at = at.then(word) if at else None
    return (*kept, *sample(at, below)) if at else kept


class Decision(msgspec.Struct, frozen=True):
    """What a seat was asked in a position, and what it has answered."""

    position: Position[Any]
    seat: Seat
    menu: Menu
    words: Words


def decisions(
    game: AnyGame, seats: int, position: Position[Any], seed: str, judge: Judge | None, effort: Effort
) -> Iterator[Decision]:
    """A game between such players from a position to its end, decision by decision; without a judge they play at random. What a
    seat has no choice in is played, and not told."""
    luck = Dice(f"{seed}/one-ply/{seats}")
    draws = count()
    while ask := Run(game, position, seed).now.ask:
        seat = min(ask)
        run: Run[Any] = Run(game, position, seed)
        menu = run.menu(seat)
        words = forced(menu)
        if words is None:
            if judge is not None:
                words = choose(game, position, seed, seat, judge, luck, effort)
            else:
                words = sample(menu, lambda n: luck.below(n, position.moves, f"random/{next(draws)}"))  # noqa: B023
            yield Decision(position, seat, menu, words)
        position = Run(game, position, seed).play(seat, words).position


def play_out(
    game: AnyGame, seats: int, position: Position[Any], seed: str, judge: Judge, effort: Effort
) -> Position[Any]:
    """The end of a game between such players from a position on."""
    made = list(decisions(game, seats, position, seed, judge, effort))
    run: Run[Any] = Run(game, made[-1].position if made else position, seed)
    if made:
        run.play(made[-1].seat, made[-1].words)
    while run.now.ask:
        seat = min(run.now.ask)
        words = forced(run.menu(seat))
        assert words is not None, "else it would have been decided"
        run.play(seat, words)
    return run.position
