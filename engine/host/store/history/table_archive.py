"""What the store remembers beside the log: imported records, notes, analyses of finished games."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.store.database import Queries, Store, Transaction
from engine.host.store.sql_conditions import match_table


class AnalysisDemand(msgspec.Struct, frozen=True):
    """Somebody waits for the analysis of a table."""

    table_id: int
    user_id: int
    requested_at: int


# ------------------------------------------------------------------ reading


async def load_record(store: Store, table_id: int) -> str | None:
    """The record a table was opened from, None for a table of our own."""
    row = await store.fetch_first("SELECT record FROM imported_games WHERE table_id = ?", table_id)
    return None if row is None else cast("str", row["record"])


async def load_components(store: Store, digest: str, game: str) -> str | None:
    """Components that some table here has been played with, as JSON."""
    row = await store.fetch_first("SELECT data FROM components WHERE digest = ? AND game = ?", digest, game)
    return None if row is None else cast("str", row["data"])


async def load_note(store: Queries, table_id: int, user_id: int) -> str:
    """A person's note at a table, "" when there is none."""
    row = await store.fetch_first("SELECT text FROM notes WHERE table_id = ? AND user_id = ?", table_id, user_id)
    return "" if row is None else cast("str", row["text"])


async def load_analysis(store: Queries, table_id: int) -> str | None:
    """What a computer makes of a finished game, as JSON; None where nobody has asked, or it is not made yet."""
    row = await store.fetch_first("SELECT data FROM analyses WHERE table_id = ?", table_id)
    return None if row is None else cast("str | None", row["data"])


async def list_demands(store: Queries, shard_range: ShardRange = ALL_SHARDS) -> list[AnalysisDemand]:
    """The analyses that are waited for at a share's tables, the longest first."""
    rows = await store.fetch_all(
        "SELECT * FROM analyses WHERE data IS NULL AND user_id IS NOT NULL AND "
        f"{match_table(shard_range)} ORDER BY requested_at, table_id"
    )
    return [AnalysisDemand(row["table_id"], row["user_id"], row["requested_at"]) for row in rows]


# ------------------------------------------------------------------ writing
async def save_demand(tx: Transaction, demand: AnalysisDemand) -> None:
    """Somebody, who waits for no other, waits for an analysis that nobody has asked for."""
    await tx.execute(
        "INSERT INTO analyses VALUES (?, ?, ?, NULL)", demand.table_id, demand.user_id, demand.requested_at
    )


async def save_analysis(tx: Transaction, table_id: int, data: str) -> None:
    """An analysis is made, if it is still waited for."""
    await tx.execute("UPDATE analyses SET user_id = NULL, data = ? WHERE table_id = ? AND data IS NULL", data, table_id)


async def delete_analysis(tx: Transaction, table_id: int) -> None:
    """Nothing is known of how a game went, and nobody waits for it."""
    await tx.execute("DELETE FROM analyses WHERE table_id = ?", table_id)


async def save_record(tx: Transaction, table_id: int, text: str, *, is_complete: bool) -> None:
    """Remember which record a table was opened from, and whether it goes to the end of the game."""
    await tx.execute(
        "INSERT INTO imported_games (table_id, record, is_complete) VALUES (?, ?, ?)", table_id, text, int(is_complete)
    )


async def save_note(tx: Transaction, table_id: int, user_id: int, text: str) -> None:
    """Keep a person's note, or forget it when it is empty."""
    await tx.execute("DELETE FROM notes WHERE table_id = ? AND user_id = ?", table_id, user_id)
    if text:
        await tx.execute("INSERT INTO notes VALUES (?, ?, ?)", table_id, user_id, text)
