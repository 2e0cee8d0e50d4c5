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

ENDED_FACT = "ended "
"""The beginning of the fact that a group of shards ended in order, such as "ended 0-7/16". No copy of a running store has it."""


class LostMoves:
    """Finds out that moves are missing, and says so once."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self.needs_search = False
        """Whether the newest messages of running tables must be compared with the store."""

    async def begin_run(self) -> None:
        """Note that the bot runs. If its last run did not end in order, check the store's pages, and want a search.

        Raises:
            StoreError: A page is damaged.
        """
        name = f"{ENDED_FACT}{self._context.shard_range}"
        self.needs_search = await self._context.store.load_fact(name) is None
        if self.needs_search:
            await self._context.store.check_pages()
        await self._context.write(lambda tx: tx.delete_fact(name, "1"))

    async def end_run(self) -> None:
        """Note that the run ends in order. Without a store it does not."""
        name = f"{ENDED_FACT}{self._context.shard_range}"
        with suppress(StoreUnavailableError):
            await self._context.write(lambda tx: tx.set_fact(name, "1"))

    async def compare(self, table_id: int, shown_revision: int) -> None:
        """Compare a table with the revision that a message of the bot shows. An older table stops, and its players are told."""
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
    """Let a game go on from the board that is left. It counts no more, because a lost move may have shown something."""
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
