"""What is to be done about a table by itself: which errands are due, and how often each is tried."""

from __future__ import annotations

from engine.host.service.context import Context
from engine.host.service.time.reminders import pause
from engine.host.store import errands
from engine.host.store.errands import Errand


class Errands:
    """Running errands, each once. What an errand comes to is decided by the service that left it."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def due(self) -> list[Errand]:
        """The errands to run now."""
        return await errands.due(self._context.store, self._context.share, self._context.time())

    async def trying(self, errand: Errand) -> bool:
        """An errand is about to be run: if it is not done after that, it comes up again, later from try to try. False when
        nobody needs it any more."""
        again = self._context.time() + pause(errand.tries)
        return await self._context.write(lambda tx: errands.trying(tx, errand, again))

    async def done(self, errand: Errand) -> None:
        """An errand has been run, or cannot be."""
        await self._context.write(lambda tx: errands.done(tx, errand))
        self._context.notify()
