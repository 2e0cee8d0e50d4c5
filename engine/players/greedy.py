"""A player that looks one move ahead: of the complete moves it tries, the one with the best position behind it.

Where a decision has few moves it tries them all. Where there are too many it draws some as the game's judgement inclines, and
then improves the best: it keeps a beginning of it and draws the rest anew. What lies behind a move is averaged over several
worlds, the same for all moves; the worse half is left out from one to the next (successive halving: Karnin, Koren and Somekh,
"Almost optimal exploration in multi-armed bandits", 2013).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, moves
from engine.kernel.position import Run
from engine.kernel.text import Seat
from engine.players.draw import create_random_stream, draw_move
from engine.players.judgement import Evaluator
from engine.players.outlook import Observation

ANSWERS = 12
"""So many answers to a question that belongs to a move are compared at most."""
SAME = 1e-9
"""Values that differ by no more are the same."""
BELONGING = 4
"""So many questions that belong to a move are answered before it is judged."""


class RankedMove(msgspec.Struct):
    """A move and what was found behind it: `worlds` values that add up to `total`. `idle`: it took nothing and led to nothing
    better, as far as the game says what moves take (`means`)."""

    words: Words
    total: float = 0.0
    worlds: int = 0
    idle: bool = False

    @property
    def mean(self) -> float:
        """The average value."""
        return self.total / self.worlds


class Standing(NamedTuple):
    """What a seat has left to move with, and what its position is worth."""

    means: tuple[object, ...]
    value: float


def rank_moves(
    outlook: Observation, judgement: Evaluator, dice: Dice, worlds: int, candidates: int | None = None
) -> list[RankedMove]:
    """The moves that were tried, so many `candidates` at most (None: the game's own number), best first; the order among equals is
    that of the menu. Idle ones are left out where there are others: a search that is cut after some moves would prefer them to the
    end of its turn, and go to and fro."""
    here = outlook.world(dice, 0)
    menu = here.menu(outlook.seat)
    most = judgement.candidates if candidates is None else candidates
    found = [RankedMove(words) for words in islice(moves(menu), most + 1)]
    if len(found) == 1:
        found[0].worlds = 1
        return found
    had = _standing(judgement, here, outlook.seat)
    left = found
    if len(found) > most:
        found = left = _improved(outlook, judgement, dice, here, menu, had, most)
    for n in range(worlds):
        for one in left:
            if one.worlds <= n:
                _try(outlook, judgement, dice, n, one, had if n == 0 else None)
        if n == 0:
            found = left = [one for one in left if not one.idle] or left
        left = sorted(left, key=lambda one: -one.mean)[: max(4, (len(left) + 1) // 2)]
    return sorted(found, key=lambda one: (-one.worlds, -one.mean))


def compared(
    outlook: Observation, judgement: Evaluator, dice: Dice, moves: Iterable[Words], first: int, worlds: int
) -> list[RankedMove]:
    """Moves in the same so many worlds from number `first` on, in the order in which they are given."""
    found = [RankedMove(words) for words in moves]
    for n in range(first, first + worlds):
        for one in found:
            _try(outlook, judgement, dice, n, one)
    return found


def _improved(
    outlook: Observation, judgement: Evaluator, dice: Dice, here: Run[Any], menu: Menu, had: Standing | None, most: int
) -> list[RankedMove]:
    """Half of the moves drawn at random, the others made of the best so far."""
    lot = create_random_stream(dice, outlook.moves, "candidates")
    tried: dict[Words, RankedMove] = {}
    best: RankedMove | None = None
    for n in range(most):
        kept = best.words[: int(lot() * len(best.words))] if best and n >= most // 2 else ()
        words = draw_move(judgement, here.state, outlook.seat, menu, lot, kept)
        if words in tried:
            continue
        one = tried[words] = RankedMove(words)
        _try(outlook, judgement, dice, 0, one, had)
        if best is None or one.mean > best.mean:
            best = one
    return list(tried.values())


def _try(
    outlook: Observation, judgement: Evaluator, dice: Dice, n: int, one: RankedMove, had: Standing | None = None
) -> None:
    """Look behind a move in the `n`th world. `had`: what the seat had in it before, where it is to be found out whether the move is
    idle."""
    run = outlook.world(dice, n)
    run.push(outlook.seat, one.words)
    if had is not None:
        one.idle = (
            had.means == _means(judgement, run, outlook.seat)
            and judgement.value(run.state, outlook.seat) <= had.value + SAME
        )
    path = [(outlook.seat, one.words)]
    lot = create_random_stream(dice, n, "the others")
    while run.got:  # the others answer the same question
        asked = min(run.now.ask)
        path.append((asked, draw_move(judgement, run.state, asked, run.menu(asked), lot)))
        run.push(*path[-1])
    for _ in range(BELONGING):
        if not run.ask:
            break
        asked = min(run.now.ask)
        menu = run.menu(asked)
        if not judgement.follows(menu):
            break
        run = _answered(outlook, judgement, dice, n, path, run)
    one.total += judgement.value(run.state, outlook.seat)
    one.worlds += 1


def _standing(judgement: Evaluator, run: Run[Any], seat: Seat) -> Standing | None:
    """None where the game does not say what moves take."""
    means = _means(judgement, run, seat)
    return None if means is None else Standing(means, judgement.value(run.state, seat))


def _means(judgement: Evaluator, run: Run[Any], seat: Seat) -> tuple[object, ...] | None:
    found = getattr(judgement, "means", None)
    return None if found is None else found(run.state, seat)


def _answered(
    outlook: Observation, judgement: Evaluator, dice: Dice, n: int, path: list[tuple[Seat, Words]], here: Run[Any]
) -> Run[Any]:
    """The same world after the answer that is best for who gives it; the answer is put behind the path."""
    best: tuple[float, Run[Any], Words] | None = None
    asked = min(here.now.ask)
    for answer in islice(moves(here.menu(asked)), ANSWERS):
        run = outlook.copy(here)
        if run is None:
            run = outlook.world(dice, n)
            for seat, words in path:
                run.push(seat, words)
        run.push(asked, answer)
        value = judgement.value(run.state, asked)
        if best is None or value > best[0]:
            best = (value, run, answer)
    assert best is not None
    path.append((asked, best[2]))
    return best[1]
