"""Finding tables again: by channel, by person, by game."""

from __future__ import annotations

from collections.abc import Collection

from engine.host.service.context import Context
from engine.host.store import people
from engine.host.store.past import games
from engine.host.store.past.games import PastTable


class Archive:
    """Lists of tables. Who may see which of them is decided where they are shown."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def finished(
        self, guild: int, *, channel: int | None = None, user: int | None = None, game: str | None = None
    ) -> list[PastTable]:
        """The finished games of a server, newest first: all, or of a channel and its threads, a person, a game."""
        return await games.begun(self._context.store, guild, finished=True, channel=channel, user=user, game=game)

    async def live(self, guild: int) -> list[PastTable]:
        """The open lobbies of a server, then its running tables, newest first."""
        return await games.live(self._context.store, guild)

    async def watched(self, guild: int, user: int) -> frozenset[str]:
        """The games of which somebody wants to hear when a table opens on a server."""
        return await people.watched(self._context.store, guild, user)

    async def watch(self, guild: int, user: int, games: Collection[str]) -> frozenset[str]:
        """Hear of these games from now on, and of no others. Raises Refusal for a game that there is not."""
        wanted = frozenset(self._context.catalogue.game(game).slug for game in games)
        await self._context.write(lambda tx: people.watch(tx, guild, user, wanted))
        return wanted

    async def begun(self, guild: int) -> list[PastTable]:
        """The games of a server that have begun, whether they go on or not, newest first."""
        return await games.begun(self._context.store, guild, finished=False)
