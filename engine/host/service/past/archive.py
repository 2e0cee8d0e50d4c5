"""Finding tables again: by channel, by person, by game."""

from __future__ import annotations

from engine.host.service.context import Context
from engine.host.store import past
from engine.host.store.past import PastTable


class Archive:
    """Lists of tables. Who may see which of them is decided where they are shown."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def finished(
        self, guild: int, *, channel: int | None = None, user: int | None = None, game: str | None = None
    ) -> list[PastTable]:
        """The finished games of a server, newest first: all, or of a channel and its threads, a person, a game."""
        return await past.begun(self._context.store, guild, finished=True, channel=channel, user=user, game=game)

    async def begun(self, guild: int) -> list[PastTable]:
        """The games of a server that have begun, whether they go on or not, newest first."""
        return await past.begun(self._context.store, guild, finished=False)
