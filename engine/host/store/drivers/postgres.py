"""The store in a PostgreSQL database: one connection that writes, a few that read, and what is to be done when they break.

The statements are SQLite's. `dialect.py` translates the placeholders and the types, and brings the JSON functions that PostgreSQL
does not have.

One connection of each process writes, behind the store's lock, so that a process sees its own changes in the order in which it
makes them, as with a file. Other processes are other writers: a transaction sees one moment (REPEATABLE READ), and where another
one has changed a row meanwhile it is undone (Overtaken), and run again where that can be done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from engine.host.store.database import (
    Ask,
    Conflict,
    Overtaken,
    Reader,
    Row,
    Store,
    StoreError,
    Transaction,
    Value,
)
from engine.host.store.drivers import schema
from engine.host.store.drivers.dialect import FUNCTIONS, translate_script, translated, triggers
from engine.host.store.due import Due

T = TypeVar("T")
PATIENCE = 2
"""Seconds to wait for the server, and for another process's lock: shorter than Discord waits for an answer."""
READERS = 4
"""Connections that read, at most."""
LONG = 600
"""Seconds for what nobody waits for: bringing a schema up to date, copying a store."""
ASKED_AGAIN = (0, 0.1, 0.4, 1, 2)
"""Seconds before each time that the server is asked what came of a commit whose answer was lost."""
OLDEST = 140_000
"""PostgreSQL 14, whose triggers can be replaced."""
SETTINGS = {
    "application_name": "overwinter",
    "lock_timeout": str(PATIENCE * 1000),
    "idle_in_transaction_session_timeout": "20000",  # a process that hangs holds nobody up for longer
}
GONE = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # so the driver calls it that the server hung up while nothing was asked
    OSError,  # a TimeoutError is one
)
"""How a connection fails that does not answer any more, or has never come about."""


