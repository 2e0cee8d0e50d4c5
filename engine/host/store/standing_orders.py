"""Standing orders: what somebody has left to be answered while they are away. Every function is one question or one change."""

from __future__ import annotations

import msgspec

from engine.host.store.database import Store, Transaction
from engine.kernel.menu import Words
from engine.kernel.text import Seat


class StandingOrder(msgspec.Struct, frozen=True):
    """An order of a seat: a complete walk through the game's menu of orders. Its seat's own business."""

    seat: Seat
    words: Words


async def load_orders(store: Store | Transaction, table_id: int) -> list[StandingOrder]:
    """All orders left at a table."""
    rows = await store.fetch_all(
        "SELECT seat, words FROM standing_orders WHERE table_id = ? ORDER BY seat, verb", table_id
    )
    return [StandingOrder(row["seat"], tuple(row["words"].split())) for row in rows]


async def save_order(tx: Transaction, table_id: int, order: StandingOrder) -> None:
    """Leave an order; it replaces an earlier one that begins with the same word."""
    await tx.execute(
        "INSERT INTO standing_orders VALUES (?, ?, ?, ?) ON CONFLICT (table_id, seat, verb) DO UPDATE SET words = excluded.words",
        table_id,
        order.seat,
        order.words[0],
        " ".join(order.words),
    )


async def delete_order(tx: Transaction, table_id: int, order: StandingOrder) -> None:
    """Forget an order."""
    await tx.execute(
        "DELETE FROM standing_orders WHERE table_id = ? AND seat = ? AND words = ?",
        table_id,
        order.seat,
        " ".join(order.words),
    )


async def delete_seat_orders(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Forget all orders of a seat."""
    await tx.execute("DELETE FROM standing_orders WHERE table_id = ? AND seat = ?", table_id, seat)
