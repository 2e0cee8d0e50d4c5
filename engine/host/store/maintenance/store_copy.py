"""Copies a whole store into another store of either kind, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.host.store.database import QueryFunction, StoreError, Transaction
from engine.host.store.drivers.opening import open_snapshot, open_store
from engine.host.store.drivers.schema import list_table_names

PROCESS_TABLES = ("leases", "rate_limits")
"""Tables about running processes, which are not copied."""


async def copy_store(source: Path | str, target: Path | str) -> Mapping[str, int]:
    """Copy every row into an empty or new store, compare both, and return the number of rows of each table.

    Nobody may write to the source meanwhile. Afterwards both have the newest schema.

    Raises:
        StoreError: Nothing was copied; or, if the message says that the rows differ, the copy must not be used.
    """
    async with await open_store(source) as old, await open_store(target) as new:
        for name in list_table_names():
            if await new.fetch_first(f"SELECT 1 FROM {name} LIMIT 1"):
                raise StoreError("The store to copy to is not empty. Name a new file, or a new database.")
        last_ids = await old.list_last_ids()
        with open_snapshot(source) as query_source:
            await new.write(lambda tx: _copy_rows(tx, query_source, last_ids))
            counts: dict[str, int] = {}
            with open_snapshot(target) as query_target:
                for name in list_copied_tables():
                    counts[name] = _compare_table(name, query_source, query_target)
        if await new.list_last_ids() != last_ids:
            raise StoreError("The numbers of tables would begin anew. Do not use the copy.")
    return counts


async def _copy_rows(tx: Transaction, query_source: QueryFunction, last_ids: Mapping[str, int]) -> None:
    for name in list_copied_tables():
        columns, rows = _read_rows(query_source, name)
        placeholders = ", ".join("?" * len(columns))
        if rows:
            await tx.execute_many(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({placeholders})", rows)
    for name, last_id in last_ids.items():
        await tx.set_last_id(name, last_id)


def list_copied_tables() -> list[str]:
    """List the tables to copy, referenced tables first."""
    return [name for name in list_table_names() if name not in PROCESS_TABLES]


def _read_rows(query: QueryFunction, name: str) -> tuple[list[str], list[tuple[int | str | None, ...]]]:
    """Return the column names and the rows of a table, oldest first: a rematch refers to its earlier table."""
    rows = list(query(f"SELECT * FROM {name} ORDER BY 1"))
    if not rows:
        return [], []
    return list(rows[0].keys()), [tuple(row) for row in rows]


def _compare_table(name: str, source: QueryFunction, target: QueryFunction) -> int:
    """Compare a table of two stores, and return how many rows it has.

    Raises:
        StoreError: The rows differ.
    """
    source_rows = _read_row_set(source, name)
    target_rows = _read_row_set(target, name)
    if source_rows != target_rows:
        differing = len(source_rows ^ target_rows)
        raise StoreError(
            f"The rows of {name} are not the same in both stores ({differing} differ). Do not use the copy."
        )
    return len(source_rows)


def _read_row_set(query: QueryFunction, name: str) -> set[frozenset[tuple[str, int | str | None]]]:
    """Return the rows as sets of (column, value): the order of the columns may differ between stores."""
    columns, rows = _read_rows(query, name)
    return {frozenset(zip(columns, row, strict=True)) for row in rows}
