"""What somebody at a running table wants for all of it, put to the others. Every function is one question or one change."""

from __future__ import annotations

from engine.host.model.shard_range import ShardRange
from engine.host.model.votes import Proposal, ProposalKind, ProposalState
from engine.host.store.database import Row, Store, Transaction
from engine.host.store.sql_conditions import match_table, parse_seats, to_json
from engine.kernel.text import Seat


# ------------------------------------------------------------------ reading
async def load_proposal(store: Store | Transaction, proposal_id: int) -> Proposal | None:
    """A motion."""
    rows = await store.fetch_all("SELECT * FROM proposals WHERE id = ?", proposal_id)
    return _parse_proposal(rows[0]) if rows else None


async def find_open_proposal(store: Store | Transaction, table_id: int, kind: ProposalKind) -> Proposal | None:
    """The open motion of a kind at a table."""
    rows = await store.fetch_all(
        "SELECT * FROM proposals WHERE table_id = ? AND kind = ? AND state = 'open'", table_id, kind
    )
    return _parse_proposal(rows[0]) if rows else None


async def list_to_show(store: Store, shard_range: ShardRange) -> list[int]:
    """Motions whose message does not show how they ended."""
    rows = await store.fetch_all(
        f"SELECT id FROM proposals WHERE state <> shown_state AND message_id IS NOT NULL AND {match_table(shard_range)} ORDER BY id"
    )
    return [row["id"] for row in rows]


# ------------------------------------------------------------------ writing
async def insert_proposal(tx: Transaction, table_id: int, kind: ProposalKind, pace_h: int, seat: Seat, now: int) -> int:
    """A new motion, to which its mover agrees. Returns its id."""
    return await tx.insert(
        "INSERT INTO proposals (table_id, kind, pace_h, seat, opened_at, agreed_seats, refused_seats) "
        "VALUES (?, ?, ?, ?, ?, ?, '[]')",
        table_id,
        kind,
        pace_h,
        seat,
        now,
        to_json([seat]),
    )


async def save_answers(
    tx: Transaction, proposal_id: int, agreed_seats: tuple[Seat, ...], refused_seats: tuple[Seat, ...]
) -> None:
    """Who has answered, and how."""
    await tx.execute(
        "UPDATE proposals SET agreed_seats = ?, refused_seats = ? WHERE id = ?",
        to_json(agreed_seats),
        to_json(refused_seats),
        proposal_id,
    )


async def set_state(tx: Transaction, proposal_id: int, state: ProposalState) -> None:
    """What came of a motion."""
    await tx.execute("UPDATE proposals SET state = ? WHERE id = ?", state, proposal_id)


async def void_proposals(tx: Transaction, table_id: int) -> None:
    """The game is over, and with it whatever was moved at its table."""
    await tx.execute("UPDATE proposals SET state = 'void' WHERE table_id = ? AND state = 'open'", table_id)


async def void_expired(tx: Transaction, shard_range: ShardRange, opened_before: int) -> None:
    """Whatever was moved before a moment, and not settled, is void."""
    await tx.execute(
        f"UPDATE proposals SET state = 'void' WHERE state = 'open' AND opened_at <= ? AND {match_table(shard_range)}",
        opened_before,
    )


async def void_seat_proposals(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Another person has a seat: its motions are void, and what it has answered counts no more."""
    await tx.execute(
        "UPDATE proposals SET state = 'void' WHERE table_id = ? AND state = 'open' AND seat = ?", table_id, seat
    )
    for row in await tx.fetch_all("SELECT * FROM proposals WHERE table_id = ? AND state = 'open'", table_id):
        one = _parse_proposal(row)
        left = [tuple(other for other in seats if other != seat) for seats in (one.agreed_seats, one.refused_seats)]
        await save_answers(tx, one.id, *left)


async def save_message(tx: Transaction, proposal_id: int, channel_id: int, message_id: int) -> None:
    """Where a motion is shown."""
    await tx.execute(
        "UPDATE proposals SET channel_id = ?, message_id = ? WHERE id = ?", channel_id, message_id, proposal_id
    )


async def save_shown(tx: Transaction, proposal_id: int, state: ProposalState) -> None:
    """What a motion's message shows of its end."""
    await tx.execute("UPDATE proposals SET shown_state = ? WHERE id = ?", state, proposal_id)


def _parse_proposal(row: Row) -> Proposal:
    return Proposal(
        row["id"],
        row["table_id"],
        row["kind"],
        row["pace_h"],
        row["seat"],
        row["opened_at"],
        parse_seats(row["agreed_seats"]),
        parse_seats(row["refused_seats"]),
        row["state"],
        row["channel_id"],
        row["message_id"],
        row["shown_state"],
    )
