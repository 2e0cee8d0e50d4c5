"""Simulate a full disk for a database."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import suppress

from engine.host.store.database import Store
from engine.host.store.drivers.postgres import PostgresStore
from tests.discord.fake_server import FakeServer
from tests.store_internals import get_postgres_writer, get_sqlite_writer, get_write_lock

MAX_SQLITE_PAGES = 1_073_741_823
"""The page limit of an SQLite file by default."""
NO_ROOM_SQL = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('overwinter_test.full', true) = 'yes' THEN RAISE disk_full; END IF;
    RETURN NULL;
END $$
"""
"""The error that PostgreSQL raises on a full disk, for the connection that writes."""


async def block_writes(store: Store) -> None:
    """Give the database no more space until `allow_writes` or until another bot starts."""
    if isinstance(store, PostgresStore):
        writer = get_postgres_writer(store)
        async with get_write_lock(store):
            await writer.execute(NO_ROOM_SQL)
            tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            for (name,) in await writer.fetch(f"{tables} AND relname <> 'leases'"):
                trigger = f"CREATE OR REPLACE TRIGGER no_room BEFORE INSERT ON {name} EXECUTE FUNCTION no_room()"
                await writer.execute(trigger)
        await _set_full(store, "yes")
        return
    pages = (await store.fetch_all("PRAGMA page_count"))[0][0]
    await get_sqlite_writer(store).execute_fetchall(f"PRAGMA max_page_count={pages}")


async def allow_writes(store: Store) -> None:
    """Give the database space again."""
    if isinstance(store, PostgresStore):
        await _set_full(store, "no")
    else:
        await get_sqlite_writer(store).execute_fetchall(f"PRAGMA max_page_count={MAX_SQLITE_PAGES}")


async def _set_full(store: PostgresStore, sql: str) -> None:
    async with get_write_lock(store):
        await get_postgres_writer(store).execute(f"SELECT set_config('overwinter_test.full', '{sql}', false)")


async def fill_disk(server: FakeServer) -> None:
    """Allow the database no more pages than it has: SQLite then fails as on a full disk."""
    await block_writes(server.bot.store)


async def use_free_pages(server: FakeServer) -> None:
    """Fill the free space inside the file too, where components are kept."""
    connection, n = get_sqlite_writer(server.bot.store), itertools.count()
    for size in (2000, 200, 20):
        with suppress(sqlite3.OperationalError):  # "database or disk is full"
            while True:
                await connection.execute("INSERT INTO components VALUES (?, 'none', ?)", (f"{next(n)}", "x" * size))
