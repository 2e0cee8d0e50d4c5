"""`python -m tests.programs.stores`: what a move costs on each store, to the bot and to the server.

A game of random moves is played through the host, as when people type them: the look at the table, the menu, the move, its commit.
PostgreSQL runs on this machine and writes to its disk (`fsync`), as an owner's would. Milliseconds of CPU and of the clock a move.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import NamedTuple

import psutil

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from tests.host.any_game import begun, midnight, moved
from tests.migrated import lay_out
from tests.postgres import serving

WARMING = 20
"""Moves before measuring."""


class Cost(NamedTuple):
    """Milliseconds a move: CPU of the bot and of the server, and by the clock at 50 and at 95 per cent of the moves."""

    bot: float
    server: float
    half: float
    most: float


async def measured(where: Path | str, game: str, moves: int, server: int | None) -> Cost:
    """Play on a store; `server`: the process id of PostgreSQL's first process."""
    async with await open_store(where) as store:
        seeds, luck, taken = count(1), Dice("stores"), list[float]()
        tables = Tables(store, Catalogue(), midnight, lambda: f"seed {next(seeds)}")
        table = await begun(tables, game)
        for n in range(WARMING):
            await moved(tables, table, luck, n)
        bot, serving_cpu = time.process_time(), _cpu(server)
        for n in range(WARMING, WARMING + moves):
            if (await tables.table(table)).status != "running":
                raise SystemExit(f"the game was over after {n} moves; ask for fewer")
            begin = time.perf_counter()
            await moved(tables, table, luck, n)
            taken.append((time.perf_counter() - begin) * 1000)
        taken.sort()
        return Cost(
            (time.process_time() - bot) / moves * 1000,
            (_cpu(server) - serving_cpu) / moves * 1000,
            taken[moves // 2],
            taken[moves * 95 // 100],
        )


def _cpu(server: int | None) -> float:
    if server is None:
        return 0
    first = psutil.Process(server)
    return float(sum(sum(one.cpu_times()[:2]) for one in (first, *first.children(recursive=True))))


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.stores")
    parser.add_argument("--game", default="amundsen")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(lasting=True) as server:
        for n in range(asked.rounds):
            file = Path(folder) / f"{n}.db"
            lay_out(file)
            address = asyncio.run(server.new())
            for name, where, process in (("sqlite", file, None), ("postgres", address, server.process)):
                cost = asyncio.run(measured(where, asked.game, asked.moves, process))
                print(name, " ".join(f"{part} {value:.2f}" for part, value in cost._asdict().items()), flush=True)


if __name__ == "__main__":
    main()
