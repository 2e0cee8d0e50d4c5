"""The host on a file of its own, with a clock that moves when told and known seeds; and how the toy game is played on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from engine.host.model.catalogue import Catalogue
from engine.host.model.table import Table
from engine.host.service.tables import Tables
from engine.host.store.drivers.opening import open_store
from tests.move_services import InlineMoveService

ANA, BEN, CY, DEE = 11, 12, 13, 14
GUILD, CHANNEL = 1, 100
NEVER = ("pass", "1")
"""Never whistle until round 1 ends."""


class Inn:
    """The tables of one store, a file or the address of a database, which can be opened again as after a restart."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self._seeds = count(1)
        self.move_service: InlineMoveService | None = None

    async def open(self) -> Tables:
        self.store = await open_store(self.path)
        seeds = lambda: f"seed-{next(self._seeds)}"  # noqa: E731
        self.tables = Tables(self.store, Catalogue(), lambda: self.now, seeds, move_service=self.move_service)
        return self.tables

    def later(self, **passed: float) -> None:
        """Time passes, or jumps: `hours=12`, `days=-1`."""
        self.now += timedelta(**passed)

    async def restart(self) -> Tables:
        await self.store.close()
        return await self.open()


async def bid(
    tables: Tables, user: int, nth: int = 0, *, asked: int | None = None, interaction: int | None = None
) -> None:
    """Bid the nth card of the person's own menu."""
    table = await tables.in_channel(CHANNEL)
    _, _, menu = await tables.moves.menu(table.id, user)
    cards = menu.then("bid")
    assert cards is not None
    await tables.moves.play(table.id, user, ("bid", cards.options[nth].word), asked=asked, interaction=interaction)


async def walker(tables: Tables) -> int:
    table = await tables.in_channel(CHANNEL)
    (seat,) = (await tables.snapshots.take(table.id, None)).waiting
    return table.user_of(seat)


async def finish(tables: Tables, *, sealed: bool = False) -> int:
    """Play the first thing offered until the game is over, and unless `sealed` let everybody say that it is; returns the
    table's id."""
    table = await tables.in_channel(CHANNEL)
    while table.status == "running":
        (seat, *_) = (await tables.snapshots.take(table.id, None)).waiting
        _, _, menu = await tables.moves.menu(table.id, table.user_of(seat))
        game = tables.catalogue.game("toy")
        table = await tables.moves.play(table.id, table.user_of(seat), game.stall(seat, menu))
    if not sealed:
        await over_for_good(tables, table.id)
    return table.id


async def over_for_good(tables: Tables, table_id: int) -> None:
    """Everybody who plays to the end says that the game is over."""
    for person in (await tables.table(table_id)).played:
        if not person.left:
            await tables.ending.over(table_id, person.user)


async def taken_back(tables: Tables, table: Table) -> None:
    """Whoever moved last asks, and the other agrees."""
    last = next(e for e in reversed((await tables.history.record(table.id)).moves))
    user = table.user_of(last.seat)
    if await tables.undo.take_back(table.id, user) is not None:
        rev = (await tables.table(table.id)).rev
        for person in table.seats:
            if person.user != user:
                await tables.undo.answer(table.id, person.user, rev, agree=True)


async def waiting(tables: Tables, table_id: int) -> list[int]:
    snapshot = await tables.snapshots.take(table_id, None)
    return [snapshot.table.user_of(seat) for seat in snapshot.waiting]


async def agree_on_pace(tables: Tables, table_id: int, first: int, second: int, hours: int) -> None:
    """One of those who play asks for another pace, another one agrees: it counts from the next question on."""
    motion = await tables.motions.set_pace(table_id, first, hours)
    assert motion is not None
    assert (await tables.motions.answer(table_id, second, motion.id, agree=True)).state == "carried"
