"""Users' time zones, quiet hours, free weekends and vacations."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import date
from typing import Optional

import msgspec

from engine.host.model import pace
from engine.host.model.pace import UserSchedule
from engine.host.model.table import UserTable
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import write_note
from engine.host.store import computer_turns, tables, turn_deadlines
from engine.host.store.database import Transaction
from engine.kernel.text import SeatMention, Text, say


class UserSchedules:
    """The schedules that users have set."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_schedule(self, user_id: int) -> UserSchedule:
        """Return a user's schedule; the default is UTC and never asleep."""
        return await turn_deadlines.load_schedule(self._context.store, user_id)

    async def set_hours(
        self,
        user_id: int,
        *,
        time_zone: str | None = None,
        quiet_minutes: tuple[int, int] | msgspec.UnsetType | None = msgspec.UNSET,
        has_weekends_off: bool | None = None,
    ) -> UserSchedule:
        """Change the given parts of a schedule; `quiet_minutes` are minutes after midnight from and to, None for none.

        Raises UserError for an unknown time zone or too many quiet hours.
        """
        was = await self.load_schedule(user_id)
        now = msgspec.structs.replace(
            was,
            time_zone=was.time_zone if time_zone is None else pace.parse_zone(time_zone),
            quiet_minutes=was.quiet_minutes
            if quiet_minutes is msgspec.UNSET
            else quiet_minutes and pace.build_quiet_hours(*quiet_minutes),
            has_weekends_off=was.has_weekends_off if has_weekends_off is None else has_weekends_off,
        )
        await self._context.write(
            lambda tx: turn_deadlines.save_schedule(tx, now, self._context.now()), affects_all_shards=True
        )
        self._context.notify_listeners()
        return now

    async def list_running_tables(self, user_id: int) -> list[int]:
        """List the ids of the running tables at which a user plays."""
        return await tables.list_running_tables(self._context.store, user_id)

    async def list_user_tables(self, user_id: int) -> list[UserTable]:
        """List a user's tables on all servers: those that wait for the user first, then by waiting time."""
        return await tables.list_user_tables(self._context.store, user_id, self._context.now())

    async def set_vacation(
        self, user_id: int, first_day: date, last_day: date, *, substitute_level: str | None = None
    ) -> UserSchedule:
        """Replace the user's vacation by these days, both included, and announce it at the user's running tables.

        Meanwhile a computer of `substitute_level` plays for the user, if given. Raises UserError if the vacation is
        too long.
        """
        was = await self.load_schedule(user_id)
        today = was.to_local_time(self._context.now()).date()
        taken = pace.cut_vacation(was.vacation, today) if was.vacation is not None else None
        days = pace.build_vacation(
            first_day, last_day, today, was.past_vacations if taken is None else (*was.past_vacations, taken)
        )
        await self._context.write(
            lambda tx: turn_deadlines.set_substitute(tx, user_id, substitute_level), affects_all_shards=True
        )
        return await self._change_vacation(was, days)

    async def load_substitute_level(self, user_id: int) -> str | None:
        """Return the level of the computer that plays during the user's vacation, None if none does."""
        return dict(await computer_turns.list_substitute_wishes(self._context.store)).get(user_id)

    async def end_vacation(self, user_id: int) -> UserSchedule:
        """End or cancel the user's vacation."""
        return await self._change_vacation(await self.load_schedule(user_id), None)

    async def _change_vacation(self, old_schedule: UserSchedule, days: Optional[tuple[date, date]]) -> UserSchedule:
        if old_schedule.vacation == days:
            return old_schedule
        person = msgspec.structs.replace(old_schedule, vacation=days)
        async with AsyncExitStack() as locks:
            seated = await tables.list_running_tables(self._context.store, old_schedule.user_id)
            for table_id in seated:  # in the order of their ids, so that two people cannot wait for each other
                await locks.enter_async_context(self._context.table_lock(table_id))
            lives = [await self._context.load_playable(table_id) for table_id in seated]

            async def work(tx: Transaction) -> None:
                await turn_deadlines.save_schedule(tx, person, self._context.now())
                for live in lives:
                    seat = live.table.find_seat(old_schedule.user_id)
                    if seat is not None and live.table.status == "running":
                        await write_note(
                            self._context, tx, live, _describe_vacation(SeatMention(seat), days), old_schedule.user_id
                        )

            await self._context.write(work, *seated, affects_all_shards=True)
        self._context.notify_listeners()
        return await self.load_schedule(old_schedule.user_id)


def _describe_vacation(user_id: SeatMention, days: Optional[tuple[date, date]]) -> Text:
    if days is None:
        return say("{seat} is back.", seat=user_id)
    return say("{seat} is away {days}; the time for their moves rests.", seat=user_id, days=pace.format_days(days))
