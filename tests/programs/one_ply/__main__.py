"""Games between greedy players, one JSON line each: `python -m tests.programs.one_ply expanse --seats 4 --games 100 --seed x`.

A line names the seed and by seat what was played (`role`) and the points, then who moved first and who won. `--table` prints
what they come to instead: by role the games won, their share, and the 95 % interval of that share.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.commands import find, opening
from engine.kernel.position import now
from engine.kernel.text import plain
from tests.programs.one_ply import amundsen, expanse, northwest, paso
from tests.programs.one_ply.player import Effort, Judge, play_out

JUDGES: dict[str, Judge] = {
    "amundsen": amundsen.JUDGE,
    "expanse": expanse.JUDGE,
    "northwest": northwest.JUDGE,
    "paso": paso.JUDGE,
}
"""The games that somebody has said how to judge a position of."""


class Line(msgspec.Struct, frozen=True):
    """A game that was played; seats count from 0."""

    seed: str
    roles: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


def played(
    slug: str, seats: int, games: range, seed: str, options: dict[str, str], components: Path | None
) -> Iterator[Line]:
    """So many games; game k is always the same one."""
    game = find(slug, components)
    for k in games:
        own = f"{seed}-{k}"
        end = play_out(game, seats, opening(game, seats, options, own).position, own, JUDGES[slug], Effort())
        result = now(game, end, own).result
        assert result is not None
        roles = tuple(plain(result.roles[seat]) if seat in result.roles else f"seat {seat}" for seat in range(seats))
        points = tuple(sum(row.points for row in result.scores.get(seat, ())) for seat in range(seats))
        yield Line(own, roles, points, result.winners)


def table(lines: Iterable[Line]) -> Iterator[str]:
    """By role the games won, and points on average."""
    won, points, met, games = Counter[str](), Counter[str](), Counter[str](), 0
    for line in lines:
        games += 1
        won.update(line.roles[seat] for seat in line.winners)
        for role, n in zip(line.roles, line.points, strict=True):
            met[role] += 1
            points[role] += n
    yield f"{games} games"
    for role in met:
        share = won[role] / met[role]
        low, high = interval(won[role], met[role])
        wins = f"won {won[role]:4} of {met[role]:4}  {share:6.1%}  ({low:.1%} to {high:.1%})"
        yield f"{role:10} {wins}  {points[role] / met[role]:5.1f} points"


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def main(words: list[str]) -> None:
    """Play, or add up files of games that were played before."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.one_ply", description=__doc__)
    parser.add_argument("slug", choices=sorted(JUDGES))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the number of the first game")
    parser.add_argument("--seed", default="one-ply")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--components", type=Path, metavar="FILE")
    parser.add_argument("--table", type=Path, nargs="*", metavar="FILE", help="add up these files instead of playing")
    given = parser.parse_args(words)
    if given.table:
        lines = [
            msgspec.json.decode(line, type=Line) for file in given.table for line in file.read_bytes().splitlines()
        ]
        print("\n".join(table(lines)))
        return
    options: dict[str, Any] = dict(pair.split("=", 1) for pair in given.option)
    games = range(given.first, given.first + given.games)
    for line in played(given.slug, given.seats, games, given.seed, options, given.components):
        print(msgspec.json.encode(line).decode(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
