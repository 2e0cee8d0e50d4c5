"""Who draws next: people who have pressed, in the order in which they did, before boards for channels, the oldest first.

Everybody who presses has three seconds; a board has until somebody looks. So boards are drawn one at a time, only while nobody
waits, and a thread is always left for people. What a board shows is looked up when its turn has come: however many moves were made
meanwhile, it is drawn once, as it stands then. A table has one place in the line, so the line is never longer than there are
tables; of people only so many are let in (see `cogs.interactions.load_shedding`), and who has gone is not drawn for.

Where a process draws (`cogs.pictures.render_process`), more orders are under way at once than it can draw: it has the
next one before
it has finished one, however busy the bot is.
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
from engine.workers.process import WorkerLostError

T = TypeVar("T")
THREAD_COUNT = 2
TIDY_INTERVAL = 8
"""After so many pictures freed memory is given back."""


class RenderQueue:
    """The threads that draw, and those who wait for one. So many pictures may be under way at once, and so many boards for channels
    be made up. `clock`: seconds since whenever."""

    def __init__(
        self, pictures: int = THREAD_COUNT, boards: int = 1, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._threads = ThreadPoolExecutor(THREAD_COUNT, thread_name_prefix="painter", initializer=lower_priority)
        self._free_slots = pictures
        self._drawn_count = 0
        self._waiting_people: deque[asyncio.Future[None]] = deque()
        self._waiting_boards: deque[asyncio.Future[None]] = deque()
        self._board_slots = asyncio.Semaphore(boards)
        self._due_boards: dict[object, float] = {}
        """Boards for channels, each with when it came, the oldest first."""
        self._clock = clock

    @property
    def waiting_count(self) -> int:
        """Pictures waiting to be drawn."""
        return sum(not turn.done() for turn in (*self._waiting_people, *self._waiting_boards))

    @property
    def backlog(self) -> int:
        """People who wait for a picture, and boards for channels that are due, their pictures asked for or not."""
        return sum(not turn.done() for turn in self._waiting_people) + len(self._due_boards)

    @property
    def board_delay_s(self) -> float:
        """Seconds for which the board has been due that waits longest."""
        return self._clock() - next(iter(self._due_boards.values())) if self._due_boards else 0.0

    @asynccontextmanager
    async def hold_board_slot(self) -> AsyncIterator[None]:
        """Make up a board for a channel in here: it is entered when it is the board's turn, and left when its picture is drawn."""
        board = object()
        self._due_boards[board] = self._clock()
        try:
            async with self._board_slots:
                yield
        finally:
            del self._due_boards[board]

    def close(self) -> None:
        """Stop the threads, and give up what waits."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for turn in (*self._waiting_people, *self._waiting_boards):
            turn.cancel()

    async def draw(
        self,
        work: Callable[..., T],
        *arguments: object,
        posted: bool = False,
        elsewhere: Callable[[], Awaitable[T]] | None = None,
    ) -> T:
        """What a function returns, called in a thread when it is its turn; or what comes of `elsewhere`, unless it raises Lost.
        `posted`: for a channel, where nobody waits for it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._waiting_boards if posted else self._waiting_people).append(turn)
        self._start_next()
        try:
            await turn
            if elsewhere is not None:
                with suppress(WorkerLostError):
                    return await elsewhere()
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
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
        if self._drawn_count % TIDY_INTERVAL == 0:
            with suppress(RuntimeError):  # it has been closed
                self._threads.submit(trim_memory)

    def _start_next(self) -> None:
        while self._free_slots:
            turn = _pop_first(self._waiting_people) or _pop_first(self._waiting_boards)
            if turn is None:
                return
            self._free_slots -= 1
            turn.set_result(None)


def _pop_first(line: deque[asyncio.Future[None]]) -> asyncio.Future[None] | None:
    """Whose turn it is in a line: the first who has not gone."""
    while line:
        turn = line.popleft()
        if not turn.done():
            return turn
    return None
