"""`python -m tests.programs.stores`: the cost of a move on each store, for the bot and for the server.

The program plays a game of random moves through the host, with the steps of a typed move: load the table, build the
menu, move, commit. PostgreSQL runs on this machine and writes to its disk (`fsync`), as in production. It prints
milliseconds of CPU and of the clock a move.
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

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from tests.host.any_game import play_random_move, read_fixed_clock, start_table
from tests.migrated_file import write_migrated_file
from tests.postgres import start_server

WARMUP_MOVES = 20
"""Moves before the measurement."""


class MoveCost(NamedTuple):
    """Milliseconds a move: CPU of the bot and of the server, and by the clock at 50 and at 95 per cent of the moves."""

    bot_cpu_ms: float
    server_cpu_ms: float
    median_ms: float
    p95_ms: float


async def measure_store(database: Path | str, game: str, moves: int, server: int | None) -> MoveCost:
    """Play on a store. `server` is the process id of PostgreSQL's first process."""
    async with await open_store(database) as store:
        seeds, luck, taken = count(1), Dice("stores"), list[float]()
        tables = TableServices(store, GameCatalogue(), read_fixed_clock, lambda: f"seed {next(seeds)}")
        table = await start_table(tables, game)
        for n in range(WARMUP_MOVES):
            await play_random_move(tables, table, luck, n)
        bot, serving_cpu = time.process_time(), _measure_server_cpu(server)
        for n in range(WARMUP_MOVES, WARMUP_MOVES + moves):
            if (await tables.load_table(table)).status != "running":
                raise SystemExit(f"the game was over after {n} moves; ask for fewer")
            begin = time.perf_counter()
            await play_random_move(tables, table, luck, n)
            taken.append((time.perf_counter() - begin) * 1000)
        taken.sort()
        return MoveCost(
            (time.process_time() - bot) / moves * 1000,
            (_measure_server_cpu(server) - serving_cpu) / moves * 1000,
            taken[moves // 2],
            taken[moves * 95 // 100],
        )


def _measure_server_cpu(server: int | None) -> float:
    if server is None:
        return 0
    first = psutil.Process(server)
    return float(sum(sum(one.cpu_times()[:2]) for one in (first, *first.children(recursive=True))))


def main() -> None:
    """Measure both stores."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.stores")
    parser.add_argument("--game", default="amundsen")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, start_server(is_durable=True) as server:
        for n in range(asked.rounds):
            file = Path(folder) / f"{n}.db"
            write_migrated_file(file)
            address = asyncio.run(server.create_database())
            for name, where, process in (("sqlite", file, None), ("postgres", address, server.process)):
                cost = asyncio.run(measure_store(where, asked.game, asked.moves, process))
                print(name, " ".join(f"{part} {value:.2f}" for part, value in cost._asdict().items()), flush=True)


if __name__ == "__main__":
    main()
