"""Standing orders of players, answers and moves in advance: adding, listing, reordering and cancelling them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

import msgspec

from engine.host.model.table import Table
from engine.host.service.live_game import LoadedTable
from engine.host.service.order_answers import compute_premise
from engine.host.service.planned_moves import build_planned_menu
from engine.host.service.seat_checks import StaleControlsError, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import write_moves
from engine.host.store import standing_orders
from engine.host.store.database import Transaction
from engine.host.store.standing_orders import StandingOrder
from engine.kernel.answer_rules import MOVE_WORD, build_order_menu
from engine.kernel.menu import Menu, Words, canonicalize_move
from engine.kernel.text import Seat, Text, UserError, count, say

MAX_ORDERS = 20
"""Orders of one seat, which fit one list."""
FIRST_RULE_RANK = 1_000_000
"""The rank of a seat's first rule. Later rules come before it, moves in advance behind it."""


class OrderSheet(msgspec.Struct, frozen=True):
    """The orders of a seat in the order of its list, and the menu of those that it may add now, None if there are none.

    `order_menus` has the menu through which each order was chosen, as far as it is still known.
    """

    table: Table
    seat: Seat
    menu: Optional[Menu]
    orders: tuple[StandingOrder, ...]
    order_menus: tuple[Optional[Menu], ...]

    @property
    def has_planned_menu(self) -> bool:
        """Whether a move in advance can be left now."""
        return self.menu is not None and MOVE_WORD in self.menu.open_words


class StandingOrders:
    """The orders that answer questions for absent players."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_sheet(self, table_id: int, user_id: int) -> OrderSheet:
        """Load a user's orders with the menu to add one. Raises UserError."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        orders = await standing_orders.load_orders(self._context.store, table_id)
        return build_order_sheet(loaded, seat, orders)

    async def add_order(self, table_id: int, user_id: int, words: Words, *, asked_revision: int | None = None) -> Table:
        """Add a standing order, which answers at once if its player is being asked.

        A rule becomes the first of the list, in place of an equal one. A move in advance comes behind the earlier ones.
        `asked_revision` comes from the pressed controls. Raises IllegalMoveError, StaleControlsError or another UserError.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            seat = require_running_seat(loaded.table, user_id)
            if asked_revision is not None and asked_revision != loaded.table.asked_revision:
                raise StaleControlsError(
                    say("The game has gone on meanwhile; here is what you can leave word for now.")
                )

            async def work(tx: Transaction) -> LoadedTable:
                sheet = build_order_sheet(loaded, seat, await standing_orders.load_orders(tx, table_id))
                order = _build_order(sheet, words)
                for old in sheet.orders:
                    if old.words == order.words and not order.is_move:
                        await standing_orders.delete_order(tx, table_id, old)
                await standing_orders.insert_order(tx, table_id, order)
                return await write_moves(self._context, tx, loaded, [], loaded.create_run(), user_id)

            return (await self._context.change_table(work)).table

    async def move_first(self, table_id: int, user_id: int, rank: int) -> None:
        """Put a rule first in its user's list. Raises UserError for users who are not in the game."""
        async with self._context.table_lock(table_id):
            sheet = await self.load_sheet(table_id, user_id)

            async def work(tx: Transaction) -> None:
                for order in sheet.orders:
                    if order.rank == rank:
                        await standing_orders.delete_order(tx, table_id, order)
                        first = msgspec.structs.replace(order, rank=sheet.orders[0].rank - 1)
                        await standing_orders.insert_order(tx, table_id, first)

            await self._context.write(work)

    async def cancel_order(self, table_id: int, user_id: int, rank: int) -> None:
        """Delete the order at a place of its user's list, and with a move in advance those that follow it.

        Raises UserError for users who are not in the game.
        """
        async with self._context.table_lock(table_id):
            sheet = await self.load_sheet(table_id, user_id)
            cancelled = [order for order in sheet.orders if order.rank == rank]
            if any(order.is_move for order in cancelled):
                cancelled = [order for order in sheet.orders if order.is_move and order.rank >= rank]

            async def work(tx: Transaction) -> None:
                for order in cancelled:
                    await standing_orders.delete_order(tx, table_id, order)

            await self._context.write(work)


def build_order_sheet(loaded: LoadedTable, seat: Seat, orders: Sequence[StandingOrder]) -> OrderSheet:
    """Build the sheet of a seat from the orders of all seats."""
    assert loaded.situation is not None
    own = tuple(order for order in orders if order.seat == seat)
    planned_moves: list[Words] = []
    planned_menus: dict[int, Menu | None] = {}
    for order in own:
        if order.is_move:
            planned_menus[order.rank] = build_planned_menu(loaded, seat, planned_moves)
            planned_moves.append(order.words)
    rules = loaded.game.list_rules(loaded.situation.state, seat, None)
    menu = build_order_menu(rules, build_planned_menu(loaded, seat, planned_moves))
    return OrderSheet(loaded.table, seat, menu, own, tuple(planned_menus.get(order.rank, menu) for order in own))


def _build_order(sheet: OrderSheet, words: Words) -> StandingOrder:
    """Build the order of some words at its place of the list. Raises IllegalMoveError or another UserError."""
    if sheet.menu is None:
        raise UserError(explain_no_orders())
    if len(sheet.orders) >= MAX_ORDERS:
        raise UserError(
            count(
                "You have left {n} order, which is all there is room for. Take one back first.",
                "You have left {n} orders, which is all there is room for. Take one back first.",
                len(sheet.orders),
            )
        )
    words = canonicalize_move(sheet.menu, words)
    ranks = [order.rank for order in sheet.orders]
    if words[0] != MOVE_WORD:
        return StandingOrder(sheet.seat, words, rank=min(ranks, default=FIRST_RULE_RANK) - 1)
    planned_menu = sheet.menu.next_menu(MOVE_WORD)
    assert planned_menu is not None
    move = words[1:]
    return StandingOrder(sheet.seat, move, compute_premise(planned_menu, move), max(ranks, default=FIRST_RULE_RANK) + 1)


def explain_no_orders() -> Text:
    """Explain that the game offers no orders now."""
    return say(
        "There is nothing to leave word for in this game just now. {/vacation} tells the table when you are away."
    )
