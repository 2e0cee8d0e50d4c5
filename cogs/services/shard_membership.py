"""A process among several under one token: it waits for its shards, keeps them, hears what the others change, and stops when it
has lost them. A process on a file of its own, which names no shards, does nothing of this."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from cogs.services.request_guard import RequestGuard
from engine.host.model.clock import Clock, MonotonicClock, monotonic_clock
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.service.rate_limit import RateLimit
from engine.host.service.shard_group import STANDBY_INTERVAL_S, ShardGroup
from engine.host.store.database import Store, Transaction
from engine.host.store.file_lock import FileLock, FileLockedError
from engine.host.store.shards import change_feed
from engine.ops.config import AUTO_SHARDS

log = logging.getLogger("overwinter.shards")
CHANGE_POLL_S = 2
"""Seconds between two looks at what other processes have changed."""


class ShardMembership:
    """Asked by the bot at its start, its end, and before each request. `shard_range` is None where the settings name no shards;
    `has_standby`: others may reach the store, also where they should not."""

    def __init__(
        self,
        shard_range: ShardRange | None,
        clock: Clock,
        monotonic: MonotonicClock = monotonic_clock,
        *,
        has_standby: bool = False,
    ) -> None:
        self.shard_range = shard_range
        self.has_standby = has_standby or shard_range is not None
        self.request_guard = RequestGuard()
        self.is_standing_by = False
        self.lost_event = asyncio.Event()
        """Set when this process may act no more: whoever has started the bot ends it."""
        self._clock, self._ticks = clock, monotonic
        self._shard_group: ShardGroup | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def acquire_file_lock(self, database: Path) -> FileLock:
        """The lock on an SQLite file. Among several processes this one waits for it, else it raises InUse."""
        while True:
            try:
                return FileLock(database)
            except FileLockedError:
                if self.shard_range is None:
                    raise
                if not self.is_standing_by:
                    self.is_standing_by = True
                    log.info("standing by: another process works on %s", database)
                await asyncio.sleep(STANDBY_INTERVAL_S)

    async def join(self, store: Store, *, is_alone: bool) -> None:
        """Return when this process may act; `is_alone`: nobody else can be at work on the store. Raises StoreError."""
        if not self.has_standby:
            return
        self.is_standing_by = True
        group = ShardGroup(store, self.shard_range or ALL_SHARDS, self._ticks)
        await group.acquire(is_exclusive=is_alone)
        self._shard_group = self.request_guard.shard_group = group
        if self.shard_range is not None:
            self.request_guard.allowance = RateLimit(store, self._clock, self._ticks)
        self.is_standing_by = False

    @property
    def lease_check(self) -> Callable[[Transaction], Awaitable[None]] | None:
        """What has to be asked before anything is written."""
        return None if self._shard_group is None else self._shard_group.require_lease

    @property
    def is_lost(self) -> bool:
        """Whether this process may act no more."""
        return self.lost_event.is_set()

    def start_watching(self, store: Store, on_change: Callable[[], Awaitable[None]]) -> None:
        """From now on keep the shards, and call `on_change` when another process has changed something that may be in this one's
        memory."""
        if self._shard_group is None:
            return
        self._tasks = [
            asyncio.create_task(self._renew_lease(self._shard_group), name="shards"),
            asyncio.create_task(self._poll_changes(store, on_change), name="news"),
        ]

    async def leave(self) -> None:
        """End. Who has not lost the shards gives them back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._shard_group is not None and not self.is_lost:
            await self._shard_group.release()

    async def _renew_lease(self, group: ShardGroup) -> None:
        await group.hold()
        log.error("the shards %s are not this process's own any more: it stops", self.shard_range or AUTO_SHARDS)
        self.lost_event.set()

    async def _poll_changes(self, store: Store, on_change: Callable[[], Awaitable[None]]) -> None:
        heard = await change_feed.load_change_mark(store)
        while True:
            await asyncio.sleep(CHANGE_POLL_S)
            try:
                now = await change_feed.load_change_mark(store)
                if now != heard:
                    await on_change()
                heard = now
            except Exception:
                log.exception("what other processes have changed could not be looked at; it is tried again")
