"""Outages: when each group of shards was last in use, and tables in whose channel the bot cannot post.

The time of an outage is left out of the clocks of the tables. After a long one there is no vote for a while.
"""

from __future__ import annotations

from engine.host.model.pace import HOUR_S
from engine.host.model.shard_range import ShardRange
from engine.host.store import outbox, proposals, tables, turn_deadlines, votes
from engine.host.store.database import Queries, Transaction, list_column
from engine.host.store.sql_conditions import match_guild

RUN_FACT = "ran "
"""The beginning of the fact that holds when a group of shards was last in use, such as "ran 0-7/16"."""
LONG_OUTAGE_S = HOUR_S
"""Seconds of an outage after which votes pause."""
PAUSE_INTERVAL_S = 7 * 24 * HOUR_S
"""Seconds from one pause of a table's votes to the next."""


# ------------------------------------------------------------------ reading
async def list_clock_tables(store: Queries, shard_range: ShardRange) -> list[int]:
    """List the running tables of these shards whose clocks are not stopped."""
    rows = await store.fetch_all(
        f"SELECT id FROM tables WHERE status = 'running' AND stopped_at IS NULL AND {match_guild(shard_range)} ORDER BY id"
    )
    return list_column(rows, "id")


async def list_stopped_tables(store: Queries) -> list[int]:
    """List the tables whose clocks are stopped."""
    rows = await store.fetch_all("SELECT id FROM tables WHERE stopped_at IS NOT NULL ORDER BY id")
    return list_column(rows, "id")


async def list_guild_tables(store: Queries, guild_id: int) -> list[int]:
    """List the running tables of a server."""
    rows = await store.fetch_all(
        "SELECT id FROM tables WHERE status = 'running' AND guild_id = ? ORDER BY id", guild_id
    )
    return list_column(rows, "id")


async def find_last_run(store: Queries, shard_range: ShardRange) -> int | None:
    """Return when one of these shards was last in use, None if that is not known."""
    moments = []
    for row in await store.fetch_all("SELECT name, value FROM facts WHERE name LIKE 'ran %'"):
        if ShardRange.parse(row["name"].removeprefix(RUN_FACT)).overlaps(shard_range):
            moments.append(int(row["value"]))
    return max(moments, default=None)


# ------------------------------------------------------------------ writing
async def save_run(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Store that these shards are in use now, in place of what was stored about other groups with the same shards."""
    for row in await tx.fetch_all("SELECT name, value FROM facts WHERE name LIKE 'ran %'"):
        if ShardRange.parse(row["name"].removeprefix(RUN_FACT)).overlaps(shard_range):
            await tx.delete_fact(row["name"], row["value"])
    await tx.set_fact(f"{RUN_FACT}{shard_range}", str(now))


async def stop_clocks(tx: Transaction, table_id: int, now: int) -> None:
    """Stop the clocks of a table, unless they are stopped."""
    await tx.execute("UPDATE tables SET stopped_at = ? WHERE id = ? AND stopped_at IS NULL", now, table_id)


async def resume_clocks(tx: Transaction, table_id: int, now: int) -> None:
    """Let the clocks of a table go on, if they are stopped and no moves are missing."""
    row = await tx.fetch_first("SELECT stopped_at FROM tables WHERE id = ? AND lost_revision IS NULL", table_id)
    if row is None or row["stopped_at"] is None:
        return
    await tables.update_table(tx, table_id, stopped_at=None)
    await leave_out_time(tx, table_id, row["stopped_at"], now)


async def leave_out_time(tx: Transaction, table_id: int, began_at: int, ended_at: int) -> None:
    """Leave the time of an outage out of the clocks, votes and proposals of a table. After a long one votes pause."""
    if ended_at <= began_at:
        return
    await turn_deadlines.leave_out_time(tx, table_id, began_at, ended_at)
    await votes.leave_out_time(tx, table_id, began_at, ended_at)
    await proposals.leave_out_time(tx, table_id, began_at, ended_at)
    await outbox.delay_decisions(tx, table_id, ended_at - began_at)
    if ended_at - began_at <= LONG_OUTAGE_S:
        return
    until_at = ended_at + turn_deadlines.VOTE_PAUSE_S
    await tx.execute(
        "INSERT INTO vote_pauses VALUES (?1, 0, ?2) ON CONFLICT (table_id, user_id) DO UPDATE "
        "SET until_at = excluded.until_at WHERE vote_pauses.until_at <= ?3",
        table_id,
        until_at,
        until_at - PAUSE_INTERVAL_S,
    )
