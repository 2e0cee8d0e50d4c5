"""Rate limits that all processes share: of a Discord token, and of commands that call users."""

from __future__ import annotations

from engine.host.store.database import Queries, Transaction

MAX_BOOKED_AHEAD_MS = 60_000
"""The longest time that is booked ahead. A later time was written by a process whose clock was wrong."""
MAX_INTERVALS_AHEAD = 2
"""The number of intervals that a use may be booked ahead. It is one, or two if the clock was ahead by up to an interval; a later
moment would keep everybody waiting."""


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


async def find_next_slot(store: Queries, name: str, now: int, interval_ms: int) -> int:
    """Return the moment from which a use is allowed, at most `now` if it is allowed already."""
    rows = await store.fetch_all("SELECT spent_until_ms FROM rate_limits WHERE name = ?", name)
    spent_until_ms = rows[0]["spent_until_ms"] if rows else 0
    if spent_until_ms > now + MAX_INTERVALS_AHEAD * interval_ms:
        return now
    return int(spent_until_ms)


async def claim_slot(tx: Transaction, name: str, now: int, interval_ms: int) -> int:
    """Book one use unless the last one was less than `interval_ms` ago. Return the moment from which it was allowed."""
    allowed_at = await find_next_slot(tx, name, now, interval_ms)
    if allowed_at <= now:
        await _save_limit(tx, name, now + interval_ms)
    return allowed_at


async def claim_shared_slot(tx: Transaction, group: str, name: str, now: int, interval_ms: int) -> int:
    """Book the use that all names beginning with `group` share, for one of them. Return the moment from which it was allowed.

    A name that has booked it already may book it again, from when the interval begins again.
    """
    rows = await tx.fetch_all(
        "SELECT max(spent_until_ms) AS until_ms FROM rate_limits WHERE name LIKE ? AND name <> ? AND spent_until_ms <= ?",
        f"{group}%",
        name,
        now + MAX_INTERVALS_AHEAD * interval_ms,
    )
    allowed_at = int(rows[0]["until_ms"] or 0)
    if allowed_at <= now:
        await _save_limit(tx, name, now + interval_ms)
    return allowed_at


async def _save_limit(tx: Transaction, name: str, spent_until_ms: int) -> None:
    await tx.execute(
        "INSERT INTO rate_limits VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET spent_until_ms = excluded.spent_until_ms",
        name,
        spent_until_ms,
    )


async def delete_spent(tx: Transaction, prefix: str, now: int) -> None:
    """Delete the limits with this prefix whose time is over."""
    await tx.execute("DELETE FROM rate_limits WHERE name LIKE ? AND spent_until_ms <= ?", f"{prefix}%", now)


async def delete_limit(tx: Transaction, name: str) -> None:
    """Delete a limit, as if its last use had not been."""
    await tx.execute("DELETE FROM rate_limits WHERE name = ?", name)
