"""Time that passes when a test says so, and programs that are of no use, for the tests of processes that work for the bot."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")
HUNG_COMMAND = (sys.executable, "-c", "import sys, time; sys.stdin.buffer.read(4); time.sleep(600)")
DEAD_COMMAND = (sys.executable, "-c", "import sys; sys.stdin.buffer.read(4)")
GARBLED_COMMAND = (
    sys.executable,
    "-c",
    "import sys; i, o = sys.stdin.buffer, sys.stdout.buffer; i.read(4); o.write(2 * b'\\0\\0\\0\\1x'); o.flush(); i.read()",
)
KILLED_COMMAND = (
    sys.executable,
    "-c",
    "import os, signal, sys; sys.stdin.buffer.read(4); os.kill(os.getpid(), signal.SIGKILL)",
)


class ManualClock:
    """A clock that stands still until a test turns it."""

    def __init__(self) -> None:
        self.pauses: list[tuple[float, asyncio.Future[None]]] = []
        self.pause_started = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Wait until somebody turns it."""
        end = asyncio.get_running_loop().create_future()
        self.pauses.append((seconds, end))
        self.pause_started.set()
        await end

    async def finish_pause(self, seconds: float) -> None:
        """Wait until somebody waits so long, and let them wait no more."""
        while True:
            self.pause_started.clear()
            for length, end in self.pauses:
                if length == seconds and not end.done():
                    end.set_result(None)
                    return
            await asyncio.wait_for(self.pause_started.wait(), 60)


async def await_in_time(work: Awaitable[T]) -> T:
    """What the work comes to; a process on a busy machine may take a while."""
    return await asyncio.wait_for(work, 60)
