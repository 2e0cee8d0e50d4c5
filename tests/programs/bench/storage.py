"""Commits a second through the host's own store, and what a thousand stored tables cost a bot in memory."""

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
from tests.programs.bench.row import Row

MOVES = 300
TABLES = 1000

MEASURE = """
import asyncio, sys
from pathlib import Path
from cogs.client import Overwinter
from engine.ops.config import Config, Store
import simcord, gc

async def main():
    bot = Overwinter(Config(store=Store(sys.argv[1])))
    env = simcord.Env(bot, check_errors=False)
    env.create_guild("The hut").create_text_channel("games")
    await env.start()
    bot.picture_service._threads.shutdown()  # every painter is warm from here on
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


async def _moves(folder: Path) -> float:
    tables = await begun(folder / "moves.db", 1)
    made, table, spent = 0, await tables.table(1), 0.0
    while made < MOVES:
        if table.status != "running":
            await tables.lobby.open(1, 1000 + made, 1, "Ana", "amundsen", {"explorers": "random"})
            table = await tables.in_channel(1000 + made)
            await tables.lobby.join(table.id, 2, "Ben")
            table = await tables.lobby.start(table.id, 1)
        user = table.user_of((await tables.snapshots.take(table.id, None)).waiting[0])
        _, _, menu = await tables.moves.menu(table.id, user)
        words = sample(menu, lambda n, made=made: made % n)  # type: ignore[misc]
        began = time.perf_counter()
        table = await tables.moves.play(table.id, user, words)
        spent += time.perf_counter() - began
        made += 1
    await tables.store.close()
    return made / spent


async def _bare(folder: Path) -> float:
    """The same file settings, one small row a transaction: as fast as this disk commits."""
    path = folder / "bare.db"
    async with await Store.open(path):
        pass
    connection = await aiosqlite.connect(path, isolation_level=None)
    await connection.execute("PRAGMA synchronous=FULL")
    began = time.perf_counter()
    for n in range(MOVES):
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute("INSERT INTO facts VALUES (?, 'x')", (str(n),))
        await connection.commit()
    spent = time.perf_counter() - began
    await connection.close()
    return MOVES / spent


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
        moves, bare = asyncio.run(_moves(folder)), asyncio.run(_bare(folder))
        asyncio.run(_filled(folder / "full.db", TABLES))
        asyncio.run(_filled(folder / "empty.db", 0))
        full, empty = _resident(folder / "full.db"), _resident(folder / "empty.db")
    return [
        Row("moves kept | bare commits", moves, bare, "a second", moves / bare),
        Row(f"memory, {TABLES} stored tables | none", full, empty, "MB", full / empty, f"at most {empty + 10:.0f} MB"),
    ]
