"""Discord's limits for a token, shared by all servers and all processes: requests a second, and shards that identify.

If requests have to wait, the servers take turns. Several processes book in the store; a single one counts for itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.host.model.clock import Clock, MonotonicClock
from engine.host.service.fair_slots import FairSlots
from engine.host.store.database import Store, Transaction
from engine.host.store.shards import rate_limits

log = logging.getLogger("overwinter.shards")
MAX_REQUESTS_PER_S = 40
"""Requests a second on average. Two batches of REQUESTS_PER_BATCH after a pause make 50 in one second, which is
Discord's limit (topics/rate-limits "Global Rate Limit")."""
REQUESTS_PER_BATCH = 5
"""Requests that are booked together, so that a busy process asks the store less often."""
BATCH_LIFETIME_S = 0.2
"""Seconds in which the rest of a batch may be used."""
IDENTIFY_INTERVAL_MS = 5_500
"""Milliseconds between two identifying shards of one key, a little more than Discord's five seconds."""
SleepFunction = Callable[[float], Awaitable[object]]


class RateLimit:
    """The share of one process in the limits of the token. Without a store it is the whole."""

    def __init__(
        self, store: Store | None, clock: Clock, monotonic: MonotonicClock, sleep: SleepFunction = asyncio.sleep
    ) -> None:
        self._store, self._clock, self._ticks, self._pause = store, clock, monotonic, sleep
        self._requests_left = 0
        self._batch_expires_at = 0.0
        self._turns = FairSlots(1)
        self._spent_until_ms = 0
        """The time on the monotonic clock up to which a process without a store has spent its requests."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes take part."""
        return self._store is not None

    async def await_request(self) -> None:
        """Return when one more request for the current server may be sent."""
        async with self._turns.hold():
            if self._requests_left <= 0 or self._ticks() >= self._batch_expires_at:
                interval_ms = REQUESTS_PER_BATCH * 1000 // MAX_REQUESTS_PER_S
                await self._book("requests", interval_ms, interval_ms)
                self._requests_left, self._batch_expires_at = REQUESTS_PER_BATCH, self._ticks() + BATCH_LIFETIME_S
            self._requests_left -= 1

    async def await_identify(self, shard: int, concurrency: int) -> None:
        """Return when a shard may identify; `concurrency` is the number of keys that Discord gives the token."""
        await self._book(f"identify {shard % concurrency}", IDENTIFY_INTERVAL_MS, 0)

    async def _book(self, name: str, interval_ms: int, burst_ms: int) -> None:
        wait_ms = await self._book_slot(name, interval_ms, burst_ms)
        if wait_ms > 0:
            await self._pause(wait_ms / 1000)

    async def _book_slot(self, name: str, interval_ms: int, burst_ms: int) -> int:
        """Book a slot, and return the milliseconds until it begins."""
        if self._store is None:
            now = int(self._ticks() * 1000)
            self._spent_until_ms = max(now, self._spent_until_ms) + interval_ms
            return self._spent_until_ms - interval_ms - burst_ms - now

        async def book(tx: Transaction) -> int:
            # A caller may have waited for the store, so the slot begins at the booking and not at the request.
            now = int(self._clock().timestamp() * 1000)
            return await rate_limits.book_slot(tx, name, now, interval_ms, burst_ms) - now

        try:
            return await self._store.write(book)
        except Exception as error:  # noqa: BLE001 - without the store, Discord's own answers keep the limit
            log.warning("%s: the limit could not be shared (%s)", name, error)
            return 0
