"""The store in an SQLite file: opening it safely, migrating it, one writer and one reader.

Write-ahead log with `synchronous=FULL`: a commit that has returned survives a power cut. One connection writes, behind one
lock; a second one reads. If the file cannot be used the program must not start: there is no falling back to memory.
"""

from __future__ import annotations

import asyncio
import contextvars
import errno
import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite

from engine.host.store.database import (
    ConstraintError,
    QueryFunction,
    Reader,
    Row,
    SqlValue,
    Store,
    StoreError,
    Transaction,
)
from engine.host.store.drivers import schema
from engine.host.store.due_times import DUE_COLUMNS, DueTimes

T = TypeVar("T")
LOCK_TIMEOUT_MS = 2000
"""How long to wait for another program's lock: shorter than Discord waits for an answer."""
VACUUM_DISK_FACTOR = 2
"""Free disk that VACUUM needs, in sizes of the file: one for the new file, one for the write-ahead log that carries it."""
BLANK_SQL_PATTERN = re.compile(r"(\s|--[^\n]*(\n|$)|/\*.*?\*/)*", re.DOTALL)
"""Space and comments."""


def split_statements(script: str) -> Iterable[str]:
    """The statements of a script one by one, comments and all (`executescript` would commit first). SQLite itself says where
    one ends, so a semicolon or two hyphens in a string, or a trigger, is no end. Raises ValueError for an unfinished one."""
    pending = ""
    for piece in re.split("(?<=;)", script):
        pending += piece
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if not BLANK_SQL_PATTERN.fullmatch(pending):
        raise ValueError(f"unfinished statement: {pending.strip()[:60]}")


class SqliteStore(Store):
    """An open file."""

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
        """Open or make the file and bring it to today's schema. Raises StoreError."""
        writer: aiosqlite.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _check_version(path)
            writer = await _connect(path)
            await _run_pragma(writer, "journal_mode=WAL")
            await _migrate(writer, path)
            due = DueTimes()
            await _watch_due_rows(writer, due)
            reader = await _connect(path, "query_only=ON")
        except BaseException as broken:  # a cancelled start, too: an open connection keeps the process alive
            if writer is not None:
                await writer.close()
            if isinstance(broken, sqlite3.Error | OSError):
                raise StoreError(_describe_failure(path, broken)) from broken
            raise
        return cls(path, writer, reader, due)

    async def close(self) -> None:
        """Finish what is being written and close both connections."""
        if self._writes_in_progress:
            await asyncio.wait(self._writes_in_progress)
        with suppress(sqlite3.Error, ValueError):  # on a full disk it cannot, and closed before it need not
            await _run_pragma(self._writer, "optimize")
        self._closed = True
        await self._reader.close()
        await self._writer.close()

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    async def measure_size(self) -> int:
        """Bytes of the file, its log left out."""
        return self._path.stat().st_size

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query, as last committed."""
        with self._translate_errors():
            return list(await self._reader.execute_fetchall(sql, values))

    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Several queries of one moment, in one go. `work` runs in SQLite's thread and may await nothing but its reader."""
        with self._translate_errors():
            return await _run_in_thread(self._reader, lambda connection: _run_snapshot(connection, work))

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """It runs in SQLite's thread; what awaits anything but its transaction is refused, and undone."""
        with self._translate_errors():
            return await _run_in_thread(self._writer, lambda connection: _run_transaction(connection, work))

    async def _write_shielded(
        self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None] | None, max_tries: int
    ) -> T:
        """Where nobody else writes, in the caller's own task: another one costs as much as the hop. SQLite's thread finishes a
        transaction whatever becomes of the caller, and only a caller who is cancelled then needs a task to see to the rest."""
        if self._writes_in_progress or max_tries > 1:
            return await super()._write_shielded(work, on_commit, max_tries)
        ended = list[T]()
        mine = asyncio.get_running_loop().create_future()
        self._writes_in_progress.add(mine)
        await self._lock.acquire()  # at once: whoever writes is among those who do
        try:
            with self._translate_errors():
                await _run_in_thread(self._writer, lambda connection: ended.append(_run_transaction(connection, work)))
            if on_commit is not None:
                on_commit(ended[0])
        except asyncio.CancelledError:
            await self._await_shielded(self._finish_cancelled(ended, on_commit, mine))
            raise
        except BaseException:
            self._release_write(mine)
            raise
        self._release_write(mine)
        return ended[0]

    async def _finish_cancelled(
        self, ended: Sequence[T], on_commit: Callable[[T], None] | None, own_write: asyncio.Future[None]
    ) -> None:
        """See a transaction through whose caller was cancelled: its thread does one thing after the other."""
        try:
            with self._translate_errors():
                await _run_in_thread(self._writer, lambda _: None)
            if ended and on_commit is not None:
                on_commit(ended[0])
        finally:
            self._release_write(own_write)

    def _release_write(self, own_write: asyncio.Future[None]) -> None:
        self._lock.release()
        self._writes_in_progress.discard(own_write)
        own_write.set_result(None)

    async def list_last_ids(self) -> dict[str, int]:
        """The last number given out in each table that counts its rows."""
        rows = await self.fetch_all("SELECT name, seq FROM sqlite_sequence WHERE seq > 0")
        return {row["name"]: row["seq"] for row in rows}

    async def vacuum(self) -> None:
        """Write the file anew without the bytes of deleted rows. Transactions wait meanwhile; queries do not.

        `secure_delete` overwrites deleted rows at once, but not the copies that stay behind when SQLite moves rows to other pages.

        Raises:
            StoreError: The disk has no room for it, or a long query is in the way.
        """
        await self._await_shielded(self._vacuum())

    async def _vacuum(self) -> None:
        async with self._lock:
            self.is_vacuuming = True
            try:
                with self._translate_errors():
                    await _run_in_thread(self._writer, lambda connection: _vacuum(connection, self._path))
            finally:
                self.is_vacuuming = False

    def _translate_errors(self) -> AbstractContextManager[None]:
        if self._closed:
            raise StoreError(f"{self._path} is closed.")
        return _translate_errors(self._path)

    async def write_backup(self, target: Path | str) -> None:
        """A consistent copy of the file while the bot runs: a reader's snapshot, which holds up no writer.

        The copy is one file, without a write-ahead log, so that it can be read where nothing can be written.
        """
        source = await _connect(self._path)
        try:
            await _copy_database(source, target)
        finally:
            await source.close()


