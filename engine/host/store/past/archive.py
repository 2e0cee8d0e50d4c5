"""What the store remembers beside the log: imported records, notes, analyses of finished games."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.host.model.share import EVERYTHING, Share
from engine.host.store.columns import at_ours
from engine.host.store.database import Queries, Store, Transaction


class Wish(msgspec.Struct, frozen=True):
    """Somebody waits for the analysis of a table."""

    table: int
    user: int
    at: int


# ------------------------------------------------------------------ reading


async def record(store: Store, table_id: int) -> str | None:
    """The record a table was opened from, None for a table of our own."""
    row = await store.first("SELECT record FROM imported_games WHERE table_id = ?", table_id)
    return None if row is None else cast("str", row["record"])


async def components(store: Store, digest: str, game: str) -> str | None:
    """Components that some table here has been played with, as JSON."""
    row = await store.first("SELECT data FROM components WHERE digest = ? AND game = ?", digest, game)
    return None if row is None else cast("str", row["data"])


async def note(store: Queries, table_id: int, user: int) -> str:
    """A person's note at a table, "" when there is none."""
    row = await store.first("SELECT text FROM notes WHERE table_id = ? AND user_id = ?", table_id, user)
    return "" if row is None else cast("str", row["text"])


async def analysis(store: Queries, table_id: int) -> str | None:
    """What a computer makes of a finished game, as JSON; None where nobody has asked, or it is not made yet."""
    row = await store.first("SELECT data FROM analyses WHERE table_id = ?", table_id)
    return None if row is None else cast("str | None", row["data"])


async def wishes(store: Queries, share: Share = EVERYTHING) -> list[Wish]:
    """The analyses that are waited for at a share's tables, the longest first."""
    rows = await store.all(
        f"SELECT * FROM analyses WHERE data IS NULL AND user_id IS NOT NULL AND {at_ours(share)} ORDER BY requested_at, table_id"
    )
    return [Wish(row["table_id"], row["user_id"], row["requested_at"]) for row in rows]


# ------------------------------------------------------------------ writing
async def wish(tx: Transaction, wanted: Wish) -> None:
    """Somebody, who waits for no other, waits for an analysis that nobody has asked for."""
    await tx.run("INSERT INTO analyses VALUES (?, ?, ?, NULL)", wanted.table, wanted.user, wanted.at)


async def save_analysis(tx: Transaction, table_id: int, data: str) -> None:
    """An analysis is made, if it is still waited for."""
    await tx.run("UPDATE analyses SET user_id = NULL, data = ? WHERE table_id = ? AND data IS NULL", data, table_id)


async def drop_analysis(tx: Transaction, table_id: int) -> None:
    """Nothing is known of how a game went, and nobody waits for it."""
    await tx.run("DELETE FROM analyses WHERE table_id = ?", table_id)


async def save_record(tx: Transaction, table_id: int, text: str, *, over: bool) -> None:
    """Remember which record a table was opened from, and whether it goes to the end of the game."""
    await tx.run(
        "INSERT INTO imported_games (table_id, record, is_complete) VALUES (?, ?, ?)", table_id, text, int(over)
    )


async def save_note(tx: Transaction, table_id: int, user: int, text: str) -> None:
    """Keep a person's note, or forget it when it is empty."""
    await tx.run("DELETE FROM notes WHERE table_id = ? AND user_id = ?", table_id, user)
    if text:
        await tx.run("INSERT INTO notes VALUES (?, ?, ?)", table_id, user, text)
