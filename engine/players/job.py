"""What a computer player is given to think about, and what it says: plain data in, plain data out, for whoever does the thinking.

A move is asked for with a `Question`, which knows no more than its seat; a study is of a game that is over for good, of which
everything may be known. Kinds of jobs are told apart by their tag; `URGENCY` says which are answered first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Optional, Union

import msgspec

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import decode
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players import analysis
from engine.players.analysis import Moment
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


class Study(msgspec.Struct, frozen=True, tag="study"):
    """Look at a stretch of a finished game with so many seats: what could have been played, and what luck did. `position` is the
    one before its moves, as JSON. With `deep` each of the moves is a turning point, which a captain looks at."""

    game: str
    components: str
    position: str
    seed: str
    seats: int
    moves: tuple[tuple[Seat, Words], ...]
    dice: str
    deep: bool = False
    iterations: Optional[int] = None
    seconds: float = 30.0


Job = Union[Move, Study]
"""Anything to think about."""
URGENCY: tuple[type[msgspec.Struct], ...] = (Move, Study)
"""The kinds of jobs, the most urgent first."""


class Thought(msgspec.Struct, frozen=True):
    """What came of a job: the words of a move, the moments of a study, or in `failed` why there are none."""

    words: Words = ()
    failed: str = ""
    moments: tuple[Moment, ...] = ()


def thought(job: Job) -> Thought:
    """What comes of a job. Raises whatever keeps it from being thought through."""
    return Thought(answered(job)) if isinstance(job, Move) else Thought(moments=looked_at(job))


def looked_at(job: Study) -> tuple[Moment, ...]:
    """The moments that a study asks for; the same study gives the same moments."""
    game = _game(job.game, job.components)
    position, dice = decode(game, job.position), Dice(job.dice)
    if job.deep:
        budget = Budget(job.iterations, job.seconds)
        return analysis.searched(game, position, job.seed, job.seats, job.moves, dice, budget)
    return analysis.studied(game, position, job.seed, job.seats, job.moves, dice)


def answered(job: Move) -> Words:
    """The move that a job asks for; the same job gives the same move."""
    game = _game(job.game, job.components)
    position, dice = position_of(game, job.question)
    budget = Budget(job.iterations, job.seconds)
    return choose(job.level, game, position, dice, job.question.seat, Dice(job.dice), budget)


@lru_cache(maxsize=16)
def _game(slug: str, components: str) -> AnyGame:
    return registry.reload(slug, components.encode())
