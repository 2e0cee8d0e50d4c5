"""Queries about the seats that computer players hold: the moves they owe, and how much they are asked to play."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.store.database import Queries, Store
from engine.host.store.sql_conditions import IS_UNDONE, match_guild
from engine.kernel.text import Seat

IS_RUNNING = "t.status = 'running'"
HAS_COMPUTER_SEAT = (
    "EXISTS (SELECT 1 FROM seats o WHERE o.table_id = t.id AND o.computer_level IS NOT NULL AND o.user_id = 0)"
)
IS_SUBSTITUTED = "s.left_at IS NULL AND s.computer_level IS NOT NULL"
COUNT_PRESENT_PEOPLE = (
    "(SELECT count(*) FROM seats o WHERE o.table_id = t.id AND o.user_id <> 0 "
    "AND o.computer_level IS NULL AND o.left_at IS NULL)"
)
COUNT_PEOPLE = "(SELECT count(*) FROM seats o WHERE o.table_id = t.id AND o.user_id <> 0)"


class PendingMove(msgspec.Struct, frozen=True):
    """A move that a computer player owes since `asked_at`, for the question put at `asked_revision`.

    `opened_by` is the person who opened the table. `is_unattended` is set if no person plays there now.
    """

    table_id: int
    seat: Seat
    asked_revision: int
    asked_at: int
    computer_level: str
    opened_by: int
    is_unattended: bool


async def list_pending_moves(store: Store, shard_range: ShardRange) -> list[PendingMove]:
    """List the moves that computer players owe, the longest waiting first."""
    rows = await store.fetch_all(
        "SELECT u.table_id, u.seat, t.asked_revision, u.asked_at, s.computer_level, t.opened_by, "
        f"{COUNT_PRESENT_PEOPLE} = 0 AS alone "
        "FROM seats s JOIN turn_deadlines u ON u.table_id = s.table_id AND u.seat = s.seat JOIN tables t ON t.id = u.table_id "
        f"WHERE s.computer_level IS NOT NULL AND {IS_RUNNING} AND t.lost_revision IS NULL AND "
        f"{match_guild(shard_range, 't.guild_id')} ORDER BY u.asked_at, u.table_id, u.seat"
    )
    return [
        PendingMove(
            row["table_id"],
            row["seat"],
            row["asked_revision"],
            row["asked_at"],
            row["computer_level"],
            row["opened_by"],
            bool(row["alone"]),
        )
        for row in rows
    ]


async def count_solo_tables(store: Queries, user_id: int) -> int:
    """Count the running tables at which this person plays against computer players only."""
    row = await store.fetch_first(
        f"SELECT count(*) AS n FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.user_id = ? AND {IS_RUNNING} "
        f"AND {HAS_COMPUTER_SEAT} AND {COUNT_PEOPLE} = 1",
        user_id,
    )
    return cast("int", row["n"]) if row else 0


async def count_computer_tables(store: Queries, guild_id: int) -> int:
    """Count a server's running tables that have only computer players."""
    row = await store.fetch_first(
        f"SELECT count(*) AS n FROM tables t WHERE t.guild_id = ? AND {IS_RUNNING} AND {HAS_COMPUTER_SEAT} AND {COUNT_PEOPLE} = 0",
        guild_id,
    )
    return cast("int", row["n"]) if row else 0


async def count_moves(store: Store, table_id: int) -> int:
    """Count the moves made at a table, including those taken back."""
    row = await store.fetch_first(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind IN ('move', 'auto', 'computer')", table_id
    )
    return cast("int", row["n"]) if row else 0


async def list_substitute_levels(store: Store) -> list[tuple[int, str | None]]:
    """List the people whose vacation substitutes may have to change, each with the level.

    The level is None for a person who wants no substitute but has one, and has set a vacation.
    """
    has_substitute = (
        "SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.user_id = p.user_id AND "
        f"{IS_SUBSTITUTED} AND {IS_RUNNING}"
    )
    rows = await store.fetch_all(
        "SELECT user_id, substitute_level FROM user_schedules p WHERE substitute_level IS NOT NULL "
        f"OR (vacation_last_date IS NOT NULL AND EXISTS ({has_substitute})) ORDER BY user_id"
    )
    return [(row["user_id"], row["substitute_level"]) for row in rows]


async def is_user_substituted(store: Store, user_id: int) -> bool:
    """Return whether a computer plays for this person at any running table."""
    row = await store.fetch_first(
        "SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id "
        f"WHERE s.user_id = ? AND {IS_SUBSTITUTED} AND {IS_RUNNING} LIMIT 1",
        user_id,
    )
    return row is not None


async def count_computer_moves(store: Queries, table_id: int) -> dict[Seat, int]:
    """Count the moves of computers that stand, by the seat they were made in."""
    rows = await store.fetch_all(
        "SELECT e.seat, count(*) AS n FROM entries e WHERE e.table_id = ? AND e.kind = 'computer' "
        f"AND NOT {IS_UNDONE} GROUP BY e.seat ORDER BY e.seat",
        table_id,
    )
    return {row["seat"]: row["n"] for row in rows}
