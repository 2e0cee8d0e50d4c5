"""The heartbeat: every few seconds the bot checks itself and writes its state for systemd and for health checks."""

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
"""The pause between two beats while the bot is not ready."""
STORE_TIMEOUT_S = 5
"""The time after which the store counts as silent."""


class MonitoredBot(Protocol):
    """The part of the bot that the heartbeat checks."""

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
        """Return whether the store can be read. Raises StoreError or OSError if it cannot."""


class Heartbeat:
    """Beats from `run()` until it is cancelled. `bot` is None between two attempts to reach Discord."""

    def __init__(
        self,
        database: Path | str,
        clock: Clock,
        environ: Mapping[str, str],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.bot: MonitoredBot | None = None
        self._file = heartbeat_file.heartbeat_path(database)
        self._clock = clock
        self._environ = environ
        self._pause = pause
        self._last_status: HeartbeatStatus | None = None
        self._is_owner = False
        self._has_reported_ready = False
        self._is_write_failing = False

    async def run(self) -> None:
        """Check the bot and report its state until cancelled."""
        try:
            while True:
                status = await self._beat_once()
                await self._pause(BEAT_INTERVAL_S if status.is_ready else UNREADY_INTERVAL_S)
        finally:
            if self._is_owner:
                heartbeat_file.delete_heartbeat(self._file)
            systemd.notify_systemd(self._environ, STOPPING=1)

    async def _beat_once(self) -> HeartbeatStatus:
        status = await self._check_bot()
        trouble = heartbeat_file.find_trouble(status, status.at)
        self._log_change(status, trouble)
        self._last_status = status
        if self._is_owner:
            self._write_beat(status)
        self._notify_systemd(status, trouble)
        return status

    async def _check_bot(self) -> HeartbeatStatus:
        bot = self.bot
        is_connected = is_standing_by = holds_store = False
        store_works = True  # also while the bot has not opened the store: then something else is missing
        if bot is not None:
            is_connected, is_standing_by, holds_store = bot.is_connected, bot.is_standing_by, bot.holds_store
            if holds_store:
                store_works = await self._check_store(bot)
        self._is_owner = self._is_owner or holds_store or self._is_only_bot()
        now = int(self._clock().timestamp())
        return HeartbeatStatus(now, os.getpid(), __version__, is_connected, store_works, is_standing_by)

    def _log_change(self, status: HeartbeatStatus, trouble: str | None) -> None:
        """Log when the gateway or the store fails or works again."""
        last = self._last_status
        if last is None or (last.gateway, last.store) == (status.gateway, status.store):
            return
        is_fine = status.is_ready or status.standing_by
        log.log(logging.INFO if is_fine else logging.WARNING, "%s", trouble or "The bot serves people again.")

    def _notify_systemd(self, status: HeartbeatStatus, trouble: str | None) -> None:
        if not self._has_reported_ready and (status.is_ready or status.standing_by):
            self._has_reported_ready = True
            systemd.notify_systemd(self._environ, READY=1)
        # The bot itself reconnects to Discord. If the store is silent, a restart by the watchdog may help.
        watchdog = {"WATCHDOG": 1} if status.store else {}
        systemd.notify_systemd(self._environ, STATUS=trouble or "Serving.", **watchdog)

    def _write_beat(self, status: HeartbeatStatus) -> None:
        try:
            heartbeat_file.write_heartbeat(self._file, status)
            self._is_write_failing = False
        except OSError as error:  # health checks see that the heartbeat is old
            if not self._is_write_failing:
                log.error("%s: %s. The bot counts as not ready until it can write there.", self._file, error.strerror)  # noqa: TRY400
            self._is_write_failing = True

    def _is_only_bot(self) -> bool:
        """Return whether no other bot works on this database.

        A second bot is about to be refused and must not overwrite the first one's heartbeat.
        """
        other = heartbeat_file.read_heartbeat(self._file)
        return other is None or self._clock().timestamp() - other.at > heartbeat_file.SILENCE_LIMIT_S

    async def _check_store(self, bot: MonitoredBot) -> bool:
        try:
            async with asyncio.timeout(STORE_TIMEOUT_S):
                return await bot.check_store()
        except (StoreError, OSError, TimeoutError):
            return False
