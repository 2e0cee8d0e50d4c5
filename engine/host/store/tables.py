"""The `tables` table and its seats: rows in, structs out. Every function is one query or one change, and decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import cast

import msgspec

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import (
    TABLE_SETTINGS,
    LostMovesError,
    PastSeatHolder,
    SeatAssignment,
    Table,
    TableStatus,
)
from engine.host.store import computer_turns
from engine.host.store.database import Queries, Row, Store, TableChangedError, Transaction, list_column
from engine.host.store.sql_conditions import match_guild, to_json
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, UserError, say

DEFAULT_TABLE_OPTIONS = MappingProxyType({setting.name: setting.default for setting in TABLE_SETTINGS})
"""The values of table options that a stored table does not have, because they are newer."""
IS_LIVE = "status IN ('lobby', 'running')"
Components = tuple[str, str]
"""The digest of the components that a table is played with, and their JSON."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table with its seed, which is secret, its components and its newest position.

    `components_data` and `position_json` are JSON; the latter is "" before the game begins.
    """

    table: Table
    seed: str
    components_digest: str
    components_data: str
    position_json: str


class NewTable(msgspec.Struct, frozen=True):
    """A table to open in the lobby."""

    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    options: dict[str, str]
    table_options: dict[str, str]
    seed: str
    opened_by: int
    opened_at: int


# ------------------------------------------------------------------ reading
async def load_stored_table(store: Queries, table_id: int) -> StoredTable | None:
    """Load a table with its seed, components and position, None if there is none with this id."""
    row = await store.fetch_first(
        "SELECT t.*, c.data AS components_data, p.data AS position, i.is_complete AS imported FROM tables t "
        "JOIN components c ON c.digest = t.components_digest LEFT JOIN positions p ON p.table_id = t.id "
        "LEFT JOIN imported_games i ON i.table_id = t.id WHERE t.id = ?",
        table_id,
    )
    if row is None:
        return None
    seats = await store.fetch_all("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    past_holders = await store.fetch_all(
        "SELECT * FROM past_seat_holders WHERE table_id = ? ORDER BY until_revision, seat", table_id
    )
    table = _parse_table(row, seats, past_holders)
    if not table.is_live:
        table = msgspec.structs.replace(
            table, computer_moves=await computer_turns.count_computer_moves(store, table_id)
        )
    return StoredTable(table, row["seed"], row["components_digest"], row["components_data"], row["position"] or "")


async def find_channel_table(store: Store, channel_id: int, *, live_only: bool) -> int | None:
    """Return the channel's live table, or unless `live_only` its newest one, preferring one that was played."""
    row = await store.fetch_first(f"SELECT id FROM tables WHERE channel_id = ? AND {IS_LIVE}", channel_id)
    if row is None and not live_only:
        row = await store.fetch_first(
            "SELECT t.id FROM tables t LEFT JOIN positions p ON p.table_id = t.id WHERE t.channel_id = ? "
            "ORDER BY p.table_id IS NULL, t.id DESC LIMIT 1",
            channel_id,
        )
    if row is None:
        return None
    return cast("int", row["id"])


async def list_live_tables(store: Store, shard_range: ShardRange) -> list[int]:
    """List the live tables of these shards."""
    rows = await store.fetch_all(f"SELECT id FROM tables WHERE {IS_LIVE} AND {match_guild(shard_range)} ORDER BY id")
    return list_column(rows, "id")


async def list_live_threads(store: Store, shard_range: ShardRange) -> list[int]:
    """List the threads of the live tables of these shards."""
    sql = (
        f"SELECT channel_id FROM tables WHERE {IS_LIVE} AND parent_channel_id IS NOT NULL AND "
        f"{match_guild(shard_range)} ORDER BY id"
    )
    return list_column(await store.fetch_all(sql), "channel_id")


async def list_running_tables(store: Store, user_id: int, shard_range: ShardRange = ALL_SHARDS) -> list[int]:
    """List the running tables of these shards at which this person plays."""
    rows = await store.fetch_all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user_id = ? AND s.left_at IS NULL AND t.status = 'running' AND "
        f"{match_guild(shard_range, 't.guild_id')} ORDER BY s.table_id",
        user_id,
    )
    return list_column(rows, "table_id")


async def count_open_lobbies(store: Queries, user_id: int) -> int:
    """Count the tables that this person has opened and that have not begun."""
    rows = await store.fetch_all("SELECT count(*) AS n FROM tables WHERE opened_by = ? AND status = 'lobby'", user_id)
    return cast("int", rows[0]["n"])


