"""People and their days: time zone, quiet hours, free weekends, vacations. `/settings` sets them with `set_hours`."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import date
from typing import Optional

import msgspec

from engine.host.model import pace
from engine.host.model.pace import Person
from engine.host.model.table import MyTable
from engine.host.service.context import Context
from engine.host.store import crew, tables, turns
from engine.host.store.database import Transaction
from engine.kernel.text import Text, Who, say


class People:
    """What people have told us about themselves."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def person(self, user: int) -> Person:
        """What is known of somebody's days; whoever has said nothing lives in UTC and is never asleep."""
        return await turns.load_person(self._context.store, user)

    async def set_hours(
        self,
        user: int,
        *,
        zone: str | None = None,
        quiet: tuple[int, int] | msgspec.UnsetType | None = msgspec.UNSET,
        weekends: bool | None = None,
    ) -> Person:
        """Change what is given of time zone, quiet hours (minutes after midnight from and to; None: none) and free weekends.

        Raises Refusal for an unknown time zone, or for more quiet hours than there may be.
        """
        was = await self.person(user)
        now = msgspec.structs.replace(
            was,
            zone=was.zone if zone is None else pace.zone_named(zone),
            quiet=was.quiet if quiet is msgspec.UNSET else quiet and pace.quiet_hours(*quiet),
            weekends=was.weekends if weekends is None else weekends,
        )
        await self._context.write(lambda tx: turns.save_person(tx, now, self._context.time()), elsewhere=True)
        self._context.notify()
        return now

    async def running_tables_of(self, user: int) -> list[int]:
        """The ids of the running tables at which somebody plays."""
        return await tables.running_tables_of(self._context.store, user)

    async def my_tables(self, user: int) -> list[MyTable]:
        """Somebody's tables on all servers: those that wait for them first, then by how long they have waited."""
        return await tables.live_tables_of(self._context.store, user, self._context.time())

    async def set_vacation(self, user: int, first: date, last: date, *, cover: str | None = None) -> Person:
        """Somebody is away on these days, both included, and not on those said before; their running tables are told. A computer of
        the level `cover` plays for them meanwhile. Raises Refusal: more than can be taken."""
        was = await self.person(user)
        today = was.local(self._context.time()).date()
        taken = pace.taken_until(was.away, today) if was.away is not None else None
        days = pace.vacation(first, last, today, was.past if taken is None else (*was.past, taken))
        await self._context.write(lambda tx: turns.set_substitute(tx, user, cover), elsewhere=True)
        return await self._away(was, days)

    async def cover(self, user: int) -> str | None:
        """The level of the computer that plays for somebody on vacation, None where none does."""
        return dict(await crew.covered(self._context.store)).get(user)

    async def end_vacation(self, user: int) -> Person:
        """Somebody is back, or does not go."""
        return await self._away(await self.person(user), None)

    async def _away(self, was: Person, days: Optional[tuple[date, date]]) -> Person:
        if was.away == days:
            return was
        person = msgspec.structs.replace(was, away=days)
        async with AsyncExitStack() as locks:
            seated = await tables.running_tables_of(self._context.store, was.user)
            for table_id in seated:  # in the order of their ids, so that two people cannot wait for each other
                await locks.enter_async_context(self._context.lock(table_id))
            lives = [await self._context.load(table_id) for table_id in seated]

            async def work(tx: Transaction) -> None:
                await turns.save_person(tx, person, self._context.time())
                for live in lives:
                    seat = live.table.seat_of(was.user)
                    if seat is not None and live.table.status == "running":
                        await self._context.note(tx, live, _told(Who(seat), days), was.user)

            await self._context.write(work, *seated, elsewhere=True)
        self._context.notify()
        return await self.person(was.user)


def _told(who: Who, days: Optional[tuple[date, date]]) -> Text:
    if days is None:
        return say("{seat} is back.", seat=who)
    return say("{seat} is away {days}; the time for their moves rests.", seat=who, days=pace.days_named(days))
