"""Which process serves which group of shards. Every function is one question or one change.

No clock stands in a lease, since two machines' differ: whoever wants one watches whether its beat still changes.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Queries, Transaction


class Lease(msgspec.Struct, frozen=True):
    """A group of shards, the process that serves it, and how often that has said so."""

    shard_range: ShardRange
    holder: str
    renewals: int


async def load_leases(store: Queries) -> list[Lease]:
    """All of them."""
    rows = await store.fetch_all("SELECT shard_group, holder, renewals FROM leases ORDER BY shard_group")
    return [Lease(ShardRange.parse(row["shard_group"]), row["holder"], row["renewals"]) for row in rows]


async def list_rival_leases(store: Queries, shard_range: ShardRange, holder: str) -> list[Lease]:
    """The leases of other processes that have a server in common with a share."""
    return [one for one in await load_leases(store) if one.holder != holder and one.shard_range.overlaps(shard_range)]


async def holds_lease(store: Queries, shard_range: ShardRange, holder: str) -> bool:
    """Whether a process has the lease of a group."""
    return (
        await store.fetch_first("SELECT 1 FROM leases WHERE shard_group = ? AND holder = ?", str(shard_range), holder)
        is not None
    )


async def insert_lease(tx: Transaction, shard_range: ShardRange, holder: str) -> None:
    """A process wants the lease of a group; where somebody has it, nothing changes."""
    await tx.execute("INSERT INTO leases VALUES (?, ?, 0) ON CONFLICT DO NOTHING", str(shard_range), holder)


async def renew_lease(tx: Transaction, shard_range: ShardRange, holder: str) -> None:
    """A process says that it still serves a group; where it has lost it, nothing changes."""
    await tx.execute(
        "UPDATE leases SET renewals = renewals + 1 WHERE shard_group = ? AND holder = ?", str(shard_range), holder
    )


async def delete_leases(tx: Transaction, stale_leases: Iterable[Lease]) -> None:
    """Take away leases that are as they were seen; one whose beat has changed since stays."""
    for one in stale_leases:
        await tx.execute(
            "DELETE FROM leases WHERE shard_group = ? AND holder = ? AND renewals = ?",
            str(one.shard_range),
            one.holder,
            one.renewals,
        )


async def release_lease(tx: Transaction, shard_range: ShardRange, holder: str) -> None:
    """A process serves a group no more."""
    await tx.execute("DELETE FROM leases WHERE shard_group = ? AND holder = ?", str(shard_range), holder)
