"""People and servers in the store: their settings and subscriptions, and the erasure of a person.

Every function is one query or one change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

import msgspec

from engine.host.model.table import ERASED_NAME
from engine.host.store.database import Store, Transaction, list_column
from engine.host.store.sql_conditions import to_json

SettingOwner = Literal["person", "server"]


# ------------------------------------------------------------------ reading
async def load_settings(store: Store, owner: SettingOwner, owner_id: int) -> tuple[dict[str, str], tuple[int, ...]]:
    """Load the settings of a person or a server that differ from the default, and a server's table channels."""
    if owner == "person":
        sql = "SELECT settings, '[]' AS channel_ids FROM user_settings WHERE user_id = ?"
    else:
        sql = "SELECT settings, channel_ids FROM guild_settings WHERE guild_id = ?"
    row = await store.fetch_first(sql, owner_id)
    if row is None:
        return {}, ()
    return (
        msgspec.json.decode(row["settings"], type=dict[str, str]),
        msgspec.json.decode(row["channel_ids"], type=tuple[int, ...]),
    )


async def load_forum(store: Store, guild_id: int) -> int | None:
    """Load the forum in which a server opens its tables, None if there is none."""
    row = await store.fetch_first("SELECT forum_id FROM guild_settings WHERE guild_id = ?", guild_id)
    return None if row is None else cast("int | None", row["forum_id"])


async def list_unlisted(store: Store) -> frozenset[int]:
    """List the people who have left the statistics."""
    rows = await store.fetch_all("SELECT user_id FROM user_settings WHERE settings ->> 'statistics' = 'no'")
    return frozenset(row["user_id"] for row in rows)


async def list_subscriptions(store: Store, guild_id: int, user_id: int) -> frozenset[str]:
    """List the games whose new tables on a server this person is told of."""
    rows = await store.fetch_all(
        "SELECT game FROM game_subscriptions WHERE guild_id = ? AND user_id = ?", guild_id, user_id
    )
    return frozenset(row["game"] for row in rows)


async def list_subscribers(tx: Transaction, guild_id: int, game: str) -> list[int]:
    """List the people who are told of new tables of a game on a server."""
    rows = await tx.fetch_all(
        "SELECT user_id FROM game_subscriptions WHERE guild_id = ? AND game = ? ORDER BY user_id", guild_id, game
    )
    return list_column(rows, "user_id")


async def list_user_lobbies(store: Store, user_id: int) -> list[int]:
    """List the tables in the lobby at which this person has a seat."""
    rows = await store.fetch_all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user_id = ? AND t.status = 'lobby' ORDER BY s.table_id",
        user_id,
    )
    return list_column(rows, "table_id")


async def list_user_tables(store: Store, user_id: int) -> list[int]:
    """List the tables at which this person has written an entry.

    The query scans all entries, so do not run it inside a transaction.
    """
    rows = await store.fetch_all("SELECT DISTINCT table_id FROM entries WHERE user_id = ? ORDER BY table_id", user_id)
    return list_column(rows, "table_id")


# ------------------------------------------------------------------ writing
async def save_setting(tx: Transaction, owner: SettingOwner, owner_id: int, name: str, value: str | None) -> None:
    """Store a setting; None restores the default."""
    table, key = ("user_settings", "user_id") if owner == "person" else ("guild_settings", "guild_id")
    await _ensure_row(tx, owner, owner_id)
    (row,) = await tx.fetch_all(f"SELECT settings FROM {table} WHERE {key} = ?", owner_id)
    settings = msgspec.json.decode(row["settings"], type=dict[str, str])
    settings.pop(name, None)
    if value is not None:
        settings[name] = value
    await tx.execute(f"UPDATE {table} SET settings = ? WHERE {key} = ?", to_json(settings), owner_id)
    await _delete_default_rows(tx)


async def save_channels(tx: Transaction, guild_id: int, channels: Sequence[int]) -> None:
    """Store the channels in which tables may be opened."""
    await _ensure_row(tx, "server", guild_id)
    await tx.execute(
        "UPDATE guild_settings SET channel_ids = ? WHERE guild_id = ?", msgspec.json.encode(channels).decode(), guild_id
    )
    await _delete_default_rows(tx)


