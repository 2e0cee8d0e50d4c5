"""A painter in a process of its own, so that drawing and answering people do not wait for each other: Python lets one thread of a
process do something at a time.

There is one: the bot's own thread is at its limit before a painter is, and each keeps sprites of its own (docs/operations.md).
It is started for the first picture. One that dies or says nothing is replaced and asked once more.
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
"""Seconds after which a painter that has said nothing is given up. A picture takes hundredths of a second, the first of a game one,
on a machine that is busy with something else perhaps ten."""
MAX_RENDER_TRIES = 2
"""How often an order is given to a painter."""
MAX_FAILED_REQUESTS = 3
"""After so many orders in a row that two painters were lost over, no other one is started."""


class RenderUnavailableError(Exception):
    """A painter could not carry out an order; the message says where in the code, and nothing of what was to be drawn."""


class RenderProcess:
    """The process that draws, and those that replace it. It keeps so many megabytes of what it has drawn."""

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
        """The one that is alive, None before the first picture."""

    @property
    def is_hopeless(self) -> bool:
        """Whether painters come to nothing, whatever they are asked."""
        return self._failed_requests >= MAX_FAILED_REQUESTS

    async def draw(self, request: RenderRequest, language: str) -> RenderResult | None:
        """The picture; None where the painter has none of this kind. Raises Undrawn where it cannot be drawn, also where two
        painters have died of it, as the bot might; and Lost where no painter could be asked."""
        message = encode_request(request, language)
        killed = False
        for _ in range(0 if self.is_hopeless else MAX_RENDER_TRIES):
            worker: WorkerProcess | None = None
            try:
                worker = await self._ensure_worker()
                said = await wait_before(worker.ask(message), self._pause(self._patience))
                answer = msgspec.msgpack.decode(said, type=WorkerReply)
            except (WorkerLostError, OSError, TimeoutError, msgspec.DecodeError) as lost:
                log.warning("a painter is lost over a picture of %s (%s)", request.game, type(lost).__name__)
                killed = isinstance(lost, WorkerKilledError)
                if worker is not None:
                    await self._drop_worker(worker)
                continue
            self._failed_requests = 0
            if answer.error:
                raise RenderUnavailableError(answer.error)
            return answer.result
        if killed:
            raise RenderUnavailableError("painters die of it")
        self._failed_requests += 1
        if self._failed_requests == MAX_FAILED_REQUESTS:
            log.error("painters come to nothing: from now on the bot draws by itself")
        raise WorkerLostError

    async def close(self) -> None:
        """It is gone when this returns, and whoever waits for a picture is let go."""
        self._is_closed = True
        async with self._start_lock:
            if self.worker is not None:
                await self._drop_worker(self.worker)

    async def _ensure_worker(self) -> WorkerProcess:
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
    """A painter beside the bot, if that is wanted and there is a core for it."""
    return RenderProcess(settings.memory) if settings.processes and count_cores() > 1 else None


def count_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
