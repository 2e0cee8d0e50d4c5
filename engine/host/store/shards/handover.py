"""What a process leaves in the store for the one that takes over from it: the interactions that it has taken up."""

from __future__ import annotations

from collections.abc import Iterable

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Store, Transaction

HANDOVER_FACT = "handed over "
"""The beginning of the name of the fact with the ids, such as "handed over 0-7/16"."""


async def save_taken_ids(store: Store, shard_range: ShardRange, interaction_ids: Iterable[int]) -> None:
    """Store which interactions the process of these shards has taken up."""
    await store.set_fact(f"{HANDOVER_FACT}{shard_range}", " ".join(map(str, interaction_ids)))


async def pop_taken_ids(store: Store, shard_range: ShardRange) -> list[int]:
    """Return which interactions the former process of these shards has taken up, and delete the fact."""
    name = f"{HANDOVER_FACT}{shard_range}"

    async def work(tx: Transaction) -> list[int]:
        value = await tx.fact(name) or ""
        await tx.delete_fact(name, value)
        return [int(word) for word in value.split()]

    return await store.write(work)
