"""Open a store by its path or address. PostgreSQL's driver is optional and imported only for an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.host.store.database import QueryFunction, Store, StoreError, is_address
from engine.host.store.drivers import sqlite

NO_DRIVER = "PostgreSQL needs a driver: say `make install POSTGRES=1`, then start again."


async def open_store(store_address: Path | str) -> Store:
    """Open a PostgreSQL database by its address, or an SQLite file, and bring it to the newest schema.

    A missing file is created.

    Raises:
        StoreError: The store cannot be opened, or has a schema that this program does not know.
    """
    if not is_address(store_address):
        return await sqlite.SqliteStore.connect(Path(store_address))
    try:
        from engine.host.store.drivers import postgres  # noqa: PLC0415 - the driver is optional
    except ModuleNotFoundError as missing:
        raise StoreError(NO_DRIVER) from missing
    return await postgres.PostgresStore.connect(store_address)


@contextmanager
def open_snapshot(store_address: Path | str) -> Iterator[QueryFunction]:
    """Open a function that queries one snapshot of a store, also while the bot runs. It cannot write.

    The queries block the calling thread: never use them on the event loop.

    Raises:
        StoreError: The store cannot be read.
    """
    if not is_address(store_address):
        with sqlite.open_snapshot(Path(store_address)) as query:
            yield query
        return
    try:
        from engine.host.store.drivers import postgres  # noqa: PLC0415 - the driver is optional
    except ModuleNotFoundError as missing:
        raise StoreError(NO_DRIVER) from missing
    with postgres.open_snapshot(store_address) as query:
        yield query
