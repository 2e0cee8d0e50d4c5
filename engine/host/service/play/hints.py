"""Hints: what a captain would do, for who plays alone against computers, and where all agreed on it at the start.

A game in which somebody could ask, or has asked, counts nowhere.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import ASKED, NOBODY, Table
from engine.host.service.context import Context
from engine.host.service.play.live import Loaded, current, playing, require_here
from engine.host.store import tables
from engine.kernel.dice import Dice, commitment
from engine.kernel.menu import Menu
from engine.kernel.text import Refusal, Seat, say
from engine.players.hints import Hint
from engine.players.question import create_question
from engine.workers.requests import HintRequest, UnansweredError

KEPT = 200
"""Questions whose hints are kept in memory, about a kilobyte each."""
Key = tuple[int, int, Seat]
"""A table, its question, and the seat that owes the answer."""


class Advised(msgspec.Struct, frozen=True):
    """The hints for a question that a seat owes an answer to, best first."""

    table: Table
    seat: Seat
    menu: Menu
    hints: tuple[Hint, ...]


def may_be_asked(table: Table) -> bool:
    """Whether hints are given at a table: all agreed to it at the start, or one person plays alone against computers."""
    people = [person.user for person in table.seats if not person.own]
    before = {held.user for held in table.past if held.user != NOBODY}
    return table.hints or (len(people) == 1 and len(table.seats) > 1 and before <= set(people))


class Hints:
    """Asking; without a move service there are none."""

    def __init__(self, context: Context, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service
        self._kept: OrderedDict[Key, asyncio.Task[tuple[Hint, ...]]] = OrderedDict()

    def given(self, table: Table) -> bool:
        """Whether a panel of this table offers hints."""
        return self._move_service is not None and may_be_asked(table)

    async def ask(self, table_id: int, user: int, asked: int, *, uncounted: bool = False) -> Advised | None:
        """What a captain would do. None where the game still counts among games against computers, and would not any more;
        with `uncounted` that is known. Raises Late, another Refusal where no hints are given, or UnansweredError."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        require_here(live.table, seat)
        current(live, seat, asked)
        if self._move_service is None:
            raise Refusal(say("Computers do not play here, so none can be asked."))
        if not may_be_asked(live.table):
            raise Refusal(
                say(
                    "Hints are for games alone against computers, and for tables at which all agreed to them: /options before the "
                    "start."
                )
            )
        if not live.table.aided:
            if not uncounted:
                return None
            await self._count_no_more(table_id)
            live = await self._context.load(table_id)
            current(live, seat, asked)
        key = (table_id, asked, seat)
        if key not in self._kept:
            self._keep(key, asyncio.create_task(self._advised(self._move_service, live, seat, user), name="hints"))
        try:
            found = await asyncio.shield(self._kept[key])
        except UnansweredError:
            raise Refusal(say("The captain could not think this through. Ask again in a minute.")) from None
        live = await self._context.load(table_id)
        current(live, seat, asked)
        return Advised(live.table, seat, live.menu(seat), found)

    async def _advised(self, move_service: MoveService, live: Loaded, seat: Seat, user: int) -> tuple[Hint, ...]:
        """Raises UnansweredError, or Refusal where the question would tell more than the seat knows."""
        assert live.position is not None
        put = create_question(live.game, live.position, live.seed, seat, Dice(self._context.seeds()))
        if put is None:
            raise Refusal(
                say(
                    "In the middle of this turn the captain cannot be asked without learning more than you know. Ask at your next "
                    "decision."
                )
            )
        stored = await self._context.stored(live.table.id)
        job = HintRequest(live.table.game, stored.components_data, put, commitment(live.seed))
        return await move_service.find_hints(job, user)

    def _keep(self, key: Key, asking: asyncio.Task[tuple[Hint, ...]]) -> None:
        """Whoever asks again, or presses fifty times, is told what was thought the first time; a failure is not kept."""

        def forget(done: asyncio.Task[tuple[Hint, ...]]) -> None:
            if done.cancelled() or done.exception() is not None:
                self._kept.pop(key, None)

        self._kept[key] = asking
        asking.add_done_callback(forget)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _count_no_more(self, table_id: int) -> None:
        """The first hint of a game alone: it counts no more."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            house = msgspec.json.encode({**table.house, ASKED: "yes"}).decode()
            await self._context.write(lambda tx: tables.set_table(tx, table_id, table_options=house), table_id)
