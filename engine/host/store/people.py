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
        "SELECT chosen, '[]' AS channels FROM personal WHERE user = ?"
        if whose == "person"
        else "SELECT chosen, channels FROM servers WHERE guild = ?"
    )
    row = await store.first(sql, number)
    if row is None:
        return {}, ()
    return (
        msgspec.json.decode(row["chosen"], type=dict[str, str]),
        msgspec.json.decode(row["channels"], type=tuple[int, ...]),
    )


async def forum(store: Store, guild: int) -> int | None:
    """The forum in which a server wants its tables."""
    row = await store.first("SELECT forum FROM servers WHERE guild = ?", guild)
    return None if row is None else cast("int | None", row["forum"])


async def unlisted(store: Store) -> frozenset[int]:
    """The people who have left the statistics."""
    rows = await store.all("SELECT user FROM personal WHERE chosen ->> 'statistics' = 'no'")
    return frozenset(row["user"] for row in rows)


async def watched(store: Store, guild: int, user: int) -> frozenset[str]:
    """The games of which somebody wants to hear when a table opens on a server."""
    rows = await store.all("SELECT game FROM watchers WHERE guild = ? AND user = ?", guild, user)
    return frozenset(row["game"] for row in rows)


async def watchers(tx: Transaction, guild: int, game: str) -> list[int]:
    """The people who want to hear of a game."""
    rows = await tx.all("SELECT user FROM watchers WHERE guild = ? AND game = ? ORDER BY user", guild, game)
    return [row["user"] for row in rows]


async def lobbies_of(store: Store, user: int) -> list[int]:
    """The ids of the tables that have not begun at which somebody sits."""
    rows = await store.all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user = ? AND t.status = 'lobby' ORDER BY s.table_id",
        user,
    )
    return [row["table_id"] for row in rows]


async def active_at(store: Store, user: int) -> list[int]:
    """The ids of the tables at which somebody has done anything. It looks through all moves there are: nothing for a writer."""
    rows = await store.all("SELECT DISTINCT table_id FROM entries WHERE user = ? ORDER BY table_id", user)
    return [row["table_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def choose(tx: Transaction, whose: Whose, number: int, name: str, value: str | None) -> None:
    """Keep a choice, None: the default."""
    table, key = ("personal", "user") if whose == "person" else ("servers", "guild")
    await _begin(tx, whose, number)
    (row,) = await tx.all(f"SELECT chosen FROM {table} WHERE {key} = ?", number)
    kept = msgspec.json.decode(row["chosen"], type=dict[str, str])
    kept.pop(name, None)
    if value is not None:
        kept[name] = value
    await tx.run(f"UPDATE {table} SET chosen = ? WHERE {key} = ?", as_json(kept), number)
    await _tidy(tx)


async def choose_channels(tx: Transaction, guild: int, channels: Sequence[int]) -> None:
    """Keep the channels in which tables may be opened."""
    await _begin(tx, "server", guild)
    await tx.run("UPDATE servers SET channels = ? WHERE guild = ?", msgspec.json.encode(channels).decode(), guild)
    await _tidy(tx)


async def watch(tx: Transaction, guild: int, user: int, wanted: frozenset[str]) -> None:
    """From now on somebody hears of these games, and of no others."""
    await tx.run("DELETE FROM watchers WHERE guild = ? AND user = ?", guild, user)
    await tx.many("INSERT INTO watchers VALUES (?, ?, ?)", [(guild, game, user) for game in sorted(wanted)])


async def choose_forum(tx: Transaction, guild: int, forum: int | None) -> None:
    """Keep the forum in which tables are opened."""
    await _begin(tx, "server", guild)
    await tx.run("UPDATE servers SET forum = ? WHERE guild = ?", forum, guild)
    await _tidy(tx)


async def _begin(tx: Transaction, whose: Whose, number: int) -> None:
    if whose == "person":
        await tx.run("INSERT INTO personal VALUES (?, '{}') ON CONFLICT DO NOTHING", number)
    else:
        await tx.run(
            "INSERT INTO servers (guild, chosen, channels) VALUES (?, '{}', '[]') ON CONFLICT DO NOTHING", number
        )


async def _tidy(tx: Transaction) -> None:
    """Nobody is kept who has chosen nothing."""
    await tx.run("DELETE FROM personal WHERE chosen = '{}'")
    await tx.run("DELETE FROM servers WHERE chosen = '{}' AND channels = '[]' AND forum IS NULL")


async def erase(tx: Transaction, user: int, somebody: int) -> None:
    """A person's id and name are nowhere any more but in moves: `somebody`, a number that is nobody's, stands in their place at
    tables, and what was theirs alone is gone."""
    theirs = "(SELECT table_id, seat FROM seats WHERE user = ?)"
    await tx.run(f"DELETE FROM standing WHERE (table_id, seat) IN {theirs}", user)
    await tx.run(f"DELETE FROM early WHERE (table_id, seat) IN {theirs}", user)
    for table in ("people", "vacations", "personal", "notes", "invited", "watchers"):
        await tx.run(f"DELETE FROM {table} WHERE user = ?", user)
    await tx.run("DELETE FROM analyses WHERE user = ?", user)  # that one waits for it is forgotten, not what is made
    await tx.run("DELETE FROM errands WHERE kind = 'opened' AND mark = ?", user)
    # A friend who was to get a seat, and cannot any more.
    await tx.run("DELETE FROM offers WHERE heir = ?", user)
    heirs = "SELECT id FROM votes WHERE heir = ? AND state = 'open'"
    await tx.run(f"DELETE FROM ballots WHERE choice = 'hand' AND vote IN ({heirs})", user)
    await tx.run("UPDATE votes SET heir = NULL, heir_name = NULL WHERE heir = ?", user)
    for table in ("seats", "past_holders"):
        await tx.run(f"UPDATE {table} SET user = ?, name = ? WHERE user = ?", somebody, SOMEBODY, user)
    await tx.run("UPDATE tables SET opened_by = ? WHERE opened_by = ?", somebody, user)


async def erase_moves(tx: Transaction, user: int, somebody: int, table_ids: Iterable[int]) -> None:
    """The same in what a person has done at these tables. Discord could tell whose an interaction was: that is gone, too."""
    sql = "UPDATE entries SET user = ?, interaction = NULL WHERE table_id = ? AND user = ?"
    await tx.many(sql, [(somebody, table_id, user) for table_id in table_ids])
