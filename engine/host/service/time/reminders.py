"""Reminders: a table's pace, what falls due, and messages that are sent once whatever is killed in between.

Nothing is remembered but rows. A turn whose reminder is due becomes a notice in one transaction with the moment of the
next reminder; a notice is marked before it is tried and settled afterwards. One that was tried and not settled may have
reached Discord: whoever sends it looks there before sending again.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.host.model.pace import MINUTE
from engine.host.service.context import Context
from engine.host.service.play.live import Late, playing
from engine.host.store import errands, notices, turns, wishes
from engine.host.store.database import Transaction
from engine.host.store.notices import Agenda, Notice, Settled
from engine.kernel.text import Seat, say

TRIES = 12
"""Attempts to send one notice: with the pauses between them about two hours."""

BARRED = 30 * MINUTE
"""Seconds until a message is tried again that Discord has refused because the bot may not post there."""


def pause(tries: int) -> int:
    """Seconds until a message is sent again that may not have been sent: longer from try to try."""
    return min((MINUTE // 2) << tries, 15 * MINUTE)


class Reminders:
    """Reminders and early words."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def mute(self, table_id: int, user: int, asked: int) -> None:
        """No more reminders about this turn. Raises Refusal for anybody else's, Late when the turn is over."""
        async with self._context.lock(table_id):
            seat = playing((await self._context.load(table_id)).table, user)
            mine = next(
                (turn for turn in await turns.load_deadlines(self._context.store, table_id) if turn.seat == seat), None
            )
            if mine is None or mine.asked != asked:
                raise Late(say("That reminder is about an earlier turn. There is nothing to mute now."))
            await self._context.write(lambda tx: turns.mute_reminders(tx, table_id, seat))
        self._context.notify()

    async def wish_early_word(self, table_id: int, user: int, *, wished: bool | None = None) -> bool:
        """Whether somebody wants a word when their turn comes near; without `wished` it is turned round. Raises Refusal."""
        async with self._context.lock(table_id):
            seat = playing((await self._context.load(table_id)).table, user)
            if wished is None:
                wished = not await turns.has_early_notice(self._context.store, table_id, seat)
            change = turns.request_early_notice if wished else turns.cancel_early_notice
            await self._context.write(lambda tx: change(tx, table_id, seat))
        return wished

    async def call_later(self, table_id: int, seats: Iterable[Seat]) -> None:
        """A board was posted that calls nobody whom it may not call now: these seats, as far as they owe an answer and their person
        is asleep, are called once when they are awake."""
        now = self._context.time()
        owing = await turns.load_deadlines(self._context.store, table_id)
        held = [turn for turn in owing if turn.seat in {*seats} and turn.person.asleep(now)]

        async def work(tx: Transaction) -> None:
            for turn in held:
                await notices.call_later(tx, table_id, turn.seat, turn.asked, now, turn.person.awake(now))

        if held:
            await self._context.write(work)
            self._context.notify()

    # ------------------------------------------------------------ what is due
    async def recover_pending(self) -> None:
        """Make everything due at once that was being sent when the bot ended. Called at the start."""
        now = self._context.time()
        await self._context.write(lambda tx: turns.fix_future_timestamps(tx, self._context.share, now))
        await self._context.write(lambda tx: notices.look_after(tx, self._context.share, now))
        await self._context.write(lambda tx: wishes.look_after(tx, self._context.share, now))
        await self._context.write(lambda tx: errands.look_after(tx, self._context.share, now))

    async def clock_went_back(self) -> None:
        """The machine's clock stands earlier than it did: nothing may wait for a future that was none."""
        now = self._context.time()
        await self._context.write(lambda tx: turns.fix_future_timestamps(tx, self._context.share, now))
        await self._context.write(lambda tx: wishes.look_after(tx, self._context.share, now))

    async def agenda(self) -> Agenda:
        """What is there to be done by itself, at one look."""
        return await notices.agenda(self._context.store, self._context.share, self._context.time())

    async def next_due(self) -> int | None:
        """The next moment at which a reminder falls due or a notice is tried (again)."""
        return (await self.agenda()).next

    async def due_notices(self) -> list[Notice]:
        """Every message to send now, after what has fallen due was written down."""
        now = self._context.time()
        if await turns.has_due_reminder(self._context.store, self._context.share, now):
            await self._context.write(lambda tx: turns.create_due_notices(tx, self._context.share, now))
        return await notices.due(self._context.store, self._context.share, now)

    async def trying(self, notice: Notice) -> bool:
        """A notice is about to be sent: if it is not settled after that, it comes up again, later from try to try.

        False, and it is settled, when the game has just overtaken it.
        """
        again = self._context.time() + pause(notice.tries)

        async def work(tx: Transaction) -> bool:
            if not await notices.current(tx, notice.id):
                await notices.settle(tx, notice.id, "void")
                return False
            await notices.try_again_at(tx, notice.id, again)
            return True

        return await self._context.write(work)

    async def put_off(self, notice: Notice, then: int) -> None:
        """A notice cannot be sent for now, through no fault of ours: it comes up again at a later moment, and the attempt is not
        counted."""
        await self._context.write(lambda tx: notices.put_off(tx, notice.id, then))
        self._context.notify()

    async def settle(self, notice: Notice, state: Settled, message: int | None = None) -> None:
        """A notice has come to its end: it is not sent again."""
        await self._context.write(lambda tx: notices.settle(tx, notice.id, state, message))

    async def has_left_server(self, notice: Notice) -> None:
        """The person a notice is for is not on the server any more: no more reminders, the table is told once instead."""

        async def work(tx: Transaction) -> None:
            await notices.settle(tx, notice.id, "void")
            if await turns.mark_gone(tx, notice.table, notice.seat):
                await notices.add(tx, notice.table, notice.seat, notice.asked, "gone", self._context.time())

        await self._context.write(work)
        self._context.notify()
