"""Servers that have sent the bot away: their tables wait a while for it to come back, and then end."""

from __future__ import annotations

from collections.abc import Collection

from engine.host.model.shard_range import ShardRange
from engine.host.service.service_context import ServiceContext
from engine.host.store import guilds, tables
from engine.host.store.database import Transaction

DEPARTED_TABLES_KEPT_S = 30 * 24 * 3600
"""Seconds for which the tables of a server that has sent the bot away are kept."""


class Departures:
    """Leaving servers."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def mark_departed(self, guild_id: int) -> None:
        """A server has sent the bot away."""
        now = self._context.now()
        await self._context.write(lambda tx: guilds.mark_departed(tx, guild_id, now))

    async def mark_returned(self, guild_id: int) -> None:
        """The bot is on a server again."""
        await self._context.write(lambda tx: guilds.unmark_departed(tx, guild_id))

    async def sync_guilds(self, guild_ids: Collection[int], shard_range: ShardRange | None = None) -> None:
        """Discord has told on which servers of a share (None: this process's own) the bot is: those it left while nobody listened
        count from now on."""
        known, gone = await guilds.list_guilds(self._context.store, shard_range or self._context.share)
        for guild in known - set(guild_ids) - gone:
            await self.mark_departed(guild)
        for guild in gone & set(guild_ids):
            await self.mark_returned(guild)

    async def end_departed_tables(self) -> list[int]:
        """End the tables of servers that have been left for KEPT. Returns which."""
        ended = await guilds.list_departed_tables(
            self._context.store, self._context.share, self._context.now() - DEPARTED_TABLES_KEPT_S
        )
        for table_id in ended:
            async with self._context.table_lock(table_id):
                table = (await self._context.load_playable(table_id)).table
                if table.is_live:
                    await self._context.end_table(table, "closed")

                async def hush(tx: Transaction, table_id: int = table_id) -> None:
                    await tables.drop_pending_posts(tx, table_id)

                await self._context.write(hush)
        return ended
