"""The tables in the store: rows in, plain structs out. Every function here is one question or one change; none decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import cast

import msgspec

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import (
    TABLE_SETTINGS,
    UNDO_REQUEST_S,
    PastSeatHolder,
    PendingRequestKind,
    SeatAssignment,
    Table,
    TableStatus,
    UserTable,
)
from engine.host.store import announcements
from engine.host.store.database import Queries, Row, Store, TableChangedError, Transaction
from engine.host.store.sql_conditions import match_guild, to_json
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, UserError, say

DEFAULT_TABLE_OPTIONS = MappingProxyType({one.name: one.default for one in TABLE_SETTINGS})
"""What a table was opened with before there was such a setting."""
IS_LIVE = "status IN ('lobby', 'running')"


class StoredTable(msgspec.Struct, frozen=True):
    """A table with what must not leave the host: seed and components, and its newest position as JSON."""

    table: Table
    seed: str
    components_digest: str
    components_data: str
    position_json: str


# ------------------------------------------------------------------ reading
async def load_stored_table(store: Queries, table_id: int) -> StoredTable | None:
    """A table with its seed, components and position."""
    row = await store.fetch_first(
        "SELECT t.*, c.data AS components_data, p.data AS position, i.is_complete AS imported FROM tables t "
        "JOIN components c ON c.digest = t.components_digest LEFT JOIN positions p ON p.table_id = t.id "
        "LEFT JOIN imported_games i ON i.table_id = t.id WHERE t.id = ?",
        table_id,
    )
    if row is None:
        return None
    seats = await store.fetch_all("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    past = await store.fetch_all(
        "SELECT * FROM past_seat_holders WHERE table_id = ? ORDER BY until_revision, seat", table_id
    )
    table = _parse_table(row, seats, past)
    return StoredTable(table, row["seed"], row["components_digest"], row["components_data"], row["position"] or "")


async def find_channel_table(store: Store, channel_id: int, *, live_only: bool) -> int | None:
    """The id of the channel's live table, or else (unless `live_only`) of its newest one: if possible one that was played."""
    row = await store.fetch_first(f"SELECT id FROM tables WHERE channel_id = ? AND {IS_LIVE}", channel_id)
    if row is None and not live_only:
        row = await store.fetch_first(
            "SELECT t.id FROM tables t LEFT JOIN positions p ON p.table_id = t.id WHERE t.channel_id = ? "
            "ORDER BY p.table_id IS NULL, t.id DESC LIMIT 1",
            channel_id,
        )
    return None if row is None else cast("int", row["id"])


async def list_live_tables(store: Store, shard_range: ShardRange) -> list[int]:
    """The ids of the live tables of a share."""
    return [
        row["id"]
        for row in await store.fetch_all(
            f"SELECT id FROM tables WHERE {IS_LIVE} AND {match_guild(shard_range)} ORDER BY id"
        )
    ]


async def list_live_threads(store: Store, shard_range: ShardRange) -> list[int]:
    """The threads of the live tables of a share."""
    sql = (
        f"SELECT channel_id FROM tables WHERE {IS_LIVE} AND parent_channel_id IS NOT NULL AND "
        f"{match_guild(shard_range)} ORDER BY id"
    )
    return [row["channel_id"] for row in await store.fetch_all(sql)]


async def list_guilds(store: Store, shard_range: ShardRange) -> tuple[set[int], set[int]]:
    """The servers of a share that have live tables, and those that have sent the bot away."""
    here = await store.fetch_all(  # below 0: with one person
        f"SELECT DISTINCT guild_id FROM tables WHERE {IS_LIVE} AND guild_id > 0 AND {match_guild(shard_range)}"
    )
    gone = await store.fetch_all(f"SELECT guild_id FROM departed_guilds WHERE {match_guild(shard_range)}")
    return {row["guild_id"] for row in here}, {row["guild_id"] for row in gone}


async def list_departed_tables(store: Store, shard_range: ShardRange, departed_before: int) -> list[int]:
    """The ids of the live tables on servers that sent the bot away at `departed_before` or before."""
    gone = f"guild_id IN (SELECT guild_id FROM departed_guilds WHERE departed_at <= ?) AND {match_guild(shard_range)}"
    return [
        row["id"]
        for row in await store.fetch_all(
            f"SELECT id FROM tables WHERE {IS_LIVE} AND {gone} ORDER BY id", departed_before
        )
    ]


