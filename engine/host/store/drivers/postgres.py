"""The store in a PostgreSQL database, with one connection that writes and a few that read.

`postgres_dialect.py` translates the SQL statements, which are written for SQLite.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from engine.host.store.database import (
    QueryFunction,
    Reader,
    Row,
    SqlValue,
    Store,
    StoreError,
    Transaction,
)
from engine.host.store.drivers import schema
from engine.host.store.drivers.postgres_dialect import (
    SQL_FUNCTIONS,
    build_due_triggers,
    translate_script,
    translate_sql,
)
from engine.host.store.drivers.postgres_errors import (
    CONNECTION_ERRORS,
    MAX_READ_CONNECTIONS,
    ConnectionLostError,
    mask_password,
    translate_errors,
)
from engine.host.store.drivers.postgres_sessions import FIND_LOCK_SQL, LOCK_SQL, build_lock_key
from engine.host.store.due_times import DueTimes

T = TypeVar("T")
SERVER_TIMEOUT_S = 2
"""How long to wait for the server, or for another process's lock: shorter than Discord waits for an answer."""
MAINTENANCE_TIMEOUT_S = 600
"""The time limit for migrations and copies, for which no player waits."""
COMMIT_CHECK_DELAYS_S = (0, 0.1, 0.4, 1, 2)
"""The delays before each question to the server about a commit whose reply was lost."""
MIN_SERVER_VERSION = 140_000
"""PostgreSQL 14, the first version with CREATE OR REPLACE TRIGGER."""
SERVER_SETTINGS = {
    "application_name": "overwinter",
    "lock_timeout": str(SERVER_TIMEOUT_S * 1000),
    "idle_in_transaction_session_timeout": "20000",  # so that a process that hangs does not block the others for longer
}


