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
from engine.ops import heartbeat_file, systemd
from engine.ops.heartbeat_file import BEAT_INTERVAL_S, HeartbeatStatus

log = logging.getLogger("overwinter")
UNREADY_INTERVAL_S = 1
"""Seconds between two beats while the bot is not ready."""
STORE_TIMEOUT_S = 5
"""Seconds within which the store answers."""


class MonitoredBot(Protocol):
    """What is asked of the bot."""

    @property
    def holds_store(self) -> bool:
        """Whether the store is open, and this process's own."""

    @property
    def is_standing_by(self) -> bool:
        """Whether the bot waits for another process to end."""

    @property
    def is_connected(self) -> bool:
        """Whether Discord's gateway works."""

    async def check_store(self) -> bool:
        """Whether the store can be read. Raises StoreError or OSError where it cannot."""


class Heartbeat:
    """Beats from `run()` until it is cancelled. `bot` is the bot as it is now; None between two attempts to reach Discord."""

    def __init__(
        self,
        database: Path | str,
        clock: Clock,
        environ: Mapping[str, str],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.bot: MonitoredBot | None = None
        self._file, self._clock, self._environ, self._pause = (
            heartbeat_file.heartbeat_path(database),
            clock,
            environ,
            pause,
        )
        self._last_beat_at: HeartbeatStatus | None = None
        self._is_owner = self._last_report = self._failing_since = False

    async def run(self) -> None:
        """Look and tell, again and again."""
        try:
            while True:
                now = await self._beat_once()
                await self._pause(BEAT_INTERVAL_S if now.is_ready else UNREADY_INTERVAL_S)
        finally:
            if self._is_owner:
                heartbeat_file.delete_heartbeat(self._file)
            systemd.notify_systemd(self._environ, STOPPING=1)

    async def _beat_once(self) -> HeartbeatStatus:
        alive = self.bot
        gateway = alive is not None and alive.is_connected
        holds = alive is not None and alive.holds_store
        # Before the bot has opened it, the store is not what is missing.
        works = alive is None or not holds or await self._check_store(alive)
        self._is_owner = self._is_owner or holds or self._is_only_bot()
        waits = alive is not None and alive.is_standing_by
        now = HeartbeatStatus(int(self._clock().timestamp()), os.getpid(), __version__, gateway, works, waits)
        wrong = heartbeat_file.find_trouble(now, now.at)
        if self._last_beat_at is not None and (self._last_beat_at.gateway, self._last_beat_at.store) != (
            gateway,
            works,
        ):
            fine = now.is_ready or now.standing_by
            log.log(logging.INFO if fine else logging.WARNING, "%s", wrong or "The bot serves people again.")
        self._last_beat_at = now
        if self._is_owner:
            self._write_beat(now)
        if (now.is_ready or now.standing_by) and not self._last_report:
            self._last_report = True
            systemd.notify_systemd(self._environ, READY=1)
        # Away from Discord the bot helps itself; where the store is silent a new start may help.
        systemd.notify_systemd(self._environ, STATUS=wrong or "Serving.", **({"WATCHDOG": 1} if works else {}))
        return now

    def _write_beat(self, now: HeartbeatStatus) -> None:
        try:
            heartbeat_file.write_heartbeat(self._file, now)
            self._failing_since = False
        except OSError as full:  # whoever watches sees the silence
            if not self._failing_since:
                log.error("%s: %s. The bot counts as not ready until it can write there.", self._file, full.strerror)  # noqa: TRY400
            self._failing_since = True

    def _is_only_bot(self) -> bool:
        """Whether no other bot is at work on this database: a second one, which will be refused, leaves the first one's pulse."""
        other = heartbeat_file.read_heartbeat(self._file)
        return other is None or self._clock().timestamp() - other.at > heartbeat_file.SILENCE_LIMIT_S

    async def _check_store(self, bot: MonitoredBot) -> bool:
        try:
            async with asyncio.timeout(STORE_TIMEOUT_S):
                return await bot.check_store()
        except (StoreError, OSError, TimeoutError):
            return False
