"""The `moderator_acts` table: what moderators have done at tables, and who. Every function is one query or one change."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.store.database import Store, Transaction

ModeratorActKind = Literal["rewind", "close", "reinstate", "assign"]
"""A game taken back, a table closed, a seat given back to its player, and a seat given to another person."""


class ModeratorAct(msgspec.Struct, frozen=True):
    """An act of a moderator at a table. `number` is the move or the seat that it concerns."""

    table_id: int
    channel_id: int
    user_id: int
    kind: ModeratorActKind
    number: int
    acted_at: int


async def insert_act(
    tx: Transaction, table_id: int, user_id: int, kind: ModeratorActKind, now: int, number: int = 0
) -> None:
    """Store an act for the audit list; `number` is the move or the seat that it concerns."""
    await tx.execute(
        "INSERT INTO moderator_acts (table_id, user_id, kind, number, acted_at) VALUES (?, ?, ?, ?, ?)",
        table_id,
        user_id,
        kind,
        number,
        now,
    )


async def list_newest_acts(store: Store, limit: int) -> list[ModeratorAct]:
    """List the newest acts at all tables, newest first."""
    rows = await store.fetch_all(
        "SELECT a.*, t.channel_id FROM moderator_acts a JOIN tables t ON t.id = a.table_id ORDER BY a.id DESC LIMIT ?",
        limit,
    )
    acts = []
    for row in rows:
        acts.append(
            ModeratorAct(
                row["table_id"], row["channel_id"], row["user_id"], row["kind"], row["number"], row["acted_at"]
            )
        )
    return acts
