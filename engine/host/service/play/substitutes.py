"""Computers that play a seat for its user: by request, by a vote, or during a vacation."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial

import msgspec

from engine.host.model.pace import UserSchedule
from engine.host.model.table import AnnouncedLine, Table
from engine.host.service.live_game import LoadedTable, replace_computer_level
from engine.host.service.lobby.limits import require_computer_level
from engine.host.service.play.leaving import find_leaving_words
from engine.host.service.play.moves import DEFAULT_SUBSTITUTE_LEVEL
from engine.host.service.seat_checks import has_other_players, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import (
    computer_turns,
    entries,
    proposals,
    seat_offers,
    standing_orders,
    tables,
    turn_deadlines,
    undo_requests,
)
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.users import user_schedules
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.text import Seat, SeatMention, UserError, say


class RatedGameError(UserError):
    """Raised instead of letting a computer play for a person in a rated game. The caller offers to ask everybody."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "This game counts, so no computer plays for a person. {/vacation} stops your clock, and {/replace} "
                "hands your seat to "
                "a friend. Or ask everybody to let the game count no more: if all agree, a computer may play for you."
            )
        )


class SeatReturn(msgspec.Struct, frozen=True):
    """A user's return to their seat: the lines they may read of their absence, and the number of moves made for them."""

    table: Table
    seat: Seat
    lines: tuple[AnnouncedLine, ...]
    move_count: int


