"""Tables whose channel was deleted. Every function is one query."""

from __future__ import annotations

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Store, list_column
from engine.host.store.sql_conditions import match_guild
from engine.host.store.tables import IS_LIVE
from engine.kernel.text import Seat


async def list_lost_tables(store: Store, shard_range: ShardRange, lost_before: int) -> list[int]:
    """List the live tables whose channel was deleted at `lost_before` or earlier."""
    rows = await store.fetch_all(
        f"SELECT id FROM tables WHERE {IS_LIVE} AND channel_lost_at <= ? AND {match_guild(shard_range)} ORDER BY id",
        lost_before,
    )
    return list_column(rows, "id")


async def list_held_seats(store: Store, shard_range: ShardRange, held_after: int) -> list[tuple[int, Seat]]:
    """List table and seat of the clocks that are held until after a moment, at running tables that have a channel."""
    rows = await store.fetch_all(
        "SELECT s.table_id, s.seat FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.clock_held_until > ? "
        f"AND t.status = 'running' AND t.channel_lost_at IS NULL AND {match_guild(shard_range, 't.guild_id')} "
        "ORDER BY s.table_id, s.seat",
        held_after,
    )
    return [(row["table_id"], row["seat"]) for row in rows]


async def list_notices(store: Store, user_id: int) -> list[tuple[int, int]]:
    """List the message and the table of each notice that a user has not read."""
    rows = await store.fetch_all(
        "SELECT id, table_id FROM outbox WHERE kind = 'lost' AND subject_id = ? ORDER BY table_id", user_id
    )
    return [(row["id"], row["table_id"]) for row in rows]
