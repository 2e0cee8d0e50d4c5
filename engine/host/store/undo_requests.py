"""The `undo_requests` table: at most one undo request a table, and the question to the other seats, sent once.

The question is `due`, `trying` while the bot sends it, and in the end `sent` or `failed`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.model.table import UNDO_REQUEST_S, UndoRequest
from engine.host.store import announcements
from engine.host.store.database import Store, Transaction
from engine.host.store.sql_conditions import match_table, parse_seats, to_json
from engine.kernel.text import Seat

QuestionOutcome = Literal["sent", "failed"]


class UndoQuestion(msgspec.Struct, frozen=True):
    """An undo request to put to the other seats. If `was_tried` is set, the message may have reached Discord already."""

    table_id: int
    revision: int
    seat: Seat
    asked_at: int
    was_tried: bool
    attempts: int


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


async def list_due(store: Store, shard_range: ShardRange, now: int) -> list[UndoQuestion]:
    """List the questions to send now."""
    rows = await store.fetch_all(
        f"SELECT * FROM undo_requests WHERE state IN ('due', 'trying') AND due_at <= ? AND {match_table(shard_range)} "
        "ORDER BY due_at, table_id",
        now,
    )
    return [
        UndoQuestion(
            row["table_id"], row["revision"], row["seat"], row["asked_at"], row["state"] == "trying", row["attempts"]
        )
        for row in rows
    ]


# ------------------------------------------------------------------ writing
async def save_request(tx: Transaction, table_id: int, request: UndoRequest | None) -> None:
    """Store an undo request in the place of the old one, and make its question due; None deletes the old one."""
    await tx.execute("DELETE FROM undo_requests WHERE table_id = ?", table_id)
    if request is not None:
        await tx.execute(
            "INSERT INTO undo_requests (table_id, revision, valid_revision, seat, target_seq, agreed_seats, "
            "asked_at, state, due_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 'due', ?)",
            table_id,
            request.revision,
            request.revision,
            request.seat,
            request.target_seq,
            to_json(request.agreed_seats),
            request.asked_at,
            request.asked_at,
        )


async def delete_request(tx: Transaction, table_id: int) -> None:
    """Delete a settled undo request and the announcement of its question."""
    await announcements.delete_announcements(tx, table_id, "question")
    await save_request(tx, table_id, None)


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


async def retry_question(tx: Transaction, table_id: int, now: int) -> None:
    """Make a question due again that could not be sent."""
    await tx.execute(
        "UPDATE undo_requests SET state = 'due', attempts = 0, due_at = ? WHERE table_id = ? AND state = 'failed'",
        now,
        table_id,
    )


async def is_current(tx: Transaction, question: UndoQuestion, now: int) -> bool:
    """Return whether an unsent question still applies, and delete it if it does not."""
    rows = await tx.fetch_all(
        "SELECT 1 FROM undo_requests u JOIN tables t ON t.id = u.table_id AND t.revision = u.valid_revision "
        "AND t.status IN ('running', 'finished') "
        "WHERE u.table_id = ? AND u.revision = ? AND u.asked_at = ? AND u.asked_at > ? AND u.state IN ('due', 'trying')",
        question.table_id,
        question.revision,
        question.asked_at,
        now - UNDO_REQUEST_S,
    )
    if not rows:
        await tx.execute(
            "DELETE FROM undo_requests WHERE table_id = ? AND revision = ? AND asked_at = ? AND state IN ('due', 'trying')",
            question.table_id,
            question.revision,
            question.asked_at,
        )
    return bool(rows)


async def set_retry(tx: Transaction, question: UndoQuestion, retry_at: int) -> None:
    """Count an attempt, and make the question due again at `retry_at`."""
    await tx.execute(
        "UPDATE undo_requests SET state = 'trying', attempts = attempts + 1, due_at = ? WHERE table_id = ? AND asked_at = ?",
        retry_at,
        question.table_id,
        question.asked_at,
    )


async def record_outcome(
    tx: Transaction, question: UndoQuestion, state: QuestionOutcome, message_id: int | None = None
) -> None:
    """Store whether the question was sent."""
    await tx.execute(
        "UPDATE undo_requests SET state = ?, message_id = ? WHERE table_id = ? AND asked_at = ?",
        state,
        message_id,
        question.table_id,
        question.asked_at,
    )


async def recover_attempts(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Make questions due that lie in the future: the bot ended while it sent them, or the clock was set back."""
    still_open = f"state IN ('due', 'trying') AND due_at > ?1 AND {match_table(shard_range)}"
    await tx.execute(f"UPDATE undo_requests SET due_at = ?1 WHERE {still_open}", now)
