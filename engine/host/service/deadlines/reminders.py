"""What players decide about reminders of their turns."""

from __future__ import annotations

from engine.host.service.seat_checks import StaleControlsError, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox, turn_deadlines
from engine.host.store.database import Transaction
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import say


class Reminders:
    """Reminders and early notices."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def mute_turn(self, table_id: int, user_id: int, asked_revision: int) -> None:
        """Stop the reminders of a turn. Raises UserError for another user's turn, StaleControlsError if it is over."""
        async with self._context.table_lock(table_id):
            seat = require_running_seat((await self._context.load_playable(table_id)).table, user_id)
            deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
            if (seat, asked_revision) not in [(turn.seat, turn.asked_revision) for turn in deadlines]:
                raise StaleControlsError(say("That reminder is about an earlier turn. There is nothing to mute now."))
            await self._context.write(lambda tx: turn_deadlines.mute_reminders(tx, table_id, seat))
        self._context.notify_listeners()

    async def set_early_notice(self, table_id: int, user_id: int, *, is_wanted: bool | None = None) -> bool:
        """Set, or by default toggle, whether a player is told shortly before their turn. Return the new value. Raises UserError."""
        async with self._context.table_lock(table_id):
            seat = require_running_seat((await self._context.load_playable(table_id)).table, user_id)
            if is_wanted is None:
                is_wanted = not await turn_deadlines.has_early_notice(self._context.store, table_id, seat)
            if is_wanted:
                await self._context.write(lambda tx: turn_deadlines.request_early_notice(tx, table_id, seat))
            else:
                await self._context.write(lambda tx: turn_deadlines.cancel_early_notice(tx, table_id, seat))
        return is_wanted

    async def record_departure(self, reminder: OutboxItem) -> None:
        """Stop the reminders of a user who has left the server, and tell the table once instead."""
        table_id, seat, now = reminder.table_id, reminder.subject_id, self._context.now()

        async def work(tx: Transaction) -> None:
            await outbox.delete_message(tx, reminder.id)
            if await turn_deadlines.mark_gone(tx, table_id, seat):
                asked_revision = reminder.asked_revision
                await outbox.add_message(tx, table_id, "gone", now, now, seat, asked_revision=asked_revision)

        await self._context.write(work)
        self._context.notify_listeners()
