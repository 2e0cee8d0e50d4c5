"""What the store remembers beside the log, as plain structs: where a revision was shown, imported records, notes."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.host.store.database import Store, Transaction


class Shown(msgspec.Struct, frozen=True):
    """A message and a revision that it came to show."""

    rev: int
    channel: int
    message: int


# ------------------------------------------------------------------ reading
async def shown(store: Store, table_id: int) -> list[Shown]:
    """Every board post of a table, oldest revision first."""
    rows = await store.all("SELECT rev, channel, message FROM shown WHERE table_id = ? ORDER BY rev", table_id)
    return [Shown(row["rev"], row["channel"], row["message"]) for row in rows]


async def origins(store: Store, table_id: int) -> dict[int, int]:
    """The number of moves made before each origin of a table, by the origin's seq."""
    rows = await store.all(
        "SELECT seq, json_extract(data, '$.tick') + json_array_length(data, '$.answers') AS moves "
        "FROM entries WHERE table_id = ? AND kind = 'origin'",
        table_id,
    )
    return {row["seq"]: row["moves"] for row in rows}


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
async def save_record(tx: Transaction, table_id: int, text: str) -> None:
    """Remember which record a table was opened from."""
    await tx.run("INSERT INTO imports VALUES (?, ?)", table_id, text)


async def save_note(tx: Transaction, table_id: int, user: int, text: str) -> None:
    """Keep a person's note, or forget it when it is empty."""
    await tx.run("DELETE FROM notes WHERE table_id = ? AND user = ?", table_id, user)
    if text:
        await tx.run("INSERT INTO notes VALUES (?, ?, ?)", table_id, user, text)
