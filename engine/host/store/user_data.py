"""People and servers in the store, whatever table they sit at: what they have chosen, and how a person is taken out of it.

Every function here is one question or one change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

import msgspec

from engine.host.model.table import ERASED_NAME
from engine.host.store.database import Store, Transaction
from engine.host.store.sql_conditions import to_json

SettingOwner = Literal["person", "server"]


# ------------------------------------------------------------------ reading
async def load_settings(store: Store, owner: SettingOwner, owner_id: int) -> tuple[dict[str, str], tuple[int, ...]]:
    """What a person or a server has chosen other than the default, and a server's channels for tables."""
    sql = (
        "SELECT settings, '[]' AS channel_ids FROM user_settings WHERE user_id = ?"
        if owner == "person"
        else "SELECT settings, channel_ids FROM guild_settings WHERE guild_id = ?"
    )
    row = await store.fetch_first(sql, owner_id)
    if row is None:
        return {}, ()
    return (
        msgspec.json.decode(row["settings"], type=dict[str, str]),
        msgspec.json.decode(row["channel_ids"], type=tuple[int, ...]),
    )


async def load_forum(store: Store, guild_id: int) -> int | None:
    """The forum in which a server wants its tables."""
    row = await store.fetch_first("SELECT forum_id FROM guild_settings WHERE guild_id = ?", guild_id)
    return None if row is None else cast("int | None", row["forum_id"])


async def list_unlisted(store: Store) -> frozenset[int]:
    """The people who have left the statistics."""
    rows = await store.fetch_all("SELECT user_id FROM user_settings WHERE settings ->> 'statistics' = 'no'")
    return frozenset(row["user_id"] for row in rows)


async def list_subscriptions(store: Store, guild_id: int, user_id: int) -> frozenset[str]:
    """The games of which somebody wants to hear when a table opens on a server."""
    rows = await store.fetch_all(
        "SELECT game FROM game_subscriptions WHERE guild_id = ? AND user_id = ?", guild_id, user_id
    )
    return frozenset(row["game"] for row in rows)


async def list_subscribers(tx: Transaction, guild_id: int, game: str) -> list[int]:
    """The people who want to hear of a game."""
    rows = await tx.fetch_all(
        "SELECT user_id FROM game_subscriptions WHERE guild_id = ? AND game = ? ORDER BY user_id", guild_id, game
    )
    return [row["user_id"] for row in rows]


async def list_user_lobbies(store: Store, user_id: int) -> list[int]:
    """The ids of the tables that have not begun at which somebody sits."""
    rows = await store.fetch_all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user_id = ? AND t.status = 'lobby' ORDER BY s.table_id",
        user_id,
    )
    return [row["table_id"] for row in rows]


async def list_user_tables(store: Store, user_id: int) -> list[int]:
    """The ids of the tables at which somebody has done anything. It looks through all moves there are: nothing for a writer."""
    rows = await store.fetch_all("SELECT DISTINCT table_id FROM entries WHERE user_id = ? ORDER BY table_id", user_id)
    return [row["table_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def save_setting(tx: Transaction, owner: SettingOwner, owner_id: int, name: str, value: str | None) -> None:
    """Keep a choice, None: the default."""
    table, key = ("user_settings", "user_id") if owner == "person" else ("guild_settings", "guild_id")
    await _ensure_row(tx, owner, owner_id)
    (row,) = await tx.fetch_all(f"SELECT settings FROM {table} WHERE {key} = ?", owner_id)
    kept = msgspec.json.decode(row["settings"], type=dict[str, str])
    kept.pop(name, None)
    if value is not None:
        kept[name] = value
    await tx.execute(f"UPDATE {table} SET settings = ? WHERE {key} = ?", to_json(kept), owner_id)
    await _delete_default_rows(tx)


async def save_channels(tx: Transaction, guild_id: int, channels: Sequence[int]) -> None:
    """Keep the channels in which tables may be opened."""
    await _ensure_row(tx, "server", guild_id)
    await tx.execute(
        "UPDATE guild_settings SET channel_ids = ? WHERE guild_id = ?", msgspec.json.encode(channels).decode(), guild_id
    )
    await _delete_default_rows(tx)


async def save_subscriptions(tx: Transaction, guild_id: int, user_id: int, games: frozenset[str]) -> None:
    """From now on somebody hears of these games, and of no others."""
    await tx.execute("DELETE FROM game_subscriptions WHERE guild_id = ? AND user_id = ?", guild_id, user_id)
    await tx.execute_many(
        "INSERT INTO game_subscriptions VALUES (?, ?, ?)", [(guild_id, game, user_id) for game in sorted(games)]
    )


async def save_forum(tx: Transaction, guild_id: int, forum_id: int | None) -> None:
    """Keep the forum in which tables are opened."""
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
    """Nobody is kept who has chosen nothing."""
    await tx.execute("DELETE FROM user_settings WHERE settings = '{}'")
    await tx.execute("DELETE FROM guild_settings WHERE settings = '{}' AND channel_ids = '[]' AND forum_id IS NULL")


async def erase_user(tx: Transaction, user_id: int, pseudonym_id: int) -> None:
    """A person's id and name are nowhere any more but in moves: `pseudonym_id`, a number that is nobody's, stands in their place at
    tables, and what was theirs alone is gone."""
    theirs = "(SELECT table_id, seat FROM seats WHERE user_id = ?)"
    await tx.execute(f"DELETE FROM standing_orders WHERE (table_id, seat) IN {theirs}", user_id)
    await tx.execute(f"DELETE FROM early_notice_requests WHERE (table_id, seat) IN {theirs}", user_id)
    for table in ("user_schedules", "past_vacations", "user_settings", "notes", "invitations", "game_subscriptions"):
        await tx.execute(f"DELETE FROM {table} WHERE user_id = ?", user_id)
    await tx.execute(
        "DELETE FROM analyses WHERE user_id = ?", user_id
    )  # that one waits for it is forgotten, not what is made
    await tx.execute("DELETE FROM announcements WHERE kind = 'opened' AND subject_id = ?", user_id)
    # A friend who was to get a seat, and cannot any more.
    await tx.execute("DELETE FROM seat_offers WHERE user_id = ?", user_id)
    heirs = "SELECT id FROM votes WHERE successor_user_id = ? AND state = 'open'"
    await tx.execute(f"DELETE FROM ballots WHERE choice = 'hand' AND vote_id IN ({heirs})", user_id)
    await tx.execute(
        "UPDATE votes SET successor_user_id = NULL, successor_name = NULL WHERE successor_user_id = ?", user_id
    )
    for table in ("seats", "past_seat_holders"):
        await tx.execute(
            f"UPDATE {table} SET user_id = ?, name = ? WHERE user_id = ?", pseudonym_id, ERASED_NAME, user_id
        )
    await tx.execute("UPDATE tables SET opened_by = ? WHERE opened_by = ?", pseudonym_id, user_id)


async def erase_moves(tx: Transaction, user_id: int, pseudonym_id: int, table_ids: Iterable[int]) -> None:
    """The same in what a person has done at these tables. Discord could tell whose an interaction was: that is gone, too."""
    sql = "UPDATE entries SET user_id = ?, interaction_id = NULL WHERE table_id = ? AND user_id = ?"
    await tx.execute_many(sql, [(pseudonym_id, table_id, user_id) for table_id in table_ids])
