"""Moves kept a second beside bare commits, and what a thousand stored tables cost a bot in memory, with every painter warm."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.database import Store
from engine.kernel.menu import sample
from tests.programs.bench.row import Row, paired

ROUNDS, BLOCK = 12, 30
"""Rounds of so many moves and so many bare commits in turn."""
TABLES = 1000

MEASURE = """
import asyncio, sys
from pathlib import Path
from cogs.client import Overwinter
from engine.ops.config import Config, Store
from engine.kernel import registry
from engine.kernel.text import english
from render.kit.encode import png
from render.kit.scene import painter
from tests.programs.bench.pictures import TABLES, Table
import simcord, gc

async def main():
    bot = Overwinter(Config(store=Store(sys.argv[1])))
    env = simcord.Env(bot, check_errors=False)
    env.create_guild("The hut").create_text_channel("games")
    await env.start()
    await bot.picture_service.close()
    for slug in registry.slugs():  # every painter has drawn for as many tables as it likes
        for n in range(TABLES):
            png(painter(slug).paint(Table(slug, n).scene(), english), painter(slug).palette())
    gc.collect()
    print([line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")][0])
    await env.shutdown()
    await bot.close()

asyncio.run(main())
"""


async def begun(path: Path, count: int) -> Tables:
    """A file with so many running tables, open."""
    tables = Tables(await Store.open(path), Catalogue(), lambda: datetime.now(UTC))
    for channel in range(1, count + 1):
        table = await tables.lobby.open(1, channel, 1, "Ana", "amundsen", {"explorers": "random"})
        await tables.lobby.join(table.id, 2, "Ben")
        await tables.lobby.start(table.id, 1)
    return tables


class Moves:
    """Moves through the services, up to the moment at which each is acknowledged; `spent` is wall time and processor time."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._table, self._n = tables, 1, 0

    async def block(self) -> tuple[float, float]:
        """Seconds of the clock and of the processor for BLOCK moves; what is chosen is chosen before."""
        tables, wall, cpu = self._tables, 0.0, 0.0
        for _ in range(BLOCK):
            table = await tables.table(self._table)
            if table.status != "running":
                channel = 1000 + self._n
                opened = await tables.lobby.open(1, channel, 1, "Ana", "amundsen", {"explorers": "random"})
                await tables.lobby.join(opened.id, 2, "Ben")
                table = await tables.lobby.start(opened.id, 1)
                self._table = table.id
            user = table.user_of((await tables.snapshots.take(table.id, None)).waiting[0])
            _, _, menu = await tables.moves.menu(table.id, user)
            words = sample(menu, lambda n: self._n % n)
            began, busy = time.perf_counter(), time.process_time()
            await tables.moves.play(table.id, user, words)
            wall, cpu = wall + time.perf_counter() - began, cpu + time.process_time() - busy
            self._n += 1
        return wall, cpu


async def _bare(connection: aiosqlite.Connection, first: int) -> tuple[float, float]:
    """The same file settings, one small row a transaction: as fast as this disk commits."""
    began, busy = time.perf_counter(), time.process_time()
    for n in range(first, first + BLOCK):
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute("INSERT INTO facts VALUES (?, 'x')", (str(n),))
        await connection.commit()
    return time.perf_counter() - began, time.process_time() - busy


async def _kept(folder: Path) -> list[Row]:
    tables = await begun(folder / "moves.db", 1)
    async with await Store.open(folder / "bare.db"):
        pass
    connection = await aiosqlite.connect(folder / "bare.db", isolation_level=None)
    await connection.execute("PRAGMA synchronous=FULL")
    ours, found = Moves(tables), list[tuple[tuple[float, float], tuple[float, float]]]()
    for lap in range(ROUNDS + 1):
        found.append((await ours.block(), await _bare(connection, lap * BLOCK)))
    await connection.close()
    await tables.store.close()
    wall = [(BLOCK / one[0], BLOCK / other[0]) for one, other in found[1:]]
    cpu = [(BLOCK / one[1], BLOCK / other[1]) for one, other in found[1:]]
    return [
        paired("moves kept | bare commits, by the clock", wall, "a second", "at least 0.5"),
        paired("moves kept | bare commits, processor", cpu, "a second", "at least 0.5"),
    ]


def _resident(path: Path) -> float:
    ran = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True)
    return int(ran.stdout.split()[-1]) / 1000


async def _filled(path: Path, count: int) -> None:
    tables = await begun(path, count)
    # Shown already: a start that has a thousand boards to post is another question.
    await tables.store.write(lambda at: at.run("INSERT INTO posts SELECT id, rev, channel, id, '[]' FROM tables"))
    await tables.store.close()


def rows() -> list[Row]:
    """Moves acknowledged a second beside bare commits, and resident megabytes beside an empty bot."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = asyncio.run(_kept(folder))
        asyncio.run(_filled(folder / "full.db", TABLES))
        asyncio.run(_filled(folder / "empty.db", 0))
        full, empty = _resident(folder / "full.db"), _resident(folder / "empty.db")
    return [
        *kept,
        Row(
            f"memory, {TABLES} tables, painted | none", full, empty, "MB", full / empty, f"at most {empty + 10:.0f} MB"
        ),
    ]
