"""`python -m tests.programs.scale`: what a move costs with one process and SQLite, with one and PostgreSQL, and with two.

The same games are played by the same dice as fast as three people a process can. A JSON line for each way: moves, CPU
milliseconds of all bots a move (without the database server's), and moves a second. Two cores show what a move costs, not what two
machines carry.
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
from tests.postgres import Server, serving
from tests.process.fake_discord import FakeDiscord
from tests.programs.soak.pairs import Group, Play

TICKS = os.sysconf("SC_CLK_TCK")
WARM = 20
"""Moves before anything is measured: painters and caches have begun by then."""


def seconds(numbers: Iterable[int]) -> float:
    """CPU seconds of processes, those of children that have ended included."""
    total = 0
    for number in numbers:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        total += sum(int(one) for one in fields[11:15])
    return total / TICKS


async def measured(
    way: str, lists: Sequence[str], address: str, folder: Path, asked: argparse.Namespace
) -> dict[str, Any]:
    """One way to run the bot: a process for each of these lists."""
    async with FakeDiscord(4, asked.tables // 2) as discord:
        where = address or folder / Config().store.path
        async with await open_store(where) as store:
            play = Play(discord, store, asked.seed)
            await play.lay_out(asked.tables)
            groups = [Group(discord, one, address, folder, "") for one in lists]
            for group in groups:
                await group.start()
            try:
                await discord.connected()
                await play.settled()
                bots = [process.number for group in groups for process in group.running]
                await _moves(play, groups, WARM)
                before, made, at = seconds(bots), len(play.acknowledged), time.monotonic()
                await _moves(play, groups, asked.moves)
                await play.settled()
                made, lasted = len(play.acknowledged) - made, time.monotonic() - at
                return {
                    "way": way,
                    "moves": made,
                    "CPU ms a move": round((seconds(bots) - before) / made * 1000, 1),
                    "moves a second": round(made / lasted, 1),
                }
            finally:
                for group in groups:
                    await group.end()


async def _moves(play: Play, groups: Sequence[Group], many: int) -> None:
    stop, until = asyncio.Event(), len(play.acknowledged) + many
    people = [asyncio.create_task(play.go_on(group, stop)) for group in groups for _ in range(3)]
    while len(play.acknowledged) < until:  # noqa: ASYNC110 - they tell nobody
        await asyncio.sleep(0.02)
    stop.set()
    await asyncio.gather(*people)


async def scale(asked: argparse.Namespace, server: Server, folder: Path) -> None:
    """All ways."""
    for way, lists, postgres in (
        ("SQLite, one process", ["0-3/4"], False),
        ("PostgreSQL, one process", ["0-3/4"], True),
        ("PostgreSQL, two processes", ["0-1/4", "2-3/4"], True),
    ):
        home = folder / way.replace(", ", "-").replace(" ", "-")
        home.mkdir()
        address = await server.new() if postgres else ""
        print(json.dumps(await measured(way, lists, address, home, asked)), flush=True)


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.scale")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", default="scale")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, serving() as server:
        asyncio.run(scale(asked, server, Path(name)))
        asyncio.run(server.drop())
    return 0


if __name__ == "__main__":
    sys.exit(main())
