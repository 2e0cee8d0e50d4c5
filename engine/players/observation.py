"""What a seat knows when it has to answer a question.

This is the only way from a table to a computer player. A player receives an `Observation` and samples worlds from it; it never gets
the position or the seed of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat


class Observation:
    """A question that a seat has to answer, as that seat sees the table.

    A world is a running turn that looks the same to the seat, with everything it cannot know sampled again
    (`Game.resample_hidden`) and with its own dice. At the start of a turn the world is a resampled position. In the middle of a
    turn the script itself holds what was drawn and rolled, so the world is the table's own turn up to the question, with the
    hidden things resampled and the dice replaced.

    The sample depends on the set of hidden things, not on their order, so tables that look the same to the seat give the same
    worlds. Answers of other seats to the same question are left out.
    """

    __slots__ = ("_orders", "_orders_key", "_table", "_world", "game", "moves", "seat")

    def __init__(self, game: AnyGame, position: Position[Any], seed: str | Dice, seat: Seat) -> None:
        table: GameRun[Any] = GameRun(game, position, seed)
        self.game = game
        self.seat = seat
        self.moves = table.asked_at_move
        if table.current_answers:
            answers = position.answers[: table.asked_at_move - position.tick]
            table = GameRun(game, Position(position.base, position.tick, answers), seed)
        self._table = table
        self._world: GameRun[Any] | None = None
        self._orders_key = ("", 0)
        self._orders: dict[int, list[Any]] = {}

    def world(self, dice: Dice, number: int) -> GameRun[Any]:
        """Return a new copy of the world with this number. Later rolls and shuffles in it are its own."""
        if self._orders_key != (dice.seed, number):
            self._world = None
            self._orders_key = (dice.seed, number)
            self._orders = {}
        if not self._table.answers:
            if self._world is None:
                base = self.game.resample_state(self._table.state, self.seat, self._create_shuffle(dice, number))
                self._world = GameRun(self.game, Position(base, self.moves), _world_seed(dice, number))
            return self._world.clone()
        run = self._table.clone()
        self.game.resample_hidden(run.state, self.seat, self._create_shuffle(dice, number))
        run.out.dice = Dice(_world_seed(dice, number))
        return run

    def can_copy(self, world: GameRun[Any]) -> bool:
        """Return whether a world can be copied: not during the turn in which it was sampled if that turn had begun.

        Only the script of that turn knows what has happened in it.
        """
        return not self._table.answers or world.tick != self._table.tick

    def _create_shuffle(self, dice: Dice, number: int) -> Callable[[list[Any]], list[Any]]:
        """Create a function that puts the same things into the same order, whatever their order was.

        The orders of the newest world are kept, because that world is sampled again for every move that is tried in it.
        """
        counter = count(1)
        orders = self._orders

        def shuffle(pool: list[Any]) -> list[Any]:
            deal = next(counter)
            if deal not in orders:
                orders[deal] = dice.shuffle(sorted(pool), number, f"deal {deal}")
            return orders[deal].copy()

        return shuffle


def _world_seed(dice: Dice, number: int) -> str:
    return f"world/{dice.roll_below(2**64, number, 'world')}"
