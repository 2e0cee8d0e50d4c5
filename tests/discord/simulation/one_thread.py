"""The whole bot in one thread, without a clock: one seed is one run.

Time passes only where the simulation lets it. SQLite, work for threads and pictures run in line, and all that is random
follows from the seed, also how often a statement lets other tasks run before its result arrives.
"""

from __future__ import annotations

import asyncio
import os
import random
import selectors
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from concurrent import futures
from contextlib import contextmanager
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self, TypeVar, TypeVarTuple

import aiosqlite
import pytest
import simcord

from cogs.pictures import film_service, picture_service, render_queue
from cogs.pictures.picture_service import Picture
from cogs.pictures.render_request import RenderRequest, RenderResult
from engine.kernel.text import Translate
from tests.discord.simcord_internals import drop_cancelled_callbacks, has_due_callbacks, run_due_callbacks

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MAX_LOOP_TURNS = 100_000
"""Turns of the loop after which a bot that is never at rest fails."""
MAX_YIELDS = 3
"""A statement of SQLite lets the other tasks run fewer times than this."""
LOOK_INTERVAL = 50
"""Of this number of lists of likely moves, one is computed."""
STUB_PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600000000200"
    "0148afa4710000000049454e44ae426082"
)
"""A PNG of one pixel."""


class _JumpingSelector(selectors.SelectSelector):
    """A selector that does not wait: the time of its loop jumps to the next timer."""

    loop: SimulationLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the loop's time pass, and return no events."""
        if timeout is None:
            raise RuntimeError("nothing can happen any more")
        self.loop.elapsed_s += max(timeout, 0.0)
        return []


class SimulationLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only where nothing else can happen, and which has no threads."""

    def __init__(self) -> None:
        self.elapsed_s = 0.0
        selector = _JumpingSelector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        """Return the seconds since the start of the loop."""
        return self.elapsed_s

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Call a function at once."""
        return asyncio.wrap_future(InlineExecutor().submit(func, *args), loop=self)

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Call a function soon. There is no other thread."""
        return self.call_soon(callback, *args, context=context)

    @property
    def is_idle(self) -> bool:
        """Whether no task can go on but the caller's."""
        return not self._ready  # type: ignore[attr-defined]


class InlineExecutor(futures.Executor):
    """An executor that calls functions in the caller's thread."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> futures.Future[T]:
        """Call a function, and return its result as a future."""
        result = futures.Future[T]()
        try:
            result.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - passed on to the caller
            result.set_exception(error)
        return result


class SimulationEnv(simcord.Env):
    """A simulated Discord whose time only `advance_time` lets pass, and which is at rest when no task can go on.

    The clock of the bot's machine can be wrong by `clock_error_s`.
    """

    clock_error_s = 0

    def now(self) -> datetime:
        """Return the time by the clock of the bot's machine."""
        return super().now() + timedelta(seconds=self.clock_error_s)

    async def _settle_internal(self, **_: Any) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulationLoop)
        for _turn in range(MAX_LOOP_TURNS):
            await asyncio.sleep(0)
            if not loop.is_idle:
                continue
            if not has_due_callbacks(self):
                drop_cancelled_callbacks(self)
                return
            run_due_callbacks(self)
        raise TimeoutError("the bot is never at rest")

    def _schedule_timer(self, *_: Any) -> None:
        """Leave every timer to `advance_time`."""


class InlineConnection:
    """A connection of aiosqlite whose statements run in the caller's thread."""

    open_connections: ClassVar[list[InlineConnection]] = []

    def __init__(self, path: Any, **options: Any) -> None:
        self._conn = sqlite3.connect(path, **options)
        self.open_connections.append(self)

    def __await__(self) -> Generator[Any, None, Self]:
        yield from ()
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def row_factory(self) -> Any:
        """The type of the rows."""
        return self._conn.row_factory

    @row_factory.setter
    def row_factory(self, row_type: Any) -> None:
        self._conn.row_factory = row_type

    async def _execute(self, function: Callable[..., T], *values: Any) -> T:
        """Call a function, then let other tasks run before its result arrives, as a thread would."""

        async def call() -> T:
            try:
                return function(*values)
            finally:
                for _ in range(random.randrange(MAX_YIELDS)):  # noqa: S311 - follows from the seed
                    await asyncio.sleep(0)

        return await self.cross(call)

    @staticmethod
    async def cross(statement: Callable[[], Awaitable[T]]) -> T:
        """Await a statement. A simulation with faults replaces this."""
        return await statement()

    async def execute(self, sql: str, values: Any = ()) -> InlineCursor:
        """Execute a statement."""
        return InlineCursor(self._conn.execute(sql, values))

    async def execute_fetchall(self, sql: str, values: Any = ()) -> list[Any]:
        """Execute a query, and return its rows."""
        return await self._execute(lambda: self._conn.execute(sql, values).fetchall())

    async def create_function(self, *description: Any) -> None:
        """Add a function to SQLite."""
        self._conn.create_function(*description)

    async def commit(self) -> None:
        """End a transaction."""
        self._conn.commit()

    async def rollback(self) -> None:
        """Undo a transaction."""
        self._conn.rollback()

    async def backup(self, target: InlineConnection) -> None:
        """Copy the database."""
        self._conn.backup(target._conn)

    async def close(self) -> None:
        """Close the connection."""
        self._conn.close()
        if self in self.open_connections:
            self.open_connections.remove(self)


class InlineCursor:
    """A cursor of aiosqlite."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    async def close(self) -> None:
        """Close the cursor."""
        self._cursor.close()


def draw_stub(order: RenderRequest, _translate: Translate) -> RenderResult:
    """Return a picture of one pixel: nobody looks at it."""
    return RenderResult(STUB_PICTURE, f"{order.kind}.png", f"The {order.kind}.")


def render_stub_film(*_: Any) -> Picture:
    """Return a film of one pixel."""
    return Picture(STUB_PICTURE, "film.gif", "A film.")


def is_looked_at() -> bool:
    """Whether somebody looks at a list of likely moves, which is costly, as the seed decides."""
    return random.randrange(LOOK_INTERVAL) == 0  # noqa: S311 - follows from the seed


def run_simulation(seed: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in one thread, without a clock, with the randomness of a seed."""
    with use_one_thread(seed), asyncio.Runner(loop_factory=SimulationLoop) as runner:
        return runner.run(work())


@contextmanager
def use_one_thread(seed: str) -> Iterator[None]:
    """Take threads, clocks and the machine's randomness away."""
    bytes_of_seed = random.Random(seed)  # noqa: S311 - no secret
    random.seed(seed)

    def refuse_thread(thread: threading.Thread) -> None:
        raise AssertionError(f"the simulation has one thread, not also {thread.name}")

    def read_clock() -> float:
        try:
            return asyncio.get_running_loop().time()
        except RuntimeError:
            return 0.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", bytes_of_seed.randbytes)
        patch.setattr(random, "_urandom", bytes_of_seed.randbytes)
        patch.setattr(threading.Thread, "start", refuse_thread)
        for clock in ("time", "monotonic", "perf_counter"):
            patch.setattr(time, clock, read_clock)
        patch.setattr(aiosqlite, "connect", InlineConnection)
        for module in (render_queue, film_service):
            patch.setattr(module, "ThreadPoolExecutor", InlineExecutor)
        patch.setattr(picture_service, "render_picture", draw_stub)
        patch.setattr(film_service, "render_film", render_stub_film)
        yield
