"""Wishes to take back, one at most for a table. Every function is one question or one change."""

from __future__ import annotations

from engine.host.model.table import UndoRequest
from engine.host.store.columns import as_json, seats_in
from engine.host.store.database import Store, Transaction


# ------------------------------------------------------------------ reading
async def request(store: Store, table_id: int, rev: int) -> UndoRequest | None:
    """The open wish to take back, if the table has not gone on since."""
    row = await store.first("SELECT * FROM undo_requests WHERE table_id = ? AND rev = ?", table_id, rev)
    return (
        None
        if row is None
        else UndoRequest(row["rev"], row["seat"], row["target"], seats_in(row["agreed"]), row["asked_at"])
    )


# ------------------------------------------------------------------ writing
async def save(tx: Transaction, table_id: int, request: UndoRequest | None) -> None:
    """Remember, or forget, a wish to take back."""
    await tx.run("DELETE FROM undo_requests WHERE table_id = ?", table_id)
    if request is not None:
        await tx.run(
            "INSERT INTO undo_requests (table_id, rev, seat, target, agreed, asked_at) VALUES (?, ?, ?, ?, ?, ?)",
            table_id,
            request.rev,
            request.seat,
            request.target,
            as_json(request.agreed),
            request.asked_at,
        )
