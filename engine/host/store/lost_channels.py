"""Tables whose channel was deleted, and who has not been told of it. Every function is one query or one change."""

from __future__ import annotations

from collections.abc import Collection

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Store, Transaction
from engine.host.store.sql_conditions import match_guild
from engine.host.store.tables import IS_LIVE


# ------------------------------------------------------------------ reading
async def list_lost_tables(store: Store, shard_range: ShardRange, lost_before: int) -> list[int]:
    """List the live tables whose channel was deleted at `lost_before` or earlier."""
    rows = await store.fetch_all(
        f"SELECT id FROM tables WHERE {IS_LIVE} AND channel_lost_at <= ? AND {match_guild(shard_range)} ORDER BY id",
        lost_before,
    )
    return [row["id"] for row in rows]


async def list_untold_users(store: Store, shard_range: ShardRange) -> list[tuple[int, int]]:
    """List the table and the user of each notice that was not tried as a direct message."""
    rows = await store.fetch_all(
        "SELECT n.table_id, n.user_id FROM lost_channel_notices n JOIN tables t ON t.id = n.table_id "
        f"WHERE n.was_tried = 0 AND {match_guild(shard_range, 't.guild_id')} ORDER BY n.table_id, n.user_id"
    )
    return [(row["table_id"], row["user_id"]) for row in rows]


async def list_notices(store: Store, user_id: int) -> list[int]:
    """List the tables whose deleted channel is news to a user."""
    rows = await store.fetch_all(
        "SELECT table_id FROM lost_channel_notices WHERE user_id = ? ORDER BY table_id", user_id
    )
    return [row["table_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def add_notices(tx: Transaction, table_id: int, user_ids: Collection[int]) -> None:
    """Store that these users are to be told."""
    await tx.execute_many(
        "INSERT INTO lost_channel_notices (table_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(table_id, user_id) for user_id in user_ids],
    )


async def mark_tried(tx: Transaction, table_id: int, user_id: int) -> None:
    """Store that a direct message was refused, so that the user is told in answer to a command."""
    await tx.execute(
        "UPDATE lost_channel_notices SET was_tried = 1 WHERE table_id = ? AND user_id = ?", table_id, user_id
    )


async def delete_notice(tx: Transaction, table_id: int, user_id: int) -> None:
    """Store that a user has been told."""
    await tx.execute("DELETE FROM lost_channel_notices WHERE table_id = ? AND user_id = ?", table_id, user_id)


async def delete_notices(tx: Transaction, table_id: int) -> None:
    """Store that nobody has to be told any more."""
    await tx.execute("DELETE FROM lost_channel_notices WHERE table_id = ?", table_id)
