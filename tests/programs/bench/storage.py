"""Benchmark of a bot's memory with a thousand stored tables and warm painters."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import tempfile
from pathlib import Path

import simcord

from cogs.client import Overwinter
from engine.kernel import registry
from engine.kernel.text import translate_to_english
from engine.ops.config import Config, StoreConfig
from render.kit.encode import encode_png
from render.kit.scene import load_painter
from tests.programs.bench.memory import measure_memory_mb
from tests.programs.bench.pictures import TABLE_COUNT as GAME_COUNT
from tests.programs.bench.pictures import BenchGame
from tests.programs.bench.row import BenchRow
from tests.programs.bench.storage_rate import open_running_tables

TABLE_COUNT = 1000


async def _print_memory(path: Path) -> None:
    """Start a bot on a database, let every painter draw for as many tables as it likes, and print the resident megabytes."""
    bot = Overwinter(Config(store=StoreConfig(str(path))))
    env = simcord.Env(bot, check_errors=False)
    env.create_guild("The hut").create_text_channel("games")
    await env.start()
    await bot.picture_service.close()
    for slug in registry.list_slugs():
        painter = load_painter(slug)
        for number in range(GAME_COUNT):
            drawing = painter.draw_board(BenchGame(slug, number).build_scene(), translate_to_english)
            encode_png(drawing, painter.load_palette())
    gc.collect()
    print(measure_memory_mb("self")[0])
    await env.shutdown()
    await bot.close()


def _measure_resident_mb(path: Path) -> float:
    command = [sys.executable, "-m", "tests.programs.bench.storage", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ran.stdout.split()[-1])


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


if __name__ == "__main__":
    asyncio.run(_print_memory(Path(sys.argv[1])))
