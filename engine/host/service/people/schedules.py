"""Users' time zones, quiet hours, free weekends and vacations."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import date

import msgspec

from engine.host.model import pace
from engine.host.model.pace import UserSchedule
from engine.host.model.table import UserTable
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import write_note
from engine.host.store import computer_turns, tables, turn_deadlines
from engine.host.store.database import Transaction
from engine.host.store.users import user_schedules, user_tables
from engine.kernel.text import SeatMention, Text, say


class UserSchedules:
    """The schedules that users have set."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_schedule(self, user_id: int) -> UserSchedule:
        """Return a user's schedule; the default is UTC and never asleep."""
        return await user_schedules.load_schedule(self._context.store, user_id)

    async def set_hours(
        self,
        user_id: int,
        *,
        time_zone: str | None = None,
        quiet_minutes: tuple[int, int] | msgspec.UnsetType | None = msgspec.UNSET,
        has_weekends_off: bool | None = None,
    ) -> UserSchedule:
        """Change the given parts of a schedule and return it.

        `quiet_minutes` are the start and the end of the quiet hours in minutes after midnight; None removes them.

        Raises UserError for an unknown time zone or too many quiet hours.
        """
        schedule = await self.load_schedule(user_id)
        if time_zone is not None:
            schedule = msgspec.structs.replace(schedule, time_zone=pace.parse_zone(time_zone))
        if quiet_minutes is None:
            schedule = msgspec.structs.replace(schedule, quiet_minutes=None)
        elif quiet_minutes is not msgspec.UNSET:
            schedule = msgspec.structs.replace(schedule, quiet_minutes=pace.build_quiet_hours(*quiet_minutes))
        if has_weekends_off is not None:
            schedule = msgspec.structs.replace(schedule, has_weekends_off=has_weekends_off)
        await self._context.write(
            lambda tx: turn_deadlines.save_schedule(tx, schedule, self._context.now()), affects_all_shards=True
        )
        self._context.notify_listeners()
        return schedule

    async def list_running_tables(self, user_id: int) -> list[int]:
        """List the ids of the running tables at which a user plays."""
        return await tables.list_running_tables(self._context.store, user_id)

    async def list_user_tables(self, user_id: int) -> list[UserTable]:
        """List a user's tables on all servers: first those that wait for the user, longest first."""
        return await user_tables.list_user_tables(self._context.store, user_id, self._context.now())

    async def set_vacation(
        self, user_id: int, first_day: date, last_day: date, *, substitute_level: str | None = None
    ) -> UserSchedule:
        """Replace the user's vacation by the days from `first_day` to `last_day`, and announce it at the running tables.

        With a `substitute_level`, a computer of that level plays for the user until the vacation ends.

        The days already taken of the old vacation count towards the limit. Raises UserError as `pace.build_vacation` does.
        """
        schedule = await self.load_schedule(user_id)
        today = schedule.to_local_time(self._context.now()).date()
        past_vacations = schedule.past_vacations
        if schedule.vacation is not None:
            days_taken = pace.cut_vacation(schedule.vacation, today)
            if days_taken is not None:
                past_vacations = (*past_vacations, days_taken)
        vacation = pace.build_vacation(first_day, last_day, today, past_vacations)
        await self._context.write(
            lambda tx: user_schedules.set_substitute(tx, user_id, substitute_level), affects_all_shards=True
        )
        return await self._change_vacation(schedule, vacation)

    async def load_substitute_level(self, user_id: int) -> str | None:
        """Return the level of the computer that plays during the user's vacation, None if none does."""
        return dict(await computer_turns.list_substitute_levels(self._context.store)).get(user_id)

    async def end_vacation(self, user_id: int) -> UserSchedule:
        """End the user's vacation, or cancel it before it begins."""
        return await self._change_vacation(await self.load_schedule(user_id), None)

    async def _change_vacation(self, schedule: UserSchedule, vacation: tuple[date, date] | None) -> UserSchedule:
        """Store another vacation, None for no vacation, with a note in the log of each running table of the user."""
        user_id = schedule.user_id
        if schedule.vacation == vacation:
            return schedule
        changed_schedule = msgspec.structs.replace(schedule, vacation=vacation)
        async with AsyncExitStack() as locks:
            table_ids = await tables.list_running_tables(self._context.store, user_id)
            for table_id in table_ids:  # in ascending order, so that two tasks cannot wait for each other
                await locks.enter_async_context(self._context.table_lock(table_id))
            loaded_tables = [await self._context.load_playable(table_id) for table_id in table_ids]

            async def save_and_announce(tx: Transaction) -> None:
                await turn_deadlines.save_schedule(tx, changed_schedule, self._context.now())
                for loaded in loaded_tables:
                    table = loaded.table
                    seat = table.find_seat(user_id)
                    if seat is not None and table.status == "running" and table.lost_revision is None:
                        text = _describe_vacation(SeatMention(seat), vacation)
                        await write_note(self._context, tx, loaded, text, user_id)

            await self._context.write(save_and_announce, *table_ids, affects_all_shards=True)
        self._context.notify_listeners()
        return await self.load_schedule(user_id)


def _describe_vacation(mention: SeatMention, vacation: tuple[date, date] | None) -> Text:
    if vacation is None:
        return say("{seat} is back.", seat=mention)
    return say("{seat} is away {days}; the time for their moves rests.", seat=mention, days=pace.format_days(vacation))
