"""What SQLite leaves in a file of what was deleted, and how that is wiped out while moves go on.

`secure_delete` overwrites with zeros whatever is deleted. What it does not find are the copies that stay behind where rows have
moved from one page to another. They lie in one place: between a page's list of its rows and the first row, bytes that SQLite never
reads (https://www.sqlite.org/fileformat2.html#b_tree_pages). There they are overwritten, in the file itself. VACUUM, which writes
everything anew, does the same in one piece, and moves wait for as long as that takes.

Whoever wipes has SQLite's lock for writing while the write-ahead log is empty: then nobody else writes to the file, and the pages
in it are the newest. If the machine stops in the middle, some of these bytes are wiped and some are not, and SQLite reads neither.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

HEADER = 100
"""Bytes of the file that stand before the first page's own."""
HEADS = {2: 12, 5: 12, 10: 8, 13: 8}
"""How long the head of a page that holds rows or keys is, by its first byte: above other such pages, or at the bottom."""
MOST = 1 << 25
"""With so many pages (128 gigabytes) a page of another kind, which begins with a page's number, could begin with such a byte."""


class RawFile:
    """The bytes of a database file, beside SQLite's connections. Close it after these: a process that closes any handle of a file
    loses all its locks on it. Its pages count from 0; one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Raises OSError where the file cannot be written."""
        self._log = path.with_name(f"{path.name}-wal")
        self._file = path.open("r+b", buffering=0)
        size = int.from_bytes(self._file.read(HEADER)[16:18], "big")
        self._size = 65536 if size == 1 else size

    def __len__(self) -> int:
        """How many pages there are now."""
        return os.fstat(self._file.fileno()).st_size // self._size

    @property
    def plain(self) -> bool:
        """Whether the kind of every page can be told for certain: `auto_vacuum` has pages of one more."""
        self._file.seek(0)
        return len(self) < MOST and not any(self._file.read(HEADER)[52:56])

    @property
    def logged(self) -> bool:
        """Whether anything stands in the write-ahead log."""
        return self._log.exists() and self._log.stat().st_size > 0

    def soiled(self, first: int, many: int) -> list[int]:
        """Which of so many pages hold what was left behind."""
        self._file.seek(first * self._size)
        held = self._file.read(many * self._size)
        return [first + at // self._size for at, idle in self._idle(held, first) if held[idle].strip(b"\0")]

    def wipe(self, pages: Iterable[int]) -> None:
        """Overwrite it with zeros in these pages; that is on the disk when this returns."""
        for page in pages:
            self._file.seek(page * self._size)
            for _, idle in self._idle(self._file.read(self._size), page):
                self._file.seek(page * self._size + idle.start)
                self._file.write(bytes(idle.stop - idle.start))
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of it."""
        self._file.close()

    def _idle(self, held: bytes, first: int) -> Iterator[tuple[int, slice]]:
        """Where each of these pages begins, if it holds rows or keys, and where in it nothing stands."""
        for begin in range(0, len(held) - self._size + 1, self._size):
            head = begin if first or begin else HEADER
            if held[head] in HEADS:
                rows = int.from_bytes(held[head + 3 : head + 5], "big")
                start = head + HEADS[held[head]] + 2 * rows
                stop = begin + (int.from_bytes(held[head + 5 : head + 7], "big") or 65536)
                if start < stop <= begin + self._size:
                    yield begin, slice(start, stop)


def wiped(connection: sqlite3.Connection, file: RawFile, pages: Iterable[int]) -> bool:
    """Empty the log, then wipe these pages. False where somebody who reads, or writes, is in the way: then try again."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout=0")  # else moves would wait as well for whoever reads
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout={patience}")
    if busy:
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        if file.logged:
            return False
        connection.execute("PRAGMA shrink_memory")  # a page that is kept in memory would be written again as it was
        file.wipe(pages)
    finally:
        connection.execute("ROLLBACK")
    return True
