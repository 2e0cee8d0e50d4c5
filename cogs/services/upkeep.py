"""Work of the bot that is done again until it succeeds: what fails is logged once, and /admin health reports it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.messages.health import UpkeepFailure
from cogs.services.members import MemberLookup
from engine.host.model.clock import Clock
from engine.host.service.table_services import TableServices
from engine.host.store.database import StoreError
from engine.kernel.text import Text, say
from engine.ops import backup
from engine.ops.backup import Backups

log = logging.getLogger("overwinter")


class Upkeep:
    """The parts of the upkeep that fail at the moment."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, UpkeepFailure] = {}

    @property
    def failures(self) -> tuple[UpkeepFailure, ...]:
        """The failures, each since when."""
        return tuple(self._failures.values())

    def is_failing(self, part: Text) -> bool:
        """Return whether a part has failed at its last attempt."""
        return part.template in self._failures

    async def run_part(self, part: Text, work: Awaitable[object]) -> None:
        """Do a part of the upkeep. If it fails, record that, so that the rest of the upkeep continues."""
        try:
            await work
        except Exception as failed:
            earlier, error_type = self._failures.get(part.template), type(failed).__name__
            if earlier:
                since = earlier.failing_since
            else:
                since = self._clock()
            self._failures[part.template] = UpkeepFailure(part, since, error_type)
            is_new = earlier is None or earlier.error_type != error_type
            if is_new and not isinstance(failed, StoreError):
                log.exception("upkeep failed: %s; it is tried again", part.template)
        else:
            self._failures.pop(part.template, None)


class UpkeepTask:
    """Wipes erased data, makes backups, and ends tables that nobody can see any more, as soon as each is due."""

    def __init__(
        self,
        upkeep: Upkeep,
        tables: TableServices,
        backups: Backups,
        members: MemberLookup,
        clock: Clock,
        retry_command_sync: Callable[[], Awaitable[None]],
    ) -> None:
        self._upkeep = upkeep
        self._tables = tables
        self._backups = backups
        self._members = members
        self._clock = clock
        self._retry_command_sync = retry_command_sync
        self._task: asyncio.Task[None] | None = None
        self._failed_hour: int | None = None
        """The hour (since 1970) in which a backup has failed."""

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name="upkeep")

    async def stop(self) -> None:
        """Stop the task, and wait until it has ended, since the store is closed next."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def find_overdue_vacuum(self) -> int | None:
        """Return since when erased data should be wiped from the file, in unix seconds; None if nothing is due."""
        return await self._tables.erasure.find_overdue_vacuum(int(self._backups.find_last_due_time().timestamp()))

    async def _run(self) -> None:
        run_part = self._upkeep.run_part
        while True:
            # One of all processes on a store does it: the one that also answers direct messages.
            if self._tables.context.shard_range.first_shard == 0:
                # Wiping comes first, since the backup also copies unused parts of the file.
                await run_part(say("wiping erased data"), self._vacuum_when_due())
                await run_part(say("the backup"), self._back_up_when_due())
            await run_part(say("ending tables of servers that are left"), self._end_departed_tables())
            await run_part(say("ending tables of deleted channels"), self._look_after_lost_channels())
            await self._retry_command_sync()
            await asyncio.sleep(backup.CHECK_INTERVAL_S)

    async def _vacuum_when_due(self) -> None:
        """Wipe erased data from the file in the backup hour. If that fails, /admin health says since when it is overdue."""
        if await self.find_overdue_vacuum() is None:
            return
        try:
            await self._tables.erasure.vacuum()
        except StoreError as failed:
            log.error("erased data is not wiped from the file yet: %s", failed)  # noqa: TRY400 - the message says everything

    async def _back_up_when_due(self) -> None:
        """Make a backup if one is due. Raises StoreError if it fails, and until the next hour, in which it is tried again."""
        hour = int(self._clock().timestamp()) // 3600
        if hour == self._failed_hour:
            raise StoreError("No backup has been made yet.")
        try:
            if not self._backups.is_due():
                return
            result = await self._backups.make_backup()
            self._failed_hour = None
            log.info("backup %s made, %s bytes, %s older dropped", result.file, result.size_bytes, result.deleted_count)
        except (StoreError, OSError) as failed:
            self._failed_hour = hour
            log.error("%s It is tried again in the next hour.", failed)  # noqa: TRY400 - the message says everything
            raise StoreError("No backup could be made.") from failed

    async def _end_departed_tables(self) -> None:
        ended = await self._tables.departures.end_departed_tables()
        if ended:
            log.info("%s tables ended: their servers have sent the bot away", len(ended))

    async def _look_after_lost_channels(self) -> None:
        """Note the players who see their table's new channel now, and end the games whose deleted channel nobody has replaced."""
        for table, seat in await self._tables.channels.list_blind_seats():
            if await self._members.can_see_table(table, table.find_seat_user(seat)):
                await self._tables.channels.note_sight(table.id, seat)
        ended = await self._tables.channels.end_lost_tables()
        if ended:
            log.info("%s tables ended: their channels were deleted", len(ended))