class SqliteReader(Reader):
    """Queries that are answered in SQLite's own thread, without a way back to the event loop between them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""
        return list(self._connection.execute(sql, values).fetchall())


class SqliteTransaction(Transaction):
    """What a writer does in SQLite's own thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""
        return list(self._connection.execute(sql, values).fetchall())

    async def execute(self, sql: str, *values: SqlValue) -> int:
        """Execute a statement; returns how many rows it has changed."""
        return self._connection.execute(sql, values).rowcount

    async def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """Execute a statement for every row."""
        self._connection.executemany(sql, rows)

    async def set_last_id(self, table: str, last_id: int) -> None:
        """The next row of a table gets the number after this one."""
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last_id))


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    """What SQLite says, in our words."""
    try:
        yield
    except sqlite3.IntegrityError as no:
        raise ConstraintError(str(no)) from no
    except (sqlite3.Error, OSError) as broken:
        raise StoreError(_describe_failure(path, broken), is_disk_full=_is_disk_full(broken)) from broken


@contextmanager
def open_snapshot(path: Path) -> Iterator[QueryFunction]:
    """Query a file as it stands at one moment.

    Raises:
        StoreError: The file cannot be read, or has a schema that this program does not know.
    """
    try:
        _check_version(path)
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        try:
            connection.execute("BEGIN")
            yield lambda sql, *values: connection.execute(sql, values)
        finally:
            connection.close()
    except sqlite3.Error as broken:
        raise StoreError(f"{path} cannot be read: {broken}.") from broken


async def _watch_due_rows(writer: aiosqlite.Connection, due_times: DueTimes) -> None:
    """Hear of everything that a connection writes: by a trigger on each table, which lives as long as the connection."""
    await writer.create_function("falls_due", 1, due_times.add)
    for table, when, condition in DUE_COLUMNS:
        moment = "0" if when == "0" else f"NEW.{when}"
        for event in ("INSERT", "UPDATE"):
            await writer.execute_fetchall(
                f"CREATE TEMP TRIGGER {table}_{event.lower()}_falls_due AFTER {event} ON main.{table} "
                f"WHEN {condition} BEGIN SELECT falls_due({moment}); END"
            )


