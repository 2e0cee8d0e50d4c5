"""A quarter of a year with forty people at thirty tables of all games, in virtual time: `make soak` plays it last.

    python -m tests.programs.simulation --days 90 --people 40 --tables 30 --seed "season 1"

Some people are quiet, some absent, some gone, some spiteful. The seed draws which faults happen: the process ends at any await,
sends fail, rights are missing, the disk is full, channels are deleted, and more (`--faults` names others, "" none). Everything
happens in one thread without a clock, so the same seed is the same run. The program prints one JSON line with the counts, the
speed and the digest of everything sent and stored. The exit code is 1 after any incident; the output names it with the seed and
the day. `--seeds 200` plays shorter seasons of that many seeds in several processes, and says which commands nobody has used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from engine.kernel.registry import list_slugs
from tests.discord.simulation.season import SeasonPlan
from tests.programs.season_runs import SeasonRun, run_season


def build_plan(arguments: argparse.Namespace, seed: str) -> SeasonPlan:
    """Build the plan of a season from the command line."""
    faults = None if arguments.faults is None else tuple(filter(None, arguments.faults.split(",")))
    return SeasonPlan(
        seed,
        arguments.days,
        arguments.people,
        arguments.tables,
        tuple(list_slugs()),
        faults,
        has_pictures=arguments.pictures,
    )


def play_seasons(arguments: argparse.Namespace) -> Iterator[SeasonRun]:
    """Play all seasons, several in processes of their own."""
    if not arguments.seeds:
        yield run_season(build_plan(arguments, arguments.seed))
        return
    plans = [build_plan(arguments, f"{arguments.seed} {n}") for n in range(arguments.seeds)]
    with ProcessPoolExecutor(arguments.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        yield from pool.map(run_season, plans)


def print_run(run: SeasonRun, *, has_trace: bool) -> None:
    """Print the result of a season."""
    for line in run.trace if has_trace else ():
        print(line)
    print(json.dumps(run.summarize()), flush=True)
    for incident in run.incidents:
        print(incident, file=sys.stderr)


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("days", 90), ("people", 40), ("tables", 30), ("seeds", 0), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seed", default="season 1")
    parser.add_argument("--faults", help="the faults that may happen, with commas between them")
    parser.add_argument("--pictures", action="store_true", help="draw the pictures and films")
    parser.add_argument("--trace", action="store_true", help="print what everybody did")
    asked = parser.parse_args()
    is_whole, commands = True, Counter[str]()
    for run in play_seasons(asked):
        print_run(run, has_trace=asked.trace)
        is_whole &= not run.incidents
        commands.update(run.commands)
    print("commands:", json.dumps(dict(sorted(commands.items()))), file=sys.stderr)
    sys.exit(not is_whole)


if __name__ == "__main__":
    main()
