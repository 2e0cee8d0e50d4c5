"""What a seat knows at a question: worlds that look the same to it, with all that it cannot know dealt afresh.

This is the only door between a table and a computer player. A player is handed an `Outlook` and asks it for worlds; it never
sees the table's position or its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.dice import Dice
from engine.kernel.position import Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat


class Outlook:
    """A question that a seat has to answer, as that seat sees the table.

    A world is a running turn. Where a turn begins the hidden things are dealt afresh (`Game.deal_afresh`), and the turn runs with
    dice of its own. In the middle of a turn the script itself remembers what was drawn and rolled, so there a world is the
    table's own turn up to the question, in which the hidden things are then dealt and the dice exchanged. What is dealt depends
    on the set of the hidden things only, not on how they lie: tables that look the same to the seat give the same worlds. What
    others have answered to the same question is left out.
    """

    __slots__ = ("_position", "_seed", "game", "moves", "seat")

    def __init__(self, game: AnyGame, position: Position[Any], seed: str | Dice, seat: Seat) -> None:
        here: Run[Any] = Run(game, position, seed)
        self.game = game
        self.seat = seat
        self.moves = here.asked
        self._position = Position(position.base, position.tick, position.answers[: here.asked - position.tick])
        self._seed = seed

    def pending(self, here: Run[Any]) -> bool:
        """Whether others have answered the question already, which this seat does not know."""
        return here.position.moves > self.moves

    def world(self, dice: Dice, n: int) -> Run[Any]:
        """The n-th world of these dice, a new copy each time. What is rolled and shuffled in it from now on is its own."""
        shuffle, seed = _shuffler(dice, n), _seed(dice, n)
        if not self._position.answers:
            return Run(
                self.game, Position(self.game.resample(self._position.base, self.seat, shuffle), self.moves), seed
            )
        run: Run[Any] = Run(self.game, self._position, self._seed)
        self.game.deal_afresh(run.state, self.seat, shuffle)
        run.out._dice = Dice(seed)  # noqa: SLF001 - the one place that turns a table into a world
        return run

    def copy(self, world: Run[Any], dice: Dice, n: int) -> Run[Any] | None:
        """A second copy of the n-th world as it has become by now; None in the turn that it was dealt in the middle of, where
        nothing but the script knows what has happened."""
        if self._position.answers and world.tick == self._position.tick:
            return None
        return Run(self.game, world.position, _seed(dice, n))


def _seed(dice: Dice, n: int) -> str:
    """What is rolled in the n-th world of these dice."""
    return f"world/{dice.below(2**64, n, 'world')}"


def _shuffler(dice: Dice, n: int) -> Callable[[list[Any]], list[Any]]:
    """Shuffles the same things into the same order, however they lay."""
    dealt = 0

    def shuffle(pool: list[Any]) -> list[Any]:
        nonlocal dealt
        dealt += 1
        return dice.shuffled(sorted(pool), n, f"deal {dealt}")

    return shuffle
