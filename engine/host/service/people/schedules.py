"""People and their days: time zone, quiet hours, free weekends, vacations. `/settings` sets them with `set_hours`."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import date
from typing import Optional

import msgspec

from engine.host.model import pace
from engine.host.model.pace import UserSchedule
from engine.host.model.table import UserTable
from engine.host.service.service_context import ServiceContext
from engine.host.store import computer_turns, tables, turn_deadlines, user_tables
from engine.host.store.database import Transaction
from engine.kernel.text import SeatMention, Text, say


class UserSchedules:
    """What people have told us about themselves."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def load_schedule(self, user_id: int) -> UserSchedule:
        """What is known of somebody's days; whoever has said nothing lives in UTC and is never asleep."""
        return await turn_deadlines.load_schedule(self._context.store, user_id)

    async def set_hours(
        self,
        user_id: int,
        *,
        time_zone: str | None = None,
        quiet_minutes: tuple[int, int] | msgspec.UnsetType | None = msgspec.UNSET,
        has_weekends_off: bool | None = None,
    ) -> UserSchedule:
        """Change what is given of time zone, quiet hours (minutes after midnight from and to; None: none) and free weekends.

        Raises Refusal for an unknown time zone, or for more quiet hours than there may be.
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
        """The ids of the running tables at which somebody plays."""
        return await tables.list_running_tables(self._context.store, user_id)

    async def list_user_tables(self, user_id: int) -> list[UserTable]:
        """Somebody's tables on all servers: those that wait for them first, then by how long they have waited."""
        return await user_tables.list_user_tables(self._context.store, user_id, self._context.now())

    async def set_vacation(
        self, user_id: int, first_day: date, last_day: date, *, substitute_level: str | None = None
    ) -> UserSchedule:
        """Somebody is away on these days, both included, and not on those said before; their running tables are told. A computer of
        the level `substitute_level` plays for them meanwhile. Raises Refusal: more than can be taken."""
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
        """The level of the computer that plays for somebody on vacation, None where none does."""
        return dict(await computer_turns.list_substitute_levels(self._context.store)).get(user_id)

    async def end_vacation(self, user_id: int) -> UserSchedule:
        """Somebody is back, or does not go."""
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
                        await self._context.write_note(
                            tx, live, _describe_vacation(SeatMention(seat), days), old_schedule.user_id
                        )

            await self._context.write(work, *seated, affects_all_shards=True)
        self._context.notify_listeners()
        return await self.load_schedule(old_schedule.user_id)


def _describe_vacation(user_id: SeatMention, days: Optional[tuple[date, date]]) -> Text:
    if days is None:
        return say("{seat} is back.", seat=user_id)
    return say("{seat} is away {days}; the time for their moves rests.", seat=user_id, days=pace.format_days(days))
