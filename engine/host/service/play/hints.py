"""Hints by the captain, in solo games against computers and where all players agreed at the start.

A game with hints, or in which they are allowed, counts nowhere.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import HINT_USED, NO_USER, Table
from engine.host.service.live_game import LoadedTable
from engine.host.service.seat_checks import require_current_question, require_own_control, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import tables
from engine.kernel.dice import Dice, derive_seed
from engine.kernel.menu import Menu
from engine.kernel.text import Seat, UserError, say
from engine.players.hints import Hint
from engine.players.question import create_question
from engine.workers.requests import HintRequest, UnansweredError

MAX_CACHED_HINTS = 200
"""Questions whose hints are kept in memory, about a kilobyte each."""
QuestionKey = tuple[int, int, Seat]
"""A table id, the revision of its question, and the seat that owes the answer."""


class SeatHints(msgspec.Struct, frozen=True):
    """The hints for a seat's current question, best first."""

    table: Table
    seat: Seat
    menu: Menu
    hints: tuple[Hint, ...]


def are_hints_allowed(table: Table) -> bool:
    """Return whether all players agreed to hints at the start, or one person plays alone against computers."""
    if table.allows_hints:
        return True
    users = {person.user_id for person in table.seats if not person.is_computer}
    human_seat_count = sum(not person.is_computer for person in table.seats)
    if human_seat_count != 1 or len(table.seats) == 1:
        return False
    return all(holder.user_id in (NO_USER, *users) for holder in table.past_holders)


class Hints:
    """The hints of the captain; without a move service there are none."""

    def __init__(self, context: ServiceContext, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service
        self._cache: OrderedDict[QuestionKey, asyncio.Task[tuple[Hint, ...]]] = OrderedDict()

    def offers_hints(self, table: Table) -> bool:
        """Return whether the panel of a table offers hints."""
        return self._move_service is not None and are_hints_allowed(table)

    async def request_hints(
        self, table_id: int, user_id: int, asked_revision: int, *, accepts_uncounted: bool = False
    ) -> SeatHints | None:
        """Return hints for the current question, None if that would end the counting of a game and is not accepted yet.

        Raises StaleControlsError for an earlier question, UserError if no hints are given or the captain fails.
        """
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_own_control(loaded.table, seat)
        require_current_question(loaded, seat, asked_revision)
        if self._move_service is None:
            raise UserError(say("Computers do not play here, so none can be asked."))
        if not are_hints_allowed(loaded.table):
            raise UserError(
                say(
                    "Hints are for games alone against computers, and for tables at which all agreed to them: "
                    "{/options} before the "
                    "start."
                )
            )
        if not loaded.table.is_aided:
            if not accepts_uncounted:
                return None
            await self._mark_uncounted(table_id)
            loaded = await self._context.load_playable(table_id)
            require_current_question(loaded, seat, asked_revision)
        key = (table_id, asked_revision, seat)
        if key not in self._cache:
            self._cache_request(
                key, asyncio.create_task(self._compute_hints(self._move_service, loaded, seat, user_id), name="hints")
            )
        try:
            hints = await asyncio.shield(self._cache[key])
        except UnansweredError:
            raise UserError(say("The captain could not think this through. Ask again in a minute.")) from None
        loaded = await self._context.load_playable(table_id)
        require_current_question(loaded, seat, asked_revision)
        return SeatHints(loaded.table, seat, loaded.load_menu(seat), hints)

    async def _compute_hints(
        self, move_service: MoveService, loaded: LoadedTable, seat: Seat, user_id: int
    ) -> tuple[Hint, ...]:
        """Ask the move service for hints. Raises UnansweredError, or UserError if the question would reveal too much."""
        assert loaded.position is not None
        question = create_question(loaded.game, loaded.position, loaded.seed, seat, Dice(self._context.seeds()))
        if question is None:
            raise UserError(
                say(
                    "In the middle of this turn the captain cannot be asked without learning more than you know. Ask at your next "
                    "decision."
                )
            )
        stored = await self._context.load_stored(loaded.table.id)
        dice_seed = derive_seed(loaded.seed, "hints", seat, loaded.position.move_count)
        request = HintRequest(loaded.table.game, stored.components_data, question, dice_seed)
        return await move_service.find_hints(request, user_id)

    def _cache_request(self, key: QuestionKey, request: asyncio.Task[tuple[Hint, ...]]) -> None:
        """Cache a request, so that repeated presses share its answer; a failure is not kept."""

        def forget(done: asyncio.Task[tuple[Hint, ...]]) -> None:
            if done.cancelled() or done.exception() is not None:
                self._cache.pop(key, None)

        self._cache[key] = request
        request.add_done_callback(forget)
        while len(self._cache) > MAX_CACHED_HINTS:
            self._cache.popitem(last=False)

    async def _mark_uncounted(self, table_id: int) -> None:
        """Record the first hint of a solo game, which then counts no more."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            table_options = msgspec.json.encode({**table.table_options, HINT_USED: "yes"}).decode()
            await self._context.write(
                lambda tx: tables.update_table(tx, table_id, table_options=table_options), table_id
            )
