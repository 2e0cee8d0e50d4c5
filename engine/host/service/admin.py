"""What the bot's owner can do: count all tables, and free a table that is stuck."""

from __future__ import annotations

from engine.host.model.table import Table, explain_game_over
from engine.host.service.service_context import ServiceContext
from engine.host.store import tables, undo_requests
from engine.host.store.database import Transaction
from engine.host.store.moderator_acts import ModeratorAct, list_newest_acts
from engine.kernel.text import UserError

MAX_LISTED_ACTS = 25
"""Acts of moderators that the audit list shows."""


class Admin:
    """The owner's operations. None of them makes a move or takes one back."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def count_tables(self) -> dict[str, int]:
        """Count the tables of each status."""
        return await tables.count_by_status(self._context.store, self._context.shard_range)

    async def list_moderator_acts(self) -> list[ModeratorAct]:
        """List the newest acts of moderators at all tables, newest first."""
        return await list_newest_acts(self._context.store, MAX_LISTED_ACTS)

    async def drop_controls(self, table_id: int) -> Table:
        """Make all posted buttons of a table stale and drop an open undo request. Raises UserError if the game is over."""
        async with self._context.table_lock(table_id):
            self._context.drop_cached(table_id)  # what is kept in memory may be what is stuck
            table = await self._require_live(table_id)

            async def work(tx: Transaction) -> None:
                await undo_requests.drop_request(tx, table_id)
                await tables.raise_revision(tx, table_id, table.revision, table.revision + 1)
                await tables.update_table(tx, table_id, asked_revision=table.revision + 1)

            await self._context.write(work, table_id)
        return await self._context.load_table(table_id)

    async def _require_live(self, table_id: int) -> Table:
        table = (await self._context.load_playable(table_id)).table
        if not table.is_live:
            raise UserError(explain_game_over())
        return table
