"""A disk without room, as the database meets it."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import suppress

import aiosqlite

from engine.host.store.drivers.sqlite import SqliteStore
from tests.discord.hut import Hut


def writer(store: object) -> aiosqlite.Connection:
    """The connection that writes the file."""
    assert isinstance(store, SqliteStore)
    return store._writer


async def fill(home: Hut) -> None:
    """Allow the database not a page more than it has: SQLite then says what it says on a full disk."""
    pages = (await home.bot.store.all("PRAGMA page_count"))[0][0]
    await writer(home.bot.store).execute(f"PRAGMA max_page_count={pages}")


async def use_up(home: Hut) -> None:
    """Leave no room inside the file either, where components are kept."""
    connection, n = writer(home.bot.store), itertools.count()
    for size in (2000, 200, 20):
        with suppress(sqlite3.OperationalError):  # "database or disk is full"
            while True:
                await connection.execute("INSERT INTO components VALUES (?, 'none', ?)", (f"{next(n)}", "x" * size))
