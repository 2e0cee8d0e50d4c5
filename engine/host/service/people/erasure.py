"""/forget-me: a person is taken out of everything that is stored. The games they played stay, played by somebody."""

from __future__ import annotations

import logging
import secrets
from contextlib import AsyncExitStack, suppress

import msgspec

from engine.host.service.context import Context
from engine.host.service.people.settings import Settings
from engine.host.service.play.lobby import Lobby
from engine.host.service.play.moves import Moves
from engine.host.store import people, tables
from engine.host.store.database import StoreError, Transaction
from engine.kernel.text import Refusal

log = logging.getLogger("overwinter.store")
OWED = "sweep"
"""The fact that says that traces of what was erased may still lie in the file: a number of the last erasure's own."""


class Traces(msgspec.Struct, frozen=True):
    """What erasing a person touches among live tables: lobbies they leave, running games they give up."""

    lobbies: tuple[int, ...]
    running: tuple[int, ...]


class Erasure:
    """Being forgotten."""

    def __init__(self, context: Context, lobby: Lobby, moves: Moves, settings: Settings) -> None:
        self._context = context
        self._lobby = lobby
        self._moves = moves
        self._settings = settings
        self._owed: str | None = None
        """The fact of that name once it has been read, "" when there is none."""

    async def traces(self, user: int) -> Traces:
        """At which live tables a person sits."""
        return Traces(
            tuple(await people.lobbies_of(self._context.store, user)),
            tuple(await tables.running_tables_of(self._context.store, user)),
        )

    async def erase(self, user: int) -> Traces:
        """Take a person out of everything: live seats are given up, the rest is told in `people.erase`. When this returns
        it is on the disk; `sweep` then takes the traces out of the file. Done twice, it finds nothing. Raises Refusal."""
        sat = await self.traces(user)
        active = await people.active_at(self._context.store, user)
        for table_id in sat.lobbies:
            with suppress(Refusal):  # begun or closed in this moment: then it is among those below, or over
                await self._lobby.leave(table_id, user)
        async with AsyncExitStack() as locks:
            seated = await tables.running_tables_of(self._context.store, user)
            for table_id in seated:  # in the order of their ids, so that two people cannot wait for each other
                await locks.enter_async_context(self._context.lock(table_id))
            lives = [await self._context.load(table_id) for table_id in seated]
            # Unlike a name that is the same for all, a number of their own leaves the others' ratings as they are.
            somebody = -1 - secrets.randbelow(2**62)

            async def work(tx: Transaction) -> None:
                for live in lives:
                    seat = live.table.seat_of(user)
                    if seat is not None and live.table.status == "running":
                        await self._moves.give_up(tx, live, seat, user)
                await people.erase(tx, user, somebody)
                await people.erase_moves(tx, user, somebody, {*active, *seated})
                await tx.set_fact(OWED, str(somebody))

            await self._context.write(work, everything=True)
            self._settings.forget()
            self._owed = str(somebody)
        while active := await people.active_at(self._context.store, user):  # what they have done meanwhile
            await self._context.write(lambda tx: people.erase_moves(tx, user, somebody, active), everything=True)
        return Traces(sat.lobbies, tuple(seated))

    async def sweep(self) -> bool:
        """Take what was erased out of the file's free space and its log, if there may be any. False when it could not be
        done now; the upkeep tries again soon."""
        if self._owed is None:
            self._owed = await self._context.store.fact(OWED) or ""
        owed = self._owed
        if not owed:
            return True
        try:
            swept = await self._context.store.sweep()
            if swept:  # and if nobody else was erased meanwhile
                await self._context.store.write(lambda tx: tx.forget_fact(OWED, owed))
                self._owed = "" if self._owed == owed else self._owed
        except StoreError as broken:
            log.error("what was erased is still in the file's free space: %s", broken)  # noqa: TRY400
            return False
        return swept
