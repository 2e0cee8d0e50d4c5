"""Opens, migrates and copies an SQLite file, and describes its errors."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import aiosqlite

from engine.host.store.database import ConstraintError, StoreError
from engine.host.store.drivers import schema

LOCK_TIMEOUT_MS = 2000
"""How long SQLite waits for another program's lock: shorter than Discord waits for an answer."""
BLANK_SQL_PATTERN = re.compile(r"(\s|--[^\n]*(\n|$)|/\*.*?\*/)*", re.DOTALL)
"""Matches white space and comments."""


async def open_connection(path: Path, *extra_pragmas: str) -> aiosqlite.Connection:
    # Fail here if the file cannot be opened: aiosqlite would leave a thread behind.
    """Open a connection with the pragmas that every connection has, then `extra_pragmas`."""
    sqlite3.connect(path).close()
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        for pragma in (
            f"busy_timeout={LOCK_TIMEOUT_MS}",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
            *extra_pragmas,
        ):
            await run_pragma(connection, pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


async def run_pragma(connection: aiosqlite.Connection, text: str) -> None:
    """Execute a PRAGMA and drop its result."""
    cursor = await connection.execute(f"PRAGMA {text}")
    await cursor.close()


async def copy_database(source: aiosqlite.Connection, target: Path | str) -> None:
    """Copy a database into a file without a write-ahead log."""
    sqlite3.connect(target).close()  # as in `open_connection`
    async with aiosqlite.connect(target) as copy:
        await source.backup(copy)
        await run_pragma(copy, "journal_mode=DELETE")


def check_file_version(path: Path) -> None:
    """Check that this program knows the schema of a file, without changing a byte of the file.

    A connection that can write would bring a write-ahead log into the file when it is closed.

    Raises:
        StoreError: The schema is unknown.
    """
    if not path.exists():
        return
    has_log = path.with_name(f"{path.name}-wal").exists()
    mode = "mode=ro" if has_log else "immutable=1"  # without a log, `mode=ro` would leave an empty one behind
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    schema.check_version(str(path), version)


async def migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Run the scripts that the database lacks, each in one transaction. A copy of the old file is kept."""
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
    # This write changes nothing. It makes a read-only or locked file fail now, not at the first move.
    await connection.execute("BEGIN IMMEDIATE")
    await connection.execute(f"PRAGMA user_version={max(scripts)}")
    await connection.commit()


def split_statements(script: str) -> Iterable[str]:
    """Split a script into its statements, with their comments: `executescript` would commit before them.

    SQLite decides where a statement ends, so a semicolon in a string or a trigger does not end one.

    Raises:
        ValueError: The last statement is unfinished.
    """
    pending = ""
    for piece in re.split("(?<=;)", script):
        pending += piece
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if not BLANK_SQL_PATTERN.fullmatch(pending):
        raise ValueError(f"unfinished statement: {pending.strip()[:60]}")


async def _copy_before_migration(connection: aiosqlite.Connection, path: Path, number: int) -> None:
    """Copy a database to `<name>-before-V<number>.db`, the only way back to the program that wrote it."""
    target = migration_copy_path(path, str(number))
    partial_file = target.with_suffix(".half")
    try:
        await copy_database(connection, partial_file)
        partial_file.replace(target)
    finally:
        partial_file.unlink(missing_ok=True)


def migration_copy_path(path: Path, number: str) -> Path:
    """Return the path of the copy from before a migration; "*" gives a pattern for all migrations."""
    return path.with_name(f"{path.stem}-before-V{number}.db")


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise the errors of SQLite as errors of the store.

    Raises:
        ConstraintError: A row violates a constraint.
        StoreError: The file cannot be used.
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise ConstraintError(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        raise create_store_error(path, error) from error


def create_store_error(path: Path, error: Exception) -> StoreError:
    """Create the store's error for one of SQLite or of the operating system, with a sentence for the administrator."""
    return StoreError(
        describe_failure(path, error), is_disk_full=is_disk_full(error), is_damaged=_is_damaged(str(error))
    )


def _is_damaged(reason: str) -> bool:
    return "not a database" in reason or "malformed" in reason


def is_disk_full(error: Exception) -> bool:
    """Return whether an error of SQLite or of the operating system means that the disk is full."""
    return "full" in str(error) or (isinstance(error, OSError) and error.errno == errno.ENOSPC)


def describe_failure(path: Path, error: Exception) -> str:
    """Describe an error in a sentence that tells the administrator what to do."""
    reason = str(error)
    if "locked" in reason or "busy" in reason:
        return f"{path} is locked by another program. Is the bot already running? Stop the other one, then start again."
    if "readonly" in reason or "read-only" in reason or isinstance(error, PermissionError):
        return f"{path} cannot be written. Give the bot's user the right to write the file and its folder, then start again."
    if _is_damaged(reason):
        return (
            f"{path} is damaged or not a database. Restore a backup to that path, or move the file away to begin anew."
        )
    if is_disk_full(error):
        return f"The disk that holds {path} is full. Make room, then try again."
    return f"{path} cannot be opened: {reason}. Check [store] path in the configuration."
