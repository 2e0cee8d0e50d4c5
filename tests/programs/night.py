"""`make night HOURS=8`: play simulated seasons of ever new seeds, keep those that fail, and shrink them.

    python -m tests.programs.night --hours 8 --jobs 2

A failing seed is kept in `out/night`: the shortest season that still fails, with fewer tables, days, people and faults, its
incidents, its trace, and the command that plays it. Each season is another mixture of length, tables and faults. The last line
has the speed, and the commands that nobody has used.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from engine.kernel.dice import Dice
from engine.kernel.registry import list_slugs
from tests.discord.simulation.faults import draw_faults
from tests.discord.simulation.season import SeasonPlan
from tests.programs.season_runs import SeasonRun, run_season

FOLDER = Path("out/night")
DAYS, TABLES = (2, 4, 8, 16), (2, 4, 6)
DRAWN_INTERVAL = 50
"""Of this number of seasons, and so of tables, one has pictures and films."""
MAX_SHRINK_RUNS, MIN_PEOPLE = 40, 8
SEASONS_PER_PROCESS = 8
"""Seasons after which a process is replaced, so that no season lives long on what earlier ones have cached."""
MAX_TRACE_LINES = 400


def build_plan(seed: str) -> SeasonPlan:
    """Build the season of a seed."""
    dice = Dice(f"night {seed}")
    days = DAYS[dice.roll_below(len(DAYS), 0, "days")]
    tables = TABLES[dice.roll_below(len(TABLES), 0, "tables")]
    is_drawn = dice.roll_below(DRAWN_INTERVAL, 0, "pictures") == 0
    return SeasonPlan(seed, days, 2 * tables + 6, tables, tuple(list_slugs()), draw_faults(seed), is_drawn)


def list_smaller_plans(plan: SeasonPlan) -> Iterator[SeasonPlan]:
    """List plans with less of something, those that save most first."""
    if plan.days > 1:
        yield plan._replace(days=plan.days // 2)
    if plan.tables > 1:
        yield plan._replace(tables=plan.tables // 2)
    if plan.people > MIN_PEOPLE:
        yield plan._replace(people=max(MIN_PEOPLE, plan.people // 2))
    if len(plan.faults or ()) > 3:
        half = len(plan.faults or ()) // 2
        yield plan._replace(faults=(plan.faults or ())[half:])
        yield plan._replace(faults=(plan.faults or ())[:half])
    if plan.days > 1:
        yield plan._replace(days=plan.days - 1)
    for k in range(len(plan.faults or ())):
        yield plan._replace(faults=(plan.faults or ())[:k] + (plan.faults or ())[k + 1 :])


def shrink(run: SeasonRun, play: Callable[[SeasonPlan], SeasonRun]) -> SeasonRun:
    """Return the smallest failing season that is found by leaving out one thing after the other."""
    runs_left = MAX_SHRINK_RUNS
    tried = {run.plan}
    while True:
        for plan in list_smaller_plans(run.plan):
            if plan in tried:
                continue
            if not runs_left:
                return run
            tried.add(plan)
            runs_left -= 1
            smaller = play(plan)
            if smaller.incidents:
                run = smaller
                break
        else:
            return run


def write_command(plan: SeasonPlan) -> str:
    """Write the command that plays a season."""
    words = ["python", "-m", "tests.programs.simulation", "--seed", plan.seed, "--faults", ",".join(plan.faults or ())]
    words += ["--days", str(plan.days), "--tables", str(plan.tables), "--people", str(plan.people), "--trace"]
    return shlex.join([*words, "--pictures"] if plan.has_pictures else words)


def keep_failure(folder: Path, original: SeasonRun, smallest: SeasonRun) -> Path:
    """Write a failing season into a file, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{original.plan.seed.replace(' ', '-')}.txt"
    parts = [
        write_command(smallest.plan),
        *smallest.incidents,
        "",
        "shrunk from: " + write_command(original.plan),
        *original.incidents[:5],
        "",
        *smallest.trace[-MAX_TRACE_LINES:],
    ]
    path.write_text("\n".join(parts) + "\n")
    return path


def play_and_shrink(seed: str) -> tuple[SeasonRun, SeasonRun]:
    """Play the season of a seed. Return it, and the smallest season of the seed that fails if it fails."""
    run = run_season(build_plan(seed))
    return run, shrink(run, run_season) if run.incidents else run


class Night:
    """The seasons of a night, with their sums."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.counts, self.commands = Counter[str](), Counter[str]()
        self.cpu_s = 0.0

    def note(self, run: SeasonRun, smallest: SeasonRun) -> None:
        """Add a season, and keep it if it failed."""
        self.counts.update({"seasons": 1, "failed": bool(run.incidents), "table-days": run.plan.tables * run.plan.days})
        self.counts.update(run.counts)
        self.commands.update(run.commands)
        self.cpu_s += run.cpu_s
        if run.incidents:
            path = keep_failure(self._folder, run, smallest)
            print(f"{path}: {smallest.incidents[0][:300]}", flush=True)

    def summarize(self) -> str:
        """Return the sums as a line of JSON."""
        speed = round(self.counts["moved"] * 3600 / self.cpu_s) if self.cpu_s else 0
        return json.dumps(
            {"decisions_per_cpu_hour": speed, **self.counts, "commands": dict(sorted(self.commands.items()))}
        )


def play_night(night: Night, first_seed: str, hours: float, jobs: int) -> None:
    """Play seasons in parallel processes until the time is over."""
    end, numbers = time.monotonic() + hours * 3600, count()
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=SEASONS_PER_PROCESS) as pool:
        running: set[Future[tuple[SeasonRun, SeasonRun]]] = set()
        while running or time.monotonic() < end:
            while len(running) < jobs and time.monotonic() < end:
                running.add(pool.submit(play_and_shrink, f"{first_seed} {next(numbers)}"))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                night.note(*future.result())


def main() -> int:
    """Play the night, and return 0 if no season has failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default=f"night {int(time.time())}", help="the beginning of all seeds")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args()
    night = Night(asked.folder)
    play_night(night, asked.seed, asked.hours, asked.jobs)
    print(night.summarize())
    return 1 if night.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
