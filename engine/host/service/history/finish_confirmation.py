"""The end of a finished game becomes final: until then it can be taken back and hidden information stays hidden."""

from __future__ import annotations

from engine.host.model.table import SeatAssignment
from engine.host.service.seat_checks import require_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox
from engine.host.store.database import Transaction
from engine.host.store.history import game_end
from engine.kernel.text import UserError, say

SECOND_LOOK_S = 10 * 60
"""Seconds between the two looks at the clock that open the seals."""


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
            if not table.is_sealed:
                return ()

            async def work(tx: Transaction) -> tuple[SeatAssignment, ...]:
                confirmed_seats = await game_end.confirm_finish(tx, table_id, seat)
                missing = tuple(person for person in table.active_players if person.seat not in confirmed_seats)
                if not missing:
                    await game_end.open_seals(tx, table_id)
                return missing

            return await self._context.write(work, table_id)

    async def open_seals(self, table_id: int, *, is_second_look: bool) -> bool:
        """Open the seals of a finished game after its time, and return whether they are open.

        A clock that is wrong for a minute must not show what is hidden, so the first look only schedules a second one. If the
        time is not over by then, the first look comes again at the right moment.
        """
        async with self._context.table_lock(table_id):
            table, now = (await self._context.load_playable(table_id)).table, self._context.now()
            if not table.is_sealed:
                return table.status == "finished"
            assert table.seals_open_at is not None
            is_over = table.seals_open_at <= now
            next_look_at = now + SECOND_LOOK_S if is_over else table.seals_open_at

            async def work(tx: Transaction) -> None:
                if is_over and is_second_look:
                    await game_end.open_seals(tx, table_id)
                    return
                await outbox.add_message(tx, table_id, "seals", now, next_look_at, int(is_over))

            await self._context.write(work, table_id)
        return is_over and is_second_look
