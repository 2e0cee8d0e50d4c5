"""A quarter of a year with forty people at thirty tables of all games, in virtual time: `make soak` plays it last.

    python -m tests.programs.season --days 90 --people 40 --tables 30 --seed "season 1"

Some are quiet, some absent, some spiteful, and the bot is started twenty times in between. Prints one JSON line with what was done
and the digest of the trace, which is the same for the same seed. Exit code 1 when anything happened that must not, which is named
together with the seed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from engine.kernel.registry import slugs
from tests.discord.hut import hut
from tests.discord.season import Season


async def play(asked: argparse.Namespace, folder: Path) -> Season:
    """Play the season that was asked for."""
    async with hut(folder) as home:
        season = Season(home, asked.seed, asked.people, asked.tables, slugs(), asked.restarts)
        await season.pass_by(asked.days)
        return season


def main() -> None:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("days", 90), ("people", 40), ("tables", 30), ("restarts", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seed", default="season 1")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        season = asyncio.run(play(asked, Path(folder)))
    print(json.dumps({"seed": asked.seed, "digest": season.digest, "lines": len(season.trace), **season.did}))
    for broken in season.broken:
        print(f"{asked.seed}: {broken}", file=sys.stderr)
    sys.exit(bool(season.broken))


if __name__ == "__main__":
    main()