async def list_running_tables(store: Store, user_id: int, shard_range: ShardRange = ALL_SHARDS) -> list[int]:
    """The ids of the running tables of a share at which somebody plays."""
    rows = await store.fetch_all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user_id = ? AND s.left_at IS NULL AND t.status = 'running' AND "
        f"{match_guild(shard_range, 't.guild_id')} ORDER BY s.table_id",
        user_id,
    )
    return [row["table_id"] for row in rows]


async def list_user_tables(store: Store, user_id: int, now: int) -> list[UserTable]:
    """Somebody's tables on all servers, games that have just ended and are asked about included: those that wait for them first,
    then by how long they have waited. A seat that is held out to them is one of them."""
    undo = (
        "(SELECT u.message_id FROM undo_requests u WHERE u.table_id = b.id AND u.valid_revision = b.revision AND u.state = 'sent' "
        "AND u.asked_at > ?2 AND NOT EXISTS (SELECT 1 FROM json_each(u.agreed_seats) WHERE value = me.seat))"
    )
    vote = (
        "(SELECT coalesce(v.message_id, 0) FROM votes v WHERE v.table_id = b.id AND v.state = 'open' AND v.seat <> me.seat "
        "AND NOT EXISTS (SELECT 1 FROM ballots WHERE vote_id = v.id AND seat = me.seat))"
    )
    motion = (
        "(SELECT coalesce(m.message_id, 0) FROM proposals m WHERE m.table_id = b.id AND m.state = 'open' AND NOT EXISTS "
        "(SELECT 1 FROM json_each(m.agreed_seats) WHERE value = me.seat UNION ALL "
        "SELECT 1 FROM json_each(m.refused_seats) WHERE value = me.seat))"
    )
    rows = await store.fetch_all(
        "WITH me AS (SELECT table_id, seat, 0 AS heir, CASE WHEN computer_level IS NULL THEN 1 ELSE 0 END AS here "
        "FROM seats WHERE user_id = ?1 AND left_at IS NULL "
        "UNION ALL SELECT table_id, seat, 1, 0 FROM seat_offers WHERE user_id = ?1), "
        "mine AS (SELECT b.*, me.seat AS seat, me.heir AS heir, me.here AS here, "
        f"CASE WHEN me.here = 1 THEN {undo} END AS undo, CASE WHEN me.here = 1 THEN {vote} END AS vote, "
        f"CASE WHEN me.heir = 0 THEN {motion} END AS motion FROM me JOIN tables b ON b.id = me.table_id) "
        "SELECT b.id, b.guild_id, b.game, b.channel_id, b.status, b.opened_at, b.heir, b.undo, b.vote, b.motion, p.message_id, "
        "own.asked_at AS mine, "
        "(SELECT json_group_array(json_array(t.seat, s.name, CASE "
        "WHEN s.computer_level IS NULL THEN 0 ELSE 1 END)) FROM turn_deadlines t "
        "JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat WHERE t.table_id = b.id) AS waiting, "
        "(SELECT min(asked_at) FROM turn_deadlines WHERE table_id = b.id) AS asked_at "
        "FROM mine b LEFT JOIN board_posts p ON p.table_id = b.id "
        "LEFT JOIN turn_deadlines own ON own.table_id = b.id AND own.seat = b.seat AND b.here = 1 "
        "WHERE b.status IN ('lobby', 'running') OR (b.status = 'finished' AND b.undo IS NOT NULL) "
        "ORDER BY coalesce(own.asked_at, b.undo, b.vote, b.motion) IS NULL AND b.heir = 0, own.asked_at NULLS FIRST, "
        "b.status = 'lobby', asked_at NULLS FIRST, b.id",
        user_id,
        now - UNDO_REQUEST_S,
    )
    return [_parse_user_table(row) for row in rows]


def _parse_user_table(row: Row) -> UserTable:
    asks: list[PendingRequestKind] = ["offer"] if row["heir"] else []
    asks += [kind for kind in ("undo", "vote", "motion") if row[kind] is not None]
    questions = [row[kind] for kind in ("undo", "vote", "motion") if row[kind]]
    waiting = sorted(msgspec.json.decode(row["waiting"], type=list[tuple[int, str, int]]))
    return UserTable(
        row["id"],
        row["guild_id"],
        row["game"],
        row["channel_id"],
        row["status"] == "running",
        row["mine"] is not None,
        tuple(name for _, name, _ in waiting),
        row["mine"] or row["asked_at"] or row["opened_at"],
        questions[0] if questions and row["mine"] is None else row["message_id"],
        tuple(asks),
        tuple(name for _, name, computer in waiting if computer),
    )


