"""Benchmark of moves stored a second, against bare commits and against the necessary rows of a move alone."""

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

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.table_services import TableServices
from engine.host.store.database import Store, Transaction
from engine.host.store.drivers.opening import open_store
from engine.host.store.drivers.sqlite import SqliteTransaction
from engine.kernel.menu import sample_move
from tests.programs.bench.row import BenchRow, build_row

ROUND_COUNT, MOVES_PER_BLOCK = 12, 30
"""Each round has MOVES_PER_BLOCK moves, their rows, and as many bare commits, in turn."""

TimeSpent = tuple[float, float]
"""Seconds of the clock and of the processor."""


class Statement(NamedTuple):
    """A statement that changes something, with the values of one row or of many rows."""

    sql: str
    values: Sequence[Any]
    many: bool


async def open_running_tables(path: Path, count: int) -> TableServices:
    """Open a file with `count` running tables."""
    tables = TableServices(await open_store(path), GameCatalogue(), lambda: datetime.now(UTC))
    for channel in range(1, count + 1):
        await _start_tables(tables, channel)
    return tables


async def _start_tables(tables: TableServices, channel: int) -> int:
    table = await tables.lobby.open(1, channel, 1, "Ana", "amundsen", {"explorers": "random"})
    await tables.lobby.join(table.id, 2, "Ben")
    return (await tables.lobby.start(table.id, 1)).id


class ServiceMoves:
    """Moves through the services, up to the moment at which each is acknowledged."""

    def __init__(self, tables: TableServices) -> None:
        self._tables, self._table, self._n = tables, 1, 0

    async def measure_block(self) -> TimeSpent:
        """Measure MOVES_PER_BLOCK moves. The clock does not count their choice."""
        tables, wall, cpu = self._tables, 0.0, 0.0
        for _ in range(MOVES_PER_BLOCK):
            table = await tables.load_table(self._table)
            if table.status != "running":
                self._table = await _start_tables(tables, 1000 + self._n)
                table = await tables.load_table(self._table)
            user = table.find_seat_user((await tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0])
            _, _, menu = await tables.moves.load_menu(table.id, user)
            words = sample_move(menu, lambda n: self._n % n)
            began, busy = time.perf_counter(), time.process_time()
            await tables.moves.play(table.id, user, words)
            wall, cpu = wall + time.perf_counter() - began, cpu + time.process_time() - busy
            self._n += 1
        return wall, cpu


class BareRows:
    """The rows of recorded moves, each move in one transaction, on the same terms as ours.

    There is one change of thread, with the same keys, triggers and durability. Nothing is looked up, computed or
    encoded.
    """

    def __init__(self, store: Store, transactions: Sequence[Sequence[Statement]]) -> None:
        self._store, self._transactions = store, iter(transactions)

    async def measure_block(self) -> TimeSpent:
        """Measure the rows of MOVES_PER_BLOCK moves. The clock does not count other writes, such as the next table."""
        wall, cpu, moves = 0.0, 0.0, 0
        while moves < MOVES_PER_BLOCK:
            statements = next(self._transactions)
            began, busy = time.perf_counter(), time.process_time()
            await self._store.write(_is_writing(statements), may_repeat=False)
            if _has_move(statements):
                wall, cpu = wall + time.perf_counter() - began, cpu + time.process_time() - busy
                moves += 1
        return wall, cpu


def _is_writing(statements: Sequence[Statement]) -> Callable[[Transaction], Any]:
    async def work(tx: Transaction) -> None:
        for sql, values, many in statements:
            await (tx.execute_many(sql, values) if many else tx.fetch_all(sql, *values))

    return work


def _has_move(statements: Sequence[Statement]) -> bool:
    """Whether a transaction contains a move."""
    return any(
        one.many and one.sql.startswith("INSERT INTO entries") and any("move" in row for row in one.values)
        for one in statements
    )


@contextmanager
def _record_statements(transactions: list[list[Statement]]) -> Iterator[None]:
    """Record the statements that write."""
    kind: Any = SqliteTransaction
    init, ask, run, many = kind.__init__, kind.fetch_all, kind.execute, kind.execute_many

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

    kind.__init__, kind.fetch_all, kind.execute, kind.execute_many = begin, asked, ran, ran_many
    try:
        yield
    finally:
        kind.__init__, kind.fetch_all, kind.execute, kind.execute_many = init, ask, run, many


async def _record_transactions(path: Path, moves: int) -> list[list[Statement]]:
    """Record everything that is written from an empty file to the last of `moves` moves, by transaction."""
    transactions: list[list[Statement]] = []
    with _record_statements(transactions):
        tables = await open_running_tables(path, 1)
        ours = ServiceMoves(tables)
        for _ in range(moves // MOVES_PER_BLOCK):
            await ours.measure_block()
    await tables.store.close()
    return transactions


async def _measure_bare_commits(connection: aiosqlite.Connection, first_id: int) -> TimeSpent:
    """Measure one small row a transaction with the same file settings: the commit rate of this disk."""
    began, busy = time.perf_counter(), time.process_time()
    for n in range(first_id, first_id + MOVES_PER_BLOCK):
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute("INSERT INTO facts VALUES (?, 'x')", (str(n),))
        await connection.commit()
    return time.perf_counter() - began, time.process_time() - busy


async def _measure_rounds(folder: Path) -> list[BenchRow]:
    transactions = await _record_transactions(folder / "played.db", (ROUND_COUNT + 1) * MOVES_PER_BLOCK)
    tables = await open_running_tables(folder / "moves.db", 1)
    async with await open_store(folder / "bare.db"):
        pass
    connection = await aiosqlite.connect(folder / "bare.db", isolation_level=None)
    await connection.execute("PRAGMA synchronous=FULL")
    async with await open_store(folder / "rows.db") as store:
        ours, alone, found = (
            ServiceMoves(tables),
            BareRows(store, transactions),
            list[tuple[TimeSpent, TimeSpent, TimeSpent]](),
        )
        for lap in range(ROUND_COUNT + 1):
            found.append(
                (
                    await ours.measure_block(),
                    await alone.measure_block(),
                    await _measure_bare_commits(connection, lap * MOVES_PER_BLOCK),
                )
            )
    await connection.close()
    await tables.store.close()
    return [
        build_row(
            f"moves kept | {what}, {by}",
            [(MOVES_PER_BLOCK / lap[0][clock], MOVES_PER_BLOCK / lap[peer][clock]) for lap in found[1:]],
            "a second",
            aim,
        )
        for what, peer, aim in (("bare commits", 2, "at least 0.5"), ("their rows", 1, ""))
        for clock, by in enumerate(("by the clock", "processor"))
    ]


def measure_rows() -> list[BenchRow]:
    """Return moves acknowledged a second, against bare commits and against their rows alone."""
    with tempfile.TemporaryDirectory() as name:
        return asyncio.run(_measure_rounds(Path(name)))
