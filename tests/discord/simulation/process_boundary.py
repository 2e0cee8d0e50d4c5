"""The boundary of the bot's process: every await of its store, of Discord and of a worker crosses it.

At a crossing the process can end, before or after the request took effect, and Discord can be slow or lose an answer. A process
that has ended stays at its crossings. The next one starts from a copy of the database and its write-ahead log, which a power cut
may have torn, or from an older copy, if the disk has lost what it had promised to keep.
"""

from __future__ import annotations

import asyncio
import fnmatch
import random
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import pytest

from tests.discord.simcord_internals import intercept_requests, raise_http_error
from tests.discord.simulation.one_thread import InlineConnection, SimulationLoop
from tests.move_services import InlineMoveService

T = TypeVar("T")
Neighbour = Literal["store", "discord", "worker"]
Moment = Literal["before", "after", "torn", "lost"]
NEIGHBOURS: tuple[Neighbour, ...] = ("store", "discord", "worker")
SECTOR_BYTES = 512
"""The bytes that a disk writes whole or not at all."""
MAX_TURNS = 100_000
"""Turns of the loop within which all tasks of an ended process must be gone."""
TURNS_PER_CANCELLATION = 100
CALLBACK_ROUTE = "/interactions/*/*/callback"


class DeathPlan(NamedTuple):
    """The end of a process at one of its next awaits of a neighbour.

    `torn`: in the middle of a commit, by a power cut. `lost`: with the loss of all that was written since this was planned.
    """

    neighbour: Neighbour
    awaits_left: int
    moment: Moment


class RequestFault(NamedTuple):
    """A fault of the next request that fits, before or after (`is_done`) it takes effect."""

    method: str
    path: str
    status: int
    is_done: bool


