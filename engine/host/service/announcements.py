"""What is to be done about a table by itself: which errands are due, and how often each is tried."""

from __future__ import annotations

from engine.host.service.deadlines.reminders import compute_retry_delay
from engine.host.service.service_context import ServiceContext
from engine.host.store import announcements
from engine.host.store.announcements import Announcement


class Announcements:
    """Running errands, each once. What an errand comes to is decided by the service that left it."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def list_due(self) -> list[Announcement]:
        """The errands to run now."""
        return await announcements.list_due(self._context.store, self._context.share, self._context.now())

    async def begin_attempt(self, announcement: Announcement) -> bool:
        """An errand is about to be run: if it is not done after that, it comes up again, later from try to try. False when
        nobody needs it any more."""
        again = self._context.now() + compute_retry_delay(announcement.attempts)
        return await self._context.write(lambda tx: announcements.begin_attempt(tx, announcement, again))

    async def finish(self, announcement: Announcement) -> None:
        """An errand has been run, or cannot be."""
        await self._context.write(lambda tx: announcements.finish_announcement(tx, announcement))
        self._context.notify_listeners()
