"""A disk without room, as a database meets it."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import suppress

import aiosqlite

from engine.host.store.database import Store
from engine.host.store.drivers.postgres import PostgresStore
from engine.host.store.drivers.sqlite import SqliteStore
from tests.discord.hut import Hut

MOST = 1_073_741_823
"""Pages that SQLite allows a file by itself."""
NO_ROOM = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('overwinter_test.full', true) = 'yes' THEN RAISE disk_full; END IF;
    RETURN NULL;
END $$
"""
"""What PostgreSQL says on a full disk, for the connection that writes."""


def writer(store: object) -> aiosqlite.Connection:
    """The connection that writes the file."""
    assert isinstance(store, SqliteStore)
    return store._writer


async def take_room(store: Store) -> None:
    """From now on the database gets no more room, until `give_room` or another bot."""
    if isinstance(store, PostgresStore):
        async with store._lock:
            await store._writer.execute(NO_ROOM)
            tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            for (name,) in await store._writer.fetch(f"{tables} AND relname <> 'leases'"):
                trigger = f"CREATE OR REPLACE TRIGGER no_room BEFORE INSERT ON {name} EXECUTE FUNCTION no_room()"
                await store._writer.execute(trigger)
        await _full(store, "yes")
        return
    pages = (await store.all("PRAGMA page_count"))[0][0]
    await writer(store).execute_fetchall(f"PRAGMA max_page_count={pages}")


async def give_room(store: Store) -> None:
    """There is room again."""
    if isinstance(store, PostgresStore):
        await _full(store, "no")
    else:
        await writer(store).execute_fetchall(f"PRAGMA max_page_count={MOST}")


async def _full(store: PostgresStore, how: str) -> None:
    async with store._lock:
        await store._writer.execute(f"SELECT set_config('overwinter_test.full', '{how}', false)")


async def fill(home: Hut) -> None:
    """Allow the database not a page more than it has: SQLite then says what it says on a full disk."""
    await take_room(home.bot.store)


async def use_up(home: Hut) -> None:
    """Leave no room inside the file either, where components are kept."""
    connection, n = writer(home.bot.store), itertools.count()
    for size in (2000, 200, 20):
        with suppress(sqlite3.OperationalError):  # "database or disk is full"
            while True:
                await connection.execute("INSERT INTO components VALUES (?, 'none', ?)", (f"{next(n)}", "x" * size))
