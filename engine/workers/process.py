"""A process that answers messages of the bot one after the other, and ends with the bot.

Reviewed and not used: Pebble 5.2 (LGPL) and loky 3.7 (BSD) replace workers that hang or die. Like `concurrent.futures`
they start workers by multiprocessing, which imports the program's main module (the Discord library and the painters):
58 MB before the first request; this class needs 21 MB. AnyIO 4.16 (MIT) does the same, and stops idle workers only at
the next request. None of them serves its callers in turn.
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
from engine.environment import SECRET_VARIABLES
from engine.workers.pipe import LENGTH_PREFIX, frame_message

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[object]]
"""A function that waits for a number of seconds, as `asyncio.sleep` does."""
PROJECT_FOLDER = Path(engine.__file__).parents[1]
READ_BUFFER_BYTES = 2**20
"""How much of a reply is buffered before it is read."""


class WorkerLostError(Exception):
    """Raised when a worker has ended or cannot be understood."""


class WorkerKilledError(WorkerLostError):
    """Raised when a signal ended a worker: by the request itself, by lack of memory, or by an administrator."""


class WorkerProcess:
    """A process that answers one message after the other."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._pending: deque[asyncio.Future[bytes]] = deque()
        self._error: WorkerLostError | None = None
        self._is_stopping = False
        self._reading = asyncio.create_task(self._read_replies(), name="read worker replies")

    @classmethod
    async def start(cls, command: Sequence[str]) -> WorkerProcess:
        """Start a worker, without the bot's secrets in its environment.

        Raises:
            OSError: The process cannot be started.
        """
        environment = {}
        for name, value in os.environ.items():
            if name not in SECRET_VARIABLES:
                environment[name] = value
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=PROJECT_FOLDER,
            env=environment,
            start_new_session=True,  # so that Ctrl-C in a terminal reaches the bot alone
            limit=READ_BUFFER_BYTES,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended or can no longer be understood."""
        return self._reading.done()

    async def ask(self, message: bytes) -> bytes:
        """Send a message, and return the worker's reply, after the replies to all earlier messages.

        Raises:
            WorkerLostError: The worker ended before it replied.
        """
        self._raise_error()
        reply: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._pending.append(reply)
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(ConnectionError):  # then the reading task ends as well, and fails the reply
            stdin.write(frame_message(message))
            await stdin.drain()
        return await reply

    async def stop(self) -> None:
        """Kill the process, and return when it is gone."""
        self._is_stopping = True
        self._kill()
        await self._process.wait()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _read_replies(self) -> None:
        """Read replies until the worker ends, then fail the messages that have none."""
        stdout = self._process.stdout
        assert stdout is not None
        try:
            while True:
                (length,) = LENGTH_PREFIX.unpack(await stdout.readexactly(LENGTH_PREFIX.size))
                reply = await stdout.readexactly(length)
                pending = self._pending.popleft()
                if not pending.done():  # the caller may have been cancelled
                    pending.set_result(reply)
        except IndexError:
            self._kill()
            self._error = WorkerLostError("it replied without a request")
        except (asyncio.IncompleteReadError, ConnectionError):
            self._error = self._describe_exit(await self._process.wait())
        for pending in self._pending:
            if not pending.done():
                pending.set_exception(self._copy_error())

    def _describe_exit(self, code: int) -> WorkerLostError:
        text = f"it ended with {code}"
        if code < 0 and not self._is_stopping:
            return WorkerKilledError(text)
        return WorkerLostError(text)

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._copy_error()

    def _copy_error(self) -> WorkerLostError:
        """Return a new exception for each caller, so that tracebacks do not add up in one."""
        assert self._error is not None
        return type(self._error)(*self._error.args)

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()


async def wait_before(work: Coroutine[Any, Any, T], end: Awaitable[object]) -> T:
    """Return the result of `work` if it completes before `end`.

    Raises:
        TimeoutError: `end` completed first.
    """
    work_task, end_task = asyncio.ensure_future(work), asyncio.ensure_future(end)
    try:
        await asyncio.wait({work_task, end_task}, return_when=asyncio.FIRST_COMPLETED)
        if work_task.done():
            return work_task.result()
        raise TimeoutError
    finally:
        for task in (work_task, end_task):
            task.cancel()
        await asyncio.gather(work_task, end_task, return_exceptions=True)