async def count_open_lobbies(store: Queries, user_id: int) -> int:
    """How many tables stand open that somebody has opened and nobody has begun."""
    rows = await store.fetch_all("SELECT count(*) AS n FROM tables WHERE opened_by = ? AND status = 'lobby'", user_id)
    return cast("int", rows[0]["n"])


async def count_by_status(store: Store, shard_range: ShardRange) -> dict[str, int]:
    """How many tables a share has in every state."""
    rows = await store.fetch_all(
        f"SELECT status, count(*) AS n FROM tables WHERE {match_guild(shard_range)} GROUP BY status ORDER BY status"
    )
    return {row["status"]: row["n"] for row in rows}


async def is_invited(store: Store, table_id: int, user_id: int) -> bool:
    """Whether a person was invited to a table."""
    return (
        await store.fetch_first("SELECT 1 FROM invitations WHERE table_id = ? AND user_id = ?", table_id, user_id)
        is not None
    )


# ------------------------------------------------------------------ writing
async def insert_table(
    tx: Transaction,
    guild_id: int,
    channel_id: int,
    game: tuple[str, int],
    components: tuple[str, str],
    options: dict[str, str],
    table_options: dict[str, str],
    seed: str,
    user_id: int,
    now: int,
) -> int:
    """A new table in the lobby; `game` is slug and rules version, `components_digest` digest and JSON. Conflict: channel taken."""
    await save_components(tx, game[0], components)
    return await tx.insert(
        "INSERT INTO tables "
        "(guild_id, channel_id, game, rules_version, components_digest, options, table_options, seed, "
        "status, opened_by, opened_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'lobby', ?, ?)",
        guild_id,
        channel_id,
        *game,
        components[0],
        to_json(options),
        to_json(table_options),
        seed,
        user_id,
        now,
    )


async def save_components(tx: Transaction, game: str, components: tuple[str, str]) -> None:
    """Components by digest, once. Raises Refusal where other components are kept under the same digest."""
    digest, data = components
    await tx.execute("INSERT INTO components VALUES (?, ?, ?) ON CONFLICT DO NOTHING", digest, game, data)
    (kept,) = await tx.fetch_all("SELECT game, data FROM components WHERE digest = ?", digest)
    if kept["game"] != game or msgspec.json.decode(kept["data"]) != msgspec.json.decode(data):
        raise UserError(
            say(
                "The cards and boards of this game cannot be told from others that were played with here before: both have "
                "the key {key}. Whoever runs this bot can change a value in its components file, even a name; then it works.",
                key=digest,
            )
        )


async def replace_seats(tx: Transaction, table_id: int, assignments: Iterable[SeatAssignment]) -> None:
    """The people at a table before the game begins, in seat order; in a record seats may have been given up already."""
    await tx.execute("DELETE FROM seats WHERE table_id = ?", table_id)
    await tx.execute_many(
        "INSERT INTO seats (table_id, seat, user_id, name, left_at, computer_level) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (
                table_id,
                person.seat,
                person.user_id,
                person.name,
                0 if person.has_left else None,
                person.computer_level or None,
            )
            for person in assignments
        ],
    )


async def update_table(tx: Transaction, table_id: int, **columns: int | str | None) -> None:
    """Change columns of a table."""
    names = ", ".join(f"{name} = ?" for name in columns)
    await tx.execute(f"UPDATE tables SET {names} WHERE id = ?", *columns.values(), table_id)


async def raise_revision(
    tx: Transaction, table_id: int, old_revision: int, revision: int, asked_revision: int | None = None
) -> None:
    """A table goes on from the revision that it was looked at to another one; `asked_revision` is when its question was
    put, if that has
    changed. Raises Overtaken when it is not there any more: of two who would change it only one does, whoever they are."""
    sql = (
        "UPDATE tables SET revision = ?, asked_revision = coalesce(CAST(? AS BIGINT), asked_revision) "
        "WHERE id = ? AND revision = ?"
    )
    if not await tx.execute(sql, revision, asked_revision, table_id, old_revision):
        raise TableChangedError