async def _run_in_thread(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do all of `work` in the thread of a connection: one hop there and one back, whatever it asks."""
    context = contextvars.copy_context()
    inside: Any = (
        connection  # aiosqlite offers no way for a function of ours into its thread; it is pinned to one release
    )
    done: T = await inside._execute(lambda: context.run(work, inside._conn))  # noqa: SLF001
    return done


def _run_transaction(connection: sqlite3.Connection, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """In SQLite's thread: all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = _run_coroutine(work(SqliteTransaction(connection)))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return done


def _vacuum(connection: sqlite3.Connection, path: Path) -> None:
    """Run VACUUM in SQLite's thread, and empty the write-ahead log."""
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
    """In SQLite's thread: all its queries see the same moment."""
    connection.execute("BEGIN")
    try:
        return _run_coroutine(work(SqliteReader(connection)))
    finally:
        connection.execute("ROLLBACK")


def _run_coroutine(work: Awaitable[T]) -> T:
    """What comes of work that waits for nothing but its own statements, which are done when they return. Raises RuntimeError
    when it waits for anything else: the file would be locked as long."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as done:
        return cast("T", done.value)
    steps.close()
    raise RuntimeError("a transaction may wait for nothing but its own statements")


async def _connect(path: Path, *more: str) -> aiosqlite.Connection:
    # A file that cannot be opened fails here, in order; aiosqlite would leave a thread behind.
    sqlite3.connect(path).close()
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        for pragma in (
            f"busy_timeout={LOCK_TIMEOUT_MS}",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
            *more,
        ):
            await _run_pragma(connection, pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _copy_database(source: aiosqlite.Connection, target: Path | str) -> None:
    sqlite3.connect(target).close()  # as in `_connect`
    async with aiosqlite.connect(target) as copy:
        await source.backup(copy)
        await _run_pragma(copy, "journal_mode=DELETE")


async def _run_pragma(connection: aiosqlite.Connection, text: str) -> None:
    cursor = await connection.execute(f"PRAGMA {text}")
    await cursor.close()


def _check_version(path: Path) -> None:
    """Raise StoreError for a file whose schema this program does not know, without changing a byte of it.

    A connection that can write would bring a write-ahead log into the file when it is closed.
    """
    if not path.exists():
        return
    has_log = path.with_name(f"{path.name}-wal").exists()
    mode = "mode=ro" if has_log else "immutable=1"  # without a log, `mode=ro` would leave an empty one beside the file
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    schema.check_version(str(path), version)


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    scripts = schema.load_migrations()
    ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
    if 0 < version < max(scripts):
        await _copy_before_migration(connection, path, min(number for number in scripts if number > version))
    for number, script in scripts.items():
        if number <= version:
            continue
        await connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in split_statements(script):
                await connection.execute(statement)
            await connection.execute(f"PRAGMA user_version={number}")
        except BaseException:
            await connection.rollback()
            raise
        await connection.commit()
    # A write that changes nothing: a read-only or locked file is refused now, not at the first move.
    await connection.execute("BEGIN IMMEDIATE")
    await connection.execute(f"PRAGMA user_version={max(scripts)}")
    await connection.commit()


async def _copy_before_migration(connection: aiosqlite.Connection, path: Path, number: int) -> None:
    """A copy from before a migration, `<name>-before-V<number>.db`: the only way back to the program that wrote the file."""
    kept = before(path, str(number))
    half = kept.with_suffix(".half")
    try:
        await _copy_database(connection, half)
        half.replace(kept)
    finally:
        half.unlink(missing_ok=True)


def before(path: Path, number: str) -> Path:
    """Where the copy of a database from before a migration is kept; "*" for those of all migrations."""
    return path.with_name(f"{path.stem}-before-V{number}.db")


def _is_disk_full(error: Exception) -> bool:
    return "full" in str(error) or (isinstance(error, OSError) and error.errno == errno.ENOSPC)


def _describe_failure(path: Path, error: Exception) -> str:
    reason = str(error)
    if "locked" in reason or "busy" in reason:
        return f"{path} is locked by another program. Is the bot already running? Stop the other one, then start again."
    if "readonly" in reason or "read-only" in reason or isinstance(error, PermissionError):
        return f"{path} cannot be written. Give the bot's user the right to write the file and its folder, then start again."
    if "not a database" in reason or "malformed" in reason:
        return (
            f"{path} is damaged or not a database. Restore a backup to that path, or move the file away to begin anew."
        )
    if _is_disk_full(error):
        return f"The disk that holds {path} is full. Make room, then try again."
    return f"{path} cannot be opened: {reason}. Check [store] path in the configuration."
