"""What a captain would do with a question, for somebody who asks: a few moves, how good each looks, and why.

The moves and their values are those of the captain's search (`engine/players/search.py`): a look one move ahead, then successive
halving with playouts, in worlds dealt from what the seat may know. The reason is the part of the game's own judgement that the move
changes most, by the mean of some worlds: "Islands: +5". A game says what its judgement is made of in `Judgement.terms`, if it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, Text
from engine.players import greedy
from engine.players.crew import Budget
from engine.players.judgement import Evaluator, load_evaluator
from engine.players.outlook import Observation
from engine.players.search_factory import candidate_limit, create_search

MANY = 3
"""So many moves at most."""
LEVEL = "captain"
LOOK, WIDE = 3, 8
"""Worlds of the look one move ahead, and how many of its best moves are searched: as a captain does."""
REASONS = 4
"""Worlds in which is looked at what a move changes."""
LEAST = 0.05
"""A change of a term that is worth telling."""


class Hint(msgspec.Struct, frozen=True):
    """A move, its value for the seat from 0 to 1, and what it changes most in the judgement, with by how much in tenths."""

    words: Words
    value: float
    what: Optional[Text] = None
    tenths: int = 0


def hints(
    game: AnyGame, position: Position[Any], seed: str | Dice, seat: Seat, dice: Dice, budget: Budget
) -> tuple[Hint, ...]:
    """The best moves, best first; the same question, dice and iterations give the same ones. Raises Illegal where the seat owes
    nothing."""
    outlook, judgement = Observation(game, position, seed, seat), load_evaluator(game)
    own = Dice(f"hints/{dice.below(2**64, position.moves, f'hints {seat}')}")
    most = judgement.iterations.get(LEVEL, 0)
    most = most if budget.iterations is None else min(most, budget.iterations)
    found = greedy.rank_moves(outlook, judgement, own, LOOK, candidate_limit(judgement) if most else None)
    if len(found) > 1 and most:
        found = create_search(outlook, judgement, own).rank(found[:WIDE], most, budget.seconds)
    elif len(found) == 1:
        found = greedy.compared(outlook, judgement, own, [found[0].words], 0, LOOK)
    return tuple(_hint(outlook, judgement, own, one.words, one.mean) for one in found[:MANY])


def _hint(outlook: Observation, judgement: Evaluator, dice: Dice, words: Words, value: float) -> Hint:
    names: list[Text] = []
    changes: list[float] = []
    for n in range(REASONS):
        world = outlook.world(dice, n)
        before = _terms(judgement, world.state, outlook.seat)
        world.push(outlook.seat, words)
        after = _terms(judgement, world.state, outlook.seat)
        if len(before) != len(after):  # with this move something else begins
            return Hint(words, round(value, 4))
        names = [what for what, _ in before]
        changes = [
            so_far + (now - was) / REASONS
            for so_far, (_, was), (_, now) in zip(changes or [0.0] * len(before), before, after, strict=True)
        ]
    most = max(range(len(changes)), key=lambda k: abs(changes[k]), default=None)
    if most is None or abs(changes[most]) < LEAST:
        return Hint(words, round(value, 4))
    return Hint(words, round(value, 4), names[most], round(10 * changes[most]))


def _terms(judgement: Evaluator, state: Any, seat: Seat) -> Sequence[tuple[Text, float]]:  # noqa: ANN401 - a game's own
    told = getattr(judgement, "terms", None)
    return () if told is None else tuple(told(state, seat))
