"""Computer players that think in line, in a few iterations, so that a test knows what they will do; and how a host runs them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from engine.host.model.thinker import Unanswered
from engine.host.service.tables import Tables
from engine.kernel.menu import Words
from engine.players.analysis import Moment
from engine.players.hints import Hint
from engine.players.job import Advice, Job, Move, Study, advised, answered, looked_at


class InLine:
    """Thinks at once. `held`: nobody is answered until `go_on`; `refuses`: nobody can think anything through."""

    def __init__(self, iterations: int = 1, level: str | None = None) -> None:
        self.iterations, self.level = iterations, level
        self.jobs: list[Job] = []
        self.refuses = False
        self.queue = 0
        self._open = asyncio.Event()
        self._open.set()
        self.asked = asyncio.Event()
        """Something has been asked."""
        self.outside: Callable[[Awaitable[object]], Awaitable[object]] = lambda waiting: waiting
        """How to wait for what a test does."""

    def hold(self) -> None:
        self._open.clear()

    def go_on(self) -> None:
        self._open.set()

    async def study(self, job: Study, owner: int) -> tuple[Moment, ...]:
        self.jobs.append(job)
        self.asked.set()
        if not self._open.is_set():
            await self.outside(self._open.wait())
        if self.refuses:
            raise Unanswered("refuses")
        return looked_at(msgspec.structs.replace(job, iterations=self.iterations))

    async def advise(self, job: Advice, owner: int) -> tuple[Hint, ...]:
        self.jobs.append(job)
        self.asked.set()
        if not self._open.is_set():
            await self.outside(self._open.wait())
        if self.refuses:
            raise Unanswered("refuses")
        return advised(msgspec.structs.replace(job, iterations=self.iterations))

    async def think(self, job: Move, owner: int) -> Words:
        self.jobs.append(job)
        self.asked.set()
        if not self._open.is_set():
            await self.outside(self._open.wait())
        if self.refuses:
            raise Unanswered("refuses")
        level = job.level if self.level is None else self.level
        return answered(msgspec.structs.replace(job, iterations=self.iterations, level=level))

    def ahead(self, owner: int) -> int:
        return self.queue


async def let_them_move(tables: Tables, most: int = 1000) -> int:
    """Computers move until it is a person's turn, or the game is over. Returns how many moves they made."""
    for made in range(most):
        owed = await tables.crew.owed()
        if not owed:
            return made
        words = await tables.crew.think(owed[0][0])
        if words is not None:
            await tables.crew.play(owed[0][0], words)
    raise AssertionError("they do not come to an end")
