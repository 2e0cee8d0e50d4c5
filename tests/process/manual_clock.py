"""A clock that a test moves, and worker commands that fail, for the tests of worker processes."""

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
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.pauses: list[tuple[float, asyncio.Future[None]]] = []
        self.pause_started = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Wait until the test ends this pause."""
        end = asyncio.get_running_loop().create_future()
        self.pauses.append((seconds, end))
        self.pause_started.set()
        await end

    async def finish_pause(self, seconds: float) -> None:
        """Wait until a pause of this length has begun, and end it."""
        while True:
            self.pause_started.clear()
            for length, end in self.pauses:
                if length == seconds and not end.done():
                    end.set_result(None)
                    return
            await asyncio.wait_for(self.pause_started.wait(), 60)


async def await_in_time(work: Awaitable[T]) -> T:
    """Return the result of `work`, with a limit that is enough for a process on a busy machine."""
    return await asyncio.wait_for(work, 60)
