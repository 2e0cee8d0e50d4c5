"""/forget-me: erases a user from all stored data. The user's games stay, played by a user without a name."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack, suppress

import msgspec

from engine.host.service.live_game import LoadedTable
from engine.host.service.lobby.lobby import Lobby
from engine.host.service.people.settings import Settings
from engine.host.service.play.moves import Moves
from engine.host.service.service_context import ServiceContext
from engine.host.store import tables, user_data
from engine.host.store.database import Transaction
from engine.host.store.sql_conditions import to_json
from engine.kernel.text import Seat, UserError

ERASED = "erased data to wipe"
"""The fact that erased rows may be left in the file: the unix time of the first erasure since the last wipe, and a
word that differs after each erasure."""


class ErasedTables(msgspec.Struct, frozen=True):
    """The live tables that an erasure touches: lobbies to leave, running games to resign."""

    lobby_ids: tuple[int, ...]
    running_ids: tuple[int, ...]


class Erasure:
    """The erasure of users."""

    def __init__(self, context: ServiceContext, lobby: Lobby, moves: Moves, settings: Settings) -> None:
        self._context = context
        self._lobby = lobby
        self._moves = moves
        self._settings = settings

    async def list_tables(self, user_id: int) -> ErasedTables:
        """List the live tables at which a user has a seat."""
        return ErasedTables(
            tuple(await user_data.list_user_lobbies(self._context.store, user_id)),
            tuple(await tables.list_running_tables(self._context.store, user_id)),
        )

    async def erase(self, user_id: int) -> ErasedTables:
        """Resign the user's live seats and erase what `user_data.erase_user` lists. All of it is on the disk on return.

        `vacuum` later wipes the rest from unused parts of the file. Raises UserError if a seat cannot be resigned
        now.
        """
        erased_tables = await self.list_tables(user_id)
        active_ids = await user_data.list_user_tables(self._context.store, user_id)
        for table_id in erased_tables.lobby_ids:
            with suppress(UserError):  # the lobby has just begun, and is a running table below, or has just closed
                await self._lobby.leave(table_id, user_id)
        # A different number for each erased user leaves the ratings of the others as they are.
        erased_id = -1 - secrets.randbelow(2**62)
        async with AsyncExitStack() as locks:
            running_ids = await tables.list_running_tables(self._context.store, user_id)
            for table_id in running_ids:  # in the order of their ids, so that two tasks cannot wait for each other
                await locks.enter_async_context(self._context.table_lock(table_id))
            loaded_tables = [await self._context.load_playable(table_id) for table_id in running_ids]

            async def resign_and_erase(tx: Transaction) -> None:
                for loaded in loaded_tables:
                    seat = loaded.table.find_seat(user_id)
                    if seat is not None and loaded.table.status == "running":
                        await self._write_resignation(tx, loaded, seat, user_id)
                await user_data.erase_user(tx, user_id, erased_id)
                await user_data.erase_moves(tx, user_id, erased_id, {*active_ids, *running_ids})
                await self._remember_erasure(tx)

            await self._context.write(resign_and_erase, changes_all_tables=True)
            self._settings.clear_cache()
        # The user may have acted at other tables in the meantime.
        while active_ids := await user_data.list_user_tables(self._context.store, user_id):

            async def erase_rest(tx: Transaction) -> None:
                await user_data.erase_moves(tx, user_id, erased_id, active_ids)
                await self._remember_erasure(tx)

            await self._context.write(erase_rest, changes_all_tables=True)
        return ErasedTables(erased_tables.lobby_ids, tuple(running_ids))

    async def _write_resignation(self, tx: Transaction, loaded: LoadedTable, seat: Seat, user_id: int) -> None:
        """Write the resignation of a seat. If the table has lost moves, it stays marked, and it counts no more."""
        table = loaded.table
        if table.lost_revision is None:
            await self._moves.write_resignation(tx, loaded, seat, user_id)
            return
        options = {**table.table_options, "rated": "no"}
        await tables.update_table(tx, table.id, lost_revision=None, table_options=to_json(options))
        unmarked = msgspec.structs.replace(table, lost_revision=None, table_options=options)
        after = await self._moves.write_resignation(tx, msgspec.structs.replace(loaded, table=unmarked), seat, user_id)
        if after.table.status == "running":
            lost_revision = max(table.lost_revision, after.table.revision + 1)
            await tables.update_table(tx, table.id, lost_revision=lost_revision)

    async def _remember_erasure(self, tx: Transaction) -> None:
        first_erasure_at = _parse_since(await tx.fact(ERASED)) or self._context.now()
        await tx.set_fact(ERASED, f"{first_erasure_at} {secrets.token_hex(4)}")

    async def find_overdue_vacuum(self, last_backup_hour: int) -> int | None:
        """Return since when erased data waits for a VACUUM that is due, in unix seconds; None if none is due.

        It is due at the first backup hour after the erasure. An erasure in the future was dated by a wrong clock.
        """
        first_erasure_at = _parse_since(await self._context.store.load_fact(ERASED))
        if first_erasure_at is None or last_backup_hour < first_erasure_at <= self._context.now():
            return None
        return first_erasure_at

    async def vacuum(self) -> None:
        """Wipe erased data from unused parts of the file. Raises StoreError if that is not possible now."""
        store = self._context.store
        erased = await store.load_fact(ERASED)
        await store.vacuum()
        if erased is not None:  # an erasure after the VACUUM has changed it, and stays
            await store.write(lambda tx: tx.delete_fact(ERASED, erased))


def _parse_since(fact: str | None) -> int | None:
    if fact is None:
        return None
    return int(fact.split()[0])
