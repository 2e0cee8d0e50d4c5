"""Print the tables of docs/players.md from files that `python -m engine arena … --resume FILE` has written: one level
against another, then games among players of one level, with the sides that won them.

python -m tests.programs.arena_rows FILE …      a file is called SLUG-LEVEL,LEVEL-SEATS.jsonl
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import msgspec

from engine.players import arena

WIN_RATE_GOALS = {("cadet", "random"): 80, ("mate", "cadet"): 60, ("captain", "mate"): 55, ("captain", "random"): 95}
"""The goal for the lower end of the strength's interval, in per cent."""
MIN_GAMES = 100


def format_rows(files: list[Path]) -> Iterator[str]:
    """Yield a line of Markdown for each file of two levels."""
    yield "| game | seats | who | games | strength | 95 % | aim | points, theirs | nobody | moves | CPU-s, 95 % |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for file in files:
        slug, first, second, seats = parse_file_name(file)
        if first == second:
            continue
        found = arena.score_games(read_games(file))
        low, high = found.strength_interval
        aim = WIN_RATE_GOALS.get((first, second))
        met = "" if aim is None else f"{aim}: {'met' if low * 100 >= aim else 'not shown'}"
        mine, theirs = found.points
        cost = f"{found.cpu_median:.2f}, {found.cpu_95:.2f}"
        yield (
            f"| {slug} | {seats} | {first} over {second} | {_format_count(found.games)} | "
            f"{found.strength:.0%} | {low:.0%} to {high:.0%} "
            f"| {met} | {mine:.0f}, {theirs:.0f} | {found.nobody} | {found.moves:.0f} | {cost} |"
        )


def format_equal_rows(files: list[Path]) -> Iterator[str]:
    """Yield a line of Markdown for each file of one level: how its games end, and which sides win."""
    yield "| game | seats | who | games | nobody | points | winner’s turns | sides: won | lines, in how many | CPU-s, 95 % |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for file in files:
        slug, first, second, seats = parse_file_name(file)
        if first != second:
            continue
        played = read_games(file)
        found = arena.score_games(played)
        points = [n for one in played for n in one.points]
        turns = [one.turns[seat] for one in played for seat in one.winners if one.turns]
        told = f"median {median(turns):.0f}, {min(turns)} to {max(turns)}" if turns else ""
        yield (
            f"| {slug} | {seats} | {first}s | {_format_count(found.games)} | {found.nobody} | "
            f"{sum(points) / len(points):.1f} | {told} "
            f"| {_format_side_shares(played)} | {_format_score_lines(played)} | {found.cpu_median:.2f}, {found.cpu_95:.2f} |"
        )


def parse_file_name(file: Path) -> tuple[str, str, str, int]:
    """Parse a file's name: the game, both levels, the number of seats."""
    slug, levels, seats = file.stem.rsplit("-", 2)
    first, second = levels.split(",")
    return slug, first, second, int(seats)


def read_games(file: Path) -> list[arena.ArenaGame]:
    """Read the games of a file."""
    return [msgspec.json.decode(line, type=arena.ArenaGame) for line in file.read_bytes().splitlines()]


def _format_count(games: int) -> str:
    return f"{games} (few)" if games < MIN_GAMES else str(games)


def _format_side_shares(games: list[arena.ArenaGame]) -> str:
    """Format by side the share of its games that it won. A shared victory counts in parts, a game that nobody won not at all."""
    won, met = dict[str, float](), Counter[str]()
    for one in games:
        for seat, role in enumerate(one.roles):
            met[role] += 1
            won[role] = won.get(role, 0.0) + (seat in one.winners) / max(1, len(one.winners))
    del met[""]
    told: list[str] = []
    for role in sorted(met):
        low, high = arena.wilson_interval(won[role], met[role])
        told.append(f"{role} {won[role] / met[role]:.0%} ({low:.0%} to {high:.0%})")
    return ", ".join(told)


def _format_score_lines(games: list[arena.ArenaGame]) -> str:
    """Format each line of the score on average, and in how many of the seats' games it was not 0."""
    points, seen = Counter[str](), Counter[str]()
    for one in games:
        for lines in one.lines:
            points.update(lines)
            seen.update(lines.keys())
    seats = sum(len(one.lines) for one in games)
    return ", ".join(f"{line} {points[line] / seats:.1f} ({seen[line] / seats:.0%})" for line in sorted(seen))


if __name__ == "__main__":
    file_arguments = [Path(word) for word in sys.argv[1:]]
    for row in (*format_rows(file_arguments), "", *format_equal_rows(file_arguments)):
        print(row)
