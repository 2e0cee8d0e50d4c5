"""The store: one way in for writers, queries for everybody, whichever database is behind it.

The statements stand in the modules beside this one, once, in SQL that both databases understand. What differs between them is in
`drivers`, whose `opening.py` chooses one.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TypeGuard, TypeVar

from engine.host.store.due_times import DueTimes

T = TypeVar("T")
SqlValue = int | str | None
QueryFunction = Callable[..., Iterable["Row"]]
"""A query and its values, answered at once, where no event loop runs."""
POSTGRES_PREFIXES = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins; anything else names an SQLite file."""


class StoreError(Exception):
    """The store cannot be used; the message is a sentence for the person who runs the bot. `is_disk_full`: the disk has no room.
    `is_outcome_unknown`: the connection was lost in the very moment of the commit, and nobody could be asked since what
    came of it."""

    def __init__(self, sentence: str, *, is_disk_full: bool = False, is_outcome_unknown: bool = False) -> None:
        super().__init__(sentence)
        self.is_disk_full = is_disk_full
        self.is_outcome_unknown = is_outcome_unknown


class ConstraintError(Exception):
    """What was to be written cannot stand beside what is stored: a key that is taken, or a row that belongs to nothing."""


class TableChangedError(Exception):
    """Somebody else has changed a table since it was looked at: another process, which plays at it, too."""


class Row(Protocol):
    """A row of an answer: values by the names or the numbers of their columns."""

    def __getitem__(self, key: Any, /) -> Any:  # noqa: ANN401 - whatever stands in the column
        """The value in a column."""

    def __iter__(self) -> Iterator[Any]:
        """The values."""

    def keys(self) -> Any:  # noqa: ANN401 - a list of SQLite's, an iterator of PostgreSQL's
        """The names of the columns."""


MAX_TRANSACTION_TRIES = 5
"""How often a transaction is run that another process's are in the way of."""


def is_address(store_address: Path | str) -> TypeGuard[str]:
    """Whether a store is one of PostgreSQL's."""
    return isinstance(store_address, str) and store_address.startswith(POSTGRES_PREFIXES)


class Queries(Protocol):
    """What can be asked: the store itself, or a reader or writer of one moment."""

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """The first row of a query, None when there is none."""


class Reader(ABC):
    """Queries that all see the same moment."""

    @abstractmethod
    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """The first row of a query, None when there is none."""
        rows = await self.fetch_all(sql, *values)
        return rows[0] if rows else None


class Transaction(ABC):
    """What a writer may do inside `StoreConfig.write`; it sees its own changes."""

    @abstractmethod
    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """The first row of a query, None when there is none."""
        rows = await self.fetch_all(sql, *values)
        return rows[0] if rows else None

    @abstractmethod
    async def execute(self, sql: str, *values: SqlValue) -> int:
        """Execute a statement; returns how many rows it has changed."""

    @abstractmethod
    async def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """Execute a statement for every row."""

    @abstractmethod
    async def set_last_id(self, table: str, last_id: int) -> None:
        """The next row of a table that counts its rows by `id` gets the number after this one."""

    async def insert(self, sql: str, *values: SqlValue) -> int:
        """Insert a row into a table that counts its rows by `id`; returns that of the new one."""
        (row,) = await self.fetch_all(f"{sql} RETURNING id", *values)
        return int(row["id"])

    async def fact(self, name: str) -> str | None:
        """Return a value that the bot stored about itself."""
        row = await self.fetch_first("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row["value"])

    async def set_fact(self, name: str, value: str) -> None:
        """Remember a small thing about the bot itself."""
        sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.execute(sql, name, value)

    async def delete_fact(self, name: str, value: str) -> None:
        """Forget it, if this is still its value."""
        await self.execute("DELETE FROM facts WHERE name = ? AND value = ?", name, value)


class Store(ABC):
    """An open database. Use `async with await open_store(where)` or close it: an open connection keeps the process alive."""

    def __init__(self, due_times: DueTimes) -> None:
        self.due_times = due_times
        self.is_vacuuming = False
        self._lock = asyncio.Lock()
        self._writes_in_progress: set[asyncio.Future[Any]] = set()

    @property
    @abstractmethod
    def path(self) -> Path | None:
        """The file, where the store is one."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written and close all connections."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @abstractmethod
    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """The rows of a query, as last committed. Raises StoreError, as every way to ask or to write does."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """The first row of a query, None when there is none."""
        rows = await self.fetch_all(sql, *values)
        return rows[0] if rows else None

    @abstractmethod
    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Several queries of one moment, in one go. `work` may await nothing but its reader."""

    async def write(
        self,
        work: Callable[[Transaction], Awaitable[T]],
        on_commit: Callable[[T], None] | None = None,
        *,
        may_repeat: bool = True,
    ) -> T:
        """Run `work` in one transaction: all of it is on the disk when this returns, or none of it.

        It may await nothing but its transaction; whatever it needs besides is read before. `on_commit` is called with what
        `work` has returned as soon as it is there. A cancelled caller does not tear the transaction: it is finished, and
        `on_commit` called, before the caller goes on. One writes at a time. Where another process was faster, `work` is run again
        on what that has left; if it may not `may_repeat`, Overtaken is raised. Raises StoreError when the store refuses; Conflict
        passes through, since callers turn it into sentences.
        """
        return await self._write_shielded(work, on_commit, MAX_TRANSACTION_TRIES if may_repeat else 1)

    @abstractmethod
    async def vacuum(self) -> None:
        """Remove the bytes of deleted rows from the database's files. Transactions wait meanwhile; queries do not.

        Raises:
            StoreError: The disk has no room for it, or a long query is in the way.
        """

    @abstractmethod
    async def measure_size(self) -> int:
        """Bytes of the database."""

    @property
    def writes_in_progress(self) -> int:
        """Transactions under way or waiting."""
        return len(self._writes_in_progress)

    async def load_fact(self, name: str) -> str | None:
        """A small thing the bot remembers about itself."""
        row = await self.fetch_first("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row["value"])

    async def set_fact(self, name: str, value: str) -> None:
        """Remember it."""
        await self.write(lambda tx: tx.set_fact(name, value))

    @abstractmethod
    async def list_last_ids(self) -> dict[str, int]:
        """The last number given out in each table that counts its rows: none is given out twice, of rows that are gone either."""

    @abstractmethod
    async def write_backup(self, target: Path | str) -> None:
        """A consistent copy in a file, while the bot runs. Raises StoreError where the database is not ours to copy."""

    @abstractmethod
    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """All of it or nothing; nobody else writes."""

    async def _write_shielded(
        self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None] | None, max_tries: int
    ) -> T:
        """Write as soon as nobody else does, also when the caller is cancelled meanwhile."""
        return await self._await_shielded(self._write_with_lock(work, on_commit, max_tries))

    async def _write_with_lock(
        self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None] | None, max_tries: int
    ) -> T:
        async with self._lock:
            for again in range(max_tries, 0, -1):
                try:
                    done = await self._write(work)
                    break
                except TableChangedError:
                    if again == 1:
                        raise
            if on_commit is not None:
                on_commit(done)
            return done

    async def _await_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """A cancelled caller does not tear it."""
        task = asyncio.ensure_future(work)
        self._writes_in_progress.add(task)
        task.add_done_callback(self._writes_in_progress.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise
