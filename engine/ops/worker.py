"""A process that works for the bot: asked by messages, heard by messages, and gone when the bot is.

Looked at, and not taken: Pebble 5.2 (LGPL) and loky 3.7 (BSD) replace workers that hang or die, like `concurrent.futures` they
start them by multiprocessing, which imports the program's main module in every worker: here Discord's library and the painters,
58 MB before the first thought where this takes 21; AnyIO 4.16 (MIT) does the same, and lets idle workers go only at the next job.
None serves its callers in turn. What is left for a library is a pipe each way, which asyncio has.
"""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import engine
from engine.ops.config import STORE_URL, TOKEN, TOKEN_FILE
from engine.pipe import LENGTH, framed

T = TypeVar("T")
Pause = Callable[[float], Awaitable[object]]
"""Waits so many seconds."""
HOME = Path(engine.__file__).parents[1]
BUFFER = 2**20
"""Bytes of an answer that are taken in before somebody reads them."""


class Lost(Exception):
    """A worker has died, or says nothing."""


class Killed(Lost):
    """A worker has died of a signal: of what it was asked, of too little memory, or at somebody's hand."""


class Worker:
    """A process that answers one message after the other."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._asked: deque[asyncio.Future[bytes]] = deque()
        self._over: Lost | None = None
        self._dismissed = False
        self._hearing = asyncio.create_task(self._hear(), name="hearing a worker")

    @classmethod
    async def started(cls, command: Sequence[str]) -> Worker:
        """A new one. It is told nothing of what the bot knows, above all not its token. Raises OSError."""
        environment = {name: value for name, value in os.environ.items() if name not in (TOKEN, TOKEN_FILE, STORE_URL)}
        # In a session of its own: what a terminal says to the bot is not for it.
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                cwd=HOME,
                env=environment,
                start_new_session=True,
                limit=BUFFER,
            )
        )

    @property
    def number(self) -> int:
        """Its process id."""
        return self._process.pid

    async def ask(self, message: bytes) -> bytes:
        """Its answer, after those to all earlier messages. Raises Lost when it dies before."""
        if self._over is not None:
            raise type(self._over)(*self._over.args)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(ConnectionError):  # then nothing is heard any more either
            stdin.write(framed(message))
            await stdin.drain()
        return await answer

    async def end(self) -> None:
        """It is gone when this returns."""
        self._dismissed = True
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await asyncio.gather(self._hearing, return_exceptions=True)

    async def _hear(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            while True:
                (length,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
                said = await stdout.readexactly(length)
                answer = self._asked.popleft()
                if not answer.done():  # whoever asked may have gone
                    answer.set_result(said)
        except IndexError:  # who speaks without being asked is of no more use
            with suppress(ProcessLookupError):
                self._process.kill()
            self._over = Lost("it speaks in riddles")
        except (asyncio.IncompleteReadError, ConnectionError):
            code = await self._process.wait()
            self._over = (Killed if code < 0 and not self._dismissed else Lost)(f"it ended with {code}")
        for answer in self._asked:
            if not answer.done():
                answer.set_exception(type(self._over)(*self._over.args))


async def before(work: Coroutine[Any, Any, T], end: Awaitable[object]) -> T:
    """What the work comes to, unless the end comes first: then TimeoutError is raised."""
    working, ending = asyncio.ensure_future(work), asyncio.ensure_future(end)
    try:
        await asyncio.wait({working, ending}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise TimeoutError
    finally:
        for task in (working, ending):
            task.cancel()
        await asyncio.gather(working, ending, return_exceptions=True)
