"""Benchmark of many tables: a list of a thousand tables against a short one, and a start with ten thousand against none."""

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

import simcord

from cogs.client import Overwinter
from engine.ops.config import Config, StoreConfig
from tests.discord.fake_server import open_server
from tests.programs.bench.presses import Stopwatch
from tests.programs.bench.row import BenchRow, measure_alternately
from tests.programs.bench.storage_rate import open_running_tables

ANAS_TABLE_COUNT, BENS_TABLE_COUNT, STORED_TABLE_COUNT = 1000, 10, 10_000
LIST_COUNT, ROUND_COUNT = 20, 3

COPIED_COLUMNS = {
    "tables": {"id": "id + i", "channel_id": "channel_id + i"},
    "seats": {},
    "entries": {"interaction_id": "NULL"},
    "log_lines": {},
    "positions": {},
    "board_posts": {"channel_id": "channel_id + i"},
    "posted_revisions": {},
    "turn_deadlines": {},
}
"""The database tables of a game, in an order in which they can be written, and the columns that differ in each copy."""


def copy_tables(path: Path, count: int) -> None:
    """Copy table 1 with all its rows into channels of their own, until there are `count` tables."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
    with closing(sqlite3.connect(path)) as base, base:
        for name, own in COPIED_COLUMNS.items():
            columns = [row[1] for row in base.execute(f"PRAGMA table_info({name})")]
            taken = ", ".join({"table_id": "table_id + i", **own}.get(column, column) for column in columns)
            key = "id" if name == "tables" else "table_id"
            taken_from = f"SELECT {taken} FROM {name}, n WHERE {key} = 1"  # noqa: S608 - names of our own
            base.execute(f"INSERT INTO {name} ({', '.join(columns)}) {numbers} {taken_from}", (count - 1,))


async def _measure_lists(folder: Path, watch: Stopwatch) -> BenchRow:
    """Measure /mytables of Ana, who sits at all of the tables, and of Ben, who sits at few of them."""
    async with open_server(folder) as home:
        await home.start_game("amundsen", 2)
        copy_tables(Path(home.config.store.path), ANAS_TABLE_COUNT)
        sql = "UPDATE seats SET user_id = ? WHERE user_id = ? AND table_id > ?"
        await home.bot.store.write(lambda at: at.execute(sql, home.cy.id, home.ben.id, BENS_TABLE_COUNT))
        spent: list[tuple[float, float]] = []
        for _ in range(LIST_COUNT + 1):
            each = []
            for who in (home.ana, home.ben):
                began = time.process_time()
                await home.run_command(who, "mytables")
                each.append((watch.stopped_at - began) * 1000)
            spent.append((each[0], each[1]))
    name = f"/mytables, {ANAS_TABLE_COUNT:,} tables | {BENS_TABLE_COUNT}"
    ours, theirs = (median(one[n] for one in spent[1:]) for n in (0, 1))
    return BenchRow(name, ours, theirs, "ms", median(one / other for one, other in spent[1:]), "at most 50 ms")


async def _fill_database(path: Path) -> None:
    tables = await open_running_tables(path, 1)
    # Mark the boards as posted: this benchmark does not measure ten thousand posts.
    await tables.store.write(
        lambda at: at.execute("INSERT INTO board_posts SELECT id, revision, channel_id, id, '[]' FROM tables")
    )
    await tables.lost_moves.end_run()  # after a kill the start would compare each table with its channel
    await tables.store.close()
    copy_tables(path, STORED_TABLE_COUNT)


async def _print_start_time(path: Path) -> None:
    """Start a bot on a database, and print the seconds until it listens."""
    bot = Overwinter(Config(store=StoreConfig(str(path))))
    env = simcord.Env(bot, check_errors=False)
    env.create_guild("The hut").create_text_channel("games")
    began = time.perf_counter()
    await env.start()
    print(time.perf_counter() - began)
    await env.shutdown()
    await bot.close()


def _measure_start_s(path: Path) -> float:
    """Measure the seconds until a bot in a process of its own listens."""
    command = [sys.executable, "-m", "tests.programs.bench.many_tables", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ran.stdout.split()[-1])


def measure_rows() -> list[BenchRow]:
    """Return milliseconds until the list is there, and seconds until the bot listens."""
    with tempfile.TemporaryDirectory() as name, Stopwatch() as watch:
        looks = asyncio.run(_measure_lists(Path(name), watch))
    with tempfile.TemporaryDirectory() as name:
        full, empty = Path(name) / "full.db", Path(name) / "empty.db"
        asyncio.run(_fill_database(full))
        title = f"start, {STORED_TABLE_COUNT:,} stored tables | none"
        starts = measure_alternately(
            title,
            lambda: _measure_start_s(full),
            lambda: _measure_start_s(empty),
            "s",
            rounds=ROUND_COUNT,
            goal="at most 0.5 s more",
        )
    return [looks, starts]


if __name__ == "__main__":
    asyncio.run(_print_start_time(Path(sys.argv[1])))
