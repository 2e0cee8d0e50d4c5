"""A quarter of a year with forty people at thirty tables of all games, in virtual time: `make soak` plays it last.

    python -m tests.programs.simulation --days 90 --people 40 --tables 30 --seed "season 1"

Some people are quiet, some absent, some gone, some spiteful; sends fail, rights are missing, the disk is full, and the
bot restarts twenty times, half of them after a kill. The program prints one JSON line with the counts and the digest of
the trace, which is the same for the same seed. The exit code is 1 after any incident; the output names it with the seed
and the day. With `--store postgres`, the tables are in PostgreSQL. The trace is the same except for the full disk,
which leaves PostgreSQL no space for any write.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from pathlib import Path

from engine.kernel.registry import list_slugs
from engine.ops.config import StoreConfig
from tests.discord.fake_server import open_server
from tests.discord.simulation.simulation import Simulation
from tests.discord.simulation.simulation_state import SimulationState
from tests.discord.stores import add_store_option, create_database, use_simulated_time


async def run_simulation(arguments: argparse.Namespace, folder: Path, store: StoreConfig) -> SimulationState:
    """Play the season of the arguments."""
    use_simulated_time()
    async with open_server(folder, store=store) as home:
        season = Simulation(home, arguments.seed, arguments.people, arguments.tables, list_slugs(), arguments.restarts)
        await season.run_days(arguments.days)
        return season.stage


def main() -> None:
    """Play, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("days", 90), ("people", 40), ("tables", 30), ("restarts", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seed", default="season 1")
    add_store_option(parser)
    asked = parser.parse_args()
    logging.getLogger(
        "overwinter"
    ).propagate = False  # faults are logged a hundred times; the program prints the violations at the end
    with tempfile.TemporaryDirectory() as folder, create_database(asked.store, Path(folder) / "bot.db") as store:
        stage = asyncio.run(run_simulation(asked, Path(folder), store))
    print(
        json.dumps(
            {
                "store": asked.store,
                "seed": asked.seed,
                "digest": stage.digest,
                "lines": len(stage.trace),
                **stage.action_counts,
            }
        )
    )
    for broken in stage.broken_rules:
        print(broken, file=sys.stderr)
    sys.exit(bool(stage.broken_rules))


if __name__ == "__main__":
    main()
