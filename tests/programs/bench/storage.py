"""Benchmark of a bot's memory with a thousand stored tables and warm painters."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.programs.bench.row import BenchRow
from tests.programs.bench.storage_rate import open_running_tables

TABLE_COUNT = 1000

MEASURE_SCRIPT = """
import asyncio, sys
from pathlib import Path
from cogs.client import Overwinter
from engine.ops.config import Config, Store
from engine.kernel import registry
from engine.kernel.text import translate_to_english
from render.kit.encode import png
from render.kit.scene import load_painter
from tests.programs.bench.pictures import TABLE_COUNT, BenchGame
import simcord, gc

async def main():
    bot = Overwinter(Config(store=Store(sys.argv[1])))
    env = simcord.Env(bot, check_errors=False)
    env.create_guild("The hut").create_text_channel("games")
    await env.start()
    await bot.picture_service.close()
    for slug in registry.list_slugs():  # every painter has drawn for as many tables as it likes
        for n in range(TABLE_COUNT):
            painter = load_painter(slug)
            png(painter.draw_board(BenchGame(slug, n).build_scene(), translate_to_english), painter.load_palette())
    gc.collect()
    print([line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")][0])
    await env.shutdown()
    await bot.close()

asyncio.run(main())
"""


def _measure_resident_mb(path: Path) -> float:
    ran = subprocess.run([sys.executable, "-c", MEASURE_SCRIPT, str(path)], capture_output=True, text=True, check=True)
    return int(ran.stdout.split()[-1]) / 1000


async def _fill_database(path: Path, count: int) -> None:
    tables = await open_running_tables(path, count)
    # Mark the boards as posted: this benchmark does not measure a thousand posts.
    await tables.store.write(
        lambda at: at.execute("INSERT INTO board_posts SELECT id, revision, channel_id, id, '[]' FROM tables")
    )
    await tables.store.close()


def measure_rows() -> list[BenchRow]:
    """Return the resident megabytes, against an empty bot."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(_fill_database(folder / "full.db", TABLE_COUNT))
        asyncio.run(_fill_database(folder / "empty.db", 0))
        full, empty = _measure_resident_mb(folder / "full.db"), _measure_resident_mb(folder / "empty.db")
    return [
        BenchRow(
            f"memory, {TABLE_COUNT} tables, painted | none",
            full,
            empty,
            "MB",
            full / empty,
            f"at most {empty + 10:.0f} MB",
        ),
    ]
