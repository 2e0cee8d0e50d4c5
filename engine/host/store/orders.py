"""Standing orders: what somebody has left to be answered while they are away. Every function is one question or one change."""

from __future__ import annotations

import msgspec

from engine.host.store.database import Store, Transaction
from engine.kernel.menu import Words
from engine.kernel.text import Seat


class Order(msgspec.Struct, frozen=True):
    """An order of a seat: a complete walk through the game's menu of orders. Its seat's own business."""

    seat: Seat
    words: Words


async def orders(store: Store | Transaction, table_id: int) -> list[Order]:
    """All orders left at a table."""
    rows = await store.all("SELECT seat, words FROM standing_orders WHERE table_id = ? ORDER BY seat, verb", table_id)
    return [Order(row["seat"], tuple(row["words"].split())) for row in rows]


async def keep(tx: Transaction, table_id: int, order: Order) -> None:
    """Leave an order; it replaces an earlier one that begins with the same word."""
    await tx.run(
        "INSERT INTO standing_orders VALUES (?, ?, ?, ?) ON CONFLICT (table_id, seat, verb) DO UPDATE SET words = excluded.words",
        table_id,
        order.seat,
        order.words[0],
        " ".join(order.words),
    )


async def drop(tx: Transaction, table_id: int, order: Order) -> None:
    """Forget an order."""
    await tx.run(
        "DELETE FROM standing_orders WHERE table_id = ? AND seat = ? AND words = ?",
        table_id,
        order.seat,
        " ".join(order.words),
    )


async def drop_all(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Forget all orders of a seat."""
    await tx.run("DELETE FROM standing_orders WHERE table_id = ? AND seat = ?", table_id, seat)
