"""Any of the games on the host: a table of strangers who move at random, the same way on every run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock
from engine.host.service.tables import Tables
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from engine.kernel.menu import sample
from tests.host.harness import CHANNEL, GUILD

PEOPLE = (11, 12, 13, 14)


class Room(NamedTuple):
    tables: Tables
    path: Path | str


def midnight() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


@asynccontextmanager
async def opened_room(where: Path | str, clock: Clock = midnight) -> AsyncIterator[Room]:
    async with await open_store(where) as store:
        seeds = count(1)
        yield Room(Tables(store, Catalogue(), clock, lambda: f"room {next(seeds)}"), where)


async def begun(tables: Tables, slug: str, pace: int = 0) -> int:
    """A table of as many people as the game takes."""
    table = await tables.lobby.open(GUILD, CHANNEL, PEOPLE[0], "Ana", slug, {})
    for user in PEOPLE[1 : max(tables.catalogue.game(slug).seats)]:
        await tables.lobby.join(table.id, user, f"Friend {user}")
    await tables.motions.set_pace(table.id, PEOPLE[0], pace)
    return (await tables.lobby.start(table.id, PEOPLE[0])).id


async def moved(tables: Tables, table_id: int, luck: Dice, n: int) -> int:
    """One random move of whoever owes one first; returns who."""
    table = await tables.table(table_id)
    user = table.user_of((await tables.snapshots.take(table_id, None)).waiting[0])
    _, _, menu = await tables.moves.menu(table_id, user)
    picks = count()
    await tables.moves.play(table_id, user, sample(menu, lambda k: luck.below(k, n, f"pick {next(picks)}")))
    return user


async def agreed(tables: Tables, table_id: int, user: int) -> None:
    """Everybody else says yes; only the last yes takes back."""
    table = await tables.table(table_id)
    others = [person.user for person in table.seats if person.user != user]
    for other in others:
        done = await tables.undo.answer(table_id, other, table.rev, agree=True)
        assert done == (other == others[-1])
