"""One process at a time on a database: a lock that the kernel gives back when the process ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.host.store.database import StoreError


class FileLockedError(StoreError):
    """Another process has it."""


class FileLock:
    """The right to run on a database, from `Claim(path)` to `release()`. Reading beside it needs none.

    The lock is on a file beside the database, `<name>.lock`: SQLite drops a process's own locks on the database whenever it
    closes any handle of that file. The lock file stays; only the lock on it counts.
    """

    def __init__(self, database: Path) -> None:
        """Raises StoreError, a sentence for the person who runs the bot: InUse when another process has it."""
        real = database.resolve()
        file = real.with_name(f"{real.name}.lock")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._handle: int | None = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as no:
            raise StoreError(
                f"{database} cannot be written. Give the bot's user the right to write the file and its folder, then start "
                "again."
            ) from no
        try:
            _lock(self._handle)
        except OSError as taken:
            self.release()
            raise FileLockedError(
                f"{database} is in use by another Overwinter. Stop the other one, then start again, or point [store] path at "
                "another file."
            ) from taken

    def release(self) -> None:
        """Let others have it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _lock(handle: int) -> None:
    """Raises OSError when another process, or another claim of this one, has the lock."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there is no such module elsewhere

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 - there is no such module on Windows

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
