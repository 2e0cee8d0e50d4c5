"""What somebody at a running table wants for all of it, put to the others. Every function is one question or one change."""

from __future__ import annotations

from engine.host.model.share import Share
from engine.host.model.votes import Motion, MotionKind, MotionState
from engine.host.store.columns import as_json, at_ours, seats_in
from engine.host.store.database import Row, Store, Transaction
from engine.kernel.text import Seat


# ------------------------------------------------------------------ reading
async def motion(store: Store | Transaction, motion_id: int) -> Motion | None:
    """A motion."""
    rows = await store.all("SELECT * FROM proposals WHERE id = ?", motion_id)
    return _motion(rows[0]) if rows else None


async def open_at(store: Store | Transaction, table_id: int, kind: MotionKind) -> Motion | None:
    """The open motion of a kind at a table."""
    rows = await store.all("SELECT * FROM proposals WHERE table_id = ? AND kind = ? AND state = 'open'", table_id, kind)
    return _motion(rows[0]) if rows else None


async def to_show(store: Store, share: Share) -> list[int]:
    """Motions whose message does not show how they ended."""
    rows = await store.all(
        f"SELECT id FROM proposals WHERE state <> shown_state AND message_id IS NOT NULL AND {at_ours(share)} ORDER BY id"
    )
    return [row["id"] for row in rows]


# ------------------------------------------------------------------ writing
async def insert(tx: Transaction, table_id: int, kind: MotionKind, value: int, seat: Seat, now: int) -> int:
    """A new motion, to which its mover agrees. Returns its id."""
    return await tx.insert(
        "INSERT INTO proposals (table_id, kind, pace_h, seat, opened_at, agreed_seats, refused_seats) "
        "VALUES (?, ?, ?, ?, ?, ?, '[]')",
        table_id,
        kind,
        value,
        seat,
        now,
        as_json([seat]),
    )


async def save_answers(tx: Transaction, motion_id: int, agreed: tuple[Seat, ...], refused: tuple[Seat, ...]) -> None:
    """Who has answered, and how."""
    await tx.run(
        "UPDATE proposals SET agreed_seats = ?, refused_seats = ? WHERE id = ?",
        as_json(agreed),
        as_json(refused),
        motion_id,
    )


async def decide(tx: Transaction, motion_id: int, state: MotionState) -> None:
    """What came of a motion."""
    await tx.run("UPDATE proposals SET state = ? WHERE id = ?", state, motion_id)


async def void_all(tx: Transaction, table_id: int) -> None:
    """The game is over, and with it whatever was moved at its table."""
    await tx.run("UPDATE proposals SET state = 'void' WHERE table_id = ? AND state = 'open'", table_id)


async def expire(tx: Transaction, share: Share, before: int) -> None:
    """Whatever was moved before a moment, and not settled, is void."""
    await tx.run(
        f"UPDATE proposals SET state = 'void' WHERE state = 'open' AND opened_at <= ? AND {at_ours(share)}", before
    )


async def forget_seat(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Another person has a seat: its motions are void, and what it has answered counts no more."""
    await tx.run(
        "UPDATE proposals SET state = 'void' WHERE table_id = ? AND state = 'open' AND seat = ?", table_id, seat
    )
    for row in await tx.all("SELECT * FROM proposals WHERE table_id = ? AND state = 'open'", table_id):
        one = _motion(row)
        left = [tuple(other for other in seats if other != seat) for seats in (one.agreed, one.refused)]
        await save_answers(tx, one.id, *left)


async def save_message(tx: Transaction, motion_id: int, channel: int, message: int) -> None:
    """Where a motion is shown."""
    await tx.run("UPDATE proposals SET channel_id = ?, message_id = ? WHERE id = ?", channel, message, motion_id)


async def save_shown(tx: Transaction, motion_id: int, state: MotionState) -> None:
    """What a motion's message shows of its end."""
    await tx.run("UPDATE proposals SET shown_state = ? WHERE id = ?", state, motion_id)


def _motion(row: Row) -> Motion:
    return Motion(
        row["id"],
        row["table_id"],
        row["kind"],
        row["pace_h"],
        row["seat"],
        row["opened_at"],
        seats_in(row["agreed_seats"]),
        seats_in(row["refused_seats"]),
        row["state"],
        row["channel_id"],
        row["message_id"],
        row["shown_state"],
    )