class ProcessBoundary:
    """The crossings of one simulated Discord's bot. The task that creates it plays the people, and crosses nothing."""

    def __init__(self, database: Path) -> None:
        self.is_dead = False
        self.death_count = 0
        self.unheard_count = 0
        """Answers to interactions that Discord refused because of a fault."""
        self.failing_statements = 0
        """Statements of the store that will wait for a lock in vain."""
        self.max_delay_s = 0.0
        """The seconds that a request may take, at most."""
        self.request_faults: list[RequestFault] = []
        self.on_lost: Callable[[], None] = lambda: None
        """Called when something was done and the bot never hears of it."""
        self.on_writes_lost: Callable[[], None] = lambda: None
        """Called when the disk has lost what was acknowledged."""
        self._death: DeathPlan | None = None
        self._death_notice: asyncio.Future[None] | None = None
        self._database, self._log = database, database.with_name(f"{database.name}-wal")
        self._copy: tuple[bytes, bytes] = (b"", b"")
        self._older_copy: tuple[bytes, bytes] = (b"", b"")
        self._people = asyncio.current_task()

    def plan_death(self, death: DeathPlan) -> None:
        """Let the process end at a later await."""
        self._death = death
        if death.moment == "lost":
            self._older_copy = self.read_files()

    def cancel_death(self) -> None:
        """Let the process go on."""
        self._death = None

    # ---------------------------------------------------------------- crossings
    async def cross(self, neighbour: Neighbour, request: Callable[[], Awaitable[T]]) -> T:
        """Await what a neighbour does for the bot, unless the process ends before or after it."""
        if asyncio.current_task() is self._people:
            return await request()
        await self._stop_if_dead()
        moment = self._count_await(neighbour)
        if moment is None:
            result = await request()
            await self._stop_if_dead()
            return result
        before = self.read_files()
        if moment == "before":
            await self._die(before)
        result = await request()
        await self._stop_if_dead()
        after = self.read_files()
        if moment == "lost":
            self.on_writes_lost()
            await self._die(self._older_copy)
        await self._die(_tear_writes(before, after) if moment == "torn" else after)
        return result

    def _count_await(self, neighbour: Neighbour) -> Moment | None:
        """Count an await, and return when the process ends there, if it does."""
        death = self._death
        if death is None or death.neighbour != neighbour:
            return None
        self._death = None if death.awaits_left == 0 else death._replace(awaits_left=death.awaits_left - 1)
        return death.moment if self._death is None else None

    async def _stop_if_dead(self) -> None:
        """Stay here until the end of the simulated process, if it has ended."""
        if not self.is_dead:
            return
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError
        await asyncio.get_running_loop().create_future()

    async def _die(self, files: tuple[bytes, bytes]) -> None:
        self.end_now(files)
        await asyncio.get_running_loop().create_future()

    def end_now(self, files: tuple[bytes, bytes] | None = None) -> None:
        """End the process here, with these bytes of the database and its log on the disk, by default with those there now."""
        self._copy = self.read_files() if files is None else files
        self.is_dead, self._death = True, None
        self.death_count += 1
        self.on_lost()
        if self._death_notice is not None and not self._death_notice.done():
            self._death_notice.set_result(None)

    def read_files(self) -> tuple[bytes, bytes]:
        """Read the database and its write-ahead log, as they are on the disk."""
        return self._database.read_bytes(), self._log.read_bytes() if self._log.exists() else b""

    # ---------------------------------------------------------------- processes
    async def start_process(self, start: Coroutine[Any, Any, None]) -> None:
        """Start the bot. This returns early if its process ends meanwhile."""
        self.is_dead, self._death_notice = False, asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(start)
        await asyncio.wait({task, self._death_notice}, return_when=asyncio.FIRST_COMPLETED)
        if not self.is_dead:
            await task

    async def stop_process(
        self, stop: Coroutine[Any, Any, None], pass_time: Callable[[float], Awaitable[None]]
    ) -> None:
        """Stop the bot, and let time pass for it. This returns early if its process ends meanwhile."""
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(stop)
        assert isinstance(loop, SimulationLoop)
        while not (task.done() or self.is_dead):
            await asyncio.sleep(0)
            if loop.is_idle and not task.done():
                await pass_time(1)
        if not self.is_dead:
            await task

    async def remove_process(self) -> None:
        """Cancel all that an ended process left, and put its copied files in their place."""
        ended_tasks: set[asyncio.Task[Any]] = set()
        for turn in range(MAX_TURNS):
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            if not tasks:
                break
            ended_tasks.update(tasks)
            if turn % TURNS_PER_CANCELLATION == 0:  # a cancelled task needs some turns to clean up
                for task in sorted(tasks, key=asyncio.Task.get_name):
                    task.cancel()
            await asyncio.sleep(0)
        for task in ended_tasks:
            if not task.cancelled():
                task.exception()  # what fails in an ended process is in no log
        for connection in [*InlineConnection.open_connections]:
            await connection.close()
        for suffix in ("", "-wal", "-shm"):
            self._database.with_name(f"{self._database.name}{suffix}").unlink(missing_ok=True)
        self._database.write_bytes(self._copy[0])
        if self._copy[1]:
            self._log.write_bytes(self._copy[1])
        self._copy = (b"", b"")

    # ---------------------------------------------------------------- Discord
    async def send_request(self, method: str, path: str, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request to Discord, which may be slow, refuse it, or lose its answer."""
        if self.max_delay_s and asyncio.current_task() is not self._people:
            await asyncio.sleep(random.random() * self.max_delay_s)  # noqa: S311 - follows from the seed
        fault = self._take_fault(method, path)
        if fault is not None and not fault.is_done:
            raise_http_error(fault.status)
        result = await self.cross("discord", request)
        if fault is not None:
            self.on_lost()
            raise_http_error(fault.status)
        return result

    def _take_fault(self, method: str, path: str) -> RequestFault | None:
        for fault in self.request_faults:
            if fault.method in (method, "*") and fnmatch.fnmatch(path, fault.path):
                self.request_faults.remove(fault)
                self.unheard_count += fault.path == CALLBACK_ROUTE and not fault.is_done
                return fault
        return None

    @contextmanager
    def use(self) -> Iterator[None]:
        """Let all awaits of the bot cross this boundary."""
        admit = InlineMoveService.admit

        async def cross_to_store(statement: Callable[[], Awaitable[T]]) -> T:
            self._fail_statement()
            return await self.cross("store", statement)

        async def cross_to_worker(service: InlineMoveService, request: Any) -> None:
            await self.cross("worker", lambda: admit(service, request))

        with pytest.MonkeyPatch.context() as patch, intercept_requests(self.send_request):
            patch.setattr(InlineConnection, "cross", staticmethod(cross_to_store))
            patch.setattr(InlineMoveService, "admit", cross_to_worker)
            yield

    def _fail_statement(self) -> None:
        if self.failing_statements and asyncio.current_task() is not self._people:
            self.failing_statements -= 1
            raise sqlite3.OperationalError("database is locked")


def _tear_writes(before: tuple[bytes, bytes], after: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Return files in which a power cut has kept only some sectors of the last commit.

    SQLite waits for the log to be on the disk before it changes the database, so only one of them is torn.
    """
    if before[1] != after[1] and random.randrange(2):  # noqa: S311 - follows from the seed
        return before[0], _mix_sectors(before[1], after[1])
    return _mix_sectors(before[0], after[0]), after[1]


def _mix_sectors(before: bytes, after: bytes) -> bytes:
    """Return bytes whose sectors are old or new, at random."""
    size = max(len(before), len(after))
    if random.randrange(2):  # noqa: S311 - follows from the seed
        size = min(size, len(before) + random.randrange(1 + abs(len(after) - len(before))))  # noqa: S311
    mixed = bytearray()
    for at in range(0, size, SECTOR_BYTES):
        end = min(at + SECTOR_BYTES, size)
        old, new = before[at:end].ljust(end - at, b"\0"), after[at:end].ljust(end - at, b"\0")
        mixed += old if old != new and random.randrange(2) else new  # noqa: S311
    return bytes(mixed)
