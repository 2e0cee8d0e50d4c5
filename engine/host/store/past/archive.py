"""What the store remembers beside the log, as plain structs: where a revision was shown, imported records, notes."""

from __future__ import annotations

from typing import cast

from engine.host.store.database import Store, Transaction

# ------------------------------------------------------------------ reading


async def record(store: Store, table_id: int) -> str | None:
    """The record a table was opened from, None for a table of our own."""
    row = await store.first("SELECT record FROM imports WHERE table_id = ?", table_id)
    return None if row is None else cast("str", row["record"])


async def components(store: Store, digest: str, game: str) -> str | None:
    """Components that some table here has been played with, as JSON."""
    row = await store.first("SELECT data FROM components WHERE digest = ? AND game = ?", digest, game)
    return None if row is None else cast("str", row["data"])


async def note(store: Store, table_id: int, user: int) -> str:
    """A person's note at a table, "" when there is none."""
    row = await store.first("SELECT text FROM notes WHERE table_id = ? AND user = ?", table_id, user)
    return "" if row is None else cast("str", row["text"])


# ------------------------------------------------------------------ writing
async def save_record(tx: Transaction, table_id: int, text: str, *, over: bool) -> None:
    """Remember which record a table was opened from, and whether it goes to the end of the game."""
    await tx.run("INSERT INTO imports (table_id, record, over) VALUES (?, ?, ?)", table_id, text, int(over))


async def save_note(tx: Transaction, table_id: int, user: int, text: str) -> None:
    """Keep a person's note, or forget it when it is empty."""
    await tx.run("DELETE FROM notes WHERE table_id = ? AND user = ?", table_id, user)
    if text:
        await tx.run("INSERT INTO notes VALUES (?, ?, ?)", table_id, user, text)
