"""Lobbies that nobody uses: they ask whether they are still wanted, and close without an answer."""

from __future__ import annotations

from engine.host.model.table import LOBBY_GRACE_S, Table
from engine.host.service.lobby.lobby_seats import LobbySeats
from engine.host.service.seat_checks import require_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import end_table
from engine.host.store import outbox
from engine.host.store.database import Transaction
from engine.host.store.outbox import OutboxItem


class IdleLobbies:
    """The question to an idle lobby, and its end."""

    def __init__(self, context: ServiceContext, lobby_seats: LobbySeats) -> None:
        self._context = context
        self._lobby_seats = lobby_seats

    async def keep_open(self, table_id: int, user_id: int) -> Table:
        """Keep a lobby that asked whether it is still wanted. Raises UserError."""
        async with self._lobby_seats.lock_lobby(table_id) as table:
            require_seat(table, user_id)
            await self._context.write(
                lambda tx: outbox.postpone_idle_check(tx, table_id, self._context.now()), table_id
            )
        return table

    async def record_question(self, item: OutboxItem) -> None:
        """Schedule the end of a lobby that was asked whether it is still wanted."""
        now = self._context.now()

        async def work(tx: Transaction) -> None:
            if await outbox.delete_message(tx, item.id):  # else somebody has done something meanwhile
                await outbox.add_message(tx, item.table_id, "shut", now, now + LOBBY_GRACE_S)

        await self._context.write(work)

    async def close_idle(self, table_id: int) -> None:
        """Close a lobby that nobody wants any more."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "lobby":
                await end_table(self._context, table, "closed")
