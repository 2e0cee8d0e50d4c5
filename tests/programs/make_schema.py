"""A database as today's program writes it, as SQL: `python -m tests.programs.make_schema` writes tests/host/schemas/V<today's>.sql.

Make it once, when a new migration is ready, and never again: later programs must open what that program really wrote.
It holds every game in every state a table can be in, with an open wish to take back, a seat that was given up, and settings.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from engine.host.model.catalogue import Catalogue
from engine.host.model.table import Post, Table
from engine.host.service.tables import Tables
from engine.host.store.database import Store, migrations
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import sample
from engine.kernel.text import Refusal

SCHEMAS = Path(__file__).parents[1] / "host" / "schemas"
PEOPLE = {11: "Ana", 12: "Ben", 13: "Cy", 14: "Dee"}
MOVES = 20
LONGEST = 3000


def newest() -> Path:
    """The file of today's schema."""
    return SCHEMAS / f"V{len(migrations())}.sql"


async def play_on(tables: Tables, table: Table, moves: int) -> Table:
    """Up to so many moves by dice; the table as it is then."""
    dice, n = Dice(f"table {table.id}"), count()
    for _ in range(moves):
        table = await tables.table(table.id)
        if table.status != "running":
            break
        owing = await tables.snapshots.clocks(table.id)  # a table of the first schema has none before somebody moves
        seat = owing[0].seat if owing else (await tables.snapshots.take(table.id, None)).waiting[0]
        _, _, menu = await tables.moves.menu(table.id, table.user_of(seat))
        words = sample(menu, lambda k: dice.below(k, next(n), "pick"))
        await tables.moves.play(table.id, table.user_of(seat), words)
    return await tables.table(table.id)


async def begin(tables: Tables, channel: int, slug: str, seats: int) -> Table:
    """A table that has just begun."""
    people = list(PEOPLE.items())
    table = await tables.lobby.open(1, channel, *people[0], slug, {})
    for person in people[1:seats]:
        await tables.lobby.join(table.id, *person)
    return await tables.lobby.start(table.id, people[0][0])


async def fill(path: Path) -> None:
    """Every game in every state."""
    seeds, channels = count(1), count(100)
    async with await Store.open(path) as store:
        tables = Tables(store, Catalogue(), lambda: datetime(2026, 1, 1, tzinfo=UTC), lambda: f"seed {next(seeds)}")
        for slug in registry.slugs():
            seats = tables.catalogue.game(slug).seats
            await tables.lobby.open(1, next(channels), 11, "Ana", slug, {})
            closed = await begin(tables, next(channels), slug, seats[0])
            await tables.lobby.close(closed.id, 11, moderator=True)
            running = await play_on(tables, await begin(tables, next(channels), slug, seats[-1]), MOVES)
            await tables.snapshots.posted(running.id, Post(running.rev, running.channel, 5000 + running.id, (0,)))
            asking = await play_on(tables, await begin(tables, next(channels), slug, seats[0]), MOVES)
            for seat in range(seats[0]):
                try:
                    await tables.undo.take_back(asking.id, asking.user_of(seat))
                except Refusal:
                    continue
            over = await play_on(tables, await begin(tables, next(channels), slug, seats[0]), MOVES)
            if over.status == "running":
                await tables.moves.resign(over.id, 12)
        await tables.settings.choose("person", 11, "tone", "night")
        await tables.settings.choose("server", 1, "pace", "48")
        await tables.settings.choose_channels(1, [100, 101])
        await store.set_fact("ship", "Fram")


def main() -> None:
    """Write the file, unless it is there."""
    if newest().exists():
        sys.exit(f"{newest().name} is there already: a schema's file is what that program wrote, and stays.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bot.db"
        asyncio.run(fill(path))
        with closing(sqlite3.connect(path)) as base:
            dump = "\n".join([*base.iterdump(), f"PRAGMA user_version={len(migrations())};", ""])
    SCHEMAS.mkdir(exist_ok=True)
    newest().write_text(dump, "utf-8")


if __name__ == "__main__":
    main()
