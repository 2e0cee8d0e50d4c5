"""Many tables: the list of one's thousand tables beside a short one, and a start with ten thousand beside an empty one."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from tests.discord.hut import hut
from tests.programs.bench.kept import begun
from tests.programs.bench.presses import Stopwatch
from tests.programs.bench.row import Row, compared

MINE, FEW, STORED = 1000, 10, 10_000
LOOKS, ROUNDS = 20, 3

START = """
import asyncio, sys, time
from cogs.client import Overwinter
from engine.ops.config import Config, Store
import simcord

async def main():
    bot = Overwinter(Config(store=Store(sys.argv[1])))
    env = simcord.Env(bot, check_errors=False)
    env.create_guild("The hut").create_text_channel("games")
    began = time.perf_counter()
    await env.start()
    print(time.perf_counter() - began)
    await env.shutdown()
    await bot.close()

asyncio.run(main())
"""


COPIED = {
    "tables": {"id": "id + i", "channel_id": "channel_id + i"},
    "seats": {},
    "entries": {"interaction_id": "NULL"},
    "log_lines": {},
    "positions": {},
    "board_posts": {},
    "posted_revisions": {},
    "turn_deadlines": {},
}
"""What makes a table, in an order in which it can be written, and the columns that are its own."""


def multiplied(path: Path, count: int) -> None:
    """Copies of table 1 with all that belongs to it, in channels of their own, so that there are `count` of them."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
    with closing(sqlite3.connect(path)) as base, base:
        for name, own in COPIED.items():
            columns = [row[1] for row in base.execute(f"PRAGMA table_info({name})")]
            taken = ", ".join({"table_id": "table_id + i", **own}.get(column, column) for column in columns)
            key = "id" if name == "tables" else "table_id"
            taken_from = f"SELECT {taken} FROM {name}, n WHERE {key} = 1"  # noqa: S608 - names of our own
            base.execute(f"INSERT INTO {name} ({', '.join(columns)}) {numbers} {taken_from}", (count - 1,))


async def _looks(folder: Path, watch: Stopwatch) -> Row:
    """/mytables of Ana, who sits at all of the tables, and of Ben, at few of the same."""
    async with hut(folder) as home:
        await home.begin("amundsen", 2)
        multiplied(Path(home.config.store.path), MINE)
        sql = "UPDATE seats SET user_id = ? WHERE user_id = ? AND table_id > ?"
        await home.bot.store.write(lambda at: at.run(sql, home.cy.id, home.ben.id, FEW))
        spent: list[tuple[float, float]] = []
        for _ in range(LOOKS + 1):
            each = []
            for who in (home.ana, home.ben):
                began = time.process_time()
                await home.slash(who, "mytables")
                each.append((watch.stopped - began) * 1000)
            spent.append((each[0], each[1]))
    name = f"/mytables, {MINE:,} tables | {FEW}"
    ours, theirs = (median(one[n] for one in spent[1:]) for n in (0, 1))
    return Row(name, ours, theirs, "ms", median(one / other for one, other in spent[1:]), "at most 50 ms")


async def _filled(path: Path) -> None:
    tables = await begun(path, 1)
    # Shown already: a start that has ten thousand boards to post is another question.
    await tables.store.write(
        lambda at: at.run("INSERT INTO board_posts SELECT id, revision, channel_id, id, '[]' FROM tables")
    )
    await tables.store.close()
    multiplied(path, STORED)


def _start(path: Path) -> float:
    """Seconds from nothing to a bot that listens, in a process of its own."""
    ran = subprocess.run([sys.executable, "-c", START, str(path)], capture_output=True, text=True, check=True)
    return float(ran.stdout.split()[-1])


def rows() -> list[Row]:
    """Milliseconds until the list is there, and seconds until the bot listens."""
    with tempfile.TemporaryDirectory() as name, Stopwatch() as watch:
        looks = asyncio.run(_looks(Path(name), watch))
    with tempfile.TemporaryDirectory() as name:
        full, empty = Path(name) / "full.db", Path(name) / "empty.db"
        asyncio.run(_filled(full))
        title = f"start, {STORED:,} stored tables | none"
        starts = compared(
            title, lambda: _start(full), lambda: _start(empty), "s", rounds=ROUNDS, aim="at most 0.5 s more"
        )
    return [looks, starts]
