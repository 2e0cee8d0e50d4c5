"""Which process serves which group of shards. Every function is one question or one change.

No clock stands in a lease, since two machines' differ: whoever wants one watches whether its beat still changes.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.host.model.share import Share
from engine.host.store.database import Queries, Transaction


class Lease(msgspec.Struct, frozen=True):
    """A group of shards, the process that serves it, and how often that has said so."""

    share: Share
    holder: str
    beat: int


async def leases(store: Queries) -> list[Lease]:
    """All of them."""
    rows = await store.all("SELECT shard_group, holder, renewals FROM leases ORDER BY shard_group")
    return [Lease(Share.parse(row["shard_group"]), row["holder"], row["renewals"]) for row in rows]


async def rivals(store: Queries, share: Share, holder: str) -> list[Lease]:
    """The leases of other processes that have a server in common with a share."""
    return [one for one in await leases(store) if one.holder != holder and one.share.overlaps(share)]


async def held(store: Queries, share: Share, holder: str) -> bool:
    """Whether a process has the lease of a group."""
    return (
        await store.first("SELECT 1 FROM leases WHERE shard_group = ? AND holder = ?", str(share), holder) is not None
    )


async def put(tx: Transaction, share: Share, holder: str) -> None:
    """A process wants the lease of a group; where somebody has it, nothing changes."""
    await tx.run("INSERT INTO leases VALUES (?, ?, 0) ON CONFLICT DO NOTHING", str(share), holder)


async def beat(tx: Transaction, share: Share, holder: str) -> None:
    """A process says that it still serves a group; where it has lost it, nothing changes."""
    await tx.run("UPDATE leases SET renewals = renewals + 1 WHERE shard_group = ? AND holder = ?", str(share), holder)


async def drop(tx: Transaction, stale: Iterable[Lease]) -> None:
    """Take away leases that are as they were seen; one whose beat has changed since stays."""
    for one in stale:
        await tx.run(
            "DELETE FROM leases WHERE shard_group = ? AND holder = ? AND renewals = ?",
            str(one.share),
            one.holder,
            one.beat,
        )


async def leave(tx: Transaction, share: Share, holder: str) -> None:
    """A process serves a group no more."""
    await tx.run("DELETE FROM leases WHERE shard_group = ? AND holder = ?", str(share), holder)
