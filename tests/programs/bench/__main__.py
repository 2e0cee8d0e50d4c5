"""All benchmarks as one table: `make bench`. Ratios are what counts; the table names the machine."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tests.programs.bench import (
    computers,
    counts,
    films,
    many_tables,
    memory,
    menus,
    moves,
    panels,
    pictures,
    presses,
    storage,
    storage_rate,
    vacuum,
)
from tests.programs.bench.row import BenchRow
from tests.programs.presses.table import format_lines as press_table

GAMES_PER_SEAT_COUNT = 2
"""Games for each number of seats in which the presses are counted."""
BENCH_PARTS: Mapping[str, Callable[[], Iterable[BenchRow]]] = {
    "moves": moves.measure_rows,
    "menus": menus.measure_rows,
    "panels": panels.measure_rows,
    "pictures": pictures.measure_rows,
    "films": films.measure_rows,
    "presses": presses.measure_rows,
    "counts": counts.measure_rows,
    "storage_rate": storage_rate.measure_rows,
    "storage": storage.measure_rows,
    "vacuum": vacuum.measure_rows,
    "memory": memory.measure_rows,
    "many_tables": many_tables.measure_rows,
    "computers": computers.measure_rows,
}
INTRODUCTION = """`make bench` on {machine}.
Each row compares a measurement of ours with a peer. The figures are medians of interleaved rounds. Compare ratios, not times."""
TABLE_HEADER = f"{'what | beside what':<38} {'ours':>10} {'peer':>10} {'unit':<9} {'ratio':>6}  aim"


def describe_machine() -> str:
    """Describe processor, system and Python in a line."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text("utf-8").splitlines() if told.exists() else []
    cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())
    return (
        f"{cpu}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )


def main() -> None:
    """Run all benchmarks, or the named ones, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(BENCH_PARTS)}; all if left out")
    parser.add_argument("--keep", action="store_true", help="write the table to docs/benchmark.md")
    asked = parser.parse_args()
    if unknown := set(asked.parts).difference(BENCH_PARTS):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    lines = [TABLE_HEADER]
    for name in asked.parts or BENCH_PARTS:
        lines += map(str, BENCH_PARTS[name]())
    if not asked.parts:
        lines += ["", *press_table(GAMES_PER_SEAT_COUNT)]
    table = "\n".join(lines)
    print(describe_machine())
    print(table)
    if asked.keep:
        Path("docs").mkdir(exist_ok=True)
        Path("docs/benchmark.md").write_text(
            f"# The last benchmark\n\n{INTRODUCTION.format(machine=describe_machine())}\n\n```\n{table}\n```\n",
            "utf-8",
        )


if __name__ == "__main__":
    main()
