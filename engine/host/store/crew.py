"""What computers owe, and how much they are asked to play. Every function is one question or one change."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.host.model.share import Share
from engine.host.store.columns import ours
from engine.host.store.database import Queries, Store
from engine.kernel.text import Seat

RUNNING = "t.status = 'running'"
OWN = "EXISTS (SELECT 1 FROM seats o WHERE o.table_id = t.id AND o.computer_level IS NOT NULL AND o.user_id = 0)"
STANDS_IN = "s.left_at IS NULL AND s.computer_level IS NOT NULL"
PRESENT = (
    "(SELECT count(*) FROM seats o WHERE o.table_id = t.id AND o.user_id <> 0 "
    "AND o.computer_level IS NULL AND o.left_at IS NULL)"
)
PEOPLE = "(SELECT count(*) FROM seats o WHERE o.table_id = t.id AND o.user_id <> 0)"


class Owed(msgspec.Struct, frozen=True):
    """An answer that a computer owes to the table's question, put at revision `asked`: at which table, since when, as which level.

    `owner` is who opened the table, `alone` says that nobody but computers plays there now.
    """

    table: int
    seat: Seat
    asked: int
    since: int
    level: str
    owner: int
    alone: bool


async def owed(store: Store, share: Share) -> list[Owed]:
    """Every answer that a computer owes, the longest first."""
    rows = await store.all(
        f"SELECT u.table_id, u.seat, t.asked_revision, u.asked_at, s.computer_level, t.opened_by, {PRESENT} = 0 AS alone "
        "FROM seats s JOIN turn_deadlines u ON u.table_id = s.table_id AND u.seat = s.seat JOIN tables t ON t.id = u.table_id "
        f"WHERE s.computer_level IS NOT NULL AND {RUNNING} AND {ours(share, 't.guild_id')} ORDER BY u.asked_at, u.table_id, u.seat"
    )
    return [
        Owed(
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


async def solo_tables(store: Queries, user: int) -> int:
    """How many running tables there are at which somebody plays against nobody but computers."""
    row = await store.first(
        f"SELECT count(*) AS n FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.user_id = ? AND {RUNNING} "
        f"AND {OWN} AND {PEOPLE} = 1",
        user,
    )
    return cast("int", row["n"]) if row else 0


async def computer_tables(store: Queries, guild: int) -> int:
    """How many running tables of computers only a server has."""
    row = await store.first(
        f"SELECT count(*) AS n FROM tables t WHERE t.guild_id = ? AND {RUNNING} AND {OWN} AND {PEOPLE} = 0", guild
    )
    return cast("int", row["n"]) if row else 0


async def moves(store: Store, table_id: int) -> int:
    """How many moves have been made at a table, also those that were taken back."""
    row = await store.first(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND kind IN ('move', 'auto', 'computer')", table_id
    )
    return cast("int", row["n"]) if row else 0


async def covered(store: Store) -> list[tuple[int, str | None]]:
    """Everybody for whom a computer is to play on vacation, with its level; None: for whom none is to, and one does, and who has
    told of a vacation."""
    plays = f"SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.user_id = p.user_id AND {STANDS_IN} AND {RUNNING}"
    return [
        (row["user_id"], row["substitute_level"])
        for row in await store.all(
            "SELECT user_id, substitute_level FROM user_schedules p WHERE substitute_level IS NOT NULL "
            f"OR (vacation_last_date IS NOT NULL AND EXISTS ({plays})) ORDER BY user_id"
        )
    ]


async def covers(store: Store, user: int) -> bool:
    """Whether a computer plays a seat of somebody's, at any running table."""
    row = await store.first(
        "SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id "
        f"WHERE s.user_id = ? AND {STANDS_IN} AND {RUNNING} LIMIT 1",
        user,
    )
    return row is not None
