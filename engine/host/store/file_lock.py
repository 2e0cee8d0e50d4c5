"""A lock that lets one process at a time use a database file. The operating system releases it when the process ends."""

from __future__ import annotations

import errno
import os
import sys
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
        file = resolved.with_name(f"{resolved.name}.lock")
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
