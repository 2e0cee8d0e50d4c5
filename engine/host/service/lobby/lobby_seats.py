"""Changes of the seats at a table that has not begun, under its lock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import msgspec

from engine.host.model.table import FULL_LOBBY_CALL_S, NO_USER, SeatAssignment, Table, explain_game_over
from engine.host.service.lobby.seating import assign_seat, explain_table_full, find_free_seat, rotate_seats
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox, tables
from engine.host.store.database import Transaction
from engine.kernel.text import Text, UserError, say

CONFIRM_CALL_S = 120
"""Seconds between a change of what the game is worth and the call to those who must press Start again."""


def ask_to_confirm(seats: Iterable[SeatAssignment], user_id: int) -> list[SeatAssignment]:
    """Return the seats with the mark that everybody but this user must press Start. Only people are asked."""
    asked_seats = []
    for person in seats:
        asked_seats.append(msgspec.structs.replace(person, must_confirm=person.user_id not in (user_id, NO_USER)))
    return asked_seats


async def call_to_confirm(tx: Transaction, table: Table, seats: Iterable[SeatAssignment], now: int) -> None:
    """Call those who must press Start since this change, once there was time for further changes."""
    asked_before = {person.user_id for person in table.seats if person.must_confirm}
    for person in seats:
        if person.must_confirm and person.user_id not in asked_before:
            await outbox.add_call(tx, table.id, person.user_id, now, now + CONFIRM_CALL_S, None)


class LobbySeats:
    """The seats of lobbies."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    @asynccontextmanager
    async def lock_lobby(self, table_id: int, begun_text: Text | None = None) -> AsyncIterator[Table]:
        """Lock a table in the lobby. Raises UserError if it has begun (with `begun_text`, if given) or is over."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "running":
                raise UserError(begun_text or say("The game has begun already."))
            if not table.is_live:
                raise UserError(explain_game_over())
            yield table

    async def add_player(self, table: Table, user_id: int, name: str, computer_level: str = "") -> list[SeatAssignment]:
        """Return the seats with a new user or a computer of a level. Raises UserError if the table is full.

        They get the next seat, or in a game from a record the first free one.
        """
        if table.is_imported:
            return assign_seat(table, find_free_seat(table), user_id, name, computer_level)
        max_seats = self._count_max_seats(table)
        if len(table.seats) >= max_seats:
            raise explain_table_full(max_seats)
        seats = [*table.seats, SeatAssignment(len(table.seats), user_id, name, computer_level=computer_level)]
        if table.rematch_of is None:
            return seats
        last_table = await self._context.load_table(table.rematch_of)
        return rotate_seats(seats, last_table.seats)

    async def save_seats(
        self,
        table: Table,
        seats: list[SeatAssignment],
        *,
        opened_by: int | None = None,
        removed_user: int | None = None,
    ) -> Table:
        """Store the seats; `opened_by` is a new opener, and `removed_user` needs an invitation to come back."""
        is_full = len(seats) == self._count_max_seats(table) and not table.is_imported
        now = self._context.now()

        async def work(tx: Transaction) -> None:
            await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
            await tables.replace_seats(tx, table.id, seats)
            await outbox.postpone_idle_check(tx, table.id, now)
            await call_to_confirm(tx, table, seats, now)
            if not is_full:
                await outbox.delete_messages(tx, table.id, "full")
            elif len(table.seats) < len(seats):
                await outbox.add_message(tx, table.id, "full", now, now + FULL_LOBBY_CALL_S)
            if removed_user is not None:
                await tables.add_invitation(tx, table.id, removed_user, is_removed=True)
            await tables.update_table(tx, table.id, opened_by=opened_by or table.opened_by)

        await self._context.write(work, table.id)
        self._context.notify_listeners()
        return await self._context.load_table(table.id)

    def _count_max_seats(self, table: Table) -> int:
        return max(self._context.catalogue.load_game(table.game).seat_counts)
