"""Outages: time in which players could not use the bot does not count.

The bot may be down or without a connection, removed from a server, or not allowed to post in a table's channel.
"""

from __future__ import annotations

from contextlib import suppress

from engine.host.model.pace import MINUTE_S
from engine.host.service.service_context import ServiceContext, StoreUnavailableError
from engine.host.store.database import Transaction
from engine.host.store.shards import outages

RECORD_INTERVAL_S = MINUTE_S
"""Seconds between two records that the bot is in use."""
SHORTEST_OUTAGE_S = 5 * MINUTE_S
"""Seconds between two records from which on the bot was not in use."""


class Outages:
    """Records when the bot can be used, and leaves the rest of the time out of the clocks."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._recorded_at: int | None = None
        self._stopped_tables: set[int] | None = None
        """The tables whose clocks are stopped; None while they have not been read."""

    @property
    def is_interrupted(self) -> bool:
        """Whether the bot is not in use at the moment, so that nothing may be decided by the passing of time."""
        return self._recorded_at is not None and self._context.now() - self._recorded_at > SHORTEST_OUTAGE_S

    async def record_use(self) -> None:
        """Record that players can use the bot now, and end an outage. Call it often."""
        now = self._context.now()
        if self._recorded_at is not None and 0 <= now - self._recorded_at < RECORD_INTERVAL_S:
            return
        await self._end_outage()
        self._recorded_at = now

    async def end_downtime(self) -> None:
        """At the start, leave out the time since the bot was last in use, if that is known."""
        if await outages.find_last_run(self._context.store, self._context.shard_range) is not None:
            await self._end_outage()

    async def stop_clocks(self, *table_ids: int) -> None:
        """Stop the clocks of tables in whose channel the bot cannot post. The next refusal tries it again if that fails."""
        stopped_tables, now = await self._load_stopped_tables(), self._context.now()
        new_ids = []
        for table_id in table_ids:
            if table_id not in stopped_tables:
                new_ids.append(table_id)

        async def work(tx: Transaction) -> None:
            for table_id in new_ids:
                await outages.stop_clocks(tx, table_id, now)

        if new_ids:
            with suppress(StoreUnavailableError):
                await self._context.write(work)
                stopped_tables.update(new_ids)

    async def resume_clocks(self, *table_ids: int) -> None:
        """Let the clocks of tables in whose channel the bot can post go on, if they are stopped."""
        stopped_tables, now = await self._load_stopped_tables(), self._context.now()
        resumed_ids = []
        for table_id in table_ids:
            if table_id in stopped_tables:
                resumed_ids.append(table_id)

        async def work(tx: Transaction) -> None:
            for table_id in resumed_ids:
                await outages.resume_clocks(tx, table_id, now)

        if resumed_ids:
            await self._context.write(work)
            stopped_tables.difference_update(resumed_ids)
            self._context.notify_listeners()

    async def stop_server(self, guild_id: int) -> None:
        """Stop the clocks of the tables of a server that has removed the bot."""
        await self.stop_clocks(*await outages.list_guild_tables(self._context.store, guild_id))

    async def resume_server(self, guild_id: int) -> None:
        """Let the clocks of the tables of a server go on, to which the bot has come back."""
        await self.resume_clocks(*await outages.list_guild_tables(self._context.store, guild_id))

    async def _end_outage(self) -> None:
        """Record that the bot is in use now. Leave the time since the last record out, if it is long."""
        shard_range, now = self._context.shard_range, self._context.now()

        async def work(tx: Transaction) -> bool:
            last_run_at = await outages.find_last_run(tx, shard_range)
            await outages.save_run(tx, shard_range, now)
            if last_run_at is None or now - last_run_at <= SHORTEST_OUTAGE_S:
                return False
            for table_id in await outages.list_clock_tables(tx, shard_range):
                await outages.leave_out_time(tx, table_id, last_run_at, now)
            return True

        had_outage = await self._context.write(work)
        if had_outage:
            self._context.notify_listeners()

    async def _load_stopped_tables(self) -> set[int]:
        if self._stopped_tables is None:
            self._stopped_tables = set(await outages.list_stopped_tables(self._context.store))
        return self._stopped_tables