class PostgresStore(Store):
    """An open database of a PostgreSQL server."""

    def __init__(self, address: str, writer: asyncpg.Connection[Any], readers: asyncpg.Pool[Any], due: Due) -> None:
        super().__init__(due)
        self._address = address
        self._name = shown(address)
        self._writer = writer
        self._readers = readers

    @classmethod
    async def connect(cls, address: str) -> PostgresStore:
        """Connect to `postgresql://user@host/database` and bring it to today's schema. Raises StoreError."""
        with _told(shown(address)):
            writer = await connected(address)
            try:
                if writer.get_server_version() < (OLDEST // 10_000,):
                    raise StoreError(f"{shown(address)} is too old: PostgreSQL {OLDEST // 10_000} or newer is needed.")
                await _migrate(writer, shown(address))
                readers = await asyncpg.create_pool(
                    address,
                    min_size=1,
                    max_size=READERS,
                    timeout=PATIENCE,
                    command_timeout=PATIENCE,
                    reset=_nothing_to_reset,
                    server_settings=SETTINGS | {"default_transaction_read_only": "on"},
                )
            except BaseException:
                writer.terminate()
                raise
        return cls(address, writer, readers, Due())

    async def close(self) -> None:
        """Finish what is being written and close all connections."""
        if self._writing:
            await asyncio.wait(self._writing)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._readers.close()
                await self._writer.close()
        except GONE:
            self._readers.terminate()
            self._writer.terminate()

    @property
    def path(self) -> Path | None:
        """There is no file of ours."""
        return None

    async def size(self) -> int:
        """Bytes of the database, indices and all."""
        row = await self.first("SELECT pg_database_size(current_database()) AS size")
        assert row is not None
        return int(row["size"])

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query, as last committed."""
        return await self._reading(lambda connection: _rows(connection, self._name, sql, values))

    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Several queries of one moment, in one go."""

        async def at_once(connection: Any) -> T:  # noqa: ANN401 - of the pool's own kind
            with _told(self._name):
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                return await work(PostgresReader(connection, self._name))
            finally:
                with suppress(asyncpg.PostgresError, *GONE):
                    await connection.execute("ROLLBACK")

        return await self._reading(at_once)

    async def vacuum(self) -> None:
        """Do nothing: the server's autovacuum reuses the space of deleted rows. docs/operations.md says what that leaves."""

    async def numbered(self) -> dict[str, int]:
        """The last number given out in each table that counts its rows."""
        rows = await self.all(
            "SELECT d.refobjid::regclass::text AS name, pg_sequence_last_value(d.objid) AS last FROM pg_depend d "
            "JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace "
            "WHERE d.deptype = 'i' AND d.refclassid = 'pg_class'::regclass"
        )
        return {row["name"]: row["last"] for row in rows if row["last"]}

    async def backup(self, target: Path | str) -> None:  # noqa: ARG002 - there is none
        """Raises StoreError."""
        raise StoreError("PostgreSQL is backed up by its own pg_dump.")

    async def _reading(self, ask: Callable[[Any], Awaitable[T]]) -> T:
        """Ask on a connection that reads; where it turns out to be dead, once more on a fresh one."""
        try:
            with _told(self._name):
                connection = await self._readers.acquire(timeout=PATIENCE)
            try:
                return await ask(connection)
            except Lost:
                with suppress(asyncpg.InterfaceError):  # the pool has noticed
                    connection.terminate()
                raise
            finally:
                await self._readers.release(connection)
        except Lost:
            await self._readers.expire_connections()
        with _told(self._name):
            async with self._readers.acquire(timeout=PATIENCE) as connection:
                return await ask(connection)

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Begin, work, commit; a connection that turns out to be dead before anything was done is made anew."""
        await self._begin()
        try:
            done = await work(PostgresTransaction(self._writer, self._name))
            with _told(self._name):
                marks = await self._writer.fetchrow(
                    "SELECT pg_current_xact_id_if_assigned()::text AS number, current_setting('overwinter.due', true) AS due"
                )
        except BaseException:
            await self._undo()
            raise
        assert marks is not None
        await self._commit(marks["number"])
        if marks["due"]:
            self.due.tell(int(marks["due"]))
        return done

    async def _begin(self) -> None:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ"
        try:
            if not self._writer.is_closed():
                with _told(self._name):
                    await self._writer.execute(begin)
                return
        except Lost:
            self._writer.terminate()
        except StoreError:  # it hangs
            self._writer.terminate()
            raise
        with _told(self._name):
            self._writer = await connected(self._address)
            await self._writer.execute(begin)

    async def _undo(self) -> None:
        try:
            if not self._writer.is_closed():
                await self._writer.execute("ROLLBACK")
        except (asyncpg.PostgresError, *GONE):
            self._writer.terminate()  # the server undoes what is left of it

    async def _commit(self, number: str | None) -> None:
        """Commit the transaction of this number; None: it has changed nothing. Raises StoreError where it was undone, or, as
        `unknown`, where nobody could be asked in time."""
        try:
            await self._writer.execute("COMMIT")
        except GONE as lost:
            self._writer.terminate()
            if number is None or await self._outcome(number):
                return
            raise StoreError(f"{self._name}: the connection was lost before the commit.") from lost
        except asyncpg.PostgresError:
            await self._undo()
            with _told(self._name):
                raise

    async def _outcome(self, number: str) -> bool:
        """Whether a transaction was committed, whose answer was lost."""
        for pause in ASKED_AGAIN:
            await asyncio.sleep(pause)
            with suppress(asyncpg.PostgresError, *GONE):
                self._writer = await connected(self._address)
                state = await self._writer.fetchval("SELECT pg_xact_status($1::text::xid8)", number)
                if state in ("committed", "aborted"):
                    return bool(state == "committed")
        raise StoreError(f"{self._name}: the connection was lost in the middle of a commit.", unknown=True)


class Lost(StoreError):
    """The connection was lost: the server has hung up."""


class PostgresReader(Reader):
    """Queries of one moment."""

    def __init__(self, connection: asyncpg.Connection[Any], name: str) -> None:
        self._connection = connection
        self._name = name

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query."""
        return await _rows(self._connection, self._name, sql, values)


class PostgresTransaction(Transaction):
    """What a writer does."""

    def __init__(self, connection: asyncpg.Connection[Any], name: str) -> None:
        self._connection = connection
        self._name = name

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query."""
        return await _rows(self._connection, self._name, sql, values)

    async def run(self, sql: str, *values: Value) -> int:
        """Execute a statement; returns how many rows it has changed."""
        with _told(self._name):
            done = await self._connection.execute(translated(sql), *values)
        changed = done.rpartition(" ")[2]  # "UPDATE 1", "INSERT 0 1", "CREATE TABLE"
        return int(changed) if changed.isdecimal() else 0

    async def many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement for every row."""
        with _told(self._name):
            await self._connection.executemany(translated(sql), list(rows), timeout=LONG)

    async def count_from(self, table: str, last: int) -> None:
        """The next row of a table gets the number after this one."""
        await self.all("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", table, last)


async def connected(address: str) -> asyncpg.Connection[Any]:
    """A connection that writes."""
    return await asyncpg.connect(address, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS)


def shown(address: str) -> str:
    """What to call a database where it is read: without the password."""
    parts = urlsplit(address)
    return f"PostgreSQL {parts.hostname or 'on this machine'}{parts.path or '/'}"


async def _rows(connection: Any, name: str, sql: str, values: Sequence[Value]) -> list[Row]:  # noqa: ANN401 - or a pool's
    with _told(name):
        return list(await connection.fetch(translated(sql), *values))


@contextmanager
def open_snapshot(address: str) -> Iterator[Ask]:
    """Query a database as it stands at one moment, without an event loop: a thread with its own loop asks.

    Raises:
        StoreError: The database cannot be read, or has a schema that this program does not know.
    """
    name = shown(address)
    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(1) as aside:

        def done(work: Coroutine[Any, Any, T]) -> T:
            return aside.submit(loop.run_until_complete, work).result()

        async def begun() -> asyncpg.Connection[Any]:
            with _told(name):
                connection = await asyncpg.connect(address, timeout=PATIENCE)
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                return connection

        try:
            connection = done(begun())
            try:
                for row in done(_rows(connection, name, "SELECT version FROM schema_version", ())):
                    schema.check_version(name, row["version"])
                yield lambda sql, *values: done(_rows(connection, name, sql, values))
            finally:
                done(connection.close(timeout=PATIENCE))
        finally:
            loop.close()


async def _nothing_to_reset(_connection: object) -> None:
    """Nobody changes anything about a connection that reads: no question to the server when it goes back."""


async def _migrate(connection: asyncpg.Connection[Any], name: str) -> None:
    """Bring the database to today's schema, by one process at a time, and all of it or nothing."""
    scripts = schema.load_migrations()
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(1911)")
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL, functions TEXT NOT NULL)"
        )
        found = await connection.fetchrow("SELECT version, functions FROM schema_version")
        version = 0 if found is None else int(found["version"])
        schema.check_version(name, version)
        newest, triggers_and_functions = max(scripts), FUNCTIONS + triggers()
        if version < newest or found is None or found["functions"] != triggers_and_functions:
            await connection.execute(FUNCTIONS, timeout=LONG)
            for number, script in scripts.items():
                if number > version:
                    await connection.execute(translate_script(script), timeout=LONG)
            await connection.execute(triggers(), timeout=LONG)
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1, $2)", newest, triggers_and_functions)


