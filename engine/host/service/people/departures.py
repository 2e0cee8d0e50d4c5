"""Servers that have removed the bot: their tables wait for its return for a while, and then end."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from engine.host.model.shard_range import ShardRange
from engine.host.service.people.outages import Outages
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import end_table
from engine.host.store import guilds, tables

DEPARTED_TABLES_KEPT_S = 30 * 24 * 3600
"""Seconds for which the tables of a server that removed the bot are kept."""


class Departures:
    """The servers that the bot has left."""

    def __init__(self, context: ServiceContext, outages: Outages) -> None:
        self._context = context
        self._outages = outages

    async def mark_departed(self, guild_id: int) -> None:
        """Record that a server has removed the bot."""
        now = self._context.now()
        await self._context.write(lambda tx: guilds.mark_departed(tx, guild_id, now))
        await self._outages.stop_server(guild_id)

    async def mark_returned(self, guild_id: int) -> None:
        """Record that the bot is on a server again."""
        await self._context.write(lambda tx: guilds.unmark_departed(tx, guild_id))
        await self._outages.resume_server(guild_id)

    async def sync_guilds(self, guild_ids: Collection[int], shard_range: ShardRange | None = None) -> None:
        """Record departures and returns that happened while no process listened.

        `guild_ids` are the servers of a shard range (by default this process's own) that Discord lists now.
        Departures count from now on.
        """
        known, departed = await guilds.list_guilds(self._context.store, shard_range or self._context.shard_range)
        present = set(guild_ids)
        for guild_id in known - present - departed:
            await self.mark_departed(guild_id)
        for guild_id in departed & present:
            await self.mark_returned(guild_id)

    async def end_departed_tables(self) -> list[int]:
        """End the tables of servers that were left DEPARTED_TABLES_KEPT_S ago. Return their ids."""
        departed_before = self._context.now() - DEPARTED_TABLES_KEPT_S
        table_ids = await guilds.list_departed_tables(self._context.store, self._context.shard_range, departed_before)
        for table_id in table_ids:
            async with self._context.table_lock(table_id):
                table = (await self._context.load_playable(table_id)).table
                if table.is_live:
                    await end_table(self._context, table, "closed")
                await self._context.write(partial(tables.drop_pending_posts, table_id=table_id))
        return table_ids
