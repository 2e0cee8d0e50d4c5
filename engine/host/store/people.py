"""People and servers in the store, whatever table they sit at: what they have chosen, and how a person is taken out of it.

Every function here is one question or one change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

import msgspec

from engine.host.model.table import SOMEBODY
from engine.host.store.columns import as_json
from engine.host.store.database import Store, Transaction

Whose = Literal["person", "server"]


# ------------------------------------------------------------------ reading
async def chosen(store: Store, whose: Whose, number: int) -> tuple[dict[str, str], tuple[int, ...]]:
    """What a person or a server has chosen other than the default, and a server's channels for tables."""
    sql = (
        "SELECT settings, '[]' AS channel_ids FROM user_settings WHERE user_id = ?"
        if whose == "person"
        else "SELECT settings, channel_ids FROM guild_settings WHERE guild_id = ?"
    )
    row = await store.first(sql, number)
    if row is None:
        return {}, ()
    return (
        msgspec.json.decode(row["settings"], type=dict[str, str]),
        msgspec.json.decode(row["channel_ids"], type=tuple[int, ...]),
    )


async def forum(store: Store, guild: int) -> int | None:
    """The forum in which a server wants its tables."""
    row = await store.first("SELECT forum_id FROM guild_settings WHERE guild_id = ?", guild)
    return None if row is None else cast("int | None", row["forum_id"])


async def unlisted(store: Store) -> frozenset[int]:
    """The people who have left the statistics."""
    rows = await store.all("SELECT user_id FROM user_settings WHERE settings ->> 'statistics' = 'no'")
    return frozenset(row["user_id"] for row in rows)


async def watched(store: Store, guild: int, user: int) -> frozenset[str]:
    """The games of which somebody wants to hear when a table opens on a server."""
    rows = await store.all("SELECT game FROM game_subscriptions WHERE guild_id = ? AND user_id = ?", guild, user)
    return frozenset(row["game"] for row in rows)


async def watchers(tx: Transaction, guild: int, game: str) -> list[int]:
    """The people who want to hear of a game."""
    rows = await tx.all(
        "SELECT user_id FROM game_subscriptions WHERE guild_id = ? AND game = ? ORDER BY user_id", guild, game
    )
    return [row["user_id"] for row in rows]


async def lobbies_of(store: Store, user: int) -> list[int]:
    """The ids of the tables that have not begun at which somebody sits."""
    rows = await store.all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user_id = ? AND t.status = 'lobby' ORDER BY s.table_id",
        user,
    )
    return [row["table_id"] for row in rows]


async def active_at(store: Store, user: int) -> list[int]:
    """The ids of the tables at which somebody has done anything. It looks through all moves there are: nothing for a writer."""
    rows = await store.all("SELECT DISTINCT table_id FROM entries WHERE user_id = ? ORDER BY table_id", user)
    return [row["table_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def choose(tx: Transaction, whose: Whose, number: int, name: str, value: str | None) -> None:
    """Keep a choice, None: the default."""
    table, key = ("user_settings", "user_id") if whose == "person" else ("guild_settings", "guild_id")
    await _begin(tx, whose, number)
    (row,) = await tx.all(f"SELECT settings FROM {table} WHERE {key} = ?", number)
    kept = msgspec.json.decode(row["settings"], type=dict[str, str])
    kept.pop(name, None)
    if value is not None:
        kept[name] = value
    await tx.run(f"UPDATE {table} SET settings = ? WHERE {key} = ?", as_json(kept), number)
    await _tidy(tx)


async def choose_channels(tx: Transaction, guild: int, channels: Sequence[int]) -> None:
    """Keep the channels in which tables may be opened."""
    await _begin(tx, "server", guild)
    await tx.run(
        "UPDATE guild_settings SET channel_ids = ? WHERE guild_id = ?", msgspec.json.encode(channels).decode(), guild
    )
    await _tidy(tx)


async def watch(tx: Transaction, guild: int, user: int, wanted: frozenset[str]) -> None:
    """From now on somebody hears of these games, and of no others."""
    await tx.run("DELETE FROM game_subscriptions WHERE guild_id = ? AND user_id = ?", guild, user)
    await tx.many("INSERT INTO game_subscriptions VALUES (?, ?, ?)", [(guild, game, user) for game in sorted(wanted)])


async def choose_forum(tx: Transaction, guild: int, forum: int | None) -> None:
    """Keep the forum in which tables are opened."""
    await _begin(tx, "server", guild)
    await tx.run("UPDATE guild_settings SET forum_id = ? WHERE guild_id = ?", forum, guild)
    await _tidy(tx)


async def _begin(tx: Transaction, whose: Whose, number: int) -> None:
    if whose == "person":
        await tx.run("INSERT INTO user_settings VALUES (?, '{}') ON CONFLICT DO NOTHING", number)
    else:
        await tx.run(
            "INSERT INTO guild_settings (guild_id, settings, channel_ids) VALUES (?, '{}', '[]') ON CONFLICT DO NOTHING",
            number,
        )


async def _tidy(tx: Transaction) -> None:
    """Nobody is kept who has chosen nothing."""
    await tx.run("DELETE FROM user_settings WHERE settings = '{}'")
    await tx.run("DELETE FROM guild_settings WHERE settings = '{}' AND channel_ids = '[]' AND forum_id IS NULL")


async def erase(tx: Transaction, user: int, somebody: int) -> None:
    """A person's id and name are nowhere any more but in moves: `somebody`, a number that is nobody's, stands in their place at
    tables, and what was theirs alone is gone."""
    theirs = "(SELECT table_id, seat FROM seats WHERE user_id = ?)"
    await tx.run(f"DELETE FROM standing_orders WHERE (table_id, seat) IN {theirs}", user)
    await tx.run(f"DELETE FROM early_notice_requests WHERE (table_id, seat) IN {theirs}", user)
    for table in ("user_schedules", "past_vacations", "user_settings", "notes", "invitations", "game_subscriptions"):
        await tx.run(f"DELETE FROM {table} WHERE user_id = ?", user)
    await tx.run("DELETE FROM analyses WHERE user_id = ?", user)  # that one waits for it is forgotten, not what is made
    await tx.run("DELETE FROM announcements WHERE kind = 'opened' AND subject_id = ?", user)
    # A friend who was to get a seat, and cannot any more.
    await tx.run("DELETE FROM seat_offers WHERE user_id = ?", user)
    heirs = "SELECT id FROM votes WHERE successor_user_id = ? AND state = 'open'"
    await tx.run(f"DELETE FROM ballots WHERE choice = 'hand' AND vote_id IN ({heirs})", user)
    await tx.run("UPDATE votes SET successor_user_id = NULL, successor_name = NULL WHERE successor_user_id = ?", user)
    for table in ("seats", "past_seat_holders"):
        await tx.run(f"UPDATE {table} SET user_id = ?, name = ? WHERE user_id = ?", somebody, SOMEBODY, user)
    await tx.run("UPDATE tables SET opened_by = ? WHERE opened_by = ?", somebody, user)


async def erase_moves(tx: Transaction, user: int, somebody: int, table_ids: Iterable[int]) -> None:
    """The same in what a person has done at these tables. Discord could tell whose an interaction was: that is gone, too."""
    sql = "UPDATE entries SET user_id = ?, interaction_id = NULL WHERE table_id = ? AND user_id = ?"
    await tx.many(sql, [(somebody, table_id, user) for table_id in table_ids])
