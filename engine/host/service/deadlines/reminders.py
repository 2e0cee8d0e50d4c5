"""Reminders of turns and notices shortly before a turn, each sent once even if the process dies in between.

A due reminder becomes a notice in the transaction that schedules the next one. A notice is marked before each attempt
and settled after it. The sender of a notice with an earlier attempt first looks on Discord for the message.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.host.model.pace import MINUTE_S
from engine.host.service.seat_checks import StaleControlsError, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import announcements, reminders, turn_deadlines, undo_requests
from engine.host.store.database import Transaction
from engine.host.store.reminders import DueItems, Reminder, ReminderOutcome
from engine.kernel.text import Seat, say

MAX_ATTEMPTS = 12
"""Attempts to send one notice; with the pauses between them about two hours."""

FORBIDDEN_RETRY_S = 30 * MINUTE_S
"""Seconds until the next attempt after Discord refused because the bot may not post there."""


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

    async def schedule_calls(self, table_id: int, seats: Iterable[Seat]) -> None:
        """Schedule one later call for each of the seats that owes an answer and whose user is asleep now."""
        now, called_seats = self._context.now(), {*seats}
        deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
        asleep = [turn for turn in deadlines if turn.seat in called_seats and turn.schedule.is_asleep(now)]
        if not asleep:
            return

        async def work(tx: Transaction) -> None:
            for turn in asleep:
                awake_at = turn.schedule.find_awake_at(now)
                await reminders.schedule_call(tx, table_id, turn.seat, turn.asked_revision, now, awake_at)

        await self._context.write(work)
        self._context.notify_listeners()

    # ------------------------------------------------------------ what is due
    async def recover_pending(self) -> None:
        """Make all messages due at once that were being sent when the bot ended. Called at the start."""
        now = self._context.now()
        await self._context.write(lambda tx: turn_deadlines.fix_future_timestamps(tx, self._context.shard_range, now))
        await self._context.write(lambda tx: reminders.recover_attempts(tx, self._context.shard_range, now))
        await self._context.write(lambda tx: undo_requests.recover_attempts(tx, self._context.shard_range, now))
        await self._context.write(lambda tx: announcements.recover_attempts(tx, self._context.shard_range, now))

    async def fix_future_timestamps(self) -> None:
        """Replace stored times that lie in the future by now, after the system clock was set back."""
        now = self._context.now()
        await self._context.write(lambda tx: turn_deadlines.fix_future_timestamps(tx, self._context.shard_range, now))
        await self._context.write(lambda tx: undo_requests.recover_attempts(tx, self._context.shard_range, now))

    async def find_due_items(self) -> DueItems:
        """Return what is due now, in one read."""
        return await reminders.find_due_items(self._context.store, self._context.shard_range, self._context.now())

    async def find_next_due_at(self) -> int | None:
        """Return when the next reminder or attempt is due."""
        return (await self.find_due_items()).next_due_at

    async def list_due_reminders(self) -> list[Reminder]:
        """Create the notices that have become due, and list all messages to send now."""
        now = self._context.now()
        if await turn_deadlines.has_due_reminder(self._context.store, self._context.shard_range, now):
            await self._context.write(lambda tx: turn_deadlines.create_due_notices(tx, self._context.shard_range, now))
        return await reminders.list_due(self._context.store, self._context.shard_range, now)

    async def begin_attempt(self, reminder: Reminder) -> bool:
        """Schedule the next attempt of a notice before this one, with a growing delay.

        Return False, and void the notice, if the game has overtaken it.
        """
        retry_at = self._context.compute_retry_at(reminder.attempts)

        async def work(tx: Transaction) -> bool:
            if not await reminders.is_current(tx, reminder.id):
                await reminders.record_outcome(tx, reminder.id, "void")
                return False
            await reminders.set_retry(tx, reminder.id, retry_at)
            return True

        return await self._context.write(work)

    async def postpone(self, reminder: Reminder, due_at: int) -> None:
        """Schedule a notice that cannot be sent now for later, without counting the attempt."""
        await self._context.write(lambda tx: reminders.postpone(tx, reminder.id, due_at))
        self._context.notify_listeners()

    async def record_outcome(self, reminder: Reminder, state: ReminderOutcome, message_id: int | None = None) -> None:
        """Settle a notice, so that it is not sent again."""
        await self._context.write(lambda tx: reminders.record_outcome(tx, reminder.id, state, message_id))

    async def record_departure(self, reminder: Reminder) -> None:
        """Stop the reminders of a user who has left the server, and tell the table once instead."""

        async def work(tx: Transaction) -> None:
            await reminders.record_outcome(tx, reminder.id, "void")
            if await turn_deadlines.mark_gone(tx, reminder.table_id, reminder.seat):
                await reminders.add_reminder(
                    tx, reminder.table_id, reminder.seat, reminder.asked_revision, "gone", self._context.now()
                )

        await self._context.write(work)
        self._context.notify_listeners()
