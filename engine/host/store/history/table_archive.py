"""What the store keeps about a table in addition to its log: its imported record, notes and analysis."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.store.database import Queries, Store, Transaction
from engine.host.store.sql_conditions import match_table


class AnalysisDemand(msgspec.Struct, frozen=True):
    """A person's request for the analysis of a table."""

    table_id: int
    user_id: int
    requested_at: int


# ------------------------------------------------------------------ reading


async def load_record(store: Store, table_id: int) -> str | None:
    """Load the record from which a table was imported, None for a table that was played here."""
    row = await store.fetch_first("SELECT record FROM imported_games WHERE table_id = ?", table_id)
    if row is None:
        return None
    return cast("str", row["record"])


async def load_components(store: Store, digest: str, game: str) -> str | None:
    """Load the components with this digest that a table here was played with, as JSON."""
    row = await store.fetch_first("SELECT data FROM components WHERE digest = ? AND game = ?", digest, game)
    if row is None:
        return None
    return cast("str", row["data"])


async def load_note(store: Queries, table_id: int, user_id: int) -> str:
    """Load a person's note about a table, "" if there is none."""
    row = await store.fetch_first("SELECT text FROM notes WHERE table_id = ? AND user_id = ?", table_id, user_id)
    if row is None:
        return ""
    return cast("str", row["text"])


async def load_analysis(store: Queries, table_id: int) -> str | None:
    """Load the analysis of a finished game, as JSON; None if there is none yet."""
    row = await store.fetch_first("SELECT data FROM analyses WHERE table_id = ?", table_id)
    return None if row is None else cast("str | None", row["data"])


async def list_demands(store: Queries, shard_range: ShardRange = ALL_SHARDS) -> list[AnalysisDemand]:
    """List the open requests for analyses, the oldest first."""
    rows = await store.fetch_all(
        "SELECT * FROM analyses WHERE data IS NULL AND user_id IS NOT NULL AND "
        f"{match_table(shard_range)} ORDER BY requested_at, table_id"
    )
    return [AnalysisDemand(row["table_id"], row["user_id"], row["requested_at"]) for row in rows]


# ------------------------------------------------------------------ writing
async def save_demand(tx: Transaction, demand: AnalysisDemand) -> None:
    """Store a request for an analysis. The table has none yet, and the person no other open request."""
    await tx.execute(
        "INSERT INTO analyses VALUES (?, ?, ?, NULL)", demand.table_id, demand.user_id, demand.requested_at
    )


async def save_analysis(tx: Transaction, table_id: int, data: str) -> None:
    """Store an analysis, if it is still requested."""
    await tx.execute("UPDATE analyses SET user_id = NULL, data = ? WHERE table_id = ? AND data IS NULL", data, table_id)


async def delete_analysis(tx: Transaction, table_id: int) -> None:
    """Delete the analysis of a game, or the request for it."""
    await tx.execute("DELETE FROM analyses WHERE table_id = ?", table_id)


async def save_record(tx: Transaction, table_id: int, text: str, *, is_complete: bool) -> None:
    """Store the record from which a table was imported, and whether it goes to the end of the game."""
    await tx.execute(
        "INSERT INTO imported_games (table_id, record, is_complete) VALUES (?, ?, ?)", table_id, text, int(is_complete)
    )


async def save_note(tx: Transaction, table_id: int, user_id: int, text: str) -> None:
    """Store a person's note, or delete it if it is empty."""
    await tx.execute("DELETE FROM notes WHERE table_id = ? AND user_id = ?", table_id, user_id)
    if text:
        await tx.execute("INSERT INTO notes VALUES (?, ?, ?)", table_id, user_id, text)
