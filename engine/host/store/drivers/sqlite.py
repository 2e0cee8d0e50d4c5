"""The store in an SQLite file, with one connection that writes behind a lock and one that reads.

The write-ahead log and `synchronous=FULL` make a commit that has returned survive a power cut. If the file cannot be
used, the program does not start: there is no fallback to memory.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

import aiosqlite

from engine.host.store.database import (
    QueryFunction,
    Reader,
    Row,
    SqlValue,
    Store,
    StoreError,
    Transaction,
)
from engine.host.store.drivers.sqlite_file import (
    check_file_version,
    copy_database,
    create_store_error,
    migrate,
    open_connection,
    run_pragma,
    translate_errors,
)
from engine.host.store.drivers.sqlite_thread import run_in_thread
from engine.host.store.due_times import TABLES_WITH_DUE_TIMES, DueTimes

T = TypeVar("T")
VACUUM_DISK_FACTOR = 2
"""The free space that VACUUM needs, in sizes of the file: one for the new file, one for its write-ahead log."""


class SqliteStore(Store):
    """An open SQLite file."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, due_times: DueTimes
    ) -> None:
        super().__init__(due_times)
        self._path = path
        self._writer = writer
        self._reader = reader
        self._closed = False

    @classmethod
    async def connect(cls, path: Path) -> SqliteStore:
        """Open or create a file, and bring it to the newest schema.

        Raises:
            StoreError: The file cannot be used, or has a schema that this program does not know.
        """
        writer: aiosqlite.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            check_file_version(path)
            writer = await open_connection(path)
            await run_pragma(writer, "journal_mode=WAL")
            await migrate(writer, path)
            due_times = DueTimes()
            await _watch_due_rows(writer, due_times)
            reader = await open_connection(path, "query_only=ON")
        except BaseException as error:  # also if the start is cancelled: an open connection keeps the process alive
            if writer is not None:
                await writer.close()
            if isinstance(error, sqlite3.Error | OSError):
                raise create_store_error(path, error) from error
            raise
        return cls(path, writer, reader, due_times)

    async def close(self) -> None:
        """Finish the running writes and close both connections."""
        if self._writes_in_progress:
            await asyncio.wait(self._writes_in_progress)
        with suppress(sqlite3.Error, ValueError):  # the disk may be full, or the store already closed
            await run_pragma(self._writer, "optimize")
        self._closed = True
        await self._reader.close()
        await self._writer.close()

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self._path

    async def measure_size(self) -> int:
        """Return the size of the file in bytes, without its write-ahead log."""
        return self._path.stat().st_size

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query, as last committed."""
        with self._translate_errors():
            return list(await self._reader.execute_fetchall(sql, values))

    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Run several queries on one snapshot. `work` runs in SQLite's thread and may await only its reader."""
        with self._translate_errors():
            return await run_in_thread(self._reader, lambda connection: _run_snapshot(connection, work))

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one transaction, in SQLite's thread. It may await only its transaction."""
        with self._translate_errors():
            return await run_in_thread(self._writer, lambda connection: _run_transaction(connection, work))

    async def _write_shielded(
        self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None] | None, max_tries: int
    ) -> T:
        """Write in the caller's own task if no other write is running: another task costs as much as the thread.

        SQLite's thread finishes the transaction even if the caller is cancelled. Only then does another task
        finish the write.
        """
        if self._writes_in_progress or max_tries > 1:
            return await super()._write_shielded(work, on_commit, max_tries)
        results = list[T]()
        own_write = asyncio.get_running_loop().create_future()
        self._writes_in_progress.add(own_write)
        await self._lock.acquire()  # does not wait, because no other write is in progress
        try:
            with self._translate_errors():
                await run_in_thread(self._writer, lambda connection: results.append(_run_transaction(connection, work)))
            if on_commit is not None:
                on_commit(results[0])
        except asyncio.CancelledError:
            await self._await_shielded(self._finish_cancelled(results, on_commit, own_write))
            raise
        except BaseException:
            self._release_write(own_write)
            raise
        self._release_write(own_write)
        return results[0]

    async def _finish_cancelled(
        self, results: Sequence[T], on_commit: Callable[[T], None] | None, own_write: asyncio.Future[None]
    ) -> None:
        """Finish a write whose caller was cancelled. The thread runs its jobs in order, so it ends before this job."""
        try:
            with self._translate_errors():
                await run_in_thread(self._writer, lambda _: None)
            if results and on_commit is not None:
                on_commit(results[0])
        finally:
            self._release_write(own_write)

    def _release_write(self, own_write: asyncio.Future[None]) -> None:
        self._lock.release()
        self._writes_in_progress.discard(own_write)
        own_write.set_result(None)

    async def list_last_ids(self) -> dict[str, int]:
        """Return the last generated id of each table that has generated ids."""
        rows = await self.fetch_all("SELECT name, seq FROM sqlite_sequence WHERE seq > 0")
        return {row["name"]: row["seq"] for row in rows}

    async def begin_session(self, holder: str, on_lost: Callable[[], None]) -> None:
        """Do nothing: a file has no sessions."""

    async def has_session(self, holder: str) -> bool | None:  # noqa: ARG002 - a file has no sessions
        """Return None: a file does not know who uses it."""
        return None

    async def vacuum(self) -> None:
        """Rewrite the file without the bytes of deleted rows. Transactions wait meanwhile; queries do not.

        `secure_delete` overwrites deleted rows at once, but not the copies that remain when SQLite moves rows
        to other pages.

        Raises:
            StoreError: The disk has too little space for it, or a long query is in the way.
        """
        await self._await_shielded(self._vacuum())

    async def check_pages(self) -> None:
        """Check the structure of every page. Transactions go on meanwhile; queries wait.

        Raises:
            StoreError: A page is damaged.
        """
        (row,) = await self.fetch_all("PRAGMA quick_check(1)")
        if row[0] != "ok":
            raise create_store_error(self._path, sqlite3.DatabaseError(f"malformed: {row[0]}"))

    async def _vacuum(self) -> None:
        async with self._lock:
            self.is_vacuuming = True
            try:
                with self._translate_errors():
                    await run_in_thread(self._writer, lambda connection: vacuum_file(connection, self._path))
            finally:
                self.is_vacuuming = False

    def _translate_errors(self) -> AbstractContextManager[None]:
        if self._closed:
            raise StoreError(f"{self._path} is closed.")
        return translate_errors(self._path)

    async def write_backup(self, target: Path | str) -> None:
        """Write a consistent copy of the file while the bot runs. It reads a snapshot, so writers do not wait.

        The copy is one file without a write-ahead log, so it can be read where nothing can be written.
        """
        source = await open_connection(self._path)
        try:
            await copy_database(source, target)
        finally:
            await source.close()


