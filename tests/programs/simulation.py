"""A quarter of a year with forty people at thirty tables of all games, in virtual time: `make soak` plays it last.

    python -m tests.programs.simulation --days 90 --people 40 --tables 30 --seed "season 1"

Some people are quiet, some absent, some gone, some spiteful; sends fail, rights are missing, the disk is full, and the
bot restarts twenty times, half of them after a kill. Everything happens in one thread without a clock, so the same seed
is the same run. The program prints one JSON line with the counts, the speed and the digest of everything sent and
stored. The exit code is 1 after any incident; the output names it with the seed and the day. `--seeds 200` plays
shorter seasons of that many seeds in two processes.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from engine.kernel.registry import list_slugs
from tests.discord.simulation.season import SeasonPlan, play_season


def play_one_seed(arguments: argparse.Namespace, seed: str) -> dict[str, Any]:
    """Play the season of a seed, and return its result as plain data."""
    logging.getLogger("overwinter").propagate = False  # faults are logged a hundred times
    plan = SeasonPlan(seed, arguments.days, arguments.people, arguments.tables, tuple(list_slugs()), arguments.restarts)
    with tempfile.TemporaryDirectory() as folder:
        began_at = time.process_time()
        stage = play_season(folder, plan)
        cpu_s = time.process_time() - began_at
    return {
        "seed": seed,
        "digest": stage.digest,
        "cpu_s": round(cpu_s, 1),
        "decisions_per_cpu_hour": round(stage.action_counts["moved"] * 3600 / cpu_s),
        "lines": len(stage.trace),
        **stage.action_counts,
        "incidents": stage.broken_rules,
        "trace": stage.trace if arguments.trace else [],
    }


def list_seeds(arguments: argparse.Namespace) -> Sequence[str]:
    """List the seeds to play."""
    return [f"{arguments.seed} {n}" for n in range(arguments.seeds)] if arguments.seeds else [arguments.seed]


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("days", 90), ("people", 40), ("tables", 30), ("restarts", 20), ("seeds", 0), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seed", default="season 1")
    parser.add_argument("--trace", action="store_true", help="print what everybody did")
    asked = parser.parse_args()
    seeds, play = list_seeds(asked), partial(play_one_seed, asked)
    if len(seeds) == 1:
        sys.exit(not print_result(play(seeds[0])))
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        are_whole = [print_result(result) for result in pool.map(play, seeds)]
    sys.exit(not all(are_whole))


def print_result(result: dict[str, Any]) -> bool:
    """Print the result of a season, and return whether nothing was broken."""
    for line in result.pop("trace"):
        print(line)
    incidents = result.pop("incidents")
    print(json.dumps(result), flush=True)
    for incident in incidents:
        print(incident, file=sys.stderr)
    return not incidents


if __name__ == "__main__":
    main()
