"""Copies of the database file: the bot makes and checks them while it runs, keeps some, and can put one back.

A backup is a whole database, named by database and time in UTC: `overwinter-20261121-040000.db`. The names in the
folder are the only record of the backups.
"""

from __future__ import annotations

import asyncio
import logging
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

log = logging.getLogger("overwinter")
CHECK_INTERVAL_S = 1200
"""How often the bot checks whether a backup is due."""
TIMESTAMP_FORMAT = "%Y%m%d-%H%M%S"
DAY_FORMAT = "%Y%m%d"
DATABASE_FILE_SUFFIXES = ("", "-wal", "-shm")
"""The suffixes of the files that make up an open database."""


class BackupResult(msgspec.Struct, frozen=True):
    """A new backup, and how many older ones were deleted for it."""

    file: Path
    size_bytes: int
    deleted_count: int = 0


class Backups:
    """The backups of one store. `settings` holds their folder, number and hour (UTC)."""

    def __init__(self, store: Store, settings: BackupConfig, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._file = store.path or Path()
        self._has_file = store.path is not None
        if not self._has_file:
            log.info(
                "The tables are in PostgreSQL, so the bot makes no backups of them: use pg_dump, see docs/operations.md."
            )
        self.folder = find_backup_folder(self._file, settings)
        self._lock = asyncio.Lock()

    async def make_backup(self) -> BackupResult:
        """Make a backup, check it, and only then delete the oldest ones.

        Raises:
            StoreError: The backup could not be made. The older ones stay.
        """
        if not self._has_file:
            raise StoreError("PostgreSQL is backed up by its own pg_dump, not by the bot: docs/operations.md says how.")
        async with self._lock:
            file = self.folder / f"{self._file.stem}-{self._clock().astimezone(UTC):{TIMESTAMP_FORMAT}}.db"
            partial_file = file.with_suffix(".half")
            try:
                await asyncio.to_thread(self.folder.mkdir, parents=True, exist_ok=True)
                await self._store.write_backup(partial_file)
                return await asyncio.to_thread(self._finish_backup, partial_file, file)
            except (OSError, sqlite3.Error) as error:
                raise StoreError(f"No backup could be made in {self.folder}: {error}.") from error
            finally:
                await asyncio.to_thread(_delete_partial, partial_file)

    async def keep_damaged(self) -> Path | None:
        """Keep a copy of a store that has lost moves. Return its file, None if there is already one of this day in UTC.

        It stays until it is older than all backups.

        Raises:
            StoreError: The copy could not be made.
        """
        if not self._has_file:
            return None
        now = self._clock().astimezone(UTC)
        file = self.folder / f"{self._file.stem}-damaged-{now:{DAY_FORMAT}}.db"
        partial_file = file.with_suffix(".half")
        async with self._lock:
            if file.exists():
                return None
            try:
                await asyncio.to_thread(self.folder.mkdir, parents=True, exist_ok=True)
                await self._store.write_backup(partial_file)
                await asyncio.to_thread(partial_file.replace, file)
            except (OSError, sqlite3.Error) as error:
                raise StoreError(f"No copy could be made in {self.folder}: {error}.") from error
            finally:
                await asyncio.to_thread(_delete_partial, partial_file)
        return file

    def list_backups(self) -> list[tuple[datetime, Path]]:
        """List the backups of this store with their times, oldest first."""
        if self._has_file:
            return _list_backups(self.folder, self._file.stem)
        return []

    def is_due(self) -> bool:
        """Return whether no backup was made since the last due time, even if the bot was not running then."""
        if not self._has_file or self._settings.keep == 0:
            return False
        # After a jump of the system clock a backup may have a time in the future. It does not count.
        now, due_at = self._clock().astimezone(UTC), self.find_last_due_time()
        return not any(due_at <= made_at <= now for made_at, _ in self.list_backups())

    def find_last_due_time(self) -> datetime:
        """Return when the last backup was due: the last backup hour that has passed."""
        now = self._clock().astimezone(UTC)
        hour = now.replace(hour=self._settings.hour, minute=0, second=0, microsecond=0)
        if hour <= now:
            return hour
        return hour - timedelta(days=1)

    def _finish_backup(self, partial_file: Path, file: Path) -> BackupResult:
        check_database(partial_file)
        partial_file.replace(file)
        deleted_count = self._delete_old_backups()
        if deleted_count:
            self._delete_old_safety_copies()
        return BackupResult(file, file.stat().st_size, deleted_count)

    def _delete_old_backups(self) -> int:
        if not self._settings.keep:
            return 0
        old_backups = self.list_backups()[: -self._settings.keep]
        for _, file in old_backups:
            file.unlink(missing_ok=True)
        return len(old_backups)

    def _delete_old_safety_copies(self) -> None:
        """Delete the copies from before a migration and of a damaged store that are older than all backups."""
        oldest_backup_at = self.list_backups()[0][1].stat().st_mtime
        pattern = migration_copy_path(self._file, "*")
        copies = [*pattern.parent.glob(pattern.name), *self.folder.glob(f"{self._file.stem}-damaged-*.db")]
        for copy in copies:
            if copy.stat().st_mtime < oldest_backup_at:
                copy.unlink(missing_ok=True)


def _list_backups(folder: Path, stem: str) -> list[tuple[datetime, Path]]:
    name_pattern = re.compile(re.escape(stem) + r"-(\d{8}-\d{6})\.db")
    backups: list[tuple[datetime, Path]] = []
    for file in folder.glob("*.db"):
        match = name_pattern.fullmatch(file.name)
        with suppress(ValueError):
            if match:
                backups.append((datetime.strptime(match[1], TIMESTAMP_FORMAT).replace(tzinfo=UTC), file))
    return sorted(backups)


def find_backup_folder(database: Path, settings: BackupConfig) -> Path:
    """Return the folder of a database's backups."""
    if settings.folder:
        return Path(settings.folder)
    return database.parent / "backups"


def describe_restore(database: Path, settings: BackupConfig) -> str:
    """Describe how to put the newest good backup in the place of a damaged database."""
    for made_at, file in reversed(_list_backups(find_backup_folder(database, settings), database.stem)):
        with suppress(StoreError):
            check_database(file)
            return (
                f"The newest good backup is of {made_at:%Y-%m-%d %H:%M} UTC. This command puts it in the place of the file, and "
                f"keeps that file: python -m engine restore {file} --to {database}"
            )
    return f"There is no good backup in {find_backup_folder(database, settings)}."


def _delete_partial(partial_file: Path) -> None:
    for suffix in ("", "-journal"):
        with suppress(OSError):
            Path(f"{partial_file}{suffix}").unlink(missing_ok=True)


def check_database(file: Path) -> int:
    """Check a whole database file, and return the version of its schema.

    Raises:
        StoreError: The file is damaged, or not a database of Overwinter.
    """
    if not file.is_file():
        raise StoreError(f"{file} is not there. Give the path of a backup.")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            integrity = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphan = copy.execute("PRAGMA foreign_key_check").fetchone()
            version = int(copy.execute("PRAGMA user_version").fetchone()[0])
            entries_table = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone()
    except sqlite3.Error as error:
        raise StoreError(f"{file} is damaged or not a database ({error}). Take another backup.") from error
    if integrity != "ok":
        raise StoreError(f"{file} is damaged ({integrity}). Take another backup.")
    if orphan is not None:
        raise StoreError(f"{file} is damaged (rows whose parent is missing). Take another backup.")
    if entries_table is None:
        raise StoreError(f"{file} is a database, but not one of Overwinter. Take another file.")
    return version


def restore_backup(backup: Path, database: Path, clock: Clock) -> Path | None:
    """Replace a database by a copy of a backup. Return where the old file was kept, None if there was none.

    The backup does not change.

    Raises:
        StoreError: Nothing has changed: the backup is damaged or newer than this program, or the bot is running.
    """
    version = check_database(backup)
    check_version(str(backup), version)
    if database.exists() and backup.samefile(database):
        raise StoreError(f"{database} is the database itself. Give the path of a backup.")
    restored = Path(f"{database}.restoring")
    replaced = Path(f"{database}.replaced-{clock().astimezone(UTC):{TIMESTAMP_FORMAT}}")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        restored.unlink(missing_ok=True)
        # SQLite copies the file, because a backup may have a write-ahead log in a second file.
        with (
            closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(restored)) as target,
        ):
            source.backup(target)
        check_database(restored)
        had_database = database.exists()
        if had_database:
            _require_unlocked(database)
            _move_database(database, replaced)
        try:
            restored.replace(database)
        except OSError:
            _move_database(replaced, database)
            raise
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{backup} could not be restored to {database}: {error}.") from error
    finally:
        restored.unlink(missing_ok=True)
    if had_database:
        return replaced
    return None


def _move_database(database: Path, target: Path) -> None:
    """Move the files of a database, as far as they exist."""
    for suffix in DATABASE_FILE_SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").replace(f"{target}{suffix}")


def _require_unlocked(database: Path) -> None:
    """Check that no program has the database open.

    Every connection to a database with a write-ahead log holds a shared lock while it is open. A change of the mode to
    DELETE copies the log into the file and needs an exclusive lock, so it fails while another connection is open. No
    program can run on a file that is too damaged for this.

    Raises:
        StoreError: Another program has the database open.
    """
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreError(f"{database} is in use. Stop the bot, then restore.") from error
        raise
    except sqlite3.DatabaseError:
        return
