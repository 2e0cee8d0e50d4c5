"""Reminders: a table's pace, what falls due, and messages that are sent once whatever is killed in between.

Nothing is remembered but rows. A turn whose reminder is due becomes a notice in one transaction with the moment of the
next reminder; a notice is marked before it is tried and settled afterwards. One that was tried and not settled may have
reached Discord: whoever sends it looks there before sending again.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.host.model.pace import MINUTE_S
from engine.host.service.play.live_game import StaleControlsError, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import announcements, reminders, turn_deadlines, undo_requests
from engine.host.store.database import Transaction
from engine.host.store.reminders import DueItems, Reminder, ReminderOutcome
from engine.kernel.text import Seat, say

MAX_ATTEMPTS = 12
"""Attempts to send one notice: with the pauses between them about two hours."""

FORBIDDEN_RETRY_S = 30 * MINUTE_S
"""Seconds until a message is tried again that Discord has refused because the bot may not post there."""


def compute_retry_delay(attempts: int) -> int:
    """Seconds until a message is sent again that may not have been sent: longer from try to try."""
    return min((MINUTE_S // 2) << attempts, 15 * MINUTE_S)


class Reminders:
    """Reminders and early words."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def mute_turn(self, table_id: int, user_id: int, asked_revision: int) -> None:
        """No more reminders about this turn. Raises Refusal for anybody else's, Late when the turn is over."""
        async with self._context.table_lock(table_id):
            seat = require_running_seat((await self._context.load_playable(table_id)).table, user_id)
            mine = next(
                (
                    turn
                    for turn in await turn_deadlines.load_deadlines(self._context.store, table_id)
                    if turn.seat == seat
                ),
                None,
            )
            if mine is None or mine.asked_revision != asked_revision:
                raise StaleControlsError(say("That reminder is about an earlier turn. There is nothing to mute now."))
            await self._context.write(lambda tx: turn_deadlines.mute_reminders(tx, table_id, seat))
        self._context.notify_listeners()

    async def set_early_notice(self, table_id: int, user_id: int, *, is_wanted: bool | None = None) -> bool:
        """Whether somebody wants a word when their turn comes near; without `is_wanted` it is turned round. Raises Refusal."""
        async with self._context.table_lock(table_id):
            seat = require_running_seat((await self._context.load_playable(table_id)).table, user_id)
            if is_wanted is None:
                is_wanted = not await turn_deadlines.has_early_notice(self._context.store, table_id, seat)
            change = turn_deadlines.request_early_notice if is_wanted else turn_deadlines.cancel_early_notice
            await self._context.write(lambda tx: change(tx, table_id, seat))
        return is_wanted

    async def schedule_calls(self, table_id: int, seats: Iterable[Seat]) -> None:
        """A board was posted that calls nobody whom it may not call now: these seats, as far as they owe an answer and their person
        is asleep, are called once when they are awake."""
        now = self._context.now()
        owing = await turn_deadlines.load_deadlines(self._context.store, table_id)
        held = [turn for turn in owing if turn.seat in {*seats} and turn.schedule.is_asleep(now)]

        async def work(tx: Transaction) -> None:
            for turn in held:
                await reminders.schedule_call(
                    tx, table_id, turn.seat, turn.asked_revision, now, turn.schedule.find_awake_at(now)
                )

        if held:
            await self._context.write(work)
            self._context.notify_listeners()

    # ------------------------------------------------------------ what is due
    async def recover_pending(self) -> None:
        """Make everything due at once that was being sent when the bot ended. Called at the start."""
        now = self._context.now()
        await self._context.write(lambda tx: turn_deadlines.fix_future_timestamps(tx, self._context.share, now))
        await self._context.write(lambda tx: reminders.recover_attempts(tx, self._context.share, now))
        await self._context.write(lambda tx: undo_requests.recover_attempts(tx, self._context.share, now))
        await self._context.write(lambda tx: announcements.recover_attempts(tx, self._context.share, now))

    async def fix_future_timestamps(self) -> None:
        """The machine's clock stands earlier than it did: nothing may wait for a future that was none."""
        now = self._context.now()
        await self._context.write(lambda tx: turn_deadlines.fix_future_timestamps(tx, self._context.share, now))
        await self._context.write(lambda tx: undo_requests.recover_attempts(tx, self._context.share, now))

    async def find_due_items(self) -> DueItems:
        """What is there to be done by itself, at one look."""
        return await reminders.find_due_items(self._context.store, self._context.share, self._context.now())

    async def find_next_due_at(self) -> int | None:
        """The next moment at which a reminder falls due or a notice is tried (again)."""
        return (await self.find_due_items()).next_due_at

    async def list_due_reminders(self) -> list[Reminder]:
        """Every message to send now, after what has fallen due was written down."""
        now = self._context.now()
        if await turn_deadlines.has_due_reminder(self._context.store, self._context.share, now):
            await self._context.write(lambda tx: turn_deadlines.create_due_notices(tx, self._context.share, now))
        return await reminders.list_due(self._context.store, self._context.share, now)

    async def begin_attempt(self, reminder: Reminder) -> bool:
        """A notice is about to be sent: if it is not settled after that, it comes up again, later from try to try.

        False, and it is settled, when the game has just overtaken it.
        """
        again = self._context.now() + compute_retry_delay(reminder.attempts)

        async def work(tx: Transaction) -> bool:
            if not await reminders.is_current(tx, reminder.id):
                await reminders.record_outcome(tx, reminder.id, "void")
                return False
            await reminders.set_retry(tx, reminder.id, again)
            return True

        return await self._context.write(work)

    async def postpone(self, reminder: Reminder, due_at: int) -> None:
        """A notice cannot be sent for now, through no fault of ours: it comes up again at a later moment, and the attempt is not
        counted."""
        await self._context.write(lambda tx: reminders.postpone(tx, reminder.id, due_at))
        self._context.notify_listeners()

    async def record_outcome(self, reminder: Reminder, state: ReminderOutcome, message_id: int | None = None) -> None:
        """A notice has come to its end: it is not sent again."""
        await self._context.write(lambda tx: reminders.record_outcome(tx, reminder.id, state, message_id))

    async def record_departure(self, reminder: Reminder) -> None:
        """The person a notice is for is not on the server any more: no more reminders, the table is told once instead."""

        async def work(tx: Transaction) -> None:
            await reminders.record_outcome(tx, reminder.id, "void")
            if await turn_deadlines.mark_gone(tx, reminder.table_id, reminder.seat):
                await reminders.add_reminder(
                    tx, reminder.table_id, reminder.seat, reminder.asked_revision, "gone", self._context.now()
                )

        await self._context.write(work)
        self._context.notify_listeners()
