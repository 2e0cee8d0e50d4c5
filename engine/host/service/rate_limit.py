"""What Discord allows a token, kept to by all processes together: requests in a second, and shards that sign in.

A process alone needs none of this: discord.py keeps to the limits of what it has sent itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.host.model.clock import Clock, MonotonicClock
from engine.host.store.database import Store, Transaction
from engine.host.store.shards import rate_limits

log = logging.getLogger("overwinter.shards")
MAX_REQUESTS_PER_S = 40
"""Requests a second in the long run. With two BATCHes at once after a pause that makes 50 in any second, which is Discord's limit
(topics/rate-limits "Global Rate Limit")."""
REQUESTS_PER_BATCH = 5
"""Requests that are booked together: a busy process asks the store that much less often."""
BATCH_LIFETIME_S = 0.2
"""Seconds for which what is left of a batch may be used."""
IDENTIFY_INTERVAL_MS = 5_500
"""Milliseconds between two shards of one key that sign in, somewhat more than the five seconds that Discord wants."""
SleepFunction = Callable[[float], Awaitable[object]]


class RateLimit:
    """One process's part in it."""

    def __init__(
        self, store: Store, clock: Clock, monotonic: MonotonicClock, sleep: SleepFunction = asyncio.sleep
    ) -> None:
        self._store, self._clock, self._ticks, self._pause = store, clock, monotonic, sleep
        self._requests_left = 0
        self._batch_expires_at = 0.0
        self._lock = asyncio.Lock()

    async def await_request(self) -> None:
        """Return when one more request may be sent."""
        async with self._lock:
            if self._requests_left <= 0 or self._ticks() >= self._batch_expires_at:
                each = REQUESTS_PER_BATCH * 1000 // MAX_REQUESTS_PER_S
                await self._book("requests", each, each)
                self._requests_left, self._batch_expires_at = REQUESTS_PER_BATCH, self._ticks() + BATCH_LIFETIME_S
            self._requests_left -= 1

    async def await_identify(self, shard: int, concurrency: int) -> None:
        """Return when a shard may sign in; `concurrency` is how many keys Discord has given the token."""
        await self._book(f"identify {shard % concurrency}", IDENTIFY_INTERVAL_MS, 0)

    async def _book(self, name: str, interval_ms: int, burst_ms: int) -> None:
        async def book(tx: Transaction) -> int:
            # the moment is that of the booking: whoever waited for the store may use it from then on, not from when it was asked
            now = int(self._clock().timestamp() * 1000)
            return await rate_limits.book_slot(tx, name, now, interval_ms, burst_ms) - now

        try:
            wait = await self._store.write(book)
        except Exception as broken:  # noqa: BLE001 - Discord's own answer keeps the limit where the store cannot
            log.warning("%s: the limit could not be shared (%s)", name, broken)
            return
        if wait > 0:
            await self._pause(wait / 1000)
