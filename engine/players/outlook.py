"""What a seat knows at a question: worlds that look the same to it, with all that it cannot know dealt afresh.

This is the only door between a table and a computer player. A player is handed an `Outlook` and asks it for worlds; it never
sees the table's position or its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from engine.kernel.dice import Dice
from engine.kernel.position import Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat


class Observation:
    """A question that a seat has to answer, as that seat sees the table.

    A world is a running turn. Where a turn begins the hidden things are dealt afresh (`Game.deal_afresh`), and the turn runs with
    dice of its own. In the middle of a turn the script itself remembers what was drawn and rolled, so there a world is the
    table's own turn up to the question, in which the hidden things are then dealt and the dice exchanged. What is dealt depends
    on the set of the hidden things only, not on how they lie: tables that look the same to the seat give the same worlds. What
    others have answered to the same question is left out.
    """

    __slots__ = ("_dealt", "_table", "_world", "game", "moves", "seat")

    def __init__(self, game: AnyGame, position: Position[Any], seed: str | Dice, seat: Seat) -> None:
        here: Run[Any] = Run(game, position, seed)
        self.game = game
        self.seat = seat
        self.moves = here.asked
        if here.got:
            here = Run(
                game, Position(position.base, position.tick, position.answers[: here.asked - position.tick]), seed
            )
        self._table = here
        self._world: Run[Any] | None = None
        self._dealt: tuple[str, int, dict[int, list[Any]]] = ("", 0, {})

    def pending(self, here: Run[Any]) -> bool:
        """Whether others have answered the question already, which this seat does not know."""
        return here.position.moves > self.moves

    def world(self, dice: Dice, n: int) -> Run[Any]:
        """The n-th world of these dice, a new copy each time. What is rolled and shuffled in it from now on is its own."""
        if self._dealt[:2] != (dice.seed, n):
            self._world, self._dealt = None, (dice.seed, n, {})
        if not self._table.answers:
            if self._world is None:
                base = self.game.resample(self._table.state, self.seat, self._shuffler(dice, n))
                self._world = Run(self.game, Position(base, self.moves), _seed(dice, n))
            return self._world.clone()
        run = self._table.clone()
        self.game.deal_afresh(run.state, self.seat, self._shuffler(dice, n))
        run.out.dice = Dice(_seed(dice, n))
        return run

    def copy(self, world: Run[Any]) -> Run[Any] | None:
        """A second copy of a world as it has become by now; None in the turn that it was dealt in the middle of, where nothing
        but the script knows what has happened."""
        if self._table.answers and world.tick == self._table.tick:
            return None
        return world.clone()

    def _shuffler(self, dice: Dice, n: int) -> Callable[[list[Any]], list[Any]]:
        """Shuffles the same things into the same order, however they lay. What it has shuffled for the newest world is
        remembered: that world is dealt again for every move that is tried in it."""
        deal, orders = count(1), self._dealt[2]

        def shuffle(pool: list[Any]) -> list[Any]:
            here = next(deal)
            if here not in orders:
                orders[here] = dice.shuffled(sorted(pool), n, f"deal {here}")
            return orders[here].copy()

        return shuffle


def _seed(dice: Dice, n: int) -> str:
    """What is rolled in the n-th world of these dice."""
    return f"world/{dice.below(2**64, n, 'world')}"