class SqliteReader(Reader):
    """Queries in SQLite's own thread, which does not return to the event loop between them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""
        return list(self._connection.execute(sql, values).fetchall())


class SqliteTransaction(Transaction):
    """The queries and changes of a transaction, in SQLite's own thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""
        return list(self._connection.execute(sql, values).fetchall())

    async def execute(self, sql: str, *values: SqlValue) -> int:
        """Execute a statement and return how many rows it changed."""
        return self._connection.execute(sql, values).rowcount

    async def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """Execute a statement once for every row of values."""
        self._connection.executemany(sql, rows)

    async def set_last_id(self, table: str, last_id: int) -> None:
        """Give the next row of a table the id after `last_id`."""
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last_id))


@contextmanager
def open_snapshot(path: Path) -> Iterator[QueryFunction]:
    """Open a function that queries one snapshot of a file.

    Raises:
        StoreError: The file cannot be read, or has a schema that this program does not know.
    """
    try:
        check_file_version(path)
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        try:
            connection.execute("BEGIN")
            yield lambda sql, *values: connection.execute(sql, values)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}.") from error


async def _watch_due_rows(writer: aiosqlite.Connection, due_times: DueTimes) -> None:
    """Report the due time of every row that a connection writes, by triggers that live as long as the connection."""
    await writer.create_function("falls_due", 1, due_times.add)
    for table in TABLES_WITH_DUE_TIMES:
        for event in ("INSERT", "UPDATE"):
            await writer.execute_fetchall(
                f"CREATE TEMP TRIGGER {table}_{event.lower()}_falls_due AFTER {event} ON main.{table} "
                "WHEN NEW.due_at IS NOT NULL BEGIN SELECT falls_due(NEW.due_at); END"
            )


def _run_transaction(connection: sqlite3.Connection, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Run `work` in one transaction: all of it is committed, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = _run_coroutine(work(SqliteTransaction(connection)))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def vacuum_file(connection: sqlite3.Connection, path: Path) -> None:
    """Run VACUUM in SQLite's thread, and empty the write-ahead log.

    Raises:
        StoreError: The disk has too little space for it, or the file is being read.
    """
    needed = VACUUM_DISK_FACTOR * path.stat().st_size
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise StoreError(
            f"The disk that holds {path} has {free >> 20} MB free; to wipe what was deleted takes {needed >> 20} MB.",
            is_disk_full=True,
        )
    connection.execute("VACUUM")
    (is_busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise StoreError(f"{path} is being read, so what was deleted is not wiped yet.")


def _run_snapshot(connection: sqlite3.Connection, work: Callable[[Reader], Awaitable[T]]) -> T:
    """Run `work` on one snapshot."""
    connection.execute("BEGIN")
    try:
        return _run_coroutine(work(SqliteReader(connection)))
    finally:
        connection.execute("ROLLBACK")


def _run_coroutine(work: Awaitable[T]) -> T:
    """Run a coroutine that awaits only its own statements, which finish before they return.

    Raises:
        RuntimeError: It awaits something else, which would lock the file for that time.
    """
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as stop:
        return cast("T", stop.value)
    steps.close()
    raise RuntimeError("a transaction may wait for nothing but its own statements")
