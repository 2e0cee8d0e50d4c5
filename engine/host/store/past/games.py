"""Tables by where and by whom they were played, for those who look for one."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.table import Seated, Status
from engine.host.store.database import Row, Store
from engine.kernel.script import Result

MOST = 500
"""Tables that are looked through at once, the newest: a server with more is asked by game, channel or person."""

PEOPLE = (
    "(SELECT json_group_array(json_array(seat, user_id, name, CASE "
    "WHEN left_at IS NULL THEN 0 ELSE 1 END, coalesce(computer_level, ''))) "
    "FROM seats WHERE table_id = t.id)"
)


class PastTable(msgspec.Struct, frozen=True):
    """A table that has begun, as lists show it. `users` are all who have ever had a seat, `at` is when it ended, or was opened
    if it goes on, `message` its newest board post."""

    id: int
    guild: int
    channel: int
    parent: Optional[int]
    game: str
    status: Status
    seats: tuple[Seated, ...]
    users: frozenset[int]
    result: Optional[Result]
    at: int
    message: Optional[int]


async def begun(
    store: Store,
    guild: int,
    *,
    finished: bool,
    channel: int | None = None,
    user: int | None = None,
    game: str | None = None,
) -> list[PastTable]:
    """A server's tables that have begun, or only those that are `finished`, newest first. `channel` is theirs or that of their
    threads, `user` has or had a seat."""
    rows = await store.all(
        "SELECT t.*, p.message_id, coalesce(t.ended_at, t.opened_at) AS moment, "
        f"{PEOPLE} AS people, "
        "(SELECT json_group_array(user_id) FROM past_seat_holders WHERE table_id = t.id) AS before "
        "FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id "
        "WHERE t.guild_id = ?1 AND (t.status = 'finished' OR ?2 = 0) "
        "AND EXISTS (SELECT 1 FROM positions WHERE table_id = t.id) "
        "AND (CAST(?3 AS BIGINT) IS NULL OR t.channel_id = ?3 OR t.parent_channel_id = ?3) "
        "AND (CAST(?5 AS TEXT) IS NULL OR t.game = ?5) "
        "AND (CAST(?4 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM seats WHERE table_id = t.id AND user_id = ?4) "
        "OR EXISTS (SELECT 1 FROM past_seat_holders WHERE table_id = t.id AND user_id = ?4)) "
        f"ORDER BY moment DESC, t.id DESC LIMIT {MOST}",
        guild,
        int(finished),
        channel,
        user,
        game,
    )
    return [_past(row) for row in rows]


async def live(store: Store, guild: int) -> list[PastTable]:
    """A server's open lobbies, then its running tables, newest first."""
    rows = await store.all(
        "SELECT t.*, p.message_id, t.opened_at AS moment, "
        f"{PEOPLE} AS people, "
        "(SELECT json_group_array(user_id) FROM past_seat_holders WHERE table_id = t.id) AS before "
        "FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id WHERE t.guild_id = ? AND t.status IN ('lobby', 'running') "
        f"ORDER BY t.status, moment DESC, t.id DESC LIMIT {MOST}",
        guild,
    )
    return [_past(row) for row in rows]


def _past(row: Row) -> PastTable:
    people = msgspec.json.decode(row["people"], type=list[tuple[int, int, str, int, str]])
    seats = tuple(Seated(seat, user, name, bool(left), level=level) for seat, user, name, left, level in sorted(people))
    before = msgspec.json.decode(row["before"], type=list[int])
    return PastTable(
        row["id"],
        row["guild_id"],
        row["channel_id"],
        row["parent_channel_id"],
        row["game"],
        row["status"],
        seats,
        frozenset((*before, *(person.user for person in seats))),
        None if row["result"] is None else msgspec.json.decode(row["result"], type=Result),
        row["moment"],
        row["message_id"],
    )
