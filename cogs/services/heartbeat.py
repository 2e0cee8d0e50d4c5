"""The heartbeat: every few seconds the bot looks at itself and leaves what it sees to those who watch it."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Protocol

from engine import __version__
from engine.host.model.clock import Clock
from engine.host.store.database import StoreError
from engine.ops import pulse, systemd
from engine.ops.pulse import BEAT, Pulse

log = logging.getLogger("overwinter")
SOON = 1
"""Seconds between two beats while the bot is not ready."""
ANSWER = 5
"""Seconds within which the store answers."""


class Alive(Protocol):
    """What is asked of the bot."""

    @property
    def holds_store(self) -> bool:
        """Whether the store is open, and this process's own."""

    @property
    def standing_by(self) -> bool:
        """Whether the bot waits for another process to end."""

    @property
    def connected(self) -> bool:
        """Whether Discord's gateway works."""

    async def store_answers(self) -> bool:
        """Whether the store can be read. Raises StoreError or OSError where it cannot."""


class Heartbeat:
    """Beats from `beat()` until it is cancelled. `alive` is the bot as it is now; None between two attempts to reach Discord."""

    def __init__(
        self,
        database: Path | str,
        clock: Clock,
        environ: Mapping[str, str],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.alive: Alive | None = None
        self._file, self._clock, self._environ, self._pause = pulse.beside(database), clock, environ, pause
        self._before: Pulse | None = None
        self._owner = self._told = self._failing = False

    async def beat(self) -> None:
        """Look and tell, again and again."""
        try:
            while True:
                now = await self._once()
                await self._pause(BEAT if now.ready else SOON)
        finally:
            if self._owner:
                pulse.clear(self._file)
            systemd.tell(self._environ, STOPPING=1)

    async def _once(self) -> Pulse:
        alive = self.alive
        gateway = alive is not None and alive.connected
        holds = alive is not None and alive.holds_store
        # Before the bot has opened it, the store is not what is missing.
        works = alive is None or not holds or await self._store_works(alive)
        self._owner = self._owner or holds or self._nobody_elses()
        waits = alive is not None and alive.standing_by
        now = Pulse(int(self._clock().timestamp()), os.getpid(), __version__, gateway, works, waits)
        wrong = pulse.trouble(now, now.at)
        if self._before is not None and (self._before.gateway, self._before.store) != (gateway, works):
            fine = now.ready or now.standing_by
            log.log(logging.INFO if fine else logging.WARNING, "%s", wrong or "The bot serves people again.")
        self._before = now
        if self._owner:
            self._leave(now)
        if (now.ready or now.standing_by) and not self._told:
            self._told = True
            systemd.tell(self._environ, READY=1)
        # Away from Discord the bot helps itself; where the store is silent a new start may help.
        systemd.tell(self._environ, STATUS=wrong or "Serving.", **({"WATCHDOG": 1} if works else {}))
        return now

    def _leave(self, now: Pulse) -> None:
        try:
            pulse.write(self._file, now)
            self._failing = False
        except OSError as full:  # whoever watches sees the silence
            if not self._failing:
                log.error("%s: %s. The bot counts as not ready until it can write there.", self._file, full.strerror)  # noqa: TRY400
            self._failing = True

    def _nobody_elses(self) -> bool:
        """Whether no other bot is at work on this database: a second one, which will be refused, leaves the first one's pulse."""
        other = pulse.read(self._file)
        return other is None or self._clock().timestamp() - other.at > pulse.SILENCE

    async def _store_works(self, alive: Alive) -> bool:
        try:
            async with asyncio.timeout(ANSWER):
                return await alive.store_answers()
        except (StoreError, OSError, TimeoutError):
            return False
