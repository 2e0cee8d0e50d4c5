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

from cogs.pictures.order import Answer, Drawn, Order, sent
from engine.ops.config import Pictures
from engine.workers.process import Sleep, WorkerKilledError, WorkerLostError, WorkerProcess, wait_before

log = logging.getLogger("overwinter.pictures")
PATIENCE = 30
"""Seconds after which a painter that has said nothing is given up. A picture takes hundredths of a second, the first of a game one,
on a machine that is busy with something else perhaps ten."""
TRIES = 2
"""How often an order is given to a painter."""
HOPELESS = 3
"""After so many orders in a row that two painters were lost over, no other one is started."""


class Undrawn(Exception):
    """A painter could not carry out an order; the message says where in the code, and nothing of what was to be drawn."""


class PainterProcess:
    """The process that draws, and those that replace it. It keeps so many megabytes of what it has drawn."""

    def __init__(
        self,
        megabytes: float,
        *,
        command: Sequence[str] = (),
        pause: Sleep = asyncio.sleep,
        patience: float = PATIENCE,
    ) -> None:
        self._command = tuple(command) or (sys.executable, "-m", "cogs.pictures.painter", str(megabytes))
        self._pause, self._patience = pause, patience
        self._starting = asyncio.Lock()
        self._lost = 0
        self._closed = False
        self.worker: WorkerProcess | None = None
        """The one that is alive, None before the first picture."""

    @property
    def hopeless(self) -> bool:
        """Whether painters come to nothing, whatever they are asked."""
        return self._lost >= HOPELESS

    async def draw(self, order: Order, language: str) -> Drawn | None:
        """The picture; None where the painter has none of this kind. Raises Undrawn where it cannot be drawn, also where two
        painters have died of it, as the bot might; and Lost where no painter could be asked."""
        message = sent(order, language)
        killed = False
        for _ in range(0 if self.hopeless else TRIES):
            worker: WorkerProcess | None = None
            try:
                worker = await self._present()
                said = await wait_before(worker.ask(message), self._pause(self._patience))
                answer = msgspec.msgpack.decode(said, type=Answer)
            except (WorkerLostError, OSError, TimeoutError, msgspec.DecodeError) as lost:
                log.warning("a painter is lost over a picture of %s (%s)", order.game, type(lost).__name__)
                killed = isinstance(lost, WorkerKilledError)
                if worker is not None:
                    await self._dismiss(worker)
                continue
            self._lost = 0
            if answer.failed:
                raise Undrawn(answer.failed)
            return answer.drawn
        if killed:
            raise Undrawn("painters die of it")
        self._lost += 1
        if self._lost == HOPELESS:
            log.error("painters come to nothing: from now on the bot draws by itself")
        raise WorkerLostError

    async def close(self) -> None:
        """It is gone when this returns, and whoever waits for a picture is let go."""
        self._closed = True
        async with self._starting:
            if self.worker is not None:
                await self._dismiss(self.worker)

    async def _present(self) -> WorkerProcess:
        async with self._starting:
            if self._closed:
                raise asyncio.CancelledError
            if self.worker is None:
                self.worker = await WorkerProcess.start(self._command)
            return self.worker

    async def _dismiss(self, worker: WorkerProcess) -> None:
        if self.worker is worker:
            self.worker = None
        await worker.stop()


def beside(settings: Pictures) -> PainterProcess | None:
    """A painter beside the bot, if that is wanted and there is a core for it."""
    return PainterProcess(settings.memory) if settings.processes and cores() > 1 else None


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
