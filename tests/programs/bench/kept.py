"""Moves kept a second beside bare commits, and beside writing their rows and nothing else: what a move writes in any case."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.database import Store, Transaction
from engine.host.store.drivers.opening import open_store
from engine.host.store.drivers.sqlite import SqliteTransaction
from engine.kernel.menu import sample
from tests.programs.bench.row import Row, paired

ROUNDS, BLOCK = 12, 30
"""Rounds of so many moves, their rows, and so many bare commits in turn."""

Spent = tuple[float, float]
"""Seconds of the clock and of the processor."""


class Statement(NamedTuple):
    """A statement that changes something: a row's values, or those of many rows."""

    sql: str
    values: Sequence[Any]
    many: bool


async def begun(path: Path, count: int) -> Tables:
    """A file with so many running tables, open."""
    tables = Tables(await open_store(path), Catalogue(), lambda: datetime.now(UTC))
    for channel in range(1, count + 1):
        await _begin(tables, channel)
    return tables


async def _begin(tables: Tables, channel: int) -> int:
    table = await tables.lobby.open(1, channel, 1, "Ana", "amundsen", {"explorers": "random"})
    await tables.lobby.join(table.id, 2, "Ben")
    return (await tables.lobby.start(table.id, 1)).id


class Moves:
    """Moves through the services, up to the moment at which each is acknowledged."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._table, self._n = tables, 1, 0

    async def block(self) -> Spent:
        """What BLOCK moves take; what is chosen is chosen before."""
        tables, wall, cpu = self._tables, 0.0, 0.0
        for _ in range(BLOCK):
            table = await tables.table(self._table)
            if table.status != "running":
                self._table = await _begin(tables, 1000 + self._n)
                table = await tables.table(self._table)
            user = table.user_of((await tables.snapshots.take(table.id, None)).waiting[0])
            _, _, menu = await tables.moves.menu(table.id, user)
            words = sample(menu, lambda n: self._n % n)
            began, busy = time.perf_counter(), time.process_time()
            await tables.moves.play(table.id, user, words)
            wall, cpu = wall + time.perf_counter() - began, cpu + time.process_time() - busy
            self._n += 1
        return wall, cpu


class Rows:
    """The rows of moves that were played elsewhere, each move's in one transaction, on the same terms as ours: one hop, the same
    keys, triggers and durability. Nothing is looked up, worked out or encoded."""

    def __init__(self, store: Store, transactions: Sequence[Sequence[Statement]]) -> None:
        self._store, self._transactions = store, iter(transactions)

    async def block(self) -> Spent:
        """What the rows of BLOCK moves take; what else was written, such as the next table, is written beside the clock."""
        wall, cpu, moves = 0.0, 0.0, 0
        while moves < BLOCK:
            statements = next(self._transactions)
            began, busy = time.perf_counter(), time.process_time()
            await self._store.write(_writing(statements), repeat=False)
            if _moves(statements):
                wall, cpu = wall + time.perf_counter() - began, cpu + time.process_time() - busy
                moves += 1
        return wall, cpu


def _writing(statements: Sequence[Statement]) -> Callable[[Transaction], Any]:
    async def work(tx: Transaction) -> None:
        for sql, values, many in statements:
            await (tx.many(sql, values) if many else tx.all(sql, *values))

    return work


def _moves(statements: Sequence[Statement]) -> bool:
    """Whether somebody has moved in a transaction."""
    return any(
        one.many and one.sql.startswith("INSERT INTO entries") and any("move" in row for row in one.values)
        for one in statements
    )


@contextmanager
def _listening(transactions: list[list[Statement]]) -> Iterator[None]:
    """Note what is written."""
    kind: Any = SqliteTransaction
    init, ask, run, many = kind.__init__, kind.all, kind.run, kind.many

    def begin(tx: Any, *args: Any) -> None:
        init(tx, *args)
        transactions.append([])

    async def asked(tx: Any, sql: str, *values: Any) -> Any:
        if not sql.startswith("SELECT"):
            transactions[-1].append(Statement(sql, values, many=False))
        return await ask(tx, sql, *values)

    async def ran(tx: Any, sql: str, *values: Any) -> Any:
        transactions[-1].append(Statement(sql, values, many=False))
        return await run(tx, sql, *values)

    async def ran_many(tx: Any, sql: str, rows: Any) -> None:
        listed = [*rows]
        transactions[-1].append(Statement(sql, listed, many=True))
        await many(tx, sql, listed)

    kind.__init__, kind.all, kind.run, kind.many = begin, asked, ran, ran_many
    try:
        yield
    finally:
        kind.__init__, kind.all, kind.run, kind.many = init, ask, run, many


async def _played(path: Path, moves: int) -> list[list[Statement]]:
    """All that is written from an empty file to the last of so many moves, transaction by transaction."""
    transactions: list[list[Statement]] = []
    with _listening(transactions):
        tables = await begun(path, 1)
        ours = Moves(tables)
        for _ in range(moves // BLOCK):
            await ours.block()
    await tables.store.close()
    return transactions


async def _bare(connection: aiosqlite.Connection, first: int) -> Spent:
    """The same file settings, one small row a transaction: as fast as this disk commits."""
    began, busy = time.perf_counter(), time.process_time()
    for n in range(first, first + BLOCK):
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute("INSERT INTO facts VALUES (?, 'x')", (str(n),))
        await connection.commit()
    return time.perf_counter() - began, time.process_time() - busy


async def _kept(folder: Path) -> list[Row]:
    transactions = await _played(folder / "played.db", (ROUNDS + 1) * BLOCK)
    tables = await begun(folder / "moves.db", 1)
    async with await open_store(folder / "bare.db"):
        pass
    connection = await aiosqlite.connect(folder / "bare.db", isolation_level=None)
    await connection.execute("PRAGMA synchronous=FULL")
    async with await open_store(folder / "rows.db") as store:
        ours, alone, found = Moves(tables), Rows(store, transactions), list[tuple[Spent, Spent, Spent]]()
        for lap in range(ROUNDS + 1):
            found.append((await ours.block(), await alone.block(), await _bare(connection, lap * BLOCK)))
    await connection.close()
    await tables.store.close()
    return [
        paired(
            f"moves kept | {what}, {by}",
            [(BLOCK / lap[0][clock], BLOCK / lap[peer][clock]) for lap in found[1:]],
            "a second",
            aim,
        )
        for what, peer, aim in (("bare commits", 2, "at least 0.5"), ("their rows", 1, ""))
        for clock, by in enumerate(("by the clock", "processor"))
    ]


def rows() -> list[Row]:
    """Moves acknowledged a second beside bare commits, and beside their rows alone."""
    with tempfile.TemporaryDirectory() as name:
        return asyncio.run(_kept(Path(name)))
