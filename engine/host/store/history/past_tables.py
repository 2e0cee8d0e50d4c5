"""Lists a server's tables by channel, person or game, for people who look for a table."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.table import SeatAssignment, TableStatus
from engine.host.store.database import Row, Store
from engine.kernel.script import GameResult

MAX_LISTED_TABLES = 500
"""The number of tables in one list, the newest first."""

SELECT_PEOPLE = (
    "(SELECT json_group_array(json_array(seat, user_id, name, CASE "
    "WHEN left_at IS NULL THEN 0 ELSE 1 END, coalesce(computer_level, ''))) "
    "FROM seats WHERE table_id = t.id)"
)


class PastTable(msgspec.Struct, frozen=True):
    """A table that has begun, as lists show it.

    `user_ids` are all people who have ever had a seat. `last_changed_at` is when the table ended, or when it was
    opened if it is still running. `message_id` is its newest board post.
    """

    id: int
    guild_id: int
    channel_id: int
    parent_channel_id: Optional[int]
    game: str
    status: TableStatus
    seats: tuple[SeatAssignment, ...]
    user_ids: frozenset[int]
    result: Optional[GameResult]
    last_changed_at: int
    message_id: Optional[int]


async def list_started_tables(
    store: Store,
    guild_id: int,
    *,
    only_over: bool,
    channel_id: int | None = None,
    user_id: int | None = None,
    game: str | None = None,
) -> list[PastTable]:
    """List a server's tables that have begun, newest first.

    If `only_over` is set, only finished and closed ones are listed. `channel_id` selects a channel and its threads,
    `user_id` a person who has or had a seat.
    """
    rows = await store.fetch_all(
        "SELECT t.*, p.message_id, coalesce(t.ended_at, t.opened_at) AS moment, "
        f"{SELECT_PEOPLE} AS people, "
        "(SELECT json_group_array(user_id) FROM past_seat_holders WHERE table_id = t.id) AS before "
        "FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id "
        "WHERE t.guild_id = ?1 AND (t.status IN ('finished', 'closed') OR ?2 = 0) "
        "AND EXISTS (SELECT 1 FROM positions WHERE table_id = t.id) "
        "AND (CAST(?3 AS BIGINT) IS NULL OR t.channel_id = ?3 OR t.parent_channel_id = ?3) "
        "AND (CAST(?5 AS TEXT) IS NULL OR t.game = ?5) "
        "AND (CAST(?4 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM seats WHERE table_id = t.id AND user_id = ?4) "
        "OR EXISTS (SELECT 1 FROM past_seat_holders WHERE table_id = t.id AND user_id = ?4)) "
        f"ORDER BY moment DESC, t.id DESC LIMIT {MAX_LISTED_TABLES}",
        guild_id,
        int(only_over),
        channel_id,
        user_id,
        game,
    )
    return [_parse_table(row) for row in rows]


async def list_live_tables(store: Store, guild_id: int) -> list[PastTable]:
    """List a server's open lobbies, then its running tables, newest first."""
    rows = await store.fetch_all(
        "SELECT t.*, p.message_id, t.opened_at AS moment, "
        f"{SELECT_PEOPLE} AS people, "
        "(SELECT json_group_array(user_id) FROM past_seat_holders WHERE table_id = t.id) AS before "
        "FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id WHERE t.guild_id = ? AND t.status IN ('lobby', 'running') "
        f"ORDER BY t.status, moment DESC, t.id DESC LIMIT {MAX_LISTED_TABLES}",
        guild_id,
    )
    return [_parse_table(row) for row in rows]


def _parse_table(row: Row) -> PastTable:
    people = msgspec.json.decode(row["people"], type=list[tuple[int, int, str, int, str]])
    assignments = []
    for seat, user, name, left, level in sorted(people):
        assignments.append(SeatAssignment(seat, user, name, bool(left), computer_level=level))
    seats = tuple(assignments)
    past_holders = msgspec.json.decode(row["before"], type=list[int])
    return PastTable(
        row["id"],
        row["guild_id"],
        row["channel_id"],
        row["parent_channel_id"],
        row["game"],
        row["status"],
        seats,
        frozenset((*past_holders, *(assignment.user_id for assignment in seats))),
        None if row["result"] is None else msgspec.json.decode(row["result"], type=GameResult),
        row["moment"],
        row["message_id"],
    )
