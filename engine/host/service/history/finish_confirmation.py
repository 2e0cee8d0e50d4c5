"""The end of a finished game becomes final: until then it can be taken back and hidden information stays hidden."""

from __future__ import annotations

from engine.host.model.table import SeatAssignment, Table
from engine.host.service.seat_checks import require_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import tables
from engine.host.store.database import Transaction
from engine.kernel.text import UserError, say


class FinishConfirmation:
    """Confirmations that a game is over for good."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def confirm_finish(self, table_id: int, user_id: int) -> tuple[SeatAssignment, ...]:
        """Record a player's confirmation. Return the players who have not confirmed; the last confirmation opens the seals.

        Raises UserError for users without a seat, or if the game goes on.
        """
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status != "finished":
                raise UserError(say("The game goes on, so it is not over yet."))
            seat = require_seat(table, user_id)
            if not table.is_sealed(self._context.now()):
                return ()

            async def work(tx: Transaction) -> tuple[SeatAssignment, ...]:
                confirmed_seats = await tables.confirm_finish(tx, table_id, seat)
                missing = tuple(person for person in table.active_players if person.seat not in confirmed_seats)
                if not missing:
                    await tables.open_seals(tx, table_id)
                return missing

            return await self._context.write(work, table_id)

    async def open_seals(self, table_id: int) -> Table:
        """Open the seals of a finished game whose end can no longer be taken back."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "finished" and not table.is_sealed(self._context.now()):
                await self._context.write(lambda tx: tables.open_seals(tx, table_id), table_id)
        return await self._context.load_table(table_id)
