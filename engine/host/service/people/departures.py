"""Servers that have sent the bot away: their tables wait a while for it to come back, and then end."""

from __future__ import annotations

from collections.abc import Collection

from engine.host.model.share import Share
from engine.host.service.context import Context
from engine.host.store import tables
from engine.host.store.database import Transaction

KEPT = 30 * 24 * 3600
"""Seconds for which the tables of a server that has sent the bot away are kept."""


class Departures:
    """Leaving servers."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def left(self, guild: int) -> None:
        """A server has sent the bot away."""
        now = self._context.time()
        await self._context.write(lambda tx: tables.depart(tx, guild, now))

    async def back(self, guild: int) -> None:
        """The bot is on a server again."""
        await self._context.write(lambda tx: tables.come_back(tx, guild))

    async def found(self, guilds: Collection[int], share: Share | None = None) -> None:
        """Discord has told on which servers of a share (None: this process's own) the bot is: those it left while nobody listened
        count from now on."""
        known, gone = await tables.guilds_with_tables(self._context.store, share or self._context.share)
        for guild in known - set(guilds) - gone:
            await self.left(guild)
        for guild in gone & set(guilds):
            await self.back(guild)

    async def end_old(self) -> list[int]:
        """End the tables of servers that have been left for KEPT. Returns which."""
        ended = await tables.of_departed(self._context.store, self._context.share, self._context.time() - KEPT)
        for table_id in ended:
            async with self._context.lock(table_id):
                table = (await self._context.load(table_id)).table
                if table.live:
                    await self._context.end(table, "closed")

                async def hush(tx: Transaction, table_id: int = table_id) -> None:
                    await tables.shown_to_nobody(tx, table_id)

                await self._context.write(hush)
        return ended
