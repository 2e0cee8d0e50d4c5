"""A lock that lets one process at a time use a database file. The operating system releases it when the process ends."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from engine.host.store.database import StoreError


class FileLockedError(StoreError):
    """Raised when another process holds the lock."""


class FileLock:
    """The right to run on a database file, from `FileLock(path)` to `release()`. Readers need no lock.

    The lock is on a separate file next to the database, `<name>.lock`: SQLite drops a process's own locks on the
    database as soon as the process closes any handle of that file. The lock file stays; only the lock on it counts.
    """

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            FileLockedError: Another process holds it.
            StoreError: The lock file cannot be written.
        """
        resolved = database.resolve()
        file = _lock_path(resolved)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._handle: int | None = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise StoreError(
                    f"The disk that holds {database} is full. Make room, then try again.", is_disk_full=True
                ) from error
            raise StoreError(
                f"{database} cannot be written. Give the bot's user the right to write the file and its folder, then start "
                "again."
            ) from error
        try:
            _lock(self._handle)
        except OSError as error:
            self.release()
            raise FileLockedError(
                f"{database} is in use by another Overwinter. Stop the other one, then start again, or point [store] path at "
                "another file."
            ) from error

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


class HolderLock(FileLock):
    """A lock that shows the other processes of this machine that the holder of a lease runs.

    The server of a PostgreSQL database does not know which process has ended; the operating system does. `database` is
    the path next to which the process keeps its own files.
    """

    def __init__(self, database: Path, holder: str) -> None:
        super().__init__(_holder_path(database, holder))
        self._database, self._holder = database, holder

    def delete(self) -> None:
        """Delete the released lock's file, once the holder has given its lease back."""
        delete_holder_lock(self._database, self._holder)


def has_holder_ended(database: Path, holder: str) -> bool:
    """Return whether a holder certainly runs no more: it has had a HolderLock here, and does not hold it now."""
    if not _lock_path(_holder_path(database, holder)).exists():
        return False
    try:
        HolderLock(database, holder).release()
    except StoreError:
        return False
    return True


def delete_holder_lock(database: Path, holder: str) -> None:
    """Delete the file of a released lock, after the holder's lease was deleted."""
    with suppress(OSError):
        _lock_path(_holder_path(database, holder)).unlink(missing_ok=True)


def _holder_path(database: Path, holder: str) -> Path:
    resolved = database.resolve()
    return resolved.with_name(f"{resolved.name}.{holder}")


def _lock_path(database: Path) -> Path:
    return database.with_name(f"{database.name}.lock")


def _lock(handle: int) -> None:
    """Lock the file.

    Raises:
        OSError: Another process, or another FileLock of this process, holds the lock.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there is no such module elsewhere

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 - there is no such module on Windows

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
