"""The crew: players of several strengths over any game, by name."""

from __future__ import annotations

import math
from typing import Any, Final, Protocol

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, sample
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players import greedy
from engine.players.draw import RandomStream, create_random_stream
from engine.players.judgement import Evaluator, load_evaluator
from engine.players.outlook import Observation
from engine.players.search_factory import candidate_limit, create_search


class Budget(msgspec.Struct, frozen=True):
    """How long a player may think: at most so many iterations, None for the game's own number, and never more than so many seconds.

    Only the iterations count where moves have to be the same on every machine; the seconds are for a machine in trouble.
    """

    iterations: int | None = None
    seconds: float = 30.0


class Player(Protocol):
    """A computer player."""

    def choose(self, outlook: Observation, judgement: Evaluator, budget: Budget, dice: Dice) -> Words:
        """A move for the seat that the outlook is of. The same outlook, iterations and dice give the same move."""


class Anybody:
    """Plays whatever is legal, every option as likely as the next."""

    def choose(self, outlook: Observation, judgement: Evaluator, budget: Budget, dice: Dice) -> Words:  # noqa: ARG002
        """A random move."""
        lot = create_random_stream(dice, outlook.moves, "anybody")
        return sample(outlook.world(dice, 0).menu(outlook.seat), lambda n: int(lot() * n))


class Greedy(msgspec.Struct, frozen=True):
    """Looks one move ahead in so many worlds. With `noise` it misjudges by so many times the game's `blur`, either way."""

    worlds: int
    noise: float = 0.0

    def choose(self, outlook: Observation, judgement: Evaluator, budget: Budget, dice: Dice) -> Words:  # noqa: ARG002
        """The best move that it sees."""
        return self.considered(outlook, judgement, dice)[0]

    def considered(self, outlook: Observation, judgement: Evaluator, dice: Dice) -> list[Words]:
        """The moves that it looks at, the best in its eyes first; no more than the game's `candidates`."""
        found = greedy.rank_moves(outlook, judgement, dice, self.worlds)
        if self.noise:
            lot = create_random_stream(dice, outlook.moves, "noise")
            blur = self.noise * judgement.blur
            seen = {one.words: _odds(one.mean) + blur * _error(lot) for one in found}
            found.sort(key=lambda one: -seen[one.words])
        return [one.words for one in found]


class Searching(msgspec.Struct, frozen=True):
    """Looks one move ahead in so many worlds, and searches the best `wide` moves as far as the game says for this level."""

    level: str
    worlds: int
    wide: int

    def choose(self, outlook: Observation, judgement: Evaluator, budget: Budget, dice: Dice) -> Words:
        """The move that the search liked best."""
        most = judgement.iterations.get(self.level, 0)
        iterations = most if budget.iterations is None else min(most, budget.iterations)
        found = greedy.rank_moves(
            outlook, judgement, dice, self.worlds, candidate_limit(judgement) if iterations else None
        )
        if len(found) == 1 or not iterations:
            return found[0].words
        search = create_search(outlook, judgement, dice)
        return search.rank(found[: self.wide], iterations, budget.seconds)[0].words


BEGINNER: Final = Greedy(worlds=1, noise=1.0)
CREW: dict[str, Player] = {
    "random": Anybody(),
    "cadet": BEGINNER,
    "mate": Searching("mate", worlds=3, wide=6),
    "captain": Searching("captain", worlds=3, wide=8),
}
"""Every level by its name, the weakest first. "random" is there to measure the others against."""
LEVELS = ("cadet", "mate", "captain")
"""The levels that people play against."""


def choose(
    level: str,
    game: AnyGame,
    position: Position[Any],
    seed: str | Dice,
    seat: Seat,
    dice: Dice,
    budget: Budget | None = None,
) -> Words:
    """A move for a seat that owes an answer. Raises KeyError for an unknown level, Illegal where the seat owes nothing.

    The position and the seed (or dice that know what was rolled) are the table's; the player is shown no more of them than the
    seat may know.
    """
    player = CREW[level]
    own = Dice(f"{level}/{dice.below(2**64, position.moves, f'crew {seat}')}")
    return player.choose(Observation(game, position, seed, seat), load_evaluator(game), budget or Budget(), own)


def _odds(value: float) -> float:
    value = min(max(value, 0.001), 0.999)
    return math.log(value / (1 - value))


def _error(lot: RandomStream) -> float:
    """About a normal distribution: twelve numbers from 0 to 1, less their mean."""
    return sum(lot() for _ in range(12)) - 6
