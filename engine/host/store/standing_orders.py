"""The `standing_orders` table: moves that a player has prepared for later questions.

Every function is one query or one change.
"""

from __future__ import annotations

import msgspec

from engine.host.store.database import Store, Transaction
from engine.kernel.menu import Words
from engine.kernel.text import Seat


class StandingOrder(msgspec.Struct, frozen=True):
    """A prepared answer of a seat: a complete path through the game's menu of orders. Only its seat may see it."""

    seat: Seat
    words: Words


async def load_orders(store: Store | Transaction, table_id: int) -> list[StandingOrder]:
    """Load all orders of a table."""
    rows = await store.fetch_all(
        "SELECT seat, words FROM standing_orders WHERE table_id = ? ORDER BY seat, verb", table_id
    )
    return [StandingOrder(row["seat"], tuple(row["words"].split())) for row in rows]


async def save_order(tx: Transaction, table_id: int, order: StandingOrder) -> None:
    """Store an order. It replaces the seat's order that begins with the same word."""
    await tx.execute(
        "INSERT INTO standing_orders VALUES (?, ?, ?, ?) ON CONFLICT (table_id, seat, verb) DO UPDATE SET words = excluded.words",
        table_id,
        order.seat,
        order.words[0],
        " ".join(order.words),
    )


async def delete_order(tx: Transaction, table_id: int, order: StandingOrder) -> None:
    """Delete an order."""
    await tx.execute(
        "DELETE FROM standing_orders WHERE table_id = ? AND seat = ? AND words = ?",
        table_id,
        order.seat,
        " ".join(order.words),
    )


async def delete_seat_orders(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Delete all orders of a seat."""
    await tx.execute("DELETE FROM standing_orders WHERE table_id = ? AND seat = ?", table_id, seat)
