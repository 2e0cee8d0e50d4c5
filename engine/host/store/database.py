"""The interface of the store, which both databases implement.

The SQL statements are in the modules of this package, written once for both databases. `drivers` holds the differences.
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
"""Runs a query with its values and returns its rows, in a thread without an event loop."""
POSTGRES_PREFIXES = ("postgresql://", "postgres://")
"""The beginning of a PostgreSQL address. Anything else names an SQLite file."""


class StoreError(Exception):
    """Raised when the store cannot be used. The message is a sentence for the administrator.

    `is_disk_full` is set if the disk is full, `is_server_away` if the server cannot be reached at the moment.
    `is_outcome_unknown` is set if the connection was lost during a commit and the server could not be asked
    afterwards. `is_damaged` is set if the file is damaged or not a database.
    """

    def __init__(
        self,
        sentence: str,
        *,
        is_disk_full: bool = False,
        is_server_away: bool = False,
        is_outcome_unknown: bool = False,
        is_damaged: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.is_disk_full = is_disk_full
        self.is_server_away = is_server_away
        self.is_outcome_unknown = is_outcome_unknown
        self.is_damaged = is_damaged

    @property
    def is_temporary(self) -> bool:
        """Whether the store may work again without a new start or a changed setting."""
        return self.is_disk_full or self.is_server_away or self.is_outcome_unknown


class ConstraintError(Exception):
    """Raised when a row violates a constraint: its key is taken, or the row that it refers to does not exist."""


class TableChangedError(Exception):
    """Raised when the rows of a game's table have changed since they were read, for example through another process."""


class Row(Protocol):
    """A row of a result, with values by column name or number."""

    def __getitem__(self, key: Any, /) -> Any:  # noqa: ANN401 - a value of the column's type
        """Return the value of a column."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the values."""

    def keys(self) -> Any:  # noqa: ANN401 - SQLite returns a list, PostgreSQL an iterator
        """Return the names of the columns."""


MAX_TRANSACTION_TRIES = 5
"""How many times a transaction runs if other processes change the same rows."""


def is_address(store_address: Path | str) -> TypeGuard[str]:
    """Return whether this is the address of a PostgreSQL database, not the path of a file."""
    return isinstance(store_address, str) and store_address.startswith(POSTGRES_PREFIXES)


class Queries(Protocol):
    """An object that runs queries: the store, a reader or a transaction."""

    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """Return the first row of a query, None if there is none."""


def list_column(rows: Iterable[Row], name: str) -> list[Any]:
    """Return the values of a column, row by row."""
    return [row[name] for row in rows]


class Reader(ABC):
    """Queries on one snapshot of the database."""

    @abstractmethod
    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """Return the first row of a query, None if there is none."""
        rows = await self.fetch_all(sql, *values)
        return rows[0] if rows else None


