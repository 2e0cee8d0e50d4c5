"""What a friend would say before a move: what it makes impossible for good. Everybody is told, also in rated games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from engine.host.service.seat_checks import require_current_question, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.script import Game
from engine.kernel.text import Seat, Text
from engine.players.observation import Observation

MAX_CACHED_WARNINGS = 500
"""Moves whose warnings are kept in memory: a move is asked about, shown and played."""


class MoveWarnings:
    """The warnings before moves, computed in a thread."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._cache: OrderedDict[tuple[int, int, Seat, Words], tuple[Text, ...]] = OrderedDict()

    async def list_warnings(self, table_id: int, user_id: int, words: Words) -> tuple[Text, ...]:
        """List the warnings before a move that a user owes. Raises IllegalMoveError or another UserError."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_current_question(loaded, seat, None)
        assert loaded.position is not None
        if type(loaded.game).list_warnings is Game.list_warnings:
            return ()
        key = (table_id, loaded.table.asked_revision, seat, words)
        if key not in self._cache:
            self._cache[key] = await asyncio.to_thread(
                find_warnings, loaded.game, loaded.position, loaded.seed, seat, words
            )
            while len(self._cache) > MAX_CACHED_WARNINGS:
                self._cache.popitem(last=False)
        return self._cache[key]


def find_warnings(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, words: Words, number: int = 0
) -> tuple[Text, ...]:
    """Find the warnings before a move, in the sampled world of this number. Raises IllegalMoveError."""
    observation = Observation(game, position, seed, seat)
    dice = Dice(f"warnings/{observation.moves}")
    before = observation.world(dice, number)
    after = observation.world(dice, number)
    after.play(seat, words)
    return game.list_warnings(words, before.state, after.state, seat)