async def save_subscriptions(tx: Transaction, guild_id: int, user_id: int, games: frozenset[str]) -> None:
    """Replace a person's subscriptions on a server by these games."""
    await tx.execute("DELETE FROM game_subscriptions WHERE guild_id = ? AND user_id = ?", guild_id, user_id)
    await tx.execute_many(
        "INSERT INTO game_subscriptions VALUES (?, ?, ?)", [(guild_id, game, user_id) for game in sorted(games)]
    )


async def save_forum(tx: Transaction, guild_id: int, forum_id: int | None) -> None:
    """Store the forum in which tables are opened."""
    await _ensure_row(tx, "server", guild_id)
    await tx.execute("UPDATE guild_settings SET forum_id = ? WHERE guild_id = ?", forum_id, guild_id)
    await _delete_default_rows(tx)


async def _ensure_row(tx: Transaction, owner: SettingOwner, owner_id: int) -> None:
    if owner == "person":
        await tx.execute("INSERT INTO user_settings VALUES (?, '{}') ON CONFLICT DO NOTHING", owner_id)
    else:
        await tx.execute(
            "INSERT INTO guild_settings (guild_id, settings, channel_ids) VALUES (?, '{}', '[]') ON CONFLICT DO NOTHING",
            owner_id,
        )


async def _delete_default_rows(tx: Transaction) -> None:
    """Delete the rows of people and servers that have only default settings."""
    await tx.execute("DELETE FROM user_settings WHERE settings = '{}'")
    await tx.execute("DELETE FROM guild_settings WHERE settings = '{}' AND channel_ids = '[]' AND forum_id IS NULL")


async def erase_user(tx: Transaction, user_id: int, pseudonym_id: int) -> None:
    """Erase a person's id, name and own data everywhere except in moves.

    At tables, `pseudonym_id`, a number that belongs to nobody, replaces the person.
    """
    own_seats = "(SELECT table_id, seat FROM seats WHERE user_id = ?)"
    await tx.execute(f"DELETE FROM standing_orders WHERE (table_id, seat) IN {own_seats}", user_id)
    await tx.execute(f"DELETE FROM early_notice_requests WHERE (table_id, seat) IN {own_seats}", user_id)
    for table in (
        "user_schedules",
        "past_vacations",
        "user_settings",
        "notes",
        "invitations",
        "game_subscriptions",
        "followers",
        "lesson_progress",
        "practice_games",
        "explained_questions",
        "vote_pauses",
    ):
        await tx.execute(f"DELETE FROM {table} WHERE user_id = ?", user_id)
    # An open request for an analysis is deleted; a finished analysis has no user id and stays.
    await tx.execute("DELETE FROM analyses WHERE user_id = ?", user_id)
    await tx.execute("DELETE FROM outbox WHERE kind IN ('opened', 'call', 'news', 'lost') AND subject_id = ?", user_id)
    await tx.execute(
        "DELETE FROM rate_limits WHERE name LIKE 'call %' AND (name LIKE ?1 OR name LIKE ?2)",
        f"% {user_id}",
        f"% {user_id} %",
    )
    # The person can no longer accept a seat.
    await tx.execute("DELETE FROM seat_offers WHERE user_id = ?", user_id)
    votes = "SELECT id FROM votes WHERE successor_user_id = ? AND state = 'open'"
    await tx.execute(f"DELETE FROM ballots WHERE choice = 'hand' AND vote_id IN ({votes})", user_id)
    await tx.execute(
        "UPDATE votes SET successor_user_id = NULL, successor_name = NULL WHERE successor_user_id = ?", user_id
    )
    await tx.execute("UPDATE moderator_acts SET user_id = ? WHERE user_id = ?", pseudonym_id, user_id)
    for table in ("seats", "past_seat_holders"):
        await tx.execute(
            f"UPDATE {table} SET user_id = ?, name = ? WHERE user_id = ?", pseudonym_id, ERASED_NAME, user_id
        )
    await tx.execute("UPDATE tables SET opened_by = ? WHERE opened_by = ?", pseudonym_id, user_id)


async def erase_moves(tx: Transaction, user_id: int, pseudonym_id: int, table_ids: Iterable[int]) -> None:
    """Replace a person by `pseudonym_id` in the entries of these tables.

    The interaction ids are deleted too: Discord could tell who made an interaction.
    """
    sql = "UPDATE entries SET user_id = ?, interaction_id = NULL WHERE table_id = ? AND user_id = ?"
    await tx.execute_many(sql, [(pseudonym_id, table_id, user_id) for table_id in table_ids])
