"""The `leases` table: which process serves which group of shards. Every function is one query or one change.

A lease holds no time, because clocks of different machines differ. A process that wants a lease watches whether its
`renewals` still change.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Queries, Transaction


class Lease(msgspec.Struct, frozen=True):
    """A group of shards, the process that serves it, and how many times the process has renewed the lease."""

    shard_range: ShardRange
    holder: str
    renewals: int


async def load_leases(store: Queries) -> list[Lease]:
    """Load all leases."""
    rows = await store.fetch_all("SELECT shard_group, holder, renewals FROM leases ORDER BY shard_group")
    return [Lease(ShardRange.parse(row["shard_group"]), row["holder"], row["renewals"]) for row in rows]


async def list_rival_leases(store: Queries, shard_range: ShardRange, holder: str) -> list[Lease]:
    """List the leases of other processes that share a shard with this range."""
    leases = await load_leases(store)
    rivals = []
    for lease in leases:
        if lease.holder != holder and lease.shard_range.overlaps(shard_range):
            rivals.append(lease)
    return rivals


async def holds_lease(store: Queries, shard_range: ShardRange, holder: str) -> bool:
    """Return whether a process holds the lease of a group."""
    sql = "SELECT 1 FROM leases WHERE shard_group = ? AND holder = ?"
    return await store.fetch_first(sql, str(shard_range), holder) is not None


async def insert_lease(tx: Transaction, shard_range: ShardRange, holder: str) -> None:
    """Insert the lease of a group, unless a process has it already."""
    await tx.execute("INSERT INTO leases VALUES (?, ?, 0) ON CONFLICT DO NOTHING", str(shard_range), holder)


async def renew_lease(tx: Transaction, shard_range: ShardRange, holder: str) -> None:
    """Renew a lease, if the process still holds it."""
    await tx.execute(
        "UPDATE leases SET renewals = renewals + 1 WHERE shard_group = ? AND holder = ?", str(shard_range), holder
    )


async def delete_leases(tx: Transaction, stale_leases: Iterable[Lease]) -> None:
    """Delete leases, except those renewed since they were read."""
    for lease in stale_leases:
        await tx.execute(
            "DELETE FROM leases WHERE shard_group = ? AND holder = ? AND renewals = ?",
            str(lease.shard_range),
            lease.holder,
            lease.renewals,
        )


async def release_lease(tx: Transaction, shard_range: ShardRange, holder: str) -> None:
    """Delete the lease of a group that a process stops serving."""
    await tx.execute("DELETE FROM leases WHERE shard_group = ? AND holder = ?", str(shard_range), holder)
