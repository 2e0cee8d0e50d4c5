"""A quarter of a year with forty people at thirty tables of all games, in virtual time: `make soak` plays it last.

    python -m tests.programs.season --days 90 --people 40 --tables 30 --seed "season 1"

Some are quiet, some absent, some gone, some spiteful; sends fail, rights are missing, the disk is full, and the bot is started
twenty times in between, half of them after a kill. Prints one JSON line with what was done and the digest of the trace, which is
the same for the same seed. Exit code 1 when anything happened that must not, which is named together with the seed and the day.
`--store postgres`: the tables are there; the trace is the same but for the full disk, which leaves no room for anything there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from pathlib import Path

from engine.kernel.registry import slugs
from engine.ops.config import Store
from tests.discord.hut import hut
from tests.discord.season.season import Season
from tests.discord.season.stage import Stage
from tests.discord.stores import asked_for, in_simulated_time, stored


async def play(asked: argparse.Namespace, folder: Path, store: Store) -> Stage:
    """Play the season that was asked for."""
    in_simulated_time()
    async with hut(folder, store=store) as home:
        season = Season(home, asked.seed, asked.people, asked.tables, slugs(), asked.restarts)
        await season.pass_by(asked.days)
        return season.stage


def main() -> None:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("days", 90), ("people", 40), ("tables", 30), ("restarts", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seed", default="season 1")
    asked_for(parser)
    asked = parser.parse_args()
    logging.getLogger(
        "overwinter"
    ).propagate = False  # bad luck is told a hundred times; what is wrong is told in the end
    with tempfile.TemporaryDirectory() as folder, stored(asked.store, Path(folder) / "bot.db") as store:
        stage = asyncio.run(play(asked, Path(folder), store))
    print(
        json.dumps(
            {"store": asked.store, "seed": asked.seed, "digest": stage.digest, "lines": len(stage.trace), **stage.did}
        )
    )
    for broken in stage.broken:
        print(broken, file=sys.stderr)
    sys.exit(bool(stage.broken))


if __name__ == "__main__":
    main()
