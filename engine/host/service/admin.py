"""What the person who runs the bot may do to a table that is stuck, and what they want to know of all of them."""

from __future__ import annotations

from engine.host.model.table import Table, game_over
from engine.host.service.context import Context
from engine.host.store import tables, wishes
from engine.host.store.database import Transaction
from engine.kernel.text import Refusal


class Admin:
    """Counting tables, and getting one going again. No move is ever made or unmade here."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def by_status(self) -> dict[str, int]:
        """How many tables there are in every state."""
        return await tables.by_status(self._context.store, self._context.share)

    async def drop_controls(self, table_id: int) -> Table:
        """Make every button that is out there one of an earlier turn, and forget an open wish to take back. Raises Refusal."""
        async with self._context.lock(table_id):
            self._context.forget(table_id)  # what is kept in memory may be what is stuck
            table = await self._alive(table_id)

            async def work(tx: Transaction) -> None:
                await wishes.save(tx, table_id, None)
                await tables.raise_rev(tx, table_id, table.rev, table.rev + 1)
                await tables.set_table(tx, table_id, asked_revision=table.rev + 1)

            await self._context.write(work, table_id)
        return await self._context.table(table_id)

    async def _alive(self, table_id: int) -> Table:
        table = (await self._context.load(table_id)).table
        if not table.live:
            raise Refusal(game_over())
        return table
