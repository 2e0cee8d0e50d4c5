"""Has computers move: finds the answers that they owe, has them thought about elsewhere, and plays them.

What is owed is rows; a table is thought about once at a time, so nothing is lost or played twice, whatever is killed. While an
answer is a matter of seconds the board is not posted: what a computer does is shown with the question to the next person.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from engine.host.model.clock import Clock
from engine.host.model.table import TableSnapshot
from engine.host.model.thinker import Unanswered
from engine.host.service.context import Unwritten
from engine.host.service.tables import Tables
from engine.host.store.crew import Owed
from engine.kernel.text import Refusal

log = logging.getLogger("overwinter.players")
CHECK_EVERY = 600
"""Seconds between two looks at the clock: vacations begin and end by it."""
BREATH = 1
"""Seconds until a table is looked at again where a computer's answer was overtaken."""
RETRY_AFTER = 30
"""Seconds until a table is thought about again after something went wrong."""


class CrewRunner:
    """Keeps computers moving; `show` posts a table."""

    def __init__(self, tables: Tables, show: Callable[[int], None], clock: Clock) -> None:
        self._tables = tables
        self._show = show
        self._clock = clock
        self._moving: dict[int, asyncio.Task[None]] = {}
        self._resting: dict[int, float] = {}
        self._waiting: set[int] = set()
        self._checking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._again = self._stopped = False

    def start(self) -> None:
        """Start, with what was owed when the bot stopped."""
        self._tables.context.crew_listeners.append(self.poke)
        self.poke()

    async def stop(self) -> None:
        """Stop; what is being thought about is asked again at the next start."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = [task for task in (self._checking, *self._moving.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def holds(self, snapshot: TableSnapshot) -> bool:
        """Whether a board is better not posted yet: only computers are to move, and will have done so in a moment."""
        table = snapshot.table
        return (
            table.status == "running"
            and not self._stopped
            and bool(snapshot.waiting)
            and all(table.seats[seat].level for seat in snapshot.waiting)
            and not table.computers_only
            and table.id not in self._waiting
            and table.id not in self._resting
        )

    def poke(self) -> None:
        """Something may be owed."""
        self._again = True
        if self._checking is None and not self._stopped:
            self._checking = asyncio.create_task(self._check(), name="crew")

    async def _check(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._start_what_is_owed()
        except Exception:
            log.exception("what computers owe could not be found; trying again later")
            self._set_timer(RETRY_AFTER)
        finally:
            self._checking = None

    async def _start_what_is_owed(self) -> None:
        now, pause = self._now(), float(CHECK_EVERY)
        self._resting = {table: then for table, then in self._resting.items() if then > now}
        for table in await self._tables.crew.keep_covers():
            self._show(table)
        for owed, since in await self._tables.crew.owed():
            then = max(float(since), self._resting.get(owed.table, 0.0))
            if then > now:
                pause = min(pause, then - now)
            elif owed.table not in self._moving:
                self._moving[owed.table] = asyncio.create_task(self._move(owed), name=f"crew-{owed.table}")
        self._set_timer(pause)

    def _set_timer(self, pause: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._stopped:
            self._timer = asyncio.get_running_loop().call_later(pause, self.poke)

    async def _move(self, owed: Owed) -> None:
        """Have one answer thought about, and play it."""
        crew = self._tables.crew
        try:
            if crew.waits(owed):
                self._waiting.add(owed.table)
                self._show(owed.table)
            try:
                words = await crew.think(owed)
                if words is None:  # overtaken: what is owed now is looked up, but never without a breath
                    self._resting[owed.table] = self._now() + BREATH
                else:
                    await crew.play(owed, words)
            except Unanswered as why:
                log.warning("table %s: a computer could not think (%s); a safe move is played", owed.table, why)
                await crew.stall(owed)
        except Exception as failed:
            known = isinstance(failed, Refusal | Unwritten)
            log.warning("table %s: no computer can move now", owed.table, exc_info=None if known else failed)
            self._resting[owed.table] = self._now() + RETRY_AFTER
        finally:
            del self._moving[owed.table]
            self._waiting.discard(owed.table)
            if not self._stopped:
                self._show(owed.table)
                self.poke()

    def _now(self) -> float:
        return self._clock().timestamp()
