"""Shortcuts in the panel to whole moves that a beginner would consider.

They are no advice: the weakest computer player looks one move ahead, with its errors, at what the seat may know.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from engine.host.service.seat_checks import require_current_question, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.computer_levels import CADET
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation

MAX_CACHED_DECISIONS = 200
"""Decisions whose moves are kept in memory, about a kilobyte each."""
MAX_MOVES_EVALUATED = 24
"""Moves that are evaluated, one move ahead each, on any machine: about 10 ms."""
MAX_LIKELY_MOVES = 12
"""Evaluated moves that are offered."""


class LikelyMove(msgspec.Struct, frozen=True):
    """A whole move. `needs_no_confirmation`: as far as the seat knows, it can be taken back alone and does not end the game."""

    words: Words
    needs_no_confirmation: bool


class LikelyMoves:
    """The likely moves of each decision, computed once in a thread."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._cache: OrderedDict[tuple[int, int, Seat], tuple[LikelyMove, ...]] = OrderedDict()

    async def list_moves(self, table_id: int, user_id: int) -> tuple[LikelyMove, ...]:
        """List whole moves for the decision that a user owes, likeliest first. Raises UserError."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_current_question(loaded, seat, None)
        assert loaded.position is not None
        key = (table_id, loaded.table.asked_revision, seat)
        moves = self._cache.get(key)
        if moves is None:
            moves = await asyncio.to_thread(find_likely_moves, loaded.game, loaded.position, loaded.seed, seat)
            self._cache[key] = moves
            while len(self._cache) > MAX_CACHED_DECISIONS:
                self._cache.popitem(last=False)
        return moves


def find_likely_moves(game: AnyGame, position: Position[Any], seed: str, seat: Seat) -> tuple[LikelyMove, ...]:
    """Find the moves a beginner considers, likeliest first; equal for all positions that look the same to the seat.

    Moves that a friend would warn of are left out: they are no shortcuts.
    """
    observation = Observation(game, position, seed, seat)
    dice = Dice(f"likely/{observation.moves}")
    evaluator = load_evaluator(game)
    evaluator.candidates = min(evaluator.candidates, MAX_MOVES_EVALUATED)
    before = observation.world(dice, 0)
    moves: list[LikelyMove] = []
    for words in CADET.rank_candidates(observation, evaluator, dice)[:MAX_LIKELY_MOVES]:
        world = observation.world(dice, 0)
        played = world.play(seat, words)
        if game.list_warnings(words, before.state, world.state, seat):
            continue
        moves.append(LikelyMove(words, not played.is_barrier and world.result is None))
    return tuple(moves)
