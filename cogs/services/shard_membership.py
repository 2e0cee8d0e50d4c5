"""Take part in a group of processes under one token: wait for shards, keep them, follow the others' changes.

A process whose settings name no shards has its database to itself and does none of this.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cogs.services.request_guard import RequestGuard
from engine.host.model.clock import Clock, MonotonicClock, monotonic_clock
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.service.rate_limit import RateLimit
from engine.host.service.shard_group import STANDBY_INTERVAL_S, ShardGroup
from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.file_lock import FileLock, FileLockedError, HolderLock, delete_holder_lock, has_holder_ended
from engine.host.store.shards import change_feed
from engine.ops.config import AUTO_SHARDS

log = logging.getLogger("overwinter.shards")
HANDOVER_INTERVAL_S = 0.05
"""Seconds between two looks of a successor that stands by."""
CHANGE_POLL_S = 2
"""The pause between two checks for changes by other processes."""


class Grace(NamedTuple):
    """The seconds that running work gets to finish: before an ordinary end, and while people wait for the successor."""

    at_end_s: float
    at_handover_s: float


class ShardMembership:
    """The shards of this process.

    `shard_range` is None if the settings name no shards. `has_standby`: other processes may reach the store, even if
    they should not. Next to `database` the process keeps a lock that shows others of this machine that it runs.
    `is_successor`: the process takes over from a running one of the same folder.
    """

    def __init__(
        self,
        shard_range: ShardRange | None,
        clock: Clock,
        monotonic: MonotonicClock = monotonic_clock,
        *,
        has_standby: bool = False,
        database: Path | None = None,
        is_successor: bool = False,
    ) -> None:
        self.shard_range = shard_range
        self.is_successor = is_successor
        self.hands_over = False
        """Whether this process leaves its shards to its successor: `leave` keeps the lease, which only a process of the same
        folder takes at once."""
        self.has_standby = has_standby or shard_range is not None
        self.request_guard = RequestGuard(RateLimit(None, clock, monotonic))
        self.is_standing_by = False
        self.lost_event = asyncio.Event()
        """Set when the shards are lost. The program then stops the bot."""
        self._clock, self._ticks = clock, monotonic
        self._database = database
        self._shard_group: ShardGroup | None = None
        self._holder_lock: HolderLock | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def acquire_file_lock(self, database: Path) -> FileLock:
        """Lock an SQLite file. A process of a group and a successor wait for the lock.

        Raises FileLockedError if the settings name no shards and another process holds the lock.
        """
        while True:
            try:
                return FileLock(database)
            except FileLockedError:
                if self.shard_range is None and not self.is_successor:
                    raise
                if not self.is_standing_by:
                    self.is_standing_by = True
                    log.info("standing by: another process works on %s", database)
                await asyncio.sleep(self._standby_interval_s)

    @property
    def _standby_interval_s(self) -> float:
        return HANDOVER_INTERVAL_S if self.is_successor else STANDBY_INTERVAL_S

    async def join(self, store: Store, *, is_alone: bool) -> None:
        """Return when this process may act. `is_alone`: no other process can work on the store. Raises StoreError."""
        self.is_standing_by = self.has_standby
        if not self.has_standby:
            return
        group = ShardGroup(store, self.shard_range or ALL_SHARDS, self._ticks, interval_s=self._standby_interval_s)
        if self.shard_range is not None:
            self.request_guard.rate_limit = RateLimit(store, self._clock, self._ticks)
        if is_alone:
            await group.acquire(lambda _: True)
        elif self._database is not None:
            with suppress(StoreError):  # without it, the next process waits for the lease to expire
                self._holder_lock = HolderLock(self._database, group.holder)
            for replaced in await group.acquire(partial(has_holder_ended, self._database)):
                delete_holder_lock(self._database, replaced.holder)
        else:
            await group.acquire()
        self._shard_group = self.request_guard.shard_group = group
        self.is_standing_by = False

    @property
    def lease_check(self) -> Callable[[Transaction], Awaitable[None]] | None:
        """The check that every write transaction makes first, None if there is none."""
        if self._shard_group is None:
            return None
        return self._shard_group.require_lease

    @property
    def is_lost(self) -> bool:
        """Whether this process has lost its shards and must not act any more."""
        return self.lost_event.is_set()

    def limit_grace_s(self, grace: Grace) -> float:
        """Return the seconds that running work gets to finish before the end: none if the shards are lost."""
        if self.is_lost:
            return 0
        return grace.at_handover_s if self.hands_over else grace.at_end_s

    def start_watching(self, store: Store, on_change: Callable[[], Awaitable[None]]) -> None:
        """Keep the shards from now on, and call `on_change` when another process has changed data that this one may
        have cached.
        """
        if self._shard_group is None:
            return
        self._tasks = [
            asyncio.create_task(self._renew_lease(self._shard_group), name="shards"),
            asyncio.create_task(self._poll_changes(store, on_change), name="news"),
        ]

    @property
    def running_tasks(self) -> list[asyncio.Task[None]]:
        """The tasks that keep the shards and follow the changes."""
        return self._tasks

    async def leave(self) -> None:
        """Stop, and release the shards unless they are lost or handed over."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        has_released = await self._release_lease()
        if self._holder_lock is not None:
            self._holder_lock.release()
            if has_released:
                self._holder_lock.delete()

    async def _release_lease(self) -> bool:
        """Give the lease back. Return False if it stays in the store."""
        if self._shard_group is None or self.is_lost:
            return True
        if self.hands_over and self._holder_lock is not None:
            self._shard_group.stop_acting()
            return False
        return await self._shard_group.release()

    async def _renew_lease(self, group: ShardGroup) -> None:
        await group.hold()
        log.error("the shards %s are not this process's own any more: it stops", self.shard_range or AUTO_SHARDS)
        self.lost_event.set()

    async def _poll_changes(self, store: Store, on_change: Callable[[], Awaitable[None]]) -> None:
        known_mark = await change_feed.load_change_mark(store)
        while True:
            await asyncio.sleep(CHANGE_POLL_S)
            try:
                newest_mark = await change_feed.load_change_mark(store)
                if newest_mark != known_mark:
                    await on_change()
                known_mark = newest_mark
            except Exception:
                log.exception("what other processes have changed could not be looked at; it is tried again")
