"""Benchmark of the wait of a transaction for the nightly VACUUM, by the size of the file."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from engine.host.store.drivers.opening import open_store
from tests.programs.bench.row import BenchRow

SIZES_MB = (60, 500)
ROW_BYTES = 1500
"""About the size of a position."""
ROUNDS = 3


def _grow(path: Path, size_mb: int) -> None:
    """Fill a table until the file has this size, then delete a tenth of its rows."""
    rng = random.Random("vacuum")  # noqa: S311 - a program's dice
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE ballast (id INTEGER PRIMARY KEY, data BLOB)")
        rows = size_mb * 1_000_000 // ROW_BYTES
        file.executemany("INSERT INTO ballast (data) VALUES (?)", ((rng.randbytes(ROW_BYTES),) for _ in range(rows)))
        file.execute("DELETE FROM ballast WHERE id % 10 = 0")


async def _measure(path: Path) -> tuple[float, float]:
    """Return the seconds that a transaction waits during a VACUUM, and the seconds without one."""
    async with await open_store(path) as store:
        began = time.perf_counter()
        vacuum = asyncio.create_task(store.vacuum())
        await asyncio.sleep(0)  # the VACUUM begins
        await store.set_fact("ship", "Fram")
        waited_s = time.perf_counter() - began
        await vacuum
        began = time.perf_counter()
        await store.set_fact("ship", "Terra Nova")
        return waited_s, time.perf_counter() - began


def measure_rows() -> list[BenchRow]:
    """Return the seconds that a transaction waits during a VACUUM, compared with no VACUUM."""
    found: list[BenchRow] = []
    for size_mb in SIZES_MB:
        waits: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "bot.db"
                asyncio.run(_create(path))
                _grow(path, size_mb)
                waits.append(asyncio.run(_measure(path)))
        waited_s, alone_s = sorted(waits)[ROUNDS // 2]
        aim = "only at night after an erasure"
        found.append(
            BenchRow(f"write during VACUUM, {size_mb} MB | without", waited_s, alone_s, "s", waited_s / alone_s, aim)
        )
    return found


async def _create(path: Path) -> None:
    await (await open_store(path)).close()
