"""The `proposals` table: what a player proposes for the whole table. Every function is one query or one change."""

from __future__ import annotations

import msgspec

from engine.host.model.votes import Proposal, ProposalKind, ProposalState
from engine.host.store.database import Row, Store, Transaction
from engine.host.store.sql_conditions import parse_seats, to_json
from engine.kernel.text import Seat


# ------------------------------------------------------------------ reading
async def load_proposal(store: Store | Transaction, proposal_id: int) -> Proposal | None:
    """Load a proposal, None if there is none with this id."""
    rows = await store.fetch_all("SELECT * FROM proposals WHERE id = ?", proposal_id)
    return _parse_proposal(rows[0]) if rows else None


async def find_open_proposal(store: Store | Transaction, table_id: int, kind: ProposalKind) -> Proposal | None:
    """Return the table's open proposal of this kind, None if there is none."""
    rows = await store.fetch_all(
        "SELECT * FROM proposals WHERE table_id = ? AND kind = ? AND state = 'open'", table_id, kind
    )
    return _parse_proposal(rows[0]) if rows else None


# ------------------------------------------------------------------ writing
async def insert_proposal(
    tx: Transaction, table_id: int, kind: ProposalKind, pace_h: int, seat: Seat, now: int, target: int = 0
) -> int:
    """Insert a proposal to which its proposer agrees, and return its id."""
    return await tx.insert(
        "INSERT INTO proposals (table_id, kind, pace_h, target, seat, opened_at, agreed_seats, refused_seats) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, '[]')",
        table_id,
        kind,
        pace_h,
        target,
        seat,
        now,
        to_json([seat]),
    )


async def save_answers(tx: Transaction, proposal: Proposal) -> None:
    """Store which seats have agreed and refused, and whose players have left the server."""
    await tx.execute(
        "UPDATE proposals SET agreed_seats = ?, refused_seats = ?, absent_seats = ? WHERE id = ?",
        to_json(proposal.agreed_seats),
        to_json(proposal.refused_seats),
        to_json(proposal.absent_seats),
        proposal.id,
    )


async def set_state(tx: Transaction, proposal_id: int, state: ProposalState) -> None:
    """Store the state of a proposal."""
    await tx.execute("UPDATE proposals SET state = ? WHERE id = ?", state, proposal_id)


async def void_proposal(tx: Transaction, proposal_id: int) -> None:
    """Void a proposal if it is still open."""
    await tx.execute("UPDATE proposals SET state = 'void' WHERE id = ? AND state = 'open'", proposal_id)


async def void_proposals(tx: Transaction, table_id: int) -> None:
    """Void the open proposals of a table whose game is over."""
    await tx.execute("UPDATE proposals SET state = 'void' WHERE table_id = ? AND state = 'open'", table_id)


async def void_seat_proposals(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Void a seat's open proposals, and delete its answers to others: the seat has a new player."""
    await tx.execute(
        "UPDATE proposals SET state = 'void' WHERE table_id = ? AND state = 'open' AND seat = ?", table_id, seat
    )
    for row in await tx.fetch_all("SELECT * FROM proposals WHERE table_id = ? AND state = 'open'", table_id):
        proposal = _parse_proposal(row)
        kept = msgspec.structs.replace(
            proposal,
            agreed_seats=_remove_seat(proposal.agreed_seats, seat),
            refused_seats=_remove_seat(proposal.refused_seats, seat),
            absent_seats=_remove_seat(proposal.absent_seats, seat),
        )
        await save_answers(tx, kept)


async def leave_out_time(tx: Transaction, table_id: int, began_at: int, ended_at: int) -> None:
    """Leave the time of an outage out of the time in which a table's open proposals can be answered."""
    await tx.execute(
        "UPDATE proposals SET opened_at = opened_at + ?1 - CASE WHEN opened_at > ?2 THEN opened_at ELSE ?2 END "
        "WHERE table_id = ?3 AND state = 'open' AND opened_at < ?1",
        ended_at,
        began_at,
        table_id,
    )


async def save_message(tx: Transaction, proposal_id: int, channel_id: int, message_id: int) -> None:
    """Store the message that shows a proposal."""
    await tx.execute(
        "UPDATE proposals SET channel_id = ?, message_id = ? WHERE id = ?", channel_id, message_id, proposal_id
    )


def _remove_seat(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


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
        target=row["target"],
        absent_seats=parse_seats(row["absent_seats"]),
    )
