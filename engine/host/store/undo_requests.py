"""The `undo_requests` table: at most one undo request a table. Every function is one query or one change."""

from __future__ import annotations

from engine.host.model.table import UndoRequest
from engine.host.store import outbox
from engine.host.store.database import Store, Transaction
from engine.host.store.sql_conditions import parse_seats, to_json
from engine.kernel.text import Seat


# ------------------------------------------------------------------ reading
async def load_request(store: Store, table_id: int, revision: int) -> UndoRequest | None:
    """Load the open undo request of a table, None if the table has changed since."""
    row = await store.fetch_first(
        "SELECT * FROM undo_requests WHERE table_id = ? AND valid_revision = ?", table_id, revision
    )
    if row is None:
        return None
    agreed_seats = parse_seats(row["agreed_seats"])
    return UndoRequest(row["revision"], row["seat"], row["target_seq"], agreed_seats, row["asked_at"])


# ------------------------------------------------------------------ writing
async def save_request(tx: Transaction, table_id: int, request: UndoRequest) -> None:
    """Store an undo request in the place of the old one, and make its question due."""
    await drop_request(tx, table_id)
    await tx.execute(
        "INSERT INTO undo_requests (table_id, revision, valid_revision, seat, target_seq, agreed_seats, asked_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        table_id,
        request.revision,
        request.revision,
        request.seat,
        request.target_seq,
        to_json(request.agreed_seats),
        request.asked_at,
    )
    await outbox.add_message(tx, table_id, "undo", request.asked_at, request.asked_at)


async def retry_question(tx: Transaction, table_id: int, now: int) -> None:
    """Make the question of an undo request due again if it could not be sent."""
    unsent = await tx.fetch_all(
        "SELECT 1 FROM undo_requests u WHERE u.table_id = ? AND u.message_id IS NULL AND NOT EXISTS "
        "(SELECT 1 FROM outbox o WHERE o.table_id = u.table_id AND o.kind = 'undo')",
        table_id,
    )
    if unsent:
        await outbox.add_message(tx, table_id, "undo", now, now)


async def delete_request(tx: Transaction, table_id: int) -> None:
    """Delete an undo request that was settled in its message."""
    await outbox.delete_messages(tx, table_id, "expiry")
    await drop_request(tx, table_id)


async def drop_request(tx: Transaction, table_id: int) -> None:
    """Delete an undo request. If its message was sent, that says so when it expires."""
    await outbox.delete_messages(tx, table_id, "undo")
    await tx.execute("DELETE FROM undo_requests WHERE table_id = ?", table_id)


async def expire_request(tx: Transaction, table_id: int, message_id: int) -> bool:
    """Delete the undo request that a message asks about. Return False if it was no longer open."""
    condition = (
        "FROM undo_requests WHERE table_id = ? AND message_id = ? AND valid_revision = (SELECT revision "
        "FROM tables WHERE id = table_id)"
    )
    open_rows = await tx.fetch_all(f"SELECT 1 {condition}", table_id, message_id)
    await tx.execute("DELETE FROM undo_requests WHERE table_id = ? AND message_id = ?", table_id, message_id)
    return bool(open_rows)


async def save_agreement(tx: Transaction, table_id: int, agreed_seats: tuple[Seat, ...]) -> None:
    """Store which seats have agreed to the undo request."""
    await tx.execute("UPDATE undo_requests SET agreed_seats = ? WHERE table_id = ?", to_json(agreed_seats), table_id)


async def keep_valid(tx: Transaction, table_id: int, old_revision: int, revision: int) -> None:
    """Keep an open undo request valid when the table gets a new revision without a move."""
    await tx.execute(
        "UPDATE undo_requests SET valid_revision = ? WHERE table_id = ? AND valid_revision = ?",
        revision,
        table_id,
        old_revision,
    )


async def remove_agreement(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Remove the agreement of a seat that has a new player, except to the seat's own request."""
    for row in await tx.fetch_all("SELECT * FROM undo_requests WHERE table_id = ? AND seat <> ?", table_id, seat):
        agreed_seats = tuple(other for other in parse_seats(row["agreed_seats"]) if other != seat)
        await save_agreement(tx, table_id, agreed_seats)


async def save_message(tx: Transaction, table_id: int, message_id: int) -> None:
    """Store the message that asks the others."""
    await tx.execute("UPDATE undo_requests SET message_id = ? WHERE table_id = ?", message_id, table_id)
