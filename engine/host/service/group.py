"""One process for each group of shards: who serves it says so every few seconds, who wants it waits until nobody does.

A lease is taken over by whoever has seen it unchanged for SILENCE seconds, and its holder does nothing more when its own last
word is LIFE seconds old; both count on a clock of their own that only goes on, so no two machines' clocks have to agree. What is
between the two is for messages that are still on their way.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from engine.host.model.clock import Ticks
from engine.host.model.share import Share
from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.shards import leases
from engine.host.store.shards.leases import Lease

log = logging.getLogger("overwinter.shards")
BEAT = 10
"""Seconds between two words of a holder."""
SOON = 1
"""Seconds until one is tried again that could not be written."""
LIFE = 16
"""Seconds after the last word that was surely written, from which on its holder does nothing more."""
SILENCE = 19
"""Seconds without a word after which another process takes over."""
LOOK = 1
"""Seconds between two looks of a process that stands by."""
Pause = Callable[[float], Awaitable[object]]


class Lost(StoreError):
    """Another process serves these shards."""

    def __init__(self, share: Share) -> None:
        super().__init__(f"The shards {share} are served by another process now; this one does nothing more.")


class _Taken(Exception):
    """Somebody was faster."""


class Group:
    """A process's right to serve a share: `enter` waits for it, `keep` holds it, `leave` gives it back."""

    def __init__(self, store: Store, share: Share, ticks: Ticks, pause: Pause = asyncio.sleep) -> None:
        self._store, self._share, self._ticks, self._pause = store, share, ticks, pause
        self._holder = secrets.token_hex(8)
        self._said: float | None = None
        """When the last word that was surely written was begun; None without the lease."""

    @property
    def held(self) -> bool:
        """Whether this process may act."""
        return self._said is not None and self._ticks() < self._said + LIFE

    async def enter(self, *, alone: bool = False) -> None:
        """Return as soon as the share is this process's own. `alone`: it holds what nobody else can, as a file's lock, so that
        whoever had the share is surely no more.

        Raises StoreError where the store cannot be read at the first look; afterwards that is one more reason to wait.
        """
        seen = await leases.rivals(self._store, self._share, self._holder)
        since, told = self._ticks(), ""
        while True:
            if not seen or alone or self._ticks() >= since + SILENCE:
                if await self._taken(seen):
                    break
                since = self._ticks()
            why = " ".join(_told(one, self._share) for one in seen)
            if why and why != told:
                log.info("standing by: %s", why)
            told = why
            await self._pause(LOOK)
            try:
                found = await leases.rivals(self._store, self._share, self._holder)
            except Exception as broken:  # noqa: BLE001 - whatever the driver raises, a process that stands by stays
                log.warning("standing by: the store does not answer (%s)", broken)
            else:
                if found != seen:
                    seen, since = found, self._ticks()
        log.info("this process serves the shards %s", self._share)

    async def keep(self) -> None:
        """Say again and again that this process is there; returns when it may act no more: another one has taken over, or the
        store could not be written for LIFE seconds. Who has only slept, and finds the lease still its own, goes on."""
        while True:
            await self._pause(BEAT)
            while (ours := await self._spoken()) is None and self.held:
                await self._pause(SOON)
            if not ours:
                self._said = None
                return

    async def _taken(self, stale: Sequence[Lease]) -> bool:
        """Whether the share is this process's own now, in the place of leases that are as they were seen."""
        begun = self._ticks()

        async def work(tx: Transaction) -> None:
            await leases.drop(tx, stale)
            await leases.put(tx, self._share, self._holder)
            if await leases.rivals(tx, self._share, self._holder):
                raise _Taken

        try:
            await self._store.write(work)
        except _Taken:
            return False
        except Exception as broken:  # noqa: BLE001 - two that want the same may be told so in the driver's own words
            log.warning("the shards %s cannot be taken yet (%s)", self._share, broken)
            return False
        self._said = begun
        return True

    async def _spoken(self) -> bool | None:
        """One word: whether the lease is still this process's own, None where the store has not answered in time."""
        begun = self._ticks()
        life = LIFE if self._said is None else self._said + LIFE - begun

        async def work(tx: Transaction) -> bool:
            await leases.beat(tx, self._share, self._holder)
            others = await leases.rivals(tx, self._share, self._holder)
            # Two can have begun in the same moment only where their lists differ: one of them goes.
            first = all(self._holder < other.holder for other in others)
            return first and await leases.held(tx, self._share, self._holder)

        writing = asyncio.ensure_future(self._store.write(work))
        waiting = asyncio.ensure_future(self._pause(max(life, SOON)))
        try:
            await asyncio.wait({writing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            writing.add_done_callback(_heard)
        if not writing.done():
            log.warning("the shards %s: the store has not answered in time", self._share)
            return None
        if (broken := writing.exception()) is not None:
            log.warning("the shards %s: this process could not say that it is there (%s)", self._share, broken)
            return None
        if writing.result():
            self._said = begun
        return writing.result()

    async def check(self, tx: Transaction) -> None:
        """Raise Lost, in a transaction that is to write something, where another process has the share."""
        if not await leases.held(tx, self._share, self._holder):
            self._said = None
            raise Lost(self._share)

    async def leave(self) -> None:
        """Let another process take over at once."""
        self._said = None
        try:
            await self._store.write(lambda tx: leases.leave(tx, self._share, self._holder))
        except StoreError as broken:
            log.warning("the shards %s are free in %s s (%s)", self._share, SILENCE, broken)


def _told(rival: Lease, share: Share) -> str:
    if rival.share == share:
        return f"another process serves the shards {share}."
    return f"another process serves the shards {rival.share}, which have servers in common with {share}: correct one of the lists."


def _heard(task: asyncio.Future[bool]) -> None:
    """Nobody waits any more for what came too late."""
    if not task.cancelled():
        task.exception()
