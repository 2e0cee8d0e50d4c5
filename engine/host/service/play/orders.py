"""Standing orders of players: adding, listing and cancelling them."""

from __future__ import annotations

from engine.host.model.table import Table
from engine.host.service.live_game import LoadedTable
from engine.host.service.seat_checks import StaleControlsError, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import write_moves
from engine.host.store import standing_orders
from engine.host.store.database import Transaction
from engine.host.store.standing_orders import StandingOrder
from engine.kernel.menu import Menu, Words, canonicalize_move
from engine.kernel.text import Seat, Text, UserError, say


class StandingOrders:
    """The orders that answer questions for absent players."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_menu(self, table_id: int, user_id: int) -> tuple[Table, Seat, Menu | None]:
        """Return the orders that a user may add now, None if the game offers none. Raises UserError."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        assert loaded.situation is not None
        return loaded.table, seat, loaded.game.order_menu(loaded.situation.state, seat)

    async def list_orders(self, table_id: int, user_id: int) -> list[Words]:
        """List a user's orders. Raises UserError."""
        seat = require_running_seat((await self._context.load_playable(table_id)).table, user_id)
        orders = await standing_orders.load_orders(self._context.store, table_id)
        return [order.words for order in orders if order.seat == seat]

    async def add_order(self, table_id: int, user_id: int, words: Words, *, asked_revision: int | None = None) -> Table:
        """Add a standing order, which answers at once if its player is being asked.

        `asked_revision` comes from the pressed controls. The order replaces an equal one and those that it
        contradicts. Raises IllegalMoveError, StaleControlsError or another UserError.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            seat = require_running_seat(loaded.table, user_id)
            if asked_revision is not None and asked_revision != loaded.table.asked_revision:
                raise StaleControlsError(
                    say("The game has gone on meanwhile; here is what you can leave word for now.")
                )
            assert loaded.situation is not None
            menu = loaded.game.order_menu(loaded.situation.state, seat)
            if menu is None:
                raise UserError(explain_no_orders())
            order = StandingOrder(seat, canonicalize_move(menu, words))

            async def work(tx: Transaction) -> LoadedTable:
                for old in await standing_orders.load_orders(tx, table_id):
                    if old.seat == seat and loaded.game.do_orders_conflict(order.words, old.words):
                        await standing_orders.delete_order(tx, table_id, old)
                await standing_orders.save_order(tx, table_id, order)
                return await write_moves(self._context, tx, loaded, [], loaded.create_run(), user_id)

            return (await self._context.change_table(work)).table

    async def cancel_order(self, table_id: int, user_id: int, words: Words) -> None:
        """Delete an order. Raises UserError for users who are not in the game."""
        async with self._context.table_lock(table_id):
            seat = require_running_seat((await self._context.load_playable(table_id)).table, user_id)
            await self._context.write(lambda tx: standing_orders.delete_order(tx, table_id, StandingOrder(seat, words)))


def explain_no_orders() -> Text:
    """Explain that the game offers no orders now."""
    return say(
        "There is nothing to leave word for in this game just now. {/vacation} tells the table when you are away."
    )
