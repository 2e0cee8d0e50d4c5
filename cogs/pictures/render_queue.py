"""Decide which picture is drawn next: first those that people wait for, in order, then boards for channels.

Every press has three seconds, while a board has until somebody looks. So boards are drawn one at a time, only while
nobody waits. If a process draws (`cogs.pictures.render_process`), several requests are under way at once, so that it
never waits for the bot.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from cogs.pictures.background import lower_priority, trim_memory
from engine.host.service.fair_slots import FairSlots
from engine.workers.process import WorkerLostError

T = TypeVar("T")
THREAD_COUNT = 2
TRIM_INTERVAL_PICTURES = 8
"""Freed memory is given back each time this many pictures have been drawn."""


class RenderQueue:
    """The drawing threads and the pictures that wait for one.

    `pictures` may be under way at once, and `boards` for channels be composed at once. `clock` returns seconds. A
    board's content is looked up when its turn has come, so all moves made until then are one drawing. Each table has
    one place, so the queue is never longer than there are tables; `cogs.interactions.load_shedding` limits the people
    in it.
    """

    def __init__(
        self, pictures: int = THREAD_COUNT, boards: int = 1, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.threads = ThreadPoolExecutor(THREAD_COUNT, thread_name_prefix="painter", initializer=lower_priority)
        self._free_slots = pictures
        self._drawn_count = 0
        self._waiting_people: deque[asyncio.Future[None]] = deque()
        self._waiting_boards: deque[asyncio.Future[None]] = deque()
        self._board_slots = FairSlots(boards)
        self._due_boards: dict[object, float] = {}
        """The boards for channels with the time at which each became due, oldest first."""
        self._clock = clock

    @property
    def waiting_count(self) -> int:
        """The number of pictures waiting to be drawn."""
        return sum(not turn.done() for turn in (*self._waiting_people, *self._waiting_boards))

    @property
    def backlog(self) -> int:
        """The number of people who wait for a picture, and of boards for channels that are due."""
        return sum(not turn.done() for turn in self._waiting_people) + len(self._due_boards)

    @property
    def board_delay_s(self) -> float:
        """Seconds for which the oldest due board has been due, 0 if none is."""
        if not self._due_boards:
            return 0.0
        oldest_due_at = next(iter(self._due_boards.values()))
        return self._clock() - oldest_due_at

    @asynccontextmanager
    async def hold_board_slot(self) -> AsyncIterator[None]:
        """Compose a board for a channel inside this context: enter it when it is the board's turn, leave it when it is
        drawn. The boards of different servers take turns.
        """
        board = object()
        self._due_boards[board] = self._clock()
        try:
            async with self._board_slots.hold():
                yield
        finally:
            del self._due_boards[board]

    def close(self) -> None:
        """Stop the threads, and cancel what waits."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for turn in (*self._waiting_people, *self._waiting_boards):
            turn.cancel()

    async def draw(
        self,
        work: Callable[..., T],
        *arguments: object,
        posted: bool = False,
        elsewhere: Callable[[], Awaitable[T]] | None = None,
    ) -> T:
        """Call `work` in a thread when it is its turn, and return its result.

        If `elsewhere` is given, return its result instead unless it raises WorkerLostError. `posted`: the picture is
        for a channel, and nobody waits for it.
        """
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._waiting_boards if posted else self._waiting_people
        line.append(turn)
        self._start_next()
        try:
            await turn
            if elsewhere is not None:
                with suppress(WorkerLostError):
                    return await elsewhere()
            try:
                return await asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)
            finally:
                self._trim_memory()
        finally:
            if turn.done() and not turn.cancelled():
                self._free_slots += 1
                self._start_next()
            else:
                turn.cancel()

    def _trim_memory(self) -> None:
        self._drawn_count += 1
        if self._drawn_count % TRIM_INTERVAL_PICTURES == 0:
            with suppress(RuntimeError):  # the queue has been closed
                self.threads.submit(trim_memory)

    def _start_next(self) -> None:
        while self._free_slots:
            turn = _pop_first(self._waiting_people) or _pop_first(self._waiting_boards)
            if turn is None:
                return
            self._free_slots -= 1
            turn.set_result(None)


def _pop_first(line: deque[asyncio.Future[None]]) -> asyncio.Future[None] | None:
    """Remove and return the first turn that nobody has cancelled, None if there is none."""
    while line:
        turn = line.popleft()
        if not turn.done():
            return turn
    return None
