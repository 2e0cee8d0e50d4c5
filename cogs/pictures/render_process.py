"""Draw pictures in a process of their own, since Python runs one thread of a process at a time.

There is one such process: the bot's own thread reaches its limit earlier, and each process caches sprites of its own
(docs/operations.md). It starts with the first picture; one that dies or does not answer is replaced and asked once
more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Sequence

import msgspec

from cogs.pictures.render_request import RenderRequest, RenderResult, WorkerReply, encode_request
from engine.ops.config import PicturesConfig
from engine.workers.process import Sleep, WorkerKilledError, WorkerLostError, WorkerProcess, wait_before

log = logging.getLogger("overwinter.pictures")
RENDER_TIMEOUT_S = 30
"""The time after which a process that does not answer is replaced.

A picture takes hundredths of a second, the first of a game a second, perhaps ten on a machine that is busy otherwise.
"""
MAX_RENDER_TRIES = 2
"""The number of processes that are asked for a picture."""
MAX_FAILED_REQUESTS = 3
"""After this many requests in a row that lost every process asked, no other process is started."""


class RenderUnavailableError(Exception):
    """Raised if the render process could not draw a picture.

    The message says where in the code, and nothing of what was to be drawn.
    """


class RenderProcess:
    """The render process and its replacements. Each may cache `megabytes` of what it has drawn."""

    def __init__(
        self,
        megabytes: float,
        *,
        command: Sequence[str] = (),
        pause: Sleep = asyncio.sleep,
        patience: float = RENDER_TIMEOUT_S,
    ) -> None:
        self._command = tuple(command) or (sys.executable, "-m", "cogs.pictures.render_worker", str(megabytes))
        self._pause, self._patience = pause, patience
        self._start_lock = asyncio.Lock()
        self._failed_requests = 0
        self._is_closed = False
        self.worker: WorkerProcess | None = None
        """The process that is alive, None before the first picture."""

    @property
    def is_hopeless(self) -> bool:
        """Whether no further process is started because the last ones all failed."""
        return self._failed_requests >= MAX_FAILED_REQUESTS

    @property
    def failure(self) -> str:
        """A sentence for the administrator if the process has died, "" if it works or was not needed yet."""
        if self.is_hopeless:
            return "The process that draws pictures keeps dying; the bot draws them itself until its next start."
        if self._failed_requests or (self.worker is not None and self.worker.has_ended):
            return "The process that draws pictures has died; the next picture starts another one."
        return ""

    async def draw(self, request: RenderRequest, language: str) -> RenderResult | None:
        """Draw a picture. Return None if the painter has none of this kind.

        Raises RenderUnavailableError if it cannot be drawn, also if two processes were killed over it, as the bot might
        be. Raises WorkerLostError if no process could be asked.
        """
        message = encode_request(request, language)
        killed = False
        for _ in range(0 if self.is_hopeless else MAX_RENDER_TRIES):
            worker: WorkerProcess | None = None
            try:
                worker = await self.ensure_worker()
                answer = await wait_before(worker.ask(message), self._pause(self._patience))
                reply = msgspec.msgpack.decode(answer, type=WorkerReply)
            except (WorkerLostError, OSError, TimeoutError, msgspec.DecodeError) as error:
                log.warning("a painter is lost over a picture of %s (%s)", request.game, type(error).__name__)
                killed = isinstance(error, WorkerKilledError)
                if worker is not None:
                    await self._drop_worker(worker)
                continue
            self._failed_requests = 0
            if reply.error:
                raise RenderUnavailableError(reply.error)
            return reply.result
        if killed:
            raise RenderUnavailableError("painters die of it")
        self._failed_requests += 1
        if self._failed_requests == MAX_FAILED_REQUESTS:
            log.error("painters come to nothing: from now on the bot draws by itself")
        raise WorkerLostError

    async def close(self) -> None:
        """Stop the process, and return when it is gone. Requests that wait for a picture are cancelled."""
        self._is_closed = True
        async with self._start_lock:
            if self.worker is not None:
                await self._drop_worker(self.worker)

    async def ensure_worker(self) -> WorkerProcess:
        """Return the process that is alive, and start one if none is. Raises CancelledError after `close`."""
        async with self._start_lock:
            if self._is_closed:
                raise asyncio.CancelledError
            if self.worker is None:
                self.worker = await WorkerProcess.start(self._command)
            return self.worker

    async def _drop_worker(self, worker: WorkerProcess) -> None:
        if self.worker is worker:
            self.worker = None
        await worker.stop()


def create_configured_process(settings: PicturesConfig) -> RenderProcess | None:
    """Create a render process if the settings want one and there is a core for it."""
    if settings.processes and count_cores() > 1:
        return RenderProcess(settings.memory)
    return None


def count_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
