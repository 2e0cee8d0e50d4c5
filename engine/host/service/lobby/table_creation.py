"""The insertion of a new table with its seats, shared by all ways to open one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Optional

import msgspec

from engine.host.model.table import SeatAssignment, Table
from engine.host.service.lobby.limits import require_few_lobbies
from engine.host.service.people.settings import Settings
from engine.host.service.service_context import ServiceContext
from engine.host.store import outbox, tables
from engine.host.store.database import ConstraintError, Transaction
from engine.kernel.script import Setting, restore_options
from engine.kernel.text import UserError, say

ExtraWriter = Callable[[Transaction, int], Awaitable[None]]
"""Writes more about a new table, by its id, in the transaction that inserts it."""


class BusyChannelError(UserError):
    """Raised if a table cannot open in a channel because a live one is there."""

    def __init__(self) -> None:
        super().__init__(say("There is already a table in this channel. Join it, or play the next one in a thread."))


class TableDraft(msgspec.Struct, frozen=True):
    """A table to be opened by `user_id`; `parent_channel_id` is the channel of a public thread."""

    guild_id: int
    channel_id: int
    user_id: int
    game: str
    options: dict[str, str]
    table_options: dict[str, str]
    seats: list[SeatAssignment]
    parent_channel_id: Optional[int] = None


class TableCreator:
    """The insertion of tables."""

    def __init__(self, context: ServiceContext, settings: Settings) -> None:
        self._context = context
        self._settings = settings

    async def create_table(self, new_table: TableDraft, write_extra: ExtraWriter | None = None) -> Table:
        """Insert a table and, in the same transaction, `write_extra`. Raises UserError if the channel has a table."""
        catalogue, slug = self._context.catalogue, new_table.game
        rules_version = catalogue.load_game(slug).rules_version
        components = catalogue.components_digest(slug), catalogue.components_json(slug)
        server_settings = await self._settings.load_settings("server", new_table.guild_id)
        pace_h = int(server_settings.values["pace"])

        async def work(tx: Transaction) -> int:
            await require_few_lobbies(tx, new_table.user_id)
            now = self._context.now()
            row = tables.NewTable(
                new_table.guild_id,
                new_table.channel_id,
                slug,
                rules_version,
                new_table.options,
                new_table.table_options,
                self._context.seeds(),
                new_table.user_id,
                now,
            )
            table_id = await tables.insert_table(tx, row, components)
            await tables.replace_seats(tx, table_id, new_table.seats)
            await tables.update_table(
                tx, table_id, revision=1, pace_h=pace_h, parent_channel_id=new_table.parent_channel_id
            )
            await outbox.postpone_idle_check(tx, table_id, now)
            if write_extra is not None:
                await write_extra(tx, table_id)
            return table_id

        try:
            table_id = await self._context.write(work)
        except ConstraintError:
            raise BusyChannelError from None
        self._context.notify_listeners()
        return await self._context.load_table(table_id)


def carry_over_options(settings: Sequence[Setting], options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of an earlier game, without those that the game no longer has."""
    values_by_name = {setting.name: setting.values for setting in settings}
    known = {}
    for name, value in options.items():
        if value in values_by_name.get(name, {}):
            known[name] = value
    return restore_options(settings, known)
