"""Moves that the store has lost, while Discord still shows the boards after them.

A disk was damaged, or an older copy of the store was put back. The buttons of the bot's own messages carry the revisions of
their tables, so a later revision than the stored one shows the loss. Then nothing is played until the players have decided.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from engine.host.service.live_game import LoadedTable
from engine.host.service.service_context import ServiceContext, StoreUnavailableError
from engine.host.service.table_writes import write_note
from engine.host.store import tables
from engine.host.store.database import Transaction
from engine.host.store.maintenance import lost_moves
from engine.host.store.sql_conditions import to_json
from engine.kernel.text import count

CLEAN_EXIT_FACT = "ended "
"""The prefix of the name of the fact that the process of a shard range exited cleanly, such as "ended 0-7/16".

The fact exists only while the process does not run, so a copy of the store of a running bot does not have it.
"""
CLEAN_EXIT_VALUE = "1"


class LostMoves:
    """Finds tables with missing moves, stops their clocks, and has their players told once."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self.needs_search = False
        """Whether the newest messages of running tables must be compared with the store."""

    async def begin_run(self) -> None:
        """Delete the fact of the clean exit. If there is none, check the pages of the store and set `needs_search`.

        Raises:
            StoreError: A page is damaged.
        """
        name = f"{CLEAN_EXIT_FACT}{self._context.shard_range}"
        self.needs_search = await self._context.store.load_fact(name) is None
        if self.needs_search:
            await self._context.store.check_pages()
        await self._context.write(lambda tx: tx.delete_fact(name, CLEAN_EXIT_VALUE))

    async def end_run(self) -> None:
        """Store the fact that the bot exits cleanly. If the store cannot be written, the exit counts as unclean."""
        name = f"{CLEAN_EXIT_FACT}{self._context.shard_range}"
        with suppress(StoreUnavailableError):
            await self._context.write(lambda tx: tx.set_fact(name, CLEAN_EXIT_VALUE))

    async def check_revision(self, table_id: int, shown_revision: int) -> None:
        """Compare a table with the revision that a message of the bot shows.

        If the table is older, it has lost moves: its clocks stop, and its players are told.
        """
        if shown_revision <= (await self._context.load_table(table_id)).revision:
            return
        async with self._context.table_lock(table_id):
            now = self._context.now()
            is_new = await self._context.write(
                lambda tx: lost_moves.mark_lost(tx, table_id, shown_revision, now), table_id
            )
        if is_new:
            self._context.notify_listeners()


async def write_resumption(context: ServiceContext, tx: Transaction, loaded: LoadedTable, user_id: int) -> None:
    """Let a table that is marked as having lost moves go on from the stored position.

    It counts no more, because a lost move may have shown something hidden.
    """
    table = loaded.table
    assert table.lost_revision is not None
    missing_count = table.lost_revision - table.revision
    revision = await lost_moves.pass_lost_revision(tx, table.id, context.now())
    options = {**table.table_options, "rated": "no"}
    await tables.update_table(tx, table.id, table_options=to_json(options))
    text = count(
        "All who play have agreed: the game goes on from here without the lost move, and counts no more.",
        "All who play have agreed: the game goes on from here without the {n} lost moves, and counts no more.",
        missing_count,
        n=missing_count,
    )
    resumed = msgspec.structs.replace(loaded, table=msgspec.structs.replace(table, revision=revision))
    await write_note(context, tx, resumed, text, user_id)
