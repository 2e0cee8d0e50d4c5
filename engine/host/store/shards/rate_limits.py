"""The rate limits of a Discord token, shared by all processes that use it."""

from __future__ import annotations

from engine.host.store.database import Transaction

MAX_BOOKED_AHEAD_MS = 60_000
"""The longest time that is booked ahead. A later time was written by a process whose clock was wrong."""


async def book_slot(tx: Transaction, name: str, now: int, interval_ms: int, burst_ms: int) -> int:
    """Book one use, and return the moment from which it is allowed. Times are Unix milliseconds.

    On average one use is allowed each `interval_ms`; after a pause, uses worth `burst_ms` are allowed at once. This
    is the generic cell rate algorithm (ITU-T I.371).
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
