"""`python -m tests.programs.scale`: the cost of a move with one process and SQLite, with one and PostgreSQL, and with two.

The same dice play the same games as fast as three people a process can. The program prints a JSON line for each way:
moves, CPU milliseconds of all bots a move (without the database server's), and moves a second. Two cores show the cost
of a move, not the load that two machines carry.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.host.store.drivers.opening import open_store
from engine.ops.config import Config
from tests.postgres import PostgresServer, start_server
from tests.process.fake_discord import FakeDiscord
from tests.programs.soak.pairs import PairPlay, ProcessGroup

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
WARMUP_MOVES = 20
"""Moves before the measurement: painters and caches have started by then."""


def measure_cpu_s(numbers: Iterable[int]) -> float:
    """Measure the CPU seconds of processes, including their ended children."""
    total = 0
    for number in numbers:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        total += sum(int(one) for one in fields[11:15])
    return total / TICKS_PER_S


async def measure_run(
    variant: str, lists: Sequence[str], address: str, folder: Path, arguments: argparse.Namespace
) -> dict[str, Any]:
    """Measure one way to run the bot, with a process for each of these lists."""
    async with FakeDiscord(4, arguments.tables // 2) as discord:
        where = address or folder / Config().store.path
        async with await open_store(where) as store:
            play = PairPlay(discord, store, arguments.seed)
            await play.start_tables(arguments.tables)
            groups = [ProcessGroup(discord, one, address, folder, "") for one in lists]
            for group in groups:
                await group.start_process()
            try:
                await discord.await_connected()
                await play.wait_until_settled()
                bots = [process.process_id for group in groups for process in group.running]
                await _play_moves(play, groups, WARMUP_MOVES)
                before, made, at = measure_cpu_s(bots), len(play.acknowledged), time.monotonic()
                await _play_moves(play, groups, arguments.moves)
                await play.wait_until_settled()
                made, lasted = len(play.acknowledged) - made, time.monotonic() - at
                return {
                    "way": variant,
                    "moves": made,
                    "CPU ms a move": round((measure_cpu_s(bots) - before) / made * 1000, 1),
                    "moves a second": round(made / lasted, 1),
                }
            finally:
                for group in groups:
                    await group.kill_all()


async def _play_moves(play: PairPlay, groups: Sequence[ProcessGroup], count: int) -> None:
    stop, until = asyncio.Event(), len(play.acknowledged) + count
    people = [asyncio.create_task(play.keep_playing(group, stop)) for group in groups for _ in range(3)]
    while len(play.acknowledged) < until:  # noqa: ASYNC110 - they tell nobody
        await asyncio.sleep(0.02)
    stop.set()
    await asyncio.gather(*people)


async def measure_all(arguments: argparse.Namespace, server: PostgresServer, folder: Path) -> None:
    """Measure all ways."""
    for way, lists, postgres in (
        ("SQLite, one process", ["0-3/4"], False),
        ("PostgreSQL, one process", ["0-3/4"], True),
        ("PostgreSQL, two processes", ["0-1/4", "2-3/4"], True),
    ):
        home = folder / way.replace(", ", "-").replace(" ", "-")
        home.mkdir()
        address = await server.create_database() if postgres else ""
        print(json.dumps(await measure_run(way, lists, address, home, arguments)), flush=True)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.scale")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", default="scale")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, start_server() as server:
        asyncio.run(measure_all(asked, server, Path(name)))
        asyncio.run(server.drop_databases())
    return 0


if __name__ == "__main__":
    sys.exit(main())