class Substitutes:
    """The computers that play for absent users."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def substitute(self, table_id: int, user_id: int, level: str = DEFAULT_SUBSTITUTE_LEVEL) -> Table:
        """Let a computer play one's own seat until one is back. Raises RatedGameError in a rated game, or another UserError."""
        require_computer_level(level, has_computers=self._context.has_computers)
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            seat = require_running_seat(loaded.table, user_id)
            if loaded.table.seats[seat].computer_level:
                raise UserError(say("A computer plays for you already. “Take my seat again” ends that."))
            if loaded.table.is_rated:
                raise RatedGameError
            after = await self._context.change_table(
                lambda tx: self.start_substitution(tx, loaded, seat, level, user_id)
            )
            return after.table

    async def start_substitution(
        self, tx: Transaction, loaded: LoadedTable, seat: Seat, level: str, user_id: int
    ) -> LoadedTable:
        """Write that a computer plays for a user from now on, in a rated game by a vote. Return the table as it will be stored."""
        text = say("{seat} is away: a computer plays until they are back.", seat=SeatMention(seat))
        if loaded.table.is_rated:
            text = say(
                "By a vote, a computer plays for {seat}. With its first move {seat} has left the game, and is rated last.",
                seat=SeatMention(seat),
            )
            await standing_orders.delete_seat_orders(tx, loaded.table.id, seat)
        event = Event(text)
        return await self._change_level(tx, loaded, seat, level, user_id, event)

    async def end_substitution(self, table_id: int, user_id: int, *, interaction_id: int | None = None) -> SeatReturn:
        """Give a user their seat back. Raises UserError if no computer plays it."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            seat = require_running_seat(loaded.table, user_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return await self._build_seat_return(loaded.table, seat)
            if not loaded.table.seats[seat].is_substituted:
                raise UserError(say("Your seat is yours: no computer plays for you here."))
            schedule = await user_schedules.load_schedule(self._context.store, user_id)
            is_on_vacation = schedule.find_vacation_end(self._context.now()) is not None

            async def work(tx: Transaction) -> LoadedTable:
                if is_on_vacation:  # else the computer would start again, since the vacation goes on
                    await user_schedules.set_substitute(tx, user_id, None)
                return await self._write_return(tx, loaded, seat, user_id, interaction_id)

            after = await self._context.change_table(work)
        return await self._build_seat_return(after.table, seat)

    async def update_substitutes(self) -> list[int]:
        """Start the substitutes of users whose vacation has begun, and end those whose vacation is over.

        A substitute starts only if other players wait, and in no rated game. Return the tables that have changed.
        """
        changed_ids: list[int] = []
        for user_id, level in await computer_turns.list_substitute_levels(self._context.store):
            schedule = await user_schedules.load_schedule(self._context.store, user_id)
            table_ids = await tables.list_running_tables(self._context.store, user_id, self._context.shard_range)
            async with AsyncExitStack() as locks:
                for table_id in table_ids:  # in the order of their ids, so that two tasks cannot wait for each other
                    await locks.enter_async_context(self._context.table_lock(table_id))
                for table_id in table_ids:
                    has_changed = await self._update_seat(table_id, user_id, schedule, level)
                    if has_changed:
                        changed_ids.append(table_id)
            if level is not None:
                await self._clear_past_request(user_id, schedule)
        return changed_ids

    async def _update_seat(self, table_id: int, user_id: int, schedule: UserSchedule, level: str | None) -> bool:
        """Start or end the substitute of a user at one locked table. Return whether the table has changed."""
        loaded = await self._context.load_playable(table_id)
        seat = loaded.table.find_seat(user_id)
        if seat is None or loaded.table.status != "running" or loaded.table.lost_revision is not None:
            return False
        if loaded.table.seats[seat].computer_level:
            if not await self._is_substitution_over(loaded.table, seat, schedule, level):
                return False
            await self._context.change_table(partial(self._write_return, loaded=loaded, seat=seat, user_id=user_id))
            return True
        if level is None or schedule.find_vacation_end(self._context.now()) is None:
            return False
        if loaded.table.is_rated or not has_other_players(loaded.table, user_id):
            return False
        await self._context.change_table(
            partial(self.start_substitution, loaded=loaded, seat=seat, level=level, user_id=user_id)
        )
        return True

    async def _clear_past_request(self, user_id: int, schedule: UserSchedule) -> None:
        """Delete the request for a substitute after the vacation, once no process has a seat of the user to return."""
        if schedule.find_vacation(self._context.now()):
            return
        if not await computer_turns.is_user_substituted(self._context.store, user_id):
            await self._context.write(partial(user_schedules.set_substitute, user_id=user_id, computer_level=None))

    async def _is_substitution_over(
        self, table: Table, seat: Seat, schedule: UserSchedule, requested_level: str | None
    ) -> bool:
        """Return whether a computer gives a seat back, because the vacation that it began with or was requested for is over.

        A substitution requested before a vacation goes on.
        """
        now = self._context.now()
        if schedule.find_vacation_end(now) is not None:
            return False
        if requested_level is not None and not schedule.find_vacation(now):
            return True
        started_by = max(holder.until_revision for holder in table.past_holders if holder.seat == seat)
        started_at = await entries.find_written_at(self._context.store, table.id, started_by)
        if started_at is None:
            return False
        start_day = schedule.to_local_time(started_at).date()
        return any(first <= start_day <= last for first, last in schedule.all_vacations)

    async def _write_return(
        self, tx: Transaction, loaded: LoadedTable, seat: Seat, user_id: int, interaction_id: int | None = None
    ) -> LoadedTable:
        event = Event(say("{seat} is back, and plays on.", seat=SeatMention(seat)))
        return await self._change_level(tx, loaded, seat, "", user_id, event, interaction_id)

    async def _change_level(
        self,
        tx: Transaction,
        loaded: LoadedTable,
        seat: Seat,
        computer_level: str,
        user_id: int,
        event: Event,
        interaction_id: int | None = None,
    ) -> LoadedTable:
        """Write that a seat's user, or a computer for them, plays from now on."""
        table = loaded.table
        assert loaded.position is not None
        digest = kernel.compute_digest(loaded.position, loaded.seed)
        if computer_level:
            # The leaving user is named in an entry before the replacement, which would name the computer instead.
            words = await find_leaving_words(tx, loaded)
            new_entries = [NewEntry("note", seat, "", digest, (event,)), NewEntry("replace", seat, words, digest, ())]
        else:
            new_entries = [NewEntry("replace", seat, "", digest, (event,))]
        revision = await entries.append_entries(
            tx, table.id, table.revision, new_entries, user_id, self._context.now(), interaction_id
        )
        await tables.set_computer_level(tx, table.id, seat, revision, computer_level)
        await seat_offers.delete_offer(tx, table.id, seat)
        # The clock and a vote about the seat go on until it has moved, so a substitution gains no time.
        await turn_deadlines.reschedule(tx, "t.table_id = ? AND t.seat = ?", table.id, seat)
        await proposals.void_seat_proposals(tx, table.id, seat)
        await undo_requests.keep_valid(tx, table.id, table.revision, revision)
        after = replace_computer_level(table, seat, computer_level, revision)
        return msgspec.structs.replace(loaded, table=msgspec.structs.replace(after, revision=revision))

    async def _build_seat_return(self, table: Table, seat: Seat) -> SeatReturn:
        """Return what a user may read of the last time a computer played for them."""
        start_revision, end_revision = _find_computer_span(table, seat)
        lines = await entries.load_lines(self._context.store, table.id, seat, since_revision=start_revision)
        log = await entries.load_entries(self._context.store, table.id)
        computer_moves = [entry for entry in log if entry.kind == "computer" and entry.seat == seat]
        move_count = sum(start_revision < entry.seq < end_revision for entry in computer_moves)
        return SeatReturn(table, seat, tuple(line for line in lines if line.seq < end_revision), move_count)


def _find_computer_span(table: Table, seat: Seat) -> tuple[int, int]:
    """Find the revisions at which a computer last took a seat over (-1: it has had it from the start) and gave it back."""
    start_revision = end_revision = -1
    holder_before_ends_at = -1
    for holder in sorted(table.past_holders, key=lambda holder: holder.until_revision):
        if holder.seat != seat:
            continue
        if holder.computer_level:
            start_revision, end_revision = holder_before_ends_at, holder.until_revision
        holder_before_ends_at = holder.until_revision
    return start_revision, end_revision