class PostgresStore(Store):
    """An open database of a PostgreSQL server.

    A process writes on one connection, behind the store's lock, so that it sees its changes in order. Other
    processes write too: a transaction works on one snapshot (REPEATABLE READ). If another process has changed a row
    meanwhile, the transaction is rolled back (TableChangedError), and run again where that is possible.
    """

    def __init__(
        self, address: str, writer: asyncpg.Connection[Any], readers: asyncpg.Pool[Any], due_times: DueTimes
    ) -> None:
        super().__init__(due_times)
        self._address = address
        self._name = mask_password(address)
        self._writer = writer
        self._readers = readers
        self._sessions: dict[str, Callable[[], None]] = {}
        """The holders whose advisory locks the writing connection has, each with the function to call when that ends."""

    @classmethod
    async def connect(cls, address: str) -> PostgresStore:
        """Connect to `postgresql://user@host/database`, and bring it to the newest schema.

        Raises:
            StoreError: The database cannot be used, or has a schema that this program does not know.
        """
        with translate_errors(mask_password(address)):
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
        """Finish the running writes and close all connections."""
        if self._writes_in_progress:
            await asyncio.wait(self._writes_in_progress)
        self._sessions.clear()
        try:
            async with asyncio.timeout(SERVER_TIMEOUT_S):
                await self._readers.close()
                await self._writer.close()
        except CONNECTION_ERRORS:
            self._readers.terminate()
            self._writer.terminate()

    @property
    def path(self) -> Path | None:
        """None: the store is not a file."""
        return None

    async def measure_size(self) -> int:
        """Return the size of the database in bytes, including its indexes."""
        row = await self.fetch_first("SELECT pg_database_size(current_database()) AS size")
        assert row is not None
        return int(row["size"])

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query, as last committed."""
        return await self._read_with_retry(lambda connection: _fetch_rows(connection, self._name, sql, values))

    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Run several queries on one snapshot."""

        async def read_snapshot(connection: Any) -> T:  # noqa: ANN401 - the pool has its own type
            with translate_errors(self._name):
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                return await work(PostgresReader(connection, self._name))
            finally:
                with suppress(asyncpg.PostgresError, *CONNECTION_ERRORS):
                    await connection.execute("ROLLBACK")

        return await self._read_with_retry(read_snapshot)

    async def vacuum(self) -> None:
        """Do nothing: the server's autovacuum reuses the space of deleted rows, see docs/operations.md."""

    async def check_pages(self) -> None:
        """Do nothing: the server checks its pages itself, if it was set up with checksums."""

    async def begin_session(self, holder: str, on_lost: Callable[[], None]) -> None:
        """Take the advisory lock of a holder, which the server releases when the connection ends. Several may share it."""

        async def work(tx: Transaction) -> None:
            await tx.fetch_all(LOCK_SQL, build_lock_key(holder))
            self._writer.add_termination_listener(self._report_lost_sessions)

        await self.write(work)
        self._sessions[holder] = on_lost

    async def has_session(self, holder: str) -> bool | None:
        """Return whether a connection of any process has the advisory lock of a holder."""
        return bool(await self.fetch_all(FIND_LOCK_SQL, build_lock_key(holder)))

    def _report_lost_sessions(self, _connection: object) -> None:
        for on_lost in self._sessions.values():
            on_lost()

    async def _open_writer(self) -> None:
        """Replace the writing connection, and take its advisory locks again."""
        self._writer = await open_connection(self._address)
        for holder in self._sessions:
            await self._writer.execute(translate_sql(LOCK_SQL), build_lock_key(holder))
        self._writer.add_termination_listener(self._report_lost_sessions)

    async def list_last_ids(self) -> dict[str, int]:
        """Return the last generated id of each table that has generated ids."""
        rows = await self.fetch_all(
            "SELECT d.refobjid::regclass::text AS name, pg_sequence_last_value(d.objid) AS last FROM pg_depend d "
            "JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace "
            "WHERE d.deptype = 'i' AND d.refclassid = 'pg_class'::regclass"
        )
        return {row["name"]: row["last"] for row in rows if row["last"]}

    async def write_backup(self, target: Path | str) -> None:  # noqa: ARG002 - no backup is written
        """Refuse: the administrator backs up a PostgreSQL database with pg_dump.

        Raises:
            StoreError: Always.
        """
        raise StoreError("PostgreSQL is backed up by its own pg_dump.")

    async def _read_with_retry(self, query: Callable[[Any], Awaitable[T]]) -> T:
        """Query on a connection of the pool. If it turns out to be dead, query once more on a new connection."""
        try:
            with translate_errors(self._name):
                connection = await self._readers.acquire(timeout=SERVER_TIMEOUT_S)
            try:
                return await query(connection)
            except ConnectionLostError:
                with suppress(asyncpg.InterfaceError):  # the pool has closed it already
                    connection.terminate()
                raise
            finally:
                await self._readers.release(connection)
        except ConnectionLostError:
            await self._readers.expire_connections()
        with translate_errors(self._name):
            async with self._readers.acquire(timeout=SERVER_TIMEOUT_S) as connection:
                return await query(connection)

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one transaction. A connection that was dead before it began is replaced."""
        await self._begin_transaction()
        try:
            result = await work(PostgresTransaction(self._writer, self._name))
            with translate_errors(self._name):
                marks_row = await self._writer.fetchrow(
                    "SELECT pg_current_xact_id_if_assigned()::text AS number, current_setting('overwinter.due', true) AS due"
                )
        except BaseException:
            await self._roll_back()
            raise
        assert marks_row is not None
        await self._commit(marks_row["number"])
        if marks_row["due"]:
            self.due_times.add(int(marks_row["due"]))
        return result

    async def _begin_transaction(self) -> None:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ"
        try:
            if not self._writer.is_closed():
                with translate_errors(self._name):
                    await self._writer.execute(begin)
                return
        except ConnectionLostError:
            self._writer.terminate()
        except StoreError:  # the connection hangs
            self._writer.terminate()
            raise
        with translate_errors(self._name):
            await self._open_writer()
            await self._writer.execute(begin)

    async def _roll_back(self) -> None:
        try:
            if not self._writer.is_closed():
                await self._writer.execute("ROLLBACK")
        except (asyncpg.PostgresError, *CONNECTION_ERRORS):
            self._writer.terminate()  # then the server rolls the transaction back

    async def _commit(self, transaction_id: str | None) -> None:
        """Commit the transaction with this id, or one that has changed nothing if it is None.

        Raises:
            StoreError: The transaction was rolled back; or, with `is_outcome_unknown`, the server could not be
                asked in time.
        """
        try:
            await self._writer.execute("COMMIT")
        except CONNECTION_ERRORS as error:
            self._writer.terminate()
            if transaction_id is None or await self._was_committed(transaction_id):
                return
            raise StoreError(f"{self._name}: the connection was lost before the commit.") from error
        except asyncpg.PostgresError:
            await self._roll_back()
            with translate_errors(self._name):
                raise

    async def _was_committed(self, transaction_id: str) -> bool:
        """Ask the server whether it committed a transaction whose reply was lost."""
        for delay_s in COMMIT_CHECK_DELAYS_S:
            await asyncio.sleep(delay_s)
            with suppress(asyncpg.PostgresError, *CONNECTION_ERRORS):
                await self._open_writer()
                state = await self._writer.fetchval("SELECT pg_xact_status($1::text::xid8)", transaction_id)
                if state in ("committed", "aborted"):
                    return bool(state == "committed")
        raise StoreError(f"{self._name}: the connection was lost in the middle of a commit.", is_outcome_unknown=True)


class PostgresReader(Reader):
    """Queries on one snapshot."""

    def __init__(self, connection: asyncpg.Connection[Any], name: str) -> None:
        self._connection = connection
        self._name = name

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""
        return await _fetch_rows(self._connection, self._name, sql, values)


class PostgresTransaction(Transaction):
    """The queries and changes of a transaction."""

    def __init__(self, connection: asyncpg.Connection[Any], name: str) -> None:
        self._connection = connection
        self._name = name

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""
        return await _fetch_rows(self._connection, self._name, sql, values)

    async def execute(self, sql: str, *values: SqlValue) -> int:
        """Execute a statement and return how many rows it changed."""
        with translate_errors(self._name):
            status = await self._connection.execute(translate_sql(sql), *values)
        changed = status.rpartition(" ")[2]  # "UPDATE 1", "INSERT 0 1", "CREATE TABLE"
        return int(changed) if changed.isdecimal() else 0

    async def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """Execute a statement once for every row of values."""
        with translate_errors(self._name):
            await self._connection.executemany(translate_sql(sql), list(rows), timeout=MAINTENANCE_TIMEOUT_S)

    async def set_last_id(self, table: str, last_id: int) -> None:
        """Give the next row of a table the id after `last_id`."""
        await self.fetch_all("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", table, last_id)


async def open_connection(address: str) -> asyncpg.Connection[Any]:
    """Open a connection that can write."""
    return await asyncpg.connect(
        address, timeout=SERVER_TIMEOUT_S, command_timeout=SERVER_TIMEOUT_S, server_settings=SERVER_SETTINGS
    )


async def _fetch_rows(connection: Any, name: str, sql: str, values: Sequence[SqlValue]) -> list[Row]:  # noqa: ANN401 - the pool has its own type
    with translate_errors(name):
        return list(await connection.fetch(translate_sql(sql), *values))


@contextmanager
def open_snapshot(address: str) -> Iterator[QueryFunction]:
    """Open a function that queries one snapshot of a database, for callers without an event loop.

    The queries run in a thread with its own event loop.

    Raises:
        StoreError: The database cannot be read, or has a schema that this program does not know.
    """
    name = mask_password(address)
    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(1) as thread:

        def run_in_thread(work: Coroutine[Any, Any, T]) -> T:
            return thread.submit(loop.run_until_complete, work).result()

        async def begin_snapshot() -> asyncpg.Connection[Any]:
            with translate_errors(name):
                connection = await asyncpg.connect(address, timeout=SERVER_TIMEOUT_S)
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                return connection

        try:
            connection = run_in_thread(begin_snapshot())
            try:
                for row in run_in_thread(_fetch_rows(connection, name, "SELECT version FROM schema_version", ())):
                    schema.check_version(name, row["version"])
                yield lambda sql, *values: run_in_thread(_fetch_rows(connection, name, sql, values))
            finally:
                run_in_thread(connection.close(timeout=SERVER_TIMEOUT_S))
        finally:
            loop.close()


async def _skip_reset(_connection: object) -> None:
    """Do nothing: a connection that reads keeps no state, so the pool need not reset it."""


async def _migrate(connection: asyncpg.Connection[Any], name: str) -> None:
    """Run the scripts that the database lacks in one transaction, one process at a time."""
    scripts = schema.load_migrations()
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(1911)")
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL, functions TEXT NOT NULL)"
        )
        version_row = await connection.fetchrow("SELECT version, functions FROM schema_version")
        version = 0 if version_row is None else int(version_row["version"])
        schema.check_version(name, version)
        newest = max(scripts)
        functions = SQL_FUNCTIONS + build_due_triggers()
        if version_row is not None and version == newest and version_row["functions"] == functions:
            return
        await connection.execute(SQL_FUNCTIONS, timeout=MAINTENANCE_TIMEOUT_S)
        for number, script in scripts.items():
            if number > version:
                await connection.execute(translate_script(script), timeout=MAINTENANCE_TIMEOUT_S)
        await connection.execute(build_due_triggers(), timeout=MAINTENANCE_TIMEOUT_S)
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES ($1, $2)", newest, functions)
