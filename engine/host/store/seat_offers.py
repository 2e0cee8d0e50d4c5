"""The `seat_offers` table: seats that are offered to another person. Every function is one query or one change."""

from __future__ import annotations

from engine.host.model.votes import SeatOffer
from engine.host.store.database import Store, Transaction
from engine.kernel.text import Seat


async def find_offer(store: Store, table_id: int, seat: Seat) -> SeatOffer | None:
    """Return the offer of a seat, None if there is none."""
    row = await store.fetch_first("SELECT * FROM seat_offers WHERE table_id = ? AND seat = ?", table_id, seat)
    if row is None:
        return None
    return SeatOffer(table_id, seat, row["revision"], row["user_id"], row["vote_id"])


async def save_offer(tx: Transaction, offer: SeatOffer, name: str) -> None:
    """Offer a seat to a person with this name. It replaces an earlier offer of the seat."""
    await tx.execute(
        "INSERT INTO seat_offers VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE "
        "SET revision = excluded.revision, "
        "user_id = excluded.user_id, name = excluded.name, vote_id = excluded.vote_id",
        offer.table_id,
        offer.seat,
        offer.revision,
        offer.successor_id,
        name,
        offer.vote_id,
    )


async def delete_offer(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Delete the offer of a seat."""
    await tx.execute("DELETE FROM seat_offers WHERE table_id = ? AND seat = ?", table_id, seat)


async def delete_outdated(tx: Transaction, table_id: int) -> None:
    """Delete the offers that follow from a vote whose question has been answered."""
    await tx.execute(
        "DELETE FROM seat_offers WHERE table_id = ? AND vote_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM votes v "
        "JOIN turn_deadlines t ON t.table_id = v.table_id AND t.seat = v.seat "
        "AND t.asked_revision = v.asked_revision WHERE v.id = seat_offers.vote_id)",
        table_id,
    )
