"""Forged and broken interactions, as many as one likes: each must be answered in a sentence, and none may be an incident.

python -m tests.programs.soak.forge --count 2000 --seed x --store postgres
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.ops.config import Store
from tests.discord.forgery import forge
from tests.discord.hut import hut
from tests.discord.stores import asked_for, in_simulated_time, stored


async def run(times: int, seed: str, folder: Path, store: Store) -> list[str]:
    """What went wrong."""
    in_simulated_time()
    async with hut(folder, store=store) as home:
        await home.begin("amundsen", 2)
        seen = await forge(home, times, seed)
        wrong = [f"silent: {one.sent}" for one in seen if not one.result.acknowledged or not one.answer]
        return wrong + [f"incident in {one.where}: {one.kind}" for one in home.bot.metrics.incidents]


def main() -> None:
    """Send them, and fail when one was not answered as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", default="soak")
    asked_for(parser)
    asked = parser.parse_args()
    with TemporaryDirectory() as name, stored(asked.store, Path(name) / "bot.db") as store:
        wrong = asyncio.run(run(asked.count, asked.seed, Path(name), store))
    sys.stdout.write("\n".join([*wrong, f"{asked.count} forgeries, {len(wrong)} not answered as they should be", ""]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
