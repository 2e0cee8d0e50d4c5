"""What Discord allows a token in a while, shared by all processes that use it. Every function is one change."""

from __future__ import annotations

from engine.host.store.database import Transaction

MAX_BOOKED_AHEAD_MS = 60_000
"""Milliseconds that nobody books ahead: what is spent beyond that was written by a clock that stood wrong."""


async def book_slot(tx: Transaction, name: str, now: int, interval_ms: int, burst_ms: int) -> int:
    """Book one more, of which there may be one in `interval_ms` milliseconds in the long run, and so many milliseconds'
    worth (`burst_ms`)
    at once after a pause: the generic cell rate algorithm (ITU-T I.371). Returns the moment from which on it may be used.

    `now` and what is returned are unix milliseconds.
    """
    await tx.execute("INSERT INTO rate_limits VALUES (?, 0) ON CONFLICT DO NOTHING", name)
    await tx.execute(
        "UPDATE rate_limits SET spent_until_ms = CASE WHEN spent_until_ms < ? "
        "OR spent_until_ms > ? THEN ? ELSE spent_until_ms END + ? WHERE name = ?",
        now,
        now + MAX_BOOKED_AHEAD_MS,
        now,
        interval_ms,
        name,
    )
    (row,) = await tx.fetch_all("SELECT spent_until_ms FROM rate_limits WHERE name = ?", name)
    return max(now, int(row["spent_until_ms"]) - interval_ms - burst_ms)
