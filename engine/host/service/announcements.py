"""Announcements about tables that are due, and their retries."""

from __future__ import annotations

from engine.host.service.service_context import ServiceContext
from engine.host.store import announcements
from engine.host.store.announcements import Announcement


class Announcements:
    """The queue of announcements, each sent once. The service that scheduled an announcement decides its content."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def list_due(self) -> list[Announcement]:
        """List the announcements to send now."""
        return await announcements.list_due(self._context.store, self._context.shard_range, self._context.now())

    async def begin_attempt(self, announcement: Announcement) -> bool:
        """Schedule the next attempt before this one, with a growing delay. Return whether the announcement is still needed.

        An announcement that `finish` does not remove comes up again.
        """
        retry_at = self._context.compute_retry_at(announcement.attempts)
        return await self._context.write(lambda tx: announcements.begin_attempt(tx, announcement, retry_at))

    async def finish(self, announcement: Announcement) -> None:
        """Remove an announcement that was sent or cannot be sent."""
        await self._context.write(lambda tx: announcements.finish_announcement(tx, announcement))
        self._context.notify_listeners()
