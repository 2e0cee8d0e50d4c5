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
    ConstraintError,
    QueryFunction,
    Reader,
    Row,
    SqlValue,
    Store,
    StoreError,
    TableChangedError,
    Transaction,
)
from engine.host.store.drivers import schema
from engine.host.store.drivers.postgres_dialect import (
    SQL_FUNCTIONS,
    build_due_triggers,
    translate_script,
    translate_sql,
)
from engine.host.store.due_times import DueTimes

T = TypeVar("T")
SERVER_TIMEOUT_S = 2
"""Seconds to wait for the server, and for another process's lock: shorter than Discord waits for an answer."""
MAX_READ_CONNECTIONS = 4
"""Connections that read, at most."""
MAINTENANCE_TIMEOUT_S = 600
"""Seconds for what nobody waits for: bringing a schema up to date, copying a store."""
COMMIT_CHECK_DELAYS_S = (0, 0.1, 0.4, 1, 2)
"""Seconds before each time that the server is asked what came of a commit whose answer was lost."""
MIN_SERVER_VERSION = 140_000
"""PostgreSQL 14, whose triggers can be replaced."""
SERVER_SETTINGS = {
    "application_name": "overwinter",
    "lock_timeout": str(SERVER_TIMEOUT_S * 1000),
    "idle_in_transaction_session_timeout": "20000",  # a process that hangs holds nobody up for longer
}
CONNECTION_ERRORS = (
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

    def __init__(
        self, address: str, writer: asyncpg.Connection[Any], readers: asyncpg.Pool[Any], due_times: DueTimes
    ) -> None:
        super().__init__(due_times)
        self._address = address
        self._name = mask_password(address)
        self._writer = writer
        self._readers = readers

    @classmethod
    async def connect(cls, address: str) -> PostgresStore:
        """Connect to `postgresql://user@host/database` and bring it to today's schema. Raises StoreError."""
        with _translate_errors(mask_password(address)):
            writer = await open_connection(address)
            try:
                if writer.get_server_version() < (MIN_SERVER_VERSION // 10_000,):
                    raise StoreError(
                        f"{mask_password(address)} is too old: PostgreSQL {MIN_SERVER_VERSION // 10_000} or newer is needed."
                    )
                await _migrate(writer, mask_password(address))
                readers = await asyncpg.create_pool(
                    address,
                    min_size=1,
                    max_size=MAX_READ_CONNECTIONS,
                    timeout=SERVER_TIMEOUT_S,
                    command_timeout=SERVER_TIMEOUT_S,
                    reset=_skip_reset,
                    server_settings=SERVER_SETTINGS | {"default_transaction_read_only": "on"},
                )
            except BaseException:
                writer.terminate()
                raise
        return cls(address, writer, readers, DueTimes())

    async def close(self) -> None:
        """Finish what is being written and close all connections."""
        if self._writes_in_progress:
            await asyncio.wait(self._writes_in_progress)
        try:
            async with asyncio.timeout(SERVER_TIMEOUT_S):
                await self._readers.close()
                await self._writer.close()
        except CONNECTION_ERRORS:
            self._readers.terminate()
            self._writer.terminate()

    @property
    def path(self) -> Path | None:
        """There is no file of ours."""
        return None

    async def measure_size(self) -> int:
        """Bytes of the database, indices and all."""
        row = await self.fetch_first("SELECT pg_database_size(current_database()) AS size")
        assert row is not None
        return int(row["size"])

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query, as last committed."""
        return await self._read_with_retry(lambda connection: _fetch_rows(connection, self._name, sql, values))

    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Several queries of one moment, in one go."""

        async def at_once(connection: Any) -> T:  # noqa: ANN401 - of the pool's own kind
            with _translate_errors(self._name):
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                return await work(PostgresReader(connection, self._name))
            finally:
                with suppress(asyncpg.PostgresError, *CONNECTION_ERRORS):
                    await connection.execute("ROLLBACK")

        return await self._read_with_retry(at_once)

    async def vacuum(self) -> None:
        """Do nothing: the server's autovacuum reuses the space of deleted rows. docs/operations.md says what that leaves."""

    async def list_last_ids(self) -> dict[str, int]:
        """The last number given out in each table that counts its rows."""
        rows = await self.fetch_all(
            "SELECT d.refobjid::regclass::text AS name, pg_sequence_last_value(d.objid) AS last FROM pg_depend d "
            "JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace "
            "WHERE d.deptype = 'i' AND d.refclassid = 'pg_class'::regclass"
        )
        return {row["name"]: row["last"] for row in rows if row["last"]}

    async def write_backup(self, target: Path | str) -> None:  # noqa: ARG002 - there is none
        """Raises StoreError."""
        raise StoreError("PostgreSQL is backed up by its own pg_dump.")

    async def _read_with_retry(self, ask: Callable[[Any], Awaitable[T]]) -> T:
        """Ask on a connection that reads; where it turns out to be dead, once more on a fresh one."""
        try:
            with _translate_errors(self._name):
                connection = await self._readers.acquire(timeout=SERVER_TIMEOUT_S)
            try:
                return await ask(connection)
            except ConnectionLostError:
                with suppress(asyncpg.InterfaceError):  # the pool has noticed
                    connection.terminate()
                raise
            finally:
                await self._readers.release(connection)
        except ConnectionLostError:
            await self._readers.expire_connections()
        with _translate_errors(self._name):
            async with self._readers.acquire(timeout=SERVER_TIMEOUT_S) as connection:
                return await ask(connection)

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Begin, work, commit; a connection that turns out to be dead before anything was done is made anew."""
        await self._begin_transaction()
        try:
            done = await work(PostgresTransaction(self._writer, self._name))
            with _translate_errors(self._name):
                marks = await self._writer.fetchrow(
                    "SELECT pg_current_xact_id_if_assigned()::text AS number, current_setting('overwinter.due', true) AS due"
                )
        except BaseException:
            await self._roll_back()
            raise
        assert marks is not None
        await self._commit(marks["number"])
        if marks["due"]:
            self.due_times.add(int(marks["due"]))
        return done

    async def _begin_transaction(self) -> None:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ"
        try:
            if not self._writer.is_closed():
                with _translate_errors(self._name):
                    await self._writer.execute(begin)
                return
        except ConnectionLostError:
            self._writer.terminate()
        except StoreError:  # it hangs
            self._writer.terminate()
            raise
        with _translate_errors(self._name):
            self._writer = await open_connection(self._address)
            await self._writer.execute(begin)

    async def _roll_back(self) -> None:
        try:
            if not self._writer.is_closed():
                await self._writer.execute("ROLLBACK")
        except (asyncpg.PostgresError, *CONNECTION_ERRORS):
            self._writer.terminate()  # the server undoes what is left of it

    async def _commit(self, transaction_id: str | None) -> None:
        """Commit the transaction of this number; None: it has changed nothing. Raises StoreError where it was undone, or, as
        `unknown`, where nobody could be asked in time."""
        try:
            await self._writer.execute("COMMIT")
        except CONNECTION_ERRORS as lost:
            self._writer.terminate()
            if transaction_id is None or await self._was_committed(transaction_id):
                return
            raise StoreError(f"{self._name}: the connection was lost before the commit.") from lost
        except asyncpg.PostgresError:
            await self._roll_back()
            with _translate_errors(self._name):
                raise

    async def _was_committed(self, transaction_id: str) -> bool:
        """Whether a transaction was committed, whose answer was lost."""
        for pause in COMMIT_CHECK_DELAYS_S:
            await asyncio.sleep(pause)
            with suppress(asyncpg.PostgresError, *CONNECTION_ERRORS):
                self._writer = await open_connection(self._address)
                state = await self._writer.fetchval("SELECT pg_xact_status($1::text::xid8)", transaction_id)
                if state in ("committed", "aborted"):
                    return bool(state == "committed")
        raise StoreError(f"{self._name}: the connection was lost in the middle of a commit.", is_outcome_unknown=True)


class ConnectionLostError(StoreError):
    """The connection was lost: the server has hung up."""


class PostgresReader(Reader):
    """Queries of one moment."""

    def __init__(self, connection: asyncpg.Connection[Any], name: str) -> None:
        self._connection = connection
        self._name = name

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""
        return await _fetch_rows(self._connection, self._name, sql, values)


class PostgresTransaction(Transaction):
    """What a writer does."""

    def __init__(self, connection: asyncpg.Connection[Any], name: str) -> None:
        self._connection = connection
        self._name = name

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""
        return await _fetch_rows(self._connection, self._name, sql, values)

    async def execute(self, sql: str, *values: SqlValue) -> int:
        """Execute a statement; returns how many rows it has changed."""
        with _translate_errors(self._name):
            done = await self._connection.execute(translate_sql(sql), *values)
        changed = done.rpartition(" ")[2]  # "UPDATE 1", "INSERT 0 1", "CREATE TABLE"
        return int(changed) if changed.isdecimal() else 0

    async def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """Execute a statement for every row."""
        with _translate_errors(self._name):
            await self._connection.executemany(translate_sql(sql), list(rows), timeout=MAINTENANCE_TIMEOUT_S)

    async def set_last_id(self, table: str, last_id: int) -> None:
        """The next row of a table gets the number after this one."""
        await self.fetch_all("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", table, last_id)


async def open_connection(address: str) -> asyncpg.Connection[Any]:
    """A connection that writes."""
    return await asyncpg.connect(
        address, timeout=SERVER_TIMEOUT_S, command_timeout=SERVER_TIMEOUT_S, server_settings=SERVER_SETTINGS
    )


def mask_password(address: str) -> str:
    """What to call a database where it is read: without the password."""
    parts = urlsplit(address)
    return f"PostgreSQL {parts.hostname or 'on this machine'}{parts.path or '/'}"


async def _fetch_rows(connection: Any, name: str, sql: str, values: Sequence[SqlValue]) -> list[Row]:  # noqa: ANN401 - or a pool's
    with _translate_errors(name):
        return list(await connection.fetch(translate_sql(sql), *values))


@contextmanager
def open_snapshot(address: str) -> Iterator[QueryFunction]:
    """Query a database as it stands at one moment, without an event loop: a thread with its own loop asks.

    Raises:
        StoreError: The database cannot be read, or has a schema that this program does not know.
    """
    name = mask_password(address)
    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(1) as aside:

        def done(work: Coroutine[Any, Any, T]) -> T:
            return aside.submit(loop.run_until_complete, work).result()

        async def begun() -> asyncpg.Connection[Any]:
            with _translate_errors(name):
                connection = await asyncpg.connect(address, timeout=SERVER_TIMEOUT_S)
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                return connection

        try:
            connection = done(begun())
            try:
                for row in done(_fetch_rows(connection, name, "SELECT version FROM schema_version", ())):
                    schema.check_version(name, row["version"])
                yield lambda sql, *values: done(_fetch_rows(connection, name, sql, values))
            finally:
                done(connection.close(timeout=SERVER_TIMEOUT_S))
        finally:
            loop.close()


async def _skip_reset(_connection: object) -> None:
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
        newest, triggers_and_functions = max(scripts), SQL_FUNCTIONS + build_due_triggers()
        if version < newest or found is None or found["functions"] != triggers_and_functions:
            await connection.execute(SQL_FUNCTIONS, timeout=MAINTENANCE_TIMEOUT_S)
            for number, script in scripts.items():
                if number > version:
                    await connection.execute(translate_script(script), timeout=MAINTENANCE_TIMEOUT_S)
            await connection.execute(build_due_triggers(), timeout=MAINTENANCE_TIMEOUT_S)
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1, $2)", newest, triggers_and_functions)


@contextmanager
def _translate_errors(name: str) -> Iterator[None]:
    """What the server or the driver says, in our words."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as no:
        raise ConstraintError(str(no)) from no
    except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError) as faster:
        raise TableChangedError from faster
    except (asyncpg.PostgresError, *CONNECTION_ERRORS) as broken:
        # Who does not answer at all is not asked once more: somebody waits.
        lost = isinstance(broken, CONNECTION_ERRORS) and not isinstance(broken, asyncpg.DataError | TimeoutError)
        full = isinstance(broken, asyncpg.DiskFullError)
        raise (ConnectionLostError if lost else StoreError)(
            _describe_failure(name, broken), is_disk_full=full
        ) from broken


def _describe_failure(name: str, error: BaseException) -> str:
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return f"{name} refuses the user or the password. Check [store] url, or the file that PGPASSFILE names."
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return f"{name} does not exist. Say: createdb, then start again, or check [store] url."
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return f"{name} does not let this user make or change tables ({error}). Make it the database's owner."
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return f"{name} can only be read: is it a stand-by? Point [store] url at the server that is written to."
    if isinstance(error, asyncpg.DiskFullError):
        return f"The disk that holds {name} is full. Make room, then try again."
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return f"{name} has no connection left. A process of the bot needs {MAX_READ_CONNECTIONS + 1}: raise max_connections."
    if isinstance(error, asyncpg.LockNotAvailableError):
        return f"{name} is locked by another program."
    if isinstance(error, CONNECTION_ERRORS):
        return f"{name} cannot be reached ({str(error) or type(error).__name__}). Is the server running? Check [store] url."
    return f"{name} refuses: {error}."
