"""What Discord allows a token, kept to by all processes together: requests in a second, and shards that sign in.

A process alone needs none of this: discord.py keeps to the limits of what it has sent itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.host.model.clock import Clock, Ticks
from engine.host.store.database import Store, Transaction
from engine.host.store.shards import allowances

log = logging.getLogger("overwinter.shards")
RATE = 40
"""Requests a second in the long run. With two BATCHes at once after a pause that makes 50 in any second, which is Discord's limit
(topics/rate-limits "Global Rate Limit")."""
BATCH = 5
"""Requests that are booked together: a busy process asks the store that much less often."""
FRESH = 0.2
"""Seconds for which what is left of a batch may be used."""
SIGNING_IN = 5_500
"""Milliseconds between two shards of one key that sign in, somewhat more than the five seconds that Discord wants."""
Pause = Callable[[float], Awaitable[object]]


class Allowance:
    """One process's part in it."""

    def __init__(self, store: Store, clock: Clock, ticks: Ticks, pause: Pause = asyncio.sleep) -> None:
        self._store, self._clock, self._ticks, self._pause = store, clock, ticks, pause
        self._left = 0
        self._stale = 0.0
        self._one = asyncio.Lock()

    async def request(self) -> None:
        """Return when one more request may be sent."""
        async with self._one:
            if self._left <= 0 or self._ticks() >= self._stale:
                each = BATCH * 1000 // RATE
                await self._booked("requests", each, each)
                self._left, self._stale = BATCH, self._ticks() + FRESH
            self._left -= 1

    async def identify(self, shard: int, concurrency: int) -> None:
        """Return when a shard may sign in; `concurrency` is how many keys Discord has given the token."""
        await self._booked(f"identify {shard % concurrency}", SIGNING_IN, 0)

    async def _booked(self, name: str, each: int, spare: int) -> None:
        async def book(tx: Transaction) -> int:
            # the moment is that of the booking: whoever waited for the store may use it from then on, not from when it was asked
            now = int(self._clock().timestamp() * 1000)
            return await allowances.spend(tx, name, now, each, spare) - now

        try:
            wait = await self._store.write(book)
        except Exception as broken:  # noqa: BLE001 - Discord's own answer keeps the limit where the store cannot
            log.warning("%s: the limit could not be shared (%s)", name, broken)
            return
        if wait > 0:
            await self._pause(wait / 1000)
