"""The rows of docs/players.md from files that `python -m engine arena … --resume FILE` has written.

python -m tests.programs.arena_rows FILE …      a file is called SLUG-LEVEL,LEVEL-SEATS.jsonl
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.players import arena

AIMS = {("cadet", "random"): 80, ("mate", "cadet"): 60, ("captain", "mate"): 55, ("captain", "random"): 95}
"""Per cent that the lower end of the interval of the strength should reach."""
FEW = 100


def rows(files: list[Path]) -> Iterator[str]:
    """A line of Markdown for each file."""
    yield "| game | seats | who | games | strength | 95 % | aim | points, theirs | nobody | moves | CPU-s, 95 % |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for file in files:
        slug, levels, seats = file.stem.rsplit("-", 2)
        first, second = levels.split(",")
        found = arena.score([msgspec.json.decode(line, type=arena.Game) for line in file.read_bytes().splitlines()])
        low, high = found.strength_interval
        few = " (few)" if found.games < FEW else ""
        aim = AIMS.get((first, second))
        met = "" if aim is None else f"{aim}: {'met' if low * 100 >= aim else 'not shown'}"
        mine, theirs = found.points
        cost = f"{found.cpu_median:.2f}, {found.cpu_95:.2f}"
        yield (
            f"| {slug} | {seats} | {first} over {second} | {found.games}{few} | {found.strength:.0%} | {low:.0%} to {high:.0%} "
            f"| {met} | {mine:.0f}, {theirs:.0f} | {found.nobody} | {found.moves:.0f} | {cost} |"
        )


if __name__ == "__main__":
    for row in rows([Path(word) for word in sys.argv[1:]]):
        print(row)
