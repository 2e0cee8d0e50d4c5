"""The heartbeat: every few seconds the bot checks itself and writes its state for systemd and for health checks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from engine import __version__
from engine.host.model.clock import Clock
from engine.host.store.database import StoreError
from engine.kernel.text import UserError
from engine.ops import heartbeat_file, systemd
from engine.ops.heartbeat_file import BEAT_INTERVAL_S, HeartbeatStatus
from engine.ops.process_identity import identify_own_process

log = logging.getLogger("overwinter")
UNREADY_INTERVAL_S = 1
"""The pause between two beats while the bot does not serve people."""
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

    def list_degradations(self) -> tuple[str, ...]:
        """Return a sentence about each part that fails while the bot serves people."""

    async def record_use(self) -> None:
        """Record that players can use the bot now. Raises UserError, StoreError or OSError if that fails."""


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
        self.is_store_away = False
        """Whether the store will work again without a restart, once its server is back or its disk has room."""
        self._process = identify_own_process()
        self._file = heartbeat_file.find_heartbeat_path(database)
        self._clock = clock
        self._environ = environ
        self._pause = pause
        self._last_sentence = ""
        self._is_owner = False
        self._has_reported_ready = False
        self._is_write_failing = False

    async def run(self) -> None:
        """Check the bot and report its state until cancelled."""
        try:
            while True:
                status = await self._beat_once()
                is_serving = status.is_ready and not status.standing_by
                await self._pause(BEAT_INTERVAL_S if is_serving else UNREADY_INTERVAL_S)
        finally:
            if self._is_owner:
                heartbeat_file.delete_heartbeat(self._file, self._process)
            systemd.notify_systemd(self._environ, STOPPING=1)

    async def _beat_once(self) -> HeartbeatStatus:
        status = await self._check_bot()
        sentence = heartbeat_file.assess_health(status, status.at).sentence
        self._log_change(status, sentence)
        if self._is_owner:
            self._write_beat(status)
        self._notify_systemd(status, sentence)
        return status

    async def _check_bot(self) -> HeartbeatStatus:
        bot = self.bot
        is_connected = is_standing_by = holds_store = False
        store_works = not self.is_store_away  # before the bot has opened it
        degradations: tuple[str, ...] = ()
        if bot is not None:
            is_connected, is_standing_by, holds_store = bot.is_connected, bot.is_standing_by, bot.holds_store
            if holds_store:
                store_works = await self._check_store(bot)
                degradations = bot.list_degradations()
                if store_works and is_connected:
                    await self._record_use(bot)
        self._is_owner = self._is_owner or holds_store or self._is_only_bot()
        now = int(self._clock().timestamp())
        return HeartbeatStatus(now, self._process, __version__, is_connected, store_works, is_standing_by, degradations)

    def _log_change(self, status: HeartbeatStatus, sentence: str) -> None:
        """Log when the gateway, the store or another part fails or works again."""
        last_sentence, self._last_sentence = self._last_sentence, sentence
        if last_sentence in ("", sentence):
            return
        is_fine = (status.is_ready or status.standing_by) and not status.degradations
        log.log(logging.INFO if is_fine else logging.WARNING, "%s", sentence)

    def _notify_systemd(self, status: HeartbeatStatus, sentence: str) -> None:
        if not self._has_reported_ready and (status.is_ready or status.standing_by):
            self._has_reported_ready = True
            systemd.notify_systemd(self._environ, READY=1)
        # The bot itself waits for Discord and for the store. If the store fails otherwise, a restart by the watchdog may help.
        watchdog = {"WATCHDOG": 1} if status.store or self.is_store_away else {}
        systemd.notify_systemd(self._environ, STATUS=sentence, **watchdog)

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
        return other is None or heartbeat_file.describe_end(other, int(self._clock().timestamp())) is not None

    async def _record_use(self, bot: MonitoredBot) -> None:
        """Record that players can use the bot now. The next beat tries it again if that fails."""
        with suppress(UserError, StoreError, OSError, TimeoutError):
            async with asyncio.timeout(STORE_TIMEOUT_S):
                await bot.record_use()

    async def _check_store(self, bot: MonitoredBot) -> bool:
        self.is_store_away = False
        try:
            async with asyncio.timeout(STORE_TIMEOUT_S):
                return await bot.check_store()
        except StoreError as error:
            self.is_store_away = error.is_temporary
            return False
        except (OSError, TimeoutError):
            return False
