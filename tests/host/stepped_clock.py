"""A manual clock for several sleeping tasks, and a shared store that can fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from engine.host.store.database import Store

T = TypeVar("T")


class SteppedClock:
    """A manual clock in seconds. A sleeping task continues when its pause is over."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self._pauses: list[tuple[float, asyncio.Future[None]]] = []
        self.pause_requested = 0
        """The number of requests that the store has not answered yet."""

    def read_seconds(self) -> float:
        return self.now_s

    async def pause(self, seconds: float) -> None:
        sleeper = asyncio.get_running_loop().create_future()
        self._pauses.append((self.now_s + seconds, sleeper))
        await sleeper

    async def advance(self, seconds: float, step: float = 1) -> None:
        """Advance by a number of seconds in steps, and let all tasks run after each step."""
        until = self.now_s + seconds
        await self.settle()
        while self.now_s < until:
            self.now_s = min(until, self.now_s + step)
            await self.wake_due()

    async def jump(self, seconds: float) -> None:
        """Move the clock in one step, as after a machine's sleep."""
        self.now_s += seconds
        await self.wake_due()

    async def wake_due(self) -> None:
        due = [sleeper for then, sleeper in self._pauses if then <= self.now_s and not sleeper.done()]
        self._pauses = [one for one in self._pauses if one[0] > self.now_s]
        for sleeper in due:
            sleeper.set_result(None)
        await self.settle()

    async def settle(self) -> None:
        """Wait until all tasks pause and the store has answered."""
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0)
            quiet = 0 if self.pause_requested else quiet + 1


class FlakyStore:
    """A proxy of a store that can fail."""

    def __init__(self, time: SteppedClock, store: Store) -> None:
        self._time, self._store = time, store
        self.is_broken: BaseException | None = None
        self.is_hanging = False

    async def _run(self, ask: Callable[[], Awaitable[T]]) -> T:
        if self.is_hanging:
            await asyncio.Event().wait()
        if self.is_broken is not None:
            raise self.is_broken
        self._time.pause_requested += 1
        try:
            return await ask()
        finally:
            self._time.pause_requested -= 1

    async def write(self, work: Callable[[Any], Awaitable[T]]) -> T:
        return await self._run(lambda: self._store.write(work))

    async def begin_session(self, holder: str, on_lost: Callable[[], None]) -> None:
        await self._run(lambda: self._store.begin_session(holder, on_lost))

    async def has_session(self, holder: str) -> bool | None:
        return await self._run(lambda: self._store.has_session(holder))

    async def fetch_all(self, sql: str, *values: Any) -> list[Any]:
        return await self._run(lambda: self._store.fetch_all(sql, *values))