async def add_invitation(tx: Transaction, table_id: int, user_id: int) -> None:
    """Let a person join."""
    await tx.execute("INSERT INTO invitations VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, user_id)


async def delete_invitation(tx: Transaction, table_id: int, user_id: int) -> None:
    """Let a person join no more."""
    await tx.execute("DELETE FROM invitations WHERE table_id = ? AND user_id = ?", table_id, user_id)


async def mark_departed(tx: Transaction, guild_id: int, now: int) -> None:
    """A server has sent the bot away."""
    await tx.execute("INSERT INTO departed_guilds VALUES (?, ?) ON CONFLICT DO NOTHING", guild_id, now)


async def unmark_departed(tx: Transaction, guild_id: int) -> None:
    """The bot is on a server again."""
    await tx.execute("DELETE FROM departed_guilds WHERE guild_id = ?", guild_id)


async def drop_pending_posts(tx: Transaction, table_id: int) -> None:
    """There is no channel to show a table in any more: nothing waits to be posted."""
    await tx.execute(
        "UPDATE board_posts SET revision = (SELECT revision FROM tables WHERE id = table_id) WHERE table_id = ?",
        table_id,
    )


async def leave_seat(
    tx: Transaction, table_id: int, seat: Seat, now: int, revision: int, computer_level: str = ""
) -> None:
    """The person on the seat plays no more, by entry `revision`; a computer of this level does, "": safe moves."""
    if computer_level:
        await set_computer_level(tx, table_id, seat, revision, computer_level)
    await tx.execute(
        "UPDATE seats SET left_at = ?, left_revision = ? WHERE table_id = ? AND seat = ?", now, revision, table_id, seat
    )


async def return_seat(tx: Transaction, table_id: int, seat: Seat, revision: int) -> None:
    """The person on the seat plays again, by entry `revision`; a computer that has played for them is remembered."""
    if await tx.fetch_first(
        "SELECT 1 FROM seats WHERE table_id = ? AND seat = ? AND computer_level IS NOT NULL", table_id, seat
    ):
        await _save_past_holder(tx, table_id, seat, revision)
    await tx.execute(
        "UPDATE seats SET left_at = NULL, left_revision = NULL, computer_level = NULL WHERE table_id = ? AND seat = ?",
        table_id,
        seat,
    )


async def open_seals(tx: Transaction, table_id: int) -> bool:
    """A finished game can be taken back no more: seed and hands are open, and its results count. False when they were."""
    sealed = await tx.fetch_all("SELECT 1 FROM tables WHERE id = ? AND seals_open_at IS NOT NULL", table_id)
    if sealed:
        await tx.execute("UPDATE tables SET seals_open_at = NULL, revision = revision + 1 WHERE id = ?", table_id)
        await tx.execute("DELETE FROM finish_confirmations WHERE table_id = ?", table_id)
        await tx.execute("DELETE FROM undo_requests WHERE table_id = ?", table_id)
        await announcements.delete_announcements(tx, table_id, "seals")
    return bool(sealed)


async def confirm_finish(tx: Transaction, table_id: int, seat: Seat) -> set[Seat]:
    """A seat has said that the game is over. Returns all who have."""
    await tx.execute("INSERT INTO finish_confirmations VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, seat)
    return {
        row["seat"] for row in await tx.fetch_all("SELECT seat FROM finish_confirmations WHERE table_id = ?", table_id)
    }


async def reopen_game(tx: Transaction, table_id: int) -> None:
    """A finished game goes on: its end was taken back. Conflict: its channel is taken."""
    await update_table(tx, table_id, status="running", ended_at=None, result=None, seals_open_at=None)
    await tx.execute("DELETE FROM finish_confirmations WHERE table_id = ?", table_id)
    await tx.execute("DELETE FROM analyses WHERE table_id = ?", table_id)
    await announcements.delete_announcements(tx, table_id, "seals", "ended")


async def set_computer_level(tx: Transaction, table_id: int, seat: Seat, revision: int, computer_level: str) -> None:
    """From entry `revision` on a computer of this level plays the seat of its person, "": the person; who did before is
    remembered."""
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
    """Another person has the seat from entry `revision` on, also one that was given up; who had it before is remembered."""
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
    """The newest position."""
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
    )


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
        past_holders=tuple(
            PastSeatHolder(
                held["seat"], held["until_revision"], held["user_id"], held["name"], held["computer_level"] or ""
            )
            for held in past_holders
        ),
        table_options={**DEFAULT_TABLE_OPTIONS, **msgspec.json.decode(row["table_options"], type=dict[str, str])},
        parent_channel_id=row["parent_channel_id"],
        seals_open_at=row["seals_open_at"],
        ended_at=row["ended_at"],
    )
