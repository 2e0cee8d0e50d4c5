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

from engine.host.model.clock import MonotonicClock
from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.shards import leases
from engine.host.store.shards.leases import Lease

log = logging.getLogger("overwinter.shards")
RENEWAL_INTERVAL_S = 10
"""Seconds between two words of a holder."""
RENEWAL_RETRY_S = 1
"""Seconds until one is tried again that could not be written."""
LEASE_LIFETIME_S = 16
"""Seconds after the last word that was surely written, from which on its holder does nothing more."""
TAKEOVER_AFTER_S = 19
"""Seconds without a word after which another process takes over."""
STANDBY_INTERVAL_S = 1
"""Seconds between two looks of a process that stands by."""
SleepFunction = Callable[[float], Awaitable[object]]


class LeaseLostError(StoreError):
    """Another process serves these shards."""

    def __init__(self, shard_range: ShardRange) -> None:
        super().__init__(f"The shards {shard_range} are served by another process now; this one does nothing more.")


class _LeaseTakenError(Exception):
    """Somebody was faster."""


class ShardGroup:
    """A process's right to serve a share: `acquire` waits for it, `hold` holds it, `release` gives it back."""

    def __init__(
        self, store: Store, shard_range: ShardRange, monotonic: MonotonicClock, sleep: SleepFunction = asyncio.sleep
    ) -> None:
        self._store, self._share, self._ticks, self._pause = store, shard_range, monotonic, sleep
        self._holder = secrets.token_hex(8)
        self._renewed_at: float | None = None
        """When the last word that was surely written was begun; None without the lease."""

    @property
    def holds_lease(self) -> bool:
        """Whether this process may act."""
        return self._renewed_at is not None and self._ticks() < self._renewed_at + LEASE_LIFETIME_S

    async def acquire(self, *, is_exclusive: bool = False) -> None:
        """Return as soon as the share is this process's own. `is_exclusive`: it holds what nobody else can, as a file's
        lock, so that
        whoever had the share is surely no more.

        Raises StoreError where the store cannot be read at the first look; afterwards that is one more reason to wait.
        """
        seen = await leases.list_rival_leases(self._store, self._share, self._holder)
        since, told = self._ticks(), ""
        while True:
            if not seen or is_exclusive or self._ticks() >= since + TAKEOVER_AFTER_S:
                if await self._try_acquire(seen):
                    break
                since = self._ticks()
            why = " ".join(_describe_rival(one, self._share) for one in seen)
            if why and why != told:
                log.info("standing by: %s", why)
            told = why
            await self._pause(STANDBY_INTERVAL_S)
            try:
                found = await leases.list_rival_leases(self._store, self._share, self._holder)
            except Exception as broken:  # noqa: BLE001 - whatever the driver raises, a process that stands by stays
                log.warning("standing by: the store does not answer (%s)", broken)
            else:
                if found != seen:
                    seen, since = found, self._ticks()
        log.info("this process serves the shards %s", self._share)

    async def hold(self) -> None:
        """Say again and again that this process is there; returns when it may act no more: another one has taken over, or the
        store could not be written for LIFE seconds. Who has only slept, and finds the lease still its own, goes on."""
        while True:
            await self._pause(RENEWAL_INTERVAL_S)
            while (ours := await self._renew()) is None and self.holds_lease:
                await self._pause(RENEWAL_RETRY_S)
            if not ours:
                self._renewed_at = None
                return

    async def _try_acquire(self, stale_leases: Sequence[Lease]) -> bool:
        """Whether the share is this process's own now, in the place of leases that are as they were seen."""
        begun = self._ticks()

        async def work(tx: Transaction) -> None:
            await leases.delete_leases(tx, stale_leases)
            await leases.insert_lease(tx, self._share, self._holder)
            if await leases.list_rival_leases(tx, self._share, self._holder):
                raise _LeaseTakenError

        try:
            await self._store.write(work)
        except _LeaseTakenError:
            return False
        except Exception as broken:  # noqa: BLE001 - two that want the same may be told so in the driver's own words
            log.warning("the shards %s cannot be taken yet (%s)", self._share, broken)
            return False
        self._renewed_at = begun
        return True

    async def _renew(self) -> bool | None:
        """One word: whether the lease is still this process's own, None where the store has not answered in time."""
        begun = self._ticks()
        life = LEASE_LIFETIME_S if self._renewed_at is None else self._renewed_at + LEASE_LIFETIME_S - begun

        async def work(tx: Transaction) -> bool:
            await leases.renew_lease(tx, self._share, self._holder)
            others = await leases.list_rival_leases(tx, self._share, self._holder)
            # Two can have begun in the same moment only where their lists differ: one of them goes.
            first = all(self._holder < other.holder for other in others)
            return first and await leases.holds_lease(tx, self._share, self._holder)

        writing = asyncio.ensure_future(self._store.write(work))
        waiting = asyncio.ensure_future(self._pause(max(life, RENEWAL_RETRY_S)))
        try:
            await asyncio.wait({writing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            writing.add_done_callback(_consume_result)
        if not writing.done():
            log.warning("the shards %s: the store has not answered in time", self._share)
            return None
        if (broken := writing.exception()) is not None:
            log.warning("the shards %s: this process could not say that it is there (%s)", self._share, broken)
            return None
        if writing.result():
            self._renewed_at = begun
        return writing.result()

    async def require_lease(self, tx: Transaction) -> None:
        """Raise Lost, in a transaction that is to write something, where another process has the share."""
        if not await leases.holds_lease(tx, self._share, self._holder):
            self._renewed_at = None
            raise LeaseLostError(self._share)

    async def release(self) -> None:
        """Let another process take over at once."""
        self._renewed_at = None
        try:
            await self._store.write(lambda tx: leases.release_lease(tx, self._share, self._holder))
        except StoreError as broken:
            log.warning("the shards %s are free in %s s (%s)", self._share, TAKEOVER_AFTER_S, broken)


def _describe_rival(rival: Lease, shard_range: ShardRange) -> str:
    if rival.shard_range == shard_range:
        return f"another process serves the shards {shard_range}."
    return (
        f"another process serves the shards {rival.shard_range}, which have servers in common with "
        f"{shard_range}: correct one of the lists."
    )


def _consume_result(task: asyncio.Future[bool]) -> None:
    """Nobody waits any more for what came too late."""
    if not task.cancelled():
        task.exception()
