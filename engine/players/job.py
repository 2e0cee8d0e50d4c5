"""What a computer player is given to think about, and what it says: plain data in, plain data out, for whoever does the thinking.

A job holds a `Question`, which knows no more than its seat. Kinds of jobs are told apart by their tag; `URGENCY` says which are
answered first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Optional

import msgspec

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.registry import AnyGame
from engine.players.crew import Budget, choose
from engine.players.question import Question, position_of


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Choose a move: at which game with which components (JSON), as a player of which level, with which dice. `iterations` and
    `seconds` as in `Budget`."""

    game: str
    components: str
    level: str
    question: Question
    dice: str
    iterations: Optional[int] = None
    seconds: float = 30.0


Job = Move
"""Anything to think about."""
URGENCY: tuple[type[msgspec.Struct], ...] = (Move,)
"""The kinds of jobs, the most urgent first."""


class Thought(msgspec.Struct, frozen=True):
    """What came of a job: the words of a move, or in `failed` why there are none."""

    words: Words = ()
    failed: str = ""


def answered(job: Job) -> Words:
    """The move that a job asks for; the same job gives the same move."""
    game = _game(job.game, job.components)
    position, dice = position_of(game, job.question)
    budget = Budget(job.iterations, job.seconds)
    return choose(job.level, game, position, dice, job.question.seat, Dice(job.dice), budget)


@lru_cache(maxsize=16)
def _game(slug: str, components: str) -> AnyGame:
    return registry.reload(slug, components.encode())