async def count_by_status(store: Store, shard_range: ShardRange) -> dict[str, int]:
    """Count the tables of these shards by status."""
    rows = await store.fetch_all(
        f"SELECT status, count(*) AS n FROM tables WHERE {match_guild(shard_range)} GROUP BY status ORDER BY status"
    )
    return {row["status"]: row["n"] for row in rows}


async def is_invited(store: Store, table_id: int, user_id: int) -> bool | None:
    """Return whether a person was invited to a table, None if they were neither invited nor removed from it."""
    row = await store.fetch_first(
        "SELECT is_removed FROM invitations WHERE table_id = ? AND user_id = ?", table_id, user_id
    )
    if row is None:
        return None
    return not row["is_removed"]


# ------------------------------------------------------------------ writing
async def insert_table(tx: Transaction, table: NewTable, components: Components) -> int:
    """Insert a table in the lobby, and return its id.

    Raises:
        ConstraintError: The channel has a live table already.
    """
    digest, _ = components
    await save_components(tx, table.game, components)
    return await tx.insert(
        "INSERT INTO tables "
        "(guild_id, channel_id, game, rules_version, components_digest, options, table_options, seed, "
        "status, opened_by, opened_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'lobby', ?, ?)",
        table.guild_id,
        table.channel_id,
        table.game,
        table.rules_version,
        digest,
        to_json(table.options),
        to_json(table.table_options),
        table.seed,
        table.opened_by,
        table.opened_at,
    )


async def save_components(tx: Transaction, game: str, components: Components) -> None:
    """Store components under their digest, unless they are stored already.

    Raises:
        UserError: Other components are stored under the same digest.
    """
    digest, data = components
    await tx.execute("INSERT INTO components VALUES (?, ?, ?) ON CONFLICT DO NOTHING", digest, game, data)
    (stored,) = await tx.fetch_all("SELECT game, data FROM components WHERE digest = ?", digest)
    if stored["game"] != game or msgspec.json.decode(stored["data"]) != msgspec.json.decode(data):
        raise UserError(
            say(
                "The cards and boards of this game cannot be told from others that were played with here before: both have "
                "the key {key}. Whoever runs this bot can change a value in its components file, even a name; then it works.",
                key=digest,
            )
        )


async def replace_seats(tx: Transaction, table_id: int, assignments: Iterable[SeatAssignment]) -> None:
    """Replace the seats of a table that has not begun. In an imported game, players may have left already."""
    await tx.execute("DELETE FROM seats WHERE table_id = ?", table_id)
    await tx.execute_many(
        "INSERT INTO seats (table_id, seat, user_id, name, left_at, computer_level, must_confirm) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                table_id,
                assignment.seat,
                assignment.user_id,
                assignment.name,
                0 if assignment.has_left else None,
                assignment.computer_level or None,
                int(assignment.must_confirm),
            )
            for assignment in assignments
        ],
    )


async def update_table(tx: Transaction, table_id: int, **columns: int | str | None) -> None:
    """Change columns of a table."""
    names = ", ".join(f"{name} = ?" for name in columns)
    await tx.execute(f"UPDATE tables SET {names} WHERE id = ?", *columns.values(), table_id)


async def raise_revision(
    tx: Transaction, table_id: int, old_revision: int, revision: int, asked_revision: int | None = None
) -> None:
    """Move a table from `old_revision` to `revision`.

    If two callers change the same revision, only the first one succeeds. `asked_revision` is the revision at which
    the current question was put; None keeps the stored one.

    Raises:
        TableChangedError: The table is no longer at `old_revision`.
        LostMovesError: The store has lost moves of the table.
    """
    sql = (
        "UPDATE tables SET revision = ?, asked_revision = coalesce(CAST(? AS BIGINT), asked_revision) "
        "WHERE id = ? AND revision = ? AND lost_revision IS NULL"
    )
    if await tx.execute(sql, revision, asked_revision, table_id, old_revision):
        return
    if await tx.fetch_first("SELECT 1 FROM tables WHERE id = ? AND lost_revision IS NOT NULL", table_id):
        raise LostMovesError
    raise TableChangedError


async def add_invitation(tx: Transaction, table_id: int, user_id: int, *, is_removed: bool = False) -> None:
    """Invite a person to a table; `is_removed`: store that they need a new invitation."""
    sql = "INSERT INTO invitations VALUES (?, ?, ?) ON CONFLICT (table_id, user_id) DO UPDATE SET is_removed = excluded.is_removed"
    await tx.execute(sql, table_id, user_id, int(is_removed))


async def drop_pending_posts(tx: Transaction, table_id: int) -> None:
    """Mark the table's board as posted, because its channel no longer exists."""
    await tx.execute(
        "UPDATE board_posts SET revision = (SELECT revision FROM tables WHERE id = table_id) WHERE table_id = ?",
        table_id,
    )


