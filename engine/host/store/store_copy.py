"""All that is kept, from one store into another of any kind, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.host.store.database import QueryFunction, StoreError, Transaction
from engine.host.store.drivers.opening import open_snapshot, open_store
from engine.host.store.drivers.schema import table_names

PROCESS_TABLES = ("leases", "rate_limits")
"""Tables about processes that are running: nothing of them is taken along."""


async def copy_store(source: Path | str, target: Path | str) -> Mapping[str, int]:
    """Copy every row into a store that is empty, or made now, and look at both afterwards. Returns how many rows each table has.

    Nobody may use the source meanwhile; what is written to it would be found missing. Both have today's schema afterwards. Raises
    StoreError, and then nothing was copied, or, when the rows differ, what was copied is not to be used.
    """
    async with await open_store(source) as old, await open_store(target) as new:
        for name in table_names():
            if await new.fetch_first(f"SELECT 1 FROM {name} LIMIT 1"):
                raise StoreError("The store to copy to is not empty. Name a new file, or a new database.")
        numbered = await old.list_last_ids()
        with open_snapshot(source) as ask:

            async def work(tx: Transaction) -> None:
                for name in list_copied_tables():
                    columns, rows = _read_rows(ask, name)
                    places = ", ".join("?" * len(columns))
                    if rows:
                        await tx.execute_many(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})", rows)
                for name, last in numbered.items():
                    await tx.set_last_id(name, last)

            await new.write(work)
            counts: dict[str, int] = {}
            with open_snapshot(target) as asked:
                for name in list_copied_tables():
                    counts[name] = _compare_table(name, ask, asked)
        if await new.list_last_ids() != numbered:
            raise StoreError("The numbers of tables would begin anew. Do not use the copy.")
    return counts


def list_copied_tables() -> list[str]:
    """The tables whose rows are taken along, those first that others refer to."""
    return [name for name in table_names() if name not in PROCESS_TABLES]


def _read_rows(query: QueryFunction, name: str) -> tuple[list[str], list[tuple[int | str | None, ...]]]:
    """The columns of a table, and its rows, those first that were there first: a rematch refers to its table."""
    rows = list(query(f"SELECT * FROM {name} ORDER BY 1"))
    return list(rows[0].keys()) if rows else [], [tuple(row) for row in rows]


def _compare_table(name: str, source: QueryFunction, target: QueryFunction) -> int:
    """Compare a table of two stores. Returns how many rows it has; raises StoreError where they differ."""
    before, after = (
        {_name_values(columns, row) for row in rows}
        for columns, rows in (_read_rows(ask, name) for ask in (source, target))
    )
    if before != after:
        differing = len(before ^ after)
        raise StoreError(
            f"The rows of {name} are not the same in both stores ({differing} differ). Do not use the copy."
        )
    return len(before)


def _name_values(columns: list[str], row: tuple[int | str | None, ...]) -> frozenset[tuple[str, int | str | None]]:
    return frozenset(zip(columns, row, strict=True))
