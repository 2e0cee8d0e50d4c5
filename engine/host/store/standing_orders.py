"""The `standing_orders` table: answers that players have given in advance, and moves that they have planned.

Every function is one query or one change.
"""

from __future__ import annotations

import msgspec

from engine.host.store.database import Queries, Transaction
from engine.kernel.menu import Words
from engine.kernel.text import Seat


class StandingOrder(msgspec.Struct, frozen=True):
    """An order of a seat, at the place `rank` of its list. Only its seat may see it.

    `words` are a complete path through the game's menu of rules, or the move that is planned for the seat's next question. Then
    `premise` is a digest of what the move rests on; it is "" for a rule.
    """

    seat: Seat
    words: Words
    premise: str = ""
    rank: int = 0

    @property
    def is_move(self) -> bool:
        """Whether the order is a move in advance, which is played once."""
        return bool(self.premise)


async def load_orders(store: Queries, table_id: int) -> list[StandingOrder]:
    """Load all orders of a table, seat by seat, in the order of each list."""
    rows = await store.fetch_all(
        "SELECT seat, words, premise, list_rank FROM standing_orders WHERE table_id = ? ORDER BY seat, list_rank",
        table_id,
    )
    return [StandingOrder(row["seat"], tuple(row["words"].split()), row["premise"], row["list_rank"]) for row in rows]


async def insert_order(tx: Transaction, table_id: int, order: StandingOrder) -> None:
    """Store an order at the free place `rank` of its seat's list."""
    await tx.execute(
        "INSERT INTO standing_orders (table_id, seat, list_rank, words, premise) VALUES (?, ?, ?, ?, ?)",
        table_id,
        order.seat,
        order.rank,
        " ".join(order.words),
        order.premise,
    )


async def delete_order(tx: Transaction, table_id: int, order: StandingOrder) -> None:
    """Delete an order."""
    await tx.execute(
        "DELETE FROM standing_orders WHERE table_id = ? AND seat = ? AND list_rank = ?",
        table_id,
        order.seat,
        order.rank,
    )


async def delete_seat_orders(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Delete all orders of a seat."""
    await tx.execute("DELETE FROM standing_orders WHERE table_id = ? AND seat = ?", table_id, seat)