@contextmanager
def _told(name: str) -> Iterator[None]:
    """What the server or the driver says, in our words."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as no:
        raise Conflict(str(no)) from no
    except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError) as faster:
        raise Overtaken from faster
    except (asyncpg.PostgresError, *GONE) as broken:
        # Who does not answer at all is not asked once more: somebody waits.
        lost = isinstance(broken, GONE) and not isinstance(broken, asyncpg.DataError | TimeoutError)
        full = isinstance(broken, asyncpg.DiskFullError)
        raise (Lost if lost else StoreError)(_sentence(name, broken), full=full) from broken


def _sentence(name: str, broken: BaseException) -> str:
    if isinstance(broken, asyncpg.InvalidAuthorizationSpecificationError):
        return f"{name} refuses the user or the password. Check [store] url, or the file that PGPASSFILE names."
    if isinstance(broken, asyncpg.InvalidCatalogNameError):
        return f"{name} does not exist. Say: createdb, then start again, or check [store] url."
    if isinstance(broken, asyncpg.InsufficientPrivilegeError):
        return f"{name} does not let this user make or change tables ({broken}). Make it the database's owner."
    if isinstance(broken, asyncpg.ReadOnlySQLTransactionError):
        return f"{name} can only be read: is it a stand-by? Point [store] url at the server that is written to."
    if isinstance(broken, asyncpg.DiskFullError):
        return f"The disk that holds {name} is full. Make room, then try again."
    if isinstance(broken, asyncpg.TooManyConnectionsError):
        return f"{name} has no connection left. A process of the bot needs {READERS + 1}: raise max_connections."
    if isinstance(broken, asyncpg.LockNotAvailableError):
        return f"{name} is locked by another program."
    if isinstance(broken, GONE):
        return f"{name} cannot be reached ({str(broken) or type(broken).__name__}). Is the server running? Check [store] url."
    return f"{name} refuses: {broken}."