class Transaction(ABC):
    """The queries and changes inside `Store.write`. A transaction sees its own changes."""

    @abstractmethod
    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query."""

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """Return the first row of a query, None if there is none."""
        rows = await self.fetch_all(sql, *values)
        return rows[0] if rows else None

    @abstractmethod
    async def execute(self, sql: str, *values: SqlValue) -> int:
        """Execute a statement and return how many rows it changed."""

    @abstractmethod
    async def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """Execute a statement once for every row of values."""

    @abstractmethod
    async def set_last_id(self, table: str, last_id: int) -> None:
        """Give the next row of a table the id after `last_id`."""

    async def insert(self, sql: str, *values: SqlValue) -> int:
        """Insert a row into a table with generated ids, and return the new id."""
        (row,) = await self.fetch_all(f"{sql} RETURNING id", *values)
        return int(row["id"])

    async def fact(self, name: str) -> str | None:
        """Return a value that the bot stored about itself."""
        row = await self.fetch_first("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row["value"])

    async def set_fact(self, name: str, value: str) -> None:
        """Store a value about the bot itself."""
        sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.execute(sql, name, value)

    async def delete_fact(self, name: str, value: str) -> None:
        """Delete a fact if it still has this value."""
        await self.execute("DELETE FROM facts WHERE name = ? AND value = ?", name, value)


class Store(ABC):
    """An open database.

    Use `async with await open_store(where)` or close it: an open connection keeps the process alive. Every query
    and every change raises StoreError if the database cannot be used.
    """

    def __init__(self, due_times: DueTimes) -> None:
        self.due_times = due_times
        self.is_vacuuming = False
        self._lock = asyncio.Lock()
        self._writes_in_progress: set[asyncio.Future[Any]] = set()

    @property
    @abstractmethod
    def path(self) -> Path | None:
        """The file of the store, None for a database on a server."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the running writes and close all connections."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @abstractmethod
    async def fetch_all(self, sql: str, *values: SqlValue) -> list[Row]:
        """Return the rows of a query, as last committed.

        Raises:
            StoreError: The database cannot be used.
        """

    async def fetch_first(self, sql: str, *values: SqlValue) -> Row | None:
        """Return the first row of a query, None if there is none."""
        rows = await self.fetch_all(sql, *values)
        return rows[0] if rows else None

    @abstractmethod
    async def read(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        """Run several queries on one snapshot. `work` may await nothing but its reader."""

    async def write(
        self,
        work: Callable[[Transaction], Awaitable[T]],
        on_commit: Callable[[T], None] | None = None,
        *,
        may_repeat: bool = True,
    ) -> T:
        """Run `work` in one transaction, which is on disk when this returns.

        `work` may await nothing but its transaction: read everything else before. `on_commit` is called with
        the result of `work` right after the commit. If the caller is cancelled, the transaction is still
        finished and `on_commit` called before the cancellation continues. Only one transaction runs at a time.
        If another process changed the same rows, `work` runs again unless `may_repeat` is false.

        Raises:
            ConstraintError: A row violates a constraint.
            StoreError: The database cannot be used.
            TableChangedError: Another process changed the same rows, and `work` may not run again.
        """
        return await self._write_shielded(work, on_commit, MAX_TRANSACTION_TRIES if may_repeat else 1)

    @abstractmethod
    async def vacuum(self) -> None:
        """Remove the bytes of deleted rows from the database's files. Transactions wait meanwhile; queries do not.

        Raises:
            StoreError: The disk has too little space for it, or a long query is in the way.
        """

    @abstractmethod
    async def check_pages(self) -> None:
        """Check that every page of the database can be read, which takes a second for each 100 MB.

        Raises:
            StoreError: A page is damaged.
        """

    @abstractmethod
    async def measure_size(self) -> int:
        """Return the size of the database in bytes."""

    @property
    def writes_in_progress(self) -> int:
        """The number of transactions that run or wait."""
        return len(self._writes_in_progress)

    async def load_fact(self, name: str) -> str | None:
        """Return a value that the bot stored about itself."""
        row = await self.fetch_first("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row["value"])

    async def set_fact(self, name: str, value: str) -> None:
        """Store a value about the bot itself."""
        await self.write(lambda tx: tx.set_fact(name, value))

    @abstractmethod
    async def begin_session(self, holder: str, on_lost: Callable[[], None]) -> None:
        """Show other processes that `holder` is connected, until this store is closed. Call `on_lost` if the connection ends.

        The next transaction then begins the session again.
        """

    @abstractmethod
    async def has_session(self, holder: str) -> bool | None:
        """Return whether a holder is connected, None if the store cannot know."""

    @abstractmethod
    async def list_last_ids(self) -> dict[str, int]:
        """Return the last generated id of each table that has generated ids. Ids of deleted rows count."""

    @abstractmethod
    async def write_backup(self, target: Path | str) -> None:
        """Write a consistent copy into a file, while the bot runs.

        Raises:
            StoreError: The copy cannot be written, or the database has its own backup program.
        """

    @abstractmethod
    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one transaction. The caller holds the write lock."""

    async def _write_shielded(
        self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None] | None, max_tries: int
    ) -> T:
        """Write as soon as no other transaction runs, even if the caller is cancelled meanwhile."""
        return await self._await_shielded(self._write_with_lock(work, on_commit, max_tries))

    async def _write_with_lock(
        self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None] | None, max_tries: int
    ) -> T:
        async with self._lock:
            for tries_left in range(max_tries - 1, -1, -1):
                try:
                    result = await self._write(work)
                    break
                except TableChangedError:
                    if not tries_left:
                        raise
            if on_commit is not None:
                on_commit(result)
            return result

    async def _await_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work`, and finish it even if the caller is cancelled."""
        task = asyncio.ensure_future(work)
        self._writes_in_progress.add(task)
        task.add_done_callback(self._writes_in_progress.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise
