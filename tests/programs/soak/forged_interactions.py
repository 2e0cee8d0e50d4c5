"""Any number of forged and broken interactions: each must be answered in a sentence, and none may be an incident.

python -m tests.programs.soak.forged_interactions --count 2000 --seed x --store postgres
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.ops.config import StoreConfig
from tests.discord.fake_server import open_server
from tests.discord.forged_interactions import send_forgeries
from tests.discord.stores import add_store_option, create_database, use_simulated_time


async def run_forgeries(count: int, seed: str, folder: Path, store: StoreConfig) -> list[str]:
    """Send forged interactions and return the problems."""
    use_simulated_time()
    async with open_server(folder, store=store) as home:
        await home.start_game("amundsen", 2)
        seen = await send_forgeries(home, count, seed)
        wrong = [f"silent: {one.sent}" for one in seen if not one.result.acknowledged or not one.answer]
        return wrong + [f"incident in {one.place}: {one.kind}" for one in home.bot.metrics.incidents]


def main() -> None:
    """Send them, and fail if an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", default="soak")
    add_store_option(parser)
    asked = parser.parse_args()
    with TemporaryDirectory() as name, create_database(asked.store, Path(name) / "bot.db") as store:
        wrong = asyncio.run(run_forgeries(asked.count, asked.seed, Path(name), store))
    sys.stdout.write("\n".join([*wrong, f"{asked.count} forgeries, {len(wrong)} not answered as they should be", ""]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
