"""The connections inside a store, for tests that break them: only this module of the tests reads its private attributes."""

from __future__ import annotations

import asyncio
from typing import Any

import aiosqlite

from engine.host.store.database import SqlValue, Store
from engine.host.store.drivers.postgres import PostgresStore
from engine.host.store.drivers.sqlite import SqliteStore


def get_write_lock(store: Store) -> asyncio.Lock:
    """Return the lock that a transaction holds."""
    return store._lock


def get_sqlite_connections(store: Store) -> tuple[aiosqlite.Connection, aiosqlite.Connection]:
    """Return the connection that writes the file, and the one that reads it."""
    assert isinstance(store, SqliteStore)
    return store._writer, store._reader


def get_sqlite_writer(store: Store) -> aiosqlite.Connection:
    """Return the connection that writes the file."""
    return get_sqlite_connections(store)[0]


def read_at_once(store: Store, sql: str, *values: SqlValue) -> Any:
    """Return the first row of a query, where SQLite runs in the caller's thread."""
    reader: Any = get_sqlite_connections(store)[1]
    return reader._conn.execute(sql, values).fetchone()


def get_postgres_writer(store: PostgresStore) -> Any:
    """Return the connection that writes."""
    return store._writer


def replace_postgres_writer(store: PostgresStore, connection: Any) -> None:
    """Let the store write through another connection."""
    store._writer = connection


def get_postgres_address(store: PostgresStore) -> str:
    """Return the address of the database."""
    return store._address
