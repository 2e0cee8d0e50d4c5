"""Leaving standing orders, and taking them back."""

from __future__ import annotations

from engine.host.model.table import Table
from engine.host.service.context import Context
from engine.host.service.play.live import Late, Loaded, playing
from engine.host.store import orders
from engine.host.store.database import Transaction
from engine.host.store.orders import Order
from engine.kernel.menu import Menu, Words, canon
from engine.kernel.text import Refusal, Seat, Text, say


class Orders:
    """What somebody leaves to be answered for them."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def menu(self, table_id: int, user: int) -> tuple[Table, Seat, Menu | None]:
        """The orders a person may leave now, None where this game has none at present. Raises Refusal."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        assert live.now is not None
        return live.table, seat, live.game.orders(live.now.state, seat)

    async def of(self, table_id: int, user: int) -> list[Words]:
        """The orders a person has left. Raises Refusal."""
        seat = playing((await self._context.load(table_id)).table, user)
        return [order.words for order in await orders.orders(self._context.store, table_id) if order.seat == seat]

    async def leave(self, table_id: int, user: int, words: Words, *, asked: int | None = None) -> Table:
        """Leave a standing order; when the person is being asked just now and it has an answer, it answers at once.

        `asked` is what the pressed controls carried. Leaving the same order twice leaves it once, and an order takes the place
        of what it contradicts. Raises Illegal, Late or another Refusal.
        """
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            seat = playing(live.table, user)
            if asked is not None and asked != live.table.asked:
                raise Late(say("The game has gone on meanwhile; here is what you can leave word for now."))
            assert live.now is not None
            menu = live.game.orders(live.now.state, seat)
            if menu is None:
                raise Refusal(no_orders())
            order = Order(seat, canon(menu, words))

            async def work(tx: Transaction) -> Loaded:
                for old in await orders.orders(tx, table_id):
                    if old.seat == seat and live.game.contradicts(order.words, old.words):
                        await orders.drop(tx, table_id, old)
                await orders.keep(tx, table_id, order)
                return await self._context.advance(tx, live, [], live.run(), user)

            return (await self._context.change(work)).table

    async def cancel(self, table_id: int, user: int, words: Words) -> None:
        """Take an order back. Raises Refusal for somebody who is not in the game."""
        async with self._context.lock(table_id):
            seat = playing((await self._context.load(table_id)).table, user)
            await self._context.write(lambda tx: orders.drop(tx, table_id, Order(seat, words)))


def no_orders() -> Text:
    """What somebody reads where a game has nothing to say in advance."""
    return say("There is nothing to leave word for in this game just now. /vacation tells the table when you are away.")
