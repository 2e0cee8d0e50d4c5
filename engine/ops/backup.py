"""Copies of the database: made while the bot runs, checked, kept for a while, and put back.

A backup is a whole database of its own, named by database and time: `overwinter-20261121-040000.db`, in UTC. Which are there is
read from the folder, so nothing else has to be remembered.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from engine.host.model.clock import Clock
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.schema import check_version
from engine.host.store.drivers.sqlite_file import migration_copy_path
from engine.ops.config import BackupConfig

CHECK_INTERVAL_S = 1200
"""Seconds between two checks whether a backup is due."""
TIMESTAMP_FORMAT = "%Y%m%d-%H%M%S"
DATABASE_FILE_SUFFIXES = ("", "-wal", "-shm")
"""What a database is made of while it is open, as endings of its name."""


class BackupCopy(msgspec.Struct, frozen=True):
    """A backup that was made: its file, its size in bytes, and how many older ones went for it."""

    file: Path
    size_bytes: int
    deleted_count: int = 0


class Backups:
    """The backups of one store. `settings` says where, how many and at which hour (UTC)."""

    def __init__(self, store: Store, settings: BackupConfig, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._file = store.path or Path()
        self._file_pattern = store.path is not None
        self._folder = Path(settings.folder) if settings.folder else self._file.parent / "backups"
        self._lock = asyncio.Lock()

    async def make_backup(self) -> BackupCopy:
        """Copy, check the copy, and only then let the oldest go. Raises StoreError; what was there before stays."""
        if not self._file_pattern:
            raise StoreError("PostgreSQL is backed up by its own pg_dump, not by the bot: docs/operations.md says how.")
        async with self._lock:
            file = self._folder / f"{self._file.stem}-{self._clock().astimezone(UTC):{TIMESTAMP_FORMAT}}.db"
            half = file.with_suffix(".half")
            try:
                await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
                await self._store.write_backup(half)
                return await asyncio.to_thread(self._store_copy, half, file)
            except (OSError, sqlite3.Error) as broken:
                raise StoreError(f"No backup could be made in {self._folder}: {broken}.") from broken
            finally:
                await asyncio.to_thread(_delete_partial, half)

    def list_backups(self) -> list[tuple[datetime, Path]]:
        """The backups of this store and their times, oldest first."""
        if not self._file_pattern:
            return []
        name = re.compile(re.escape(self._file.stem) + r"-(\d{8}-\d{6})\.db")
        found: list[tuple[datetime, Path]] = []
        for file in self._folder.glob("*.db"):
            match = name.fullmatch(file.name)
            with suppress(ValueError):
                if match:
                    found.append((datetime.strptime(match[1], TIMESTAMP_FORMAT).replace(tzinfo=UTC), file))
        return sorted(found)

    def is_due(self) -> bool:
        """Whether the last hour for a backup has gone by without one, also while the bot was not running."""
        now, since = self._clock().astimezone(UTC), self.last_hour()
        # A file from the future, left by a clock that has jumped, is nobody's backup of today.
        return (
            self._file_pattern
            and self._settings.keep > 0
            and not any(since <= at <= now for at, _ in self.list_backups())
        )

    def last_hour(self) -> datetime:
        """Return the last backup hour that has passed."""
        now = self._clock().astimezone(UTC)
        hour = now.replace(hour=self._settings.hour, minute=0, second=0, microsecond=0)
        return hour if hour <= now else hour - timedelta(days=1)

    def _store_copy(self, partial_file: Path, file: Path) -> BackupCopy:
        check_database(partial_file)
        partial_file.replace(file)
        old = self.list_backups()[: -self._settings.keep] if self._settings.keep else []
        for _, gone in old:
            gone.unlink(missing_ok=True)
        if old:  # by now the newest schema has as many backups as are kept: copies from before it have served
            pattern = migration_copy_path(self._file, "*")
            for copy in pattern.parent.glob(pattern.name):
                if copy.stat().st_mtime < self.list_backups()[0][1].stat().st_mtime:
                    copy.unlink(missing_ok=True)
        return BackupCopy(file, file.stat().st_size, len(old))


def _delete_partial(partial_file: Path) -> None:
    for ending in ("", "-journal"):
        with suppress(OSError):
            Path(f"{partial_file}{ending}").unlink(missing_ok=True)


def check_database(file: Path) -> int:
    """Read the whole of a database; returns its schema's number. Raises StoreError when it is not sound or not one of ours."""
    if not file.is_file():
        raise StoreError(f"{file} is not there. Give the path of a backup.")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            loose = copy.execute("PRAGMA foreign_key_check").fetchone()
            version = int(copy.execute("PRAGMA user_version").fetchone()[0])
            ours = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone()
    except sqlite3.Error as broken:
        raise StoreError(f"{file} is damaged or not a database ({broken}). Take another backup.") from broken
    if verdict != "ok" or loose is not None:
        what = verdict if verdict != "ok" else "rows that belong to nothing"
        raise StoreError(f"{file} is damaged ({what}). Take another backup.")
    if not ours:
        raise StoreError(f"{file} is a database, but not one of Overwinter. Take another file.")
    return version


def restore_backup(backup: Path, database: Path, clock: Clock) -> Path | None:
    """Put a copy of a backup in the place of a database; returns where the replaced file was kept, None when there was none.

    The backup stays as it is. Raises StoreError, and then nothing has changed: the backup is not sound, it is newer than
    this program, or the bot is running on the database.
    """
    version = check_database(backup)
    check_version(str(backup), version)
    if database.exists() and backup.samefile(database):
        raise StoreError(f"{database} is the database itself. Give the path of a backup.")
    fresh = Path(f"{database}.restoring")
    aside = Path(f"{database}.replaced-{clock().astimezone(UTC):{TIMESTAMP_FORMAT}}")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        # SQLite's own copy, not the file system's: a backup may have a write-ahead log beside it.
        with (
            closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(fresh)) as target,
        ):
            source.backup(target)
        check_database(fresh)
        had = database.exists()
        if had:
            _require_unlocked(database)
            for ending in DATABASE_FILE_SUFFIXES:
                with suppress(FileNotFoundError):
                    Path(f"{database}{ending}").replace(f"{aside}{ending}")
        fresh.replace(database)
    except (OSError, sqlite3.Error) as broken:
        raise StoreError(f"{backup} could not be restored to {database}: {broken}.") from broken
    finally:
        fresh.unlink(missing_ok=True)
    return aside if had else None


def _require_unlocked(database: Path) -> None:
    """Make sure that nobody has the database open. Raises StoreError.

    Every connection to a write-ahead log holds a shared lock for as long as it is open, and the way out of that mode needs
    the file alone; it also brings the log into the file. A file too damaged for this has nobody who could run on it.
    """
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")
            alone.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as busy:
        if "locked" in str(busy):
            raise StoreError(f"{database} is in use. Stop the bot, then restore.") from busy
        raise
    except sqlite3.DatabaseError:
        return
