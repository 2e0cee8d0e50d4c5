"""A process among several under one token: it waits for its shards, keeps them, hears what the others change, and stops when it
has lost them. A process on a file of its own, which names no shards, does nothing of this."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from cogs.services.gate import Gate
from engine.host.model.clock import Clock, Ticks, system_ticks
from engine.host.model.share import EVERYTHING, Share
from engine.host.service.allowance import Allowance
from engine.host.service.group import LOOK, Group
from engine.host.store.claim import Claim, InUse
from engine.host.store.database import Store, Transaction
from engine.host.store.shards import news
from engine.ops.config import AUTO

log = logging.getLogger("overwinter.shards")
NEWS = 2
"""Seconds between two looks at what other processes have changed."""


class Membership:
    """Asked by the bot at its start, its end, and before each request. `share` is None where the settings name no shards;
    `several`: others may reach the store, also where they should not."""

    def __init__(
        self, share: Share | None, clock: Clock, ticks: Ticks = system_ticks, *, several: bool = False
    ) -> None:
        self.share = share
        self.several = several or share is not None
        self.gate = Gate()
        self.standing_by = False
        self.gone = asyncio.Event()
        """Set when this process may act no more: whoever has started the bot ends it."""
        self._clock, self._ticks = clock, ticks
        self._group: Group | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def claimed(self, database: Path) -> Claim:
        """The lock on an SQLite file. Among several processes this one waits for it, else it raises InUse."""
        while True:
            try:
                return Claim(database)
            except InUse:
                if self.share is None:
                    raise
                if not self.standing_by:
                    self.standing_by = True
                    log.info("standing by: another process works on %s", database)
                await asyncio.sleep(LOOK)

    async def join(self, store: Store, *, alone: bool) -> None:
        """Return when this process may act; `alone`: nobody else can be at work on the store. Raises StoreError."""
        if not self.several:
            return
        self.standing_by = True
        group = Group(store, self.share or EVERYTHING, self._ticks)
        await group.enter(alone=alone)
        self._group = self.gate.group = group
        if self.share is not None:
            self.gate.allowance = Allowance(store, self._clock, self._ticks)
        self.standing_by = False

    @property
    def check(self) -> Callable[[Transaction], Awaitable[None]] | None:
        """What has to be asked before anything is written."""
        return None if self._group is None else self._group.check

    @property
    def lost(self) -> bool:
        """Whether this process may act no more."""
        return self.gone.is_set()

    def watch(self, store: Store, changed: Callable[[], Awaitable[None]]) -> None:
        """From now on keep the shards, and call `changed` when another process has changed something that may be in this one's
        memory."""
        if self._group is None:
            return
        self._tasks = [
            asyncio.create_task(self._keep(self._group), name="shards"),
            asyncio.create_task(self._listen(store, changed), name="news"),
        ]

    async def leave(self) -> None:
        """End. Who has not lost the shards gives them back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._group is not None and not self.lost:
            await self._group.leave()

    async def _keep(self, group: Group) -> None:
        await group.keep()
        log.error("the shards %s are not this process's own any more: it stops", self.share or AUTO)
        self.gone.set()

    async def _listen(self, store: Store, changed: Callable[[], Awaitable[None]]) -> None:
        heard = await news.newest(store)
        while True:
            await asyncio.sleep(NEWS)
            try:
                now = await news.newest(store)
                if now != heard:
                    await changed()
                heard = now
            except Exception:
                log.exception("what other processes have changed could not be looked at; it is tried again")
