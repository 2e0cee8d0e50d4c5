"""What concerns everybody at a running table is agreed on: another pace by two, the end of the game by all.

Whoever is late has no say: nobody gets more time by a pace of their own, and nobody keeps the others at a table by silence.
"""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.host.model.pace import PACES, pace_name
from engine.host.model.table import Table
from engine.host.model.votes import PATIENCE, SECONDED, Motion, MotionKind, MotionState
from engine.host.service.context import Context
from engine.host.service.play.live import Late, Loaded, playing, require_opener
from engine.host.store import errands, motions, tables, turns
from engine.host.store.database import Transaction
from engine.host.store.turns import TurnDeadline
from engine.kernel.text import Refusal, Seat, Text, Who, say


class Motions:
    """Moving something, and answering."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def set_pace(self, table_id: int, user: int, hours: int) -> Motion | None:
        """How long a move may take at a table: one of PACES. In the lobby it is set (None); in a running game it is put to the
        others, and counts from the next question. Raises Refusal."""
        if hours not in PACES:
            raise Refusal(say("Choose one of these: {paces}.", paces=[pace_name(one) for one in PACES]))
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if live.table.status == "lobby":
                await self._set_in_lobby(live.table, user, hours)
                return None
            seat = playing(live.table, user)
            if live.table.pace == hours:
                raise Refusal(say("That is the pace already: {pace}.", pace=pace_name(hours)))
            return await self._move(live, "pace", hours, seat)

    async def close(self, table_id: int, user: int) -> Motion:
        """Put to the others whether to end a running game without a result. Raises Refusal."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            return await self._move(live, "close", 0, playing(live.table, user))

    async def answer(self, table_id: int, user: int, motion_id: int, *, agree: bool) -> Motion:
        """Agree to a motion, or not; from whose motion it is, not to agree takes it back. The answer that settles it also carries
        it out. Raises Late when it is settled, Refusal for whoever has no say."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            found = await self.motion(motion_id)
            if found.table != table_id or found.state != "open" or found.expires <= self._context.time():
                raise Late(say("That question is settled, or has run out. /pace and /close ask anew."))
            seat = playing(live.table, user)
            owing = await turns.load_deadlines(self._context.store, table_id)
            if agree:
                self._on_time(owing, seat)
            agreed = tuple(sorted({*found.agreed, seat} if agree else {*found.agreed} - {seat}))
            refused = tuple(sorted({*found.refused} - {seat} if agree else {*found.refused, seat}))
            now = msgspec.structs.replace(found, agreed=agreed, refused=refused)
            state = self._settled(live.table, now, owing)

            async def work(tx: Transaction) -> None:
                await motions.save_answers(tx, motion_id, agreed, refused)
                if state is not None:
                    await motions.decide(tx, motion_id, state)
                if state == "carried":
                    await self._carry_out(tx, live, now, user)

            await self._context.write(work, table_id)
        return await self.motion(motion_id)

    async def motion(self, motion_id: int) -> Motion:
        """A motion, with those it waits for. Raises Refusal when there is none."""
        found = await motions.motion(self._context.store, motion_id)
        if found is None:
            raise Refusal(say("That question is gone. /pace and /close ask anew."))
        table = await self._context.table(found.table)
        owing = await turns.load_deadlines(self._context.store, table.id)
        return msgspec.structs.replace(found, waits_for=tuple(self._missing(table, found, owing)))

    async def posted(self, motion: Motion, channel: int, message: int) -> None:
        """Remember where a motion is shown, so that its end can be shown there."""
        await self._context.write(lambda tx: motions.save_message(tx, motion.id, channel, message))

    async def expire(self) -> None:
        """Whatever nobody settled in time is void."""
        now = self._context.time()
        await self._context.write(lambda tx: motions.expire(tx, self._context.share, now - PATIENCE))

    async def to_show(self) -> list[int]:
        """Motions whose message does not show how they ended."""
        return await motions.to_show(self._context.store, self._context.share)

    async def shown(self, motion: Motion) -> None:
        """A motion's message shows its end, or is gone for good."""
        await self._context.write(lambda tx: motions.save_shown(tx, motion.id, motion.state))

    # ---------------------------------------------------------------- parts
    async def _set_in_lobby(self, table: Table, user: int, hours: int) -> None:
        if table.seat_of(user) is None:
            raise Refusal(say("You have no seat at this table yet. Press Join first."))
        require_opener(table, user)
        if table.pace != hours:

            async def work(tx: Transaction) -> None:
                await tables.raise_rev(tx, table.id, table.rev, table.rev + 1)
                await tables.set_table(tx, table.id, pace_h=hours)
                await errands.touch(tx, table.id, self._context.time())

            await self._context.write(work, table.id)

    async def _move(self, live: Loaded, kind: MotionKind, value: int, seat: Seat) -> Motion:
        table, now = live.table, self._context.time()
        owing = await turns.load_deadlines(self._context.store, table.id)
        self._on_time(owing, seat)
        open_one = await motions.open_at(self._context.store, table.id, kind)
        if open_one is not None and open_one.expires > now and (open_one.seat != seat or open_one.value == value):
            if open_one.value != value:
                raise Refusal(
                    say(
                        "{seat} has asked for another pace. Answer that first; then you can ask.",
                        seat=Who(open_one.seat),
                    )
                )
            return await self.motion(open_one.id)

        async def work(tx: Transaction) -> int:
            if open_one is not None:
                await motions.decide(tx, open_one.id, "void")
            made = await motions.insert(tx, table.id, kind, value, seat, now)
            stored = await motions.motion(tx, made)
            assert stored is not None
            if self._settled(table, stored, owing) == "carried":  # nobody else is there to be asked
                await motions.decide(tx, made, "carried")
                await self._carry_out(tx, live, stored, table.user_of(seat))
            return made

        return await self.motion(await self._context.write(work, table.id))

    async def _carry_out(self, tx: Transaction, live: Loaded, motion: Motion, user: int) -> None:
        if motion.kind == "pace":
            people: list[str | int | Text | Who] = [Who(seat) for seat in motion.agreed]
            told = say(
                "{people} set the pace from the next question on: {pace}.", people=people, pace=pace_name(motion.value)
            )
            await tables.set_table(tx, motion.table, pace_h=motion.value)
            await self._context.note(tx, live, told, user)
            return
        told = say("All who play have agreed: the game is abandoned, without a result.")
        await self._context.note(tx, live, told, user)
        await self._context.stop(tx, live.table, "closed")

    def _on_time(self, owing: list[TurnDeadline], seat: Seat) -> None:
        """Raise Refusal for whoever is late."""
        if any(turn.seat == seat and turn.is_late(self._context.time()) for turn in owing):
            raise Refusal(say("Your time for this move is over: make it first, then you have a say in this again."))

    def _missing(self, table: Table, motion: Motion, owing: list[TurnDeadline]) -> list[Seat]:
        """Those who play and are waited for. Nobody waits for who is late; one alone waits until that has been so for twice the
        time. For the end of the game those are waited for, too, for whom a computer plays."""
        now = self._context.time()
        players = [person.seat for person in (table.staying if motion.kind == "close" else table.playing)]
        late = {turn.seat for turn in owing if turn.is_late(now) and turn.seat not in motion.agreed}
        present = [seat for seat in players if seat not in late]
        if len(present) == 1:
            present += [turn.seat for turn in owing if turn.seat in late and not turn.is_late(now, 2)]
        return [seat for seat in present if seat not in motion.agreed and seat not in motion.refused]

    def _settled(self, table: Table, motion: Motion, owing: list[TurnDeadline]) -> Optional[MotionState]:
        """What the answers come to: None as long as they settle nothing."""
        if motion.seat in motion.refused:
            return "void"
        missing = self._missing(table, motion, owing)
        if motion.kind == "close":
            return "refused" if motion.refused else None if missing else "carried"
        if len(motion.agreed) >= SECONDED:
            return "carried"
        return None if missing else "refused"
