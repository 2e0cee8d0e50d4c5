"""Time that goes on when told, for several who pause, and a store between them that can break."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from engine.host.store.database import Store

T = TypeVar("T")


class Time:
    """Seconds that go on when told; whoever pauses goes on when theirs are over."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []
        self.asked = 0
        """What has been asked of the store and is not answered yet."""

    def ticks(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        sleeper = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, sleeper))
        await sleeper

    async def passes(self, seconds: float, step: float = 1) -> None:
        """So many seconds go by, step by step, and everybody does what they have to do."""
        until = self.now + seconds
        await self.settle()
        while self.now < until:
            self.now = min(until, self.now + step)
            await self.wake()

    async def jumps(self, seconds: float) -> None:
        """The machine sleeps: nobody could do anything meanwhile."""
        self.now += seconds
        await self.wake()

    async def wake(self) -> None:
        due = [sleeper for then, sleeper in self._sleepers if then <= self.now and not sleeper.done()]
        self._sleepers = [one for one in self._sleepers if one[0] > self.now]
        for sleeper in due:
            sleeper.set_result(None)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everybody pauses; whoever waits for the store's thread will be told."""
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0)
            quiet = 0 if self.asked else quiet + 1


class Way:
    """The way to a store, which can break."""

    def __init__(self, time: Time, store: Store) -> None:
        self._time, self._store = time, store
        self.broken: BaseException | None = None
        self.hangs = False

    async def _answer(self, ask: Callable[[], Awaitable[T]]) -> T:
        if self.hangs:
            await asyncio.Event().wait()
        if self.broken is not None:
            raise self.broken
        self._time.asked += 1
        try:
            return await ask()
        finally:
            self._time.asked -= 1

    async def write(self, work: Callable[[Any], Awaitable[T]]) -> T:
        return await self._answer(lambda: self._store.write(work))

    async def all(self, sql: str, *values: Any) -> list[Any]:
        return await self._answer(lambda: self._store.all(sql, *values))
