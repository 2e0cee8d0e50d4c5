"""`python -m tests.programs.soak.oracles 100000`: compare positions of each game with its second implementation.

The positions come in batches with seeds of their own, so that a failed batch can run again alone: `python -m
tests.programs.soak.oracles 500 --games paso --seed soak-17`. The exit code is 1 when a position differs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from engine.kernel.registry import list_slugs

GAME_TESTS = Path(__file__).parents[2] / "games"
POSITIONS_PER_BATCH = 500
"""Positions of one seed."""


class PositionBatch(NamedTuple):
    """Positions for one worker."""

    slug: str
    positions: int
    seed: str


def list_compared_games() -> list[str]:
    """List the games that have an oracle."""
    return [slug for slug in list_slugs() if (GAME_TESTS / slug / "compare.py").is_file()]


def build_batches(games: list[str], positions: int, seed: str) -> Iterator[PositionBatch]:
    """Yield the batches, the games in turn; a single batch has the seed unchanged."""
    for n, done in enumerate(range(0, positions, POSITIONS_PER_BATCH)):
        for slug in games:
            yield PositionBatch(
                slug,
                min(POSITIONS_PER_BATCH, positions - done),
                seed if positions <= POSITIONS_PER_BATCH else f"{seed}-{n}",
            )


def find_difference(batch: PositionBatch) -> str:
    """Compare the engine with the oracle in these positions. Return the difference, "" when there is none."""
    try:
        importlib.import_module(f"tests.games.{batch.slug}.compare").compare_positions(batch.positions, batch.seed)
    except AssertionError:
        return traceback.format_exc()
    return ""


def main() -> int:
    """Compare, and print by game how many positions agreed."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("positions", type=int, nargs="?", default=100_000)
    asked.add_argument("--games", nargs="*", default=list_compared_games(), choices=list_compared_games())
    asked.add_argument("--seed", default="soak")
    asked.add_argument("--jobs", type=int, default=os.cpu_count())
    given = asked.parse_args()
    began, same, failed = time.monotonic(), Counter[str](), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        work = {
            pool.submit(find_difference, batch): batch
            for batch in build_batches(given.games, given.positions, given.seed)
        }
        for done in as_completed(work):
            batch, told = work[done], done.result()
            same[batch.slug] += 0 if told else batch.positions
            if told:
                failed += 1
                print(f"\n{batch.slug}, seed {batch.seed}:\n{told}", flush=True)
    for slug in given.games:
        print(f"{slug:10} {same[slug]:7,} positions agree")
    print(f"{failed} batches differ; {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
