"""Wishes to take back, one at most for a table, and the question to the others, which is sent once, like a notice.

The question is `due`, then `trying` while it is being sent, and in the end `sent` or `failed`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.model.share import Share
from engine.host.model.table import PATIENCE, UndoRequest
from engine.host.store import errands
from engine.host.store.columns import as_json, at_ours, seats_in
from engine.host.store.database import Store, Transaction
from engine.kernel.text import Seat

Settled = Literal["sent", "failed"]


class Question(msgspec.Struct, frozen=True):
    """A wish that is to be put to the others; `tried`: the message may have reached Discord already, in one of so many `tries`."""

    table: int
    rev: int
    seat: Seat
    asked_at: int
    tried: bool
    tries: int


# ------------------------------------------------------------------ reading
async def request(store: Store, table_id: int, rev: int) -> UndoRequest | None:
    """The open wish to take back, if the table has not gone on since."""
    row = await store.first("SELECT * FROM undo_requests WHERE table_id = ? AND valid_revision = ?", table_id, rev)
    return (
        None
        if row is None
        else UndoRequest(
            row["revision"], row["seat"], row["target_seq"], seats_in(row["agreed_seats"]), row["asked_at"]
        )
    )


async def due(store: Store, share: Share, now: int) -> list[Question]:
    """The questions to send now."""
    rows = await store.all(
        f"SELECT * FROM undo_requests WHERE state IN ('due', 'trying') AND due_at <= ? AND {at_ours(share)} "
        "ORDER BY due_at, table_id",
        now,
    )
    return [
        Question(
            row["table_id"], row["revision"], row["seat"], row["asked_at"], row["state"] == "trying", row["attempts"]
        )
        for row in rows
    ]


# ------------------------------------------------------------------ writing
async def save(tx: Transaction, table_id: int, request: UndoRequest | None) -> None:
    """Remember a wish to take back, which the others are to be asked about, or forget the one there was."""
    await tx.run("DELETE FROM undo_requests WHERE table_id = ?", table_id)
    if request is not None:
        await tx.run(
            "INSERT INTO undo_requests (table_id, revision, valid_revision, seat, target_seq, agreed_seats, "
            "asked_at, state, due_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 'due', ?)",
            table_id,
            request.rev,
            request.rev,
            request.seat,
            request.target,
            as_json(request.agreed),
            request.asked_at,
            request.asked_at,
        )


async def answered(tx: Transaction, table_id: int) -> None:
    """A wish is settled, in the message that asked about it, too."""
    await errands.drop(tx, table_id, "question")
    await save(tx, table_id, None)


async def run_out(tx: Transaction, table_id: int, message: int) -> bool:
    """The wish that a message asks about has run out. False when it is not open any more."""
    held = (
        "FROM undo_requests WHERE table_id = ? AND message_id = ? AND valid_revision = (SELECT revision "
        "FROM tables WHERE id = table_id)"
    )
    here = await tx.all(f"SELECT 1 {held}", table_id, message)
    await tx.run("DELETE FROM undo_requests WHERE table_id = ? AND message_id = ?", table_id, message)
    return bool(here)


async def agree(tx: Transaction, table_id: int, agreed: tuple[Seat, ...]) -> None:
    """Who has agreed to a wish so far."""
    await tx.run("UPDATE undo_requests SET agreed_seats = ? WHERE table_id = ?", as_json(agreed), table_id)


async def hold_on(tx: Transaction, table_id: int, before: int, rev: int) -> None:
    """The table has gone on from revision `before` by something that is no move: an open wish holds."""
    await tx.run(
        "UPDATE undo_requests SET valid_revision = ? WHERE table_id = ? AND valid_revision = ?", rev, table_id, before
    )


async def another_person(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Somebody else has a seat: they have not agreed to a wish, unless it is the seat's own."""
    for row in await tx.all("SELECT * FROM undo_requests WHERE table_id = ? AND seat <> ?", table_id, seat):
        await agree(tx, table_id, tuple(other for other in seats_in(row["agreed_seats"]) if other != seat))


async def ask_again(tx: Transaction, table_id: int, now: int) -> None:
    """A question that could not be sent comes up once more."""
    await tx.run(
        "UPDATE undo_requests SET state = 'due', attempts = 0, due_at = ? WHERE table_id = ? AND state = 'failed'",
        now,
        table_id,
    )


async def current(tx: Transaction, question: Question, now: int) -> bool:
    """Whether an unsent question still waits for an answer; one that does not is forgotten."""
    rows = await tx.all(
        "SELECT 1 FROM undo_requests u JOIN tables t ON t.id = u.table_id AND t.revision = u.valid_revision "
        "AND t.status IN ('running', 'finished') "
        "WHERE u.table_id = ? AND u.revision = ? AND u.asked_at = ? AND u.asked_at > ? AND u.state IN ('due', 'trying')",
        question.table,
        question.rev,
        question.asked_at,
        now - PATIENCE,
    )
    if not rows:
        await tx.run(
            "DELETE FROM undo_requests WHERE table_id = ? AND revision = ? AND asked_at = ? AND state IN ('due', 'trying')",
            question.table,
            question.rev,
            question.asked_at,
        )
    return bool(rows)


async def try_again_at(tx: Transaction, question: Question, then: int) -> None:
    """A question is about to be sent; if it is not settled by `then`, it comes up again."""
    await tx.run(
        "UPDATE undo_requests SET state = 'trying', attempts = attempts + 1, due_at = ? WHERE table_id = ? AND asked_at = ?",
        then,
        question.table,
        question.asked_at,
    )


async def settle(tx: Transaction, question: Question, state: Settled, message: int | None = None) -> None:
    """A question has been sent, or cannot be."""
    await tx.run(
        "UPDATE undo_requests SET state = ?, message_id = ? WHERE table_id = ? AND asked_at = ?",
        state,
        message,
        question.table,
        question.asked_at,
    )


async def look_after(tx: Transaction, share: Share, now: int) -> None:
    """What was being sent when the bot ended comes up at once; the clock may also stand earlier than it did."""
    still_open = f"state IN ('due', 'trying') AND due_at > ?1 AND {at_ours(share)}"
    await tx.run(f"UPDATE undo_requests SET due_at = ?1 WHERE {still_open}", now)
