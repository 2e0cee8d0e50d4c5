"""Servers with live tables, and the `departed_guilds` table: servers that the bot has left.

Every function is one query or one change.
"""

from __future__ import annotations

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Store, Transaction, list_column
from engine.host.store.sql_conditions import match_guild
from engine.host.store.tables import IS_LIVE


# ------------------------------------------------------------------ reading
async def list_guilds(store: Store, shard_range: ShardRange) -> tuple[set[int], set[int]]:
    """Return the servers with live tables, and the servers that the bot has left."""
    active_rows = await store.fetch_all(  # a negative id stands for the direct messages of one person
        f"SELECT DISTINCT guild_id FROM tables WHERE {IS_LIVE} AND guild_id > 0 AND {match_guild(shard_range)}"
    )
    departed_rows = await store.fetch_all(f"SELECT guild_id FROM departed_guilds WHERE {match_guild(shard_range)}")
    return set(list_column(active_rows, "guild_id")), set(list_column(departed_rows, "guild_id"))


async def list_departed_tables(store: Store, shard_range: ShardRange, departed_before: int) -> list[int]:
    """List the live tables on servers that the bot left at `departed_before` or earlier."""
    has_departed = (
        f"guild_id IN (SELECT guild_id FROM departed_guilds WHERE departed_at <= ?) AND {match_guild(shard_range)}"
    )
    rows = await store.fetch_all(
        f"SELECT id FROM tables WHERE {IS_LIVE} AND {has_departed} ORDER BY id", departed_before
    )
    return list_column(rows, "id")


# ------------------------------------------------------------------ writing
async def mark_departed(tx: Transaction, guild_id: int, now: int) -> None:
    """Store that the bot has left a server."""
    await tx.execute("INSERT INTO departed_guilds VALUES (?, ?) ON CONFLICT DO NOTHING", guild_id, now)


async def unmark_departed(tx: Transaction, guild_id: int) -> None:
    """Store that the bot is on a server again."""
    await tx.execute("DELETE FROM departed_guilds WHERE guild_id = ?", guild_id)