async def leave_seat(
    tx: Transaction, table_id: int, seat: Seat, now: int, revision: int, computer_level: str = ""
) -> None:
    """Store that the player left the seat. `revision` is the number of the log's entry about it.

    A computer of this level plays on; "" means that safe moves are made.
    """
    if computer_level:
        await set_computer_level(tx, table_id, seat, revision, computer_level)
    await tx.execute(
        "UPDATE seats SET left_at = ?, left_revision = ? WHERE table_id = ? AND seat = ?", now, revision, table_id, seat
    )


async def return_seat(tx: Transaction, table_id: int, seat: Seat, revision: int) -> None:
    """Give a seat back to its player, and keep the computer that played as a past holder.

    `revision` is the number of the log's entry about it.
    """
    if await tx.fetch_first(
        "SELECT 1 FROM seats WHERE table_id = ? AND seat = ? AND computer_level IS NOT NULL", table_id, seat
    ):
        await _save_past_holder(tx, table_id, seat, revision)
    await tx.execute(
        "UPDATE seats SET left_at = NULL, left_revision = NULL, computer_level = NULL WHERE table_id = ? AND seat = ?",
        table_id,
        seat,
    )


async def set_computer_level(tx: Transaction, table_id: int, seat: Seat, revision: int, computer_level: str) -> None:
    """Let a computer of this level play a person's seat from entry `revision` on; "" gives it back to the person.

    The holder until then is kept as a past holder.
    """
    await _save_past_holder(tx, table_id, seat, revision)
    await tx.execute(
        "UPDATE seats SET computer_level = ? WHERE table_id = ? AND seat = ?", computer_level or None, table_id, seat
    )


async def _save_past_holder(tx: Transaction, table_id: int, seat: Seat, revision: int) -> None:
    await tx.execute(
        "INSERT INTO past_seat_holders SELECT table_id, seat, ?, user_id, name, computer_level FROM seats "
        "WHERE table_id = ? AND seat = ?",
        revision,
        table_id,
        seat,
    )


async def assign_seat(tx: Transaction, table_id: int, seat: Seat, revision: int, user_id: int, name: str) -> None:
    """Give the seat to another person from entry `revision` on, and keep the old holder as a past holder."""
    await _save_past_holder(tx, table_id, seat, revision)
    await tx.execute(
        "UPDATE seats SET user_id = ?, name = ?, left_at = NULL, left_revision = NULL, computer_level = NULL "
        "WHERE table_id = ? AND seat = ?",
        user_id,
        name,
        table_id,
        seat,
    )


async def save_position(tx: Transaction, table_id: int, seq: int, data: str) -> None:
    """Store the newest position of a table."""
    await tx.execute(
        "INSERT INTO positions VALUES (?, ?, ?) "
        "ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, data = excluded.data",
        table_id,
        seq,
        data,
    )


def _parse_seat(row: Row) -> SeatAssignment:
    return SeatAssignment(
        row["seat"],
        row["user_id"],
        row["name"],
        row["left_at"] is not None,
        row["left_revision"] or 0,
        row["computer_level"] or "",
        bool(row["must_confirm"]),
        row["clock_held_until"],
    )


def _parse_past_holder(row: Row) -> PastSeatHolder:
    level = row["computer_level"] or ""
    return PastSeatHolder(row["seat"], row["until_revision"], row["user_id"], row["name"], level)


def _parse_table(row: Row, seats: Sequence[Row], past_holders: Sequence[Row]) -> Table:
    status: TableStatus = row["status"]
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        rules_version=row["rules_version"],
        options=msgspec.json.decode(row["options"], type=dict[str, str]),
        status=status,
        revision=row["revision"],
        asked_revision=row["asked_revision"],
        opened_by=row["opened_by"],
        opened_at=row["opened_at"],
        seats=tuple(_parse_seat(seat) for seat in seats),
        result=None if row["result"] is None else msgspec.json.decode(row["result"], type=GameResult),
        rematch_of=row["rematch_of"],
        is_imported=row["imported"] is not None,
        is_incomplete=row["imported"] == 0,
        pace_h=row["pace_h"],
        past_holders=tuple(_parse_past_holder(holder) for holder in past_holders),
        table_options={**DEFAULT_TABLE_OPTIONS, **msgspec.json.decode(row["table_options"], type=dict[str, str])},
        parent_channel_id=row["parent_channel_id"],
        channel_lost_at=row["channel_lost_at"],
        seals_open_at=row["seals_open_at"],
        ended_at=row["ended_at"],
        lost_revision=row["lost_revision"],
    )
