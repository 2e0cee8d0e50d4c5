"""Lists of tables by server, channel, player and game, and subscriptions to new ones."""

from __future__ import annotations

from collections.abc import Collection

from engine.host.service.service_context import ServiceContext
from engine.host.store import user_data
from engine.host.store.history import past_tables
from engine.host.store.history.past_tables import PastTable


class Archive:
    """Lists of tables. The callers decide who may see which of them."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def list_over(
        self, guild_id: int, *, channel_id: int | None = None, user_id: int | None = None, game: str | None = None
    ) -> list[PastTable]:
        """List the finished and closed games of a server, newest first: all, or of a channel and its threads, a user, a game."""
        return await past_tables.list_started_tables(
            self._context.store, guild_id, only_over=True, channel_id=channel_id, user_id=user_id, game=game
        )

    async def list_live(self, guild_id: int) -> list[PastTable]:
        """List the open lobbies of a server, then its running tables, newest first."""
        return await past_tables.list_live_tables(self._context.store, guild_id)

    async def list_subscriptions(self, guild_id: int, user_id: int) -> frozenset[str]:
        """Return the games whose new tables on a server are announced to a user."""
        return await user_data.list_subscriptions(self._context.store, guild_id, user_id)

    async def subscribe(self, guild_id: int, user_id: int, games: Collection[str]) -> frozenset[str]:
        """Replace a user's subscriptions by these games. Raises UserError for an unknown game."""
        wanted = frozenset(self._context.catalogue.load_game(game).slug for game in games)
        await self._context.write(lambda tx: user_data.save_subscriptions(tx, guild_id, user_id, wanted))
        return wanted

    async def list_started(self, guild_id: int) -> list[PastTable]:
        """List the games of a server that have begun, running or finished, newest first."""
        return await past_tables.list_started_tables(self._context.store, guild_id, only_over=False)
