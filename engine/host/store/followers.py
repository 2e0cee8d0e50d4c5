"""The `followers` table: spectators who hear of each turn of a table."""

from __future__ import annotations

from engine.host.store import outbox
from engine.host.store.database import Queries, Store, Transaction, list_column


async def list_followers(store: Queries, table_id: int) -> list[int]:
    """List the followers of a table who have no seat at it."""
    rows = await store.fetch_all(
        "SELECT user_id FROM followers f WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM seats s "
        "WHERE s.table_id = f.table_id AND s.user_id = f.user_id) ORDER BY user_id",
        table_id,
    )
    return list_column(rows, "user_id")


async def list_followed_tables(store: Store, user_id: int) -> frozenset[int]:
    """List the tables that a user follows without a seat."""
    rows = await store.fetch_all(
        "SELECT table_id FROM followers f WHERE user_id = ? AND NOT EXISTS (SELECT 1 FROM seats s "
        "WHERE s.table_id = f.table_id AND s.user_id = f.user_id)",
        user_id,
    )
    return frozenset(list_column(rows, "table_id"))


async def add_follower(tx: Transaction, table_id: int, user_id: int) -> bool:
    """Let a user follow a table. Return False if they do already."""
    rows = await tx.fetch_all("SELECT 1 FROM followers WHERE table_id = ? AND user_id = ?", table_id, user_id)
    await tx.execute("INSERT INTO followers VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, user_id)
    return not rows


async def remove_follower(tx: Transaction, table_id: int, user_id: int) -> None:
    """Let a user no longer follow a table, and delete the message that they would get."""
    await tx.execute("DELETE FROM followers WHERE table_id = ? AND user_id = ?", table_id, user_id)
    await outbox.delete_messages(tx, table_id, "news", subject_id=user_id)
