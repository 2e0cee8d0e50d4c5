"""Compare the chances that an analysis tells with how games end.

    python -m tests.programs.calibration play paso --seats 2 --games 1000 out/calibration/paso-2.jsonl
    python -m tests.programs.calibration rows out/calibration/*.jsonl      a file is called SLUG-….jsonl

`play` plays games of mates and keeps the chances of `POSITIONS_PER_GAME` positions of each, as an analysis estimates them
(`engine/players/analysis/position_analysis.py`) before it averages them over a round; a file goes on where it ends. `rows` prints
the tables of docs/players.md. A position counts once a game, seat and tenth, so that a game that stands still for long does not
count for many.

The chances of a game are too bold or too timid by one exponent, which `fit_sharpness` finds by maximum likelihood (Guo, Pleiss, Sun
and Weinberger, "On calibration of modern neural networks", 2017, call its inverse the temperature). It is fitted to the games with
even numbers, and the scores are of the others.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from engine.commands import start_game
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.players.analysis.game_analysis import share_victory
from engine.players.analysis.position_analysis import PositionAnalysis
from engine.players.arena import play_moves
from engine.players.evaluator import load_evaluator

POSITIONS_PER_GAME = 8
LEVEL = "mate"
MIN_JUDGED_POSITIONS = 200
"""A tenth with fewer positions is told, and not judged."""
MAX_SHARPNESS, FIT_STEPS = 8.0, 30
MIN_CHANCE = 0.005
"""No chance counts as smaller: one surprise would decide the fit."""


class JudgedPosition(msgspec.Struct, frozen=True):
    """A position of a finished game: which share of its moves had been made, each seat's chance, and its share of the victory."""

    game: int
    progress: float
    chances: tuple[float, ...]
    victory: tuple[float, ...]


# ---------------------------------------------------------------- games
def judge_game(game: AnyGame, seats: int, number: int, seed: str) -> Iterator[JudgedPosition]:
    """Play a game of mates, and yield positions evenly spread over it, each with the chances of an analysis."""
    game_seed, evaluator = f"{seed}-{number}", load_evaluator(game)
    run: GameRun[Any] = GameRun(game, start_game(game, seats, {}, game_seed).position, game_seed)
    moves = play_moves(run, [LEVEL] * seats, game_seed)
    positions = [run.position for _ in moves if not evaluator.is_side_choice(run.state)]
    assert run.result is not None
    victory = share_victory(run.result, seats)
    offset = (number * 0.618) % 1  # over many games every part of a game is looked at
    for part in range(POSITIONS_PER_GAME):
        progress = (part + offset) / POSITIONS_PER_GAME
        position = positions[int(progress * len(positions))]
        view = PositionAnalysis(game, evaluator, position, game_seed, seats, Dice(f"{game_seed}/analysis"))
        chances, _ = view.chances()
        yield JudgedPosition(number, round(progress, 3), chances, victory)


def play_games(slug: str, seats: int, games: int, first: int, seed: str, file: Path) -> None:
    """Judge games, and append their positions to a file. Games that it has are not played again."""
    game = registry.load_game(slug)
    known = {one.game for one in read_positions(file)} if file.exists() else set[int]()
    file.parent.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + games):
        if number not in known:
            lines = [msgspec.json.encode(one) + b"\n" for one in judge_game(game, seats, number, seed)]
            with file.open("ab") as opened:
                opened.write(b"".join(lines))


def read_positions(file: Path) -> list[JudgedPosition]:
    """Read the positions of a file."""
    return [msgspec.json.decode(line, type=JudgedPosition) for line in file.read_bytes().splitlines()]


# ---------------------------------------------------------------- scores
def sharpen(chances: Sequence[float], exponent: float) -> tuple[float, ...]:
    """Raise chances to a power, and scale them to their former sum."""
    powers = [chance**exponent for chance in chances]
    scale = sum(chances) / (sum(powers) or 1.0)
    return tuple(power * scale for power in powers)


def score_brier(positions: Sequence[JudgedPosition], exponent: float = 1.0) -> float:
    """Return the Brier score, summed over the seats and averaged over the positions: smaller is better."""
    return fmean(
        sum((chance - won) ** 2 for chance, won in zip(sharpen(one.chances, exponent), one.victory, strict=True))
        for one in positions
    )


def fit_sharpness(positions: Sequence[JudgedPosition]) -> float:
    """Return the exponent of the chances under which the results are likeliest, by ternary search."""

    def lose(exponent: float) -> float:
        total = 0.0
        for one in positions:
            for chance, won in zip(sharpen(one.chances, exponent), one.victory, strict=True):
                total -= won * math.log(max(MIN_CHANCE, chance))
        return total

    low, high = 0.0, MAX_SHARPNESS
    for _ in range(FIT_STEPS):
        left, right = (2 * low + high) / 3, (low + 2 * high) / 3
        if lose(left) < lose(right):
            high = right
        else:
            low = left
    return (low + high) / 2


def count_tenths(positions: Sequence[JudgedPosition], exponent: float = 1.0) -> list[tuple[int, float, float]]:
    """Return for each tenth of the chances how many positions were called so, the mean chance, and the share that was won."""
    known, tenths = set[tuple[int, int, int]](), [list[tuple[float, float]]() for _ in range(10)]
    for one in positions:
        for seat, (chance, won) in enumerate(zip(sharpen(one.chances, exponent), one.victory, strict=True)):
            tenth = min(9, int(chance * 10))
            if (one.game, seat, tenth) not in known:
                known.add((one.game, seat, tenth))
                tenths[tenth].append((chance, won))
    return [
        (len(tenth), fmean(chance for chance, _ in tenth), fmean(won for _, won in tenth)) if tenth else (0, 0.0, 0.0)
        for tenth in tenths
    ]


def format_rows(files: Sequence[Path]) -> Iterator[str]:
    """Yield a line of Markdown for each file."""
    titles = " | ".join(f"{tenth}0 to {tenth + 1}0 %" for tenth in range(10))
    yield f"| game | seats | games | Brier, even share | by thirds | exponent | then | {titles} |"
    yield "|---" * 17 + "|"
    for file in files:
        positions = read_positions(file)
        slug, seats = file.stem.partition("-")[0], len(positions[0].victory)
        fitted = [one for one in positions if one.game % 2 == 0]
        others = [one for one in positions if one.game % 2]
        exponent = fit_sharpness(fitted)
        thirds = [[one for one in positions if int(one.progress * 3) == third] for third in range(3)]
        even = fmean(sum((sum(one.chances) / seats - won) ** 2 for won in one.victory) for one in positions)
        by_third = ", ".join(f"{score_brier(third):.3f}" for third in thirds)
        tenths = " | ".join(
            f"{called:.0%}: {won:.0%} of {count}" + ("" if count >= MIN_JUDGED_POSITIONS else " (few)")
            for count, called, won in count_tenths(positions)
        )
        yield (
            f"| {slug} | {seats} | {len({one.game for one in positions})} | {score_brier(positions):.3f}, {even:.3f} | {by_third} "
            f"| {exponent:.2f} | {score_brier(others):.3f} to {score_brier(others, exponent):.3f} | {tenths} |"
        )


def main() -> None:
    """Play games, or print what files of them say."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.calibration", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play")
    play.add_argument("slug", choices=registry.list_slugs())
    play.add_argument("file", type=Path)
    play.add_argument("--seats", type=int, default=2)
    play.add_argument("--games", type=int, default=1000)
    play.add_argument("--first", type=int, default=0, help="the number of the first game")
    play.add_argument("--seed", default="held-out")
    rows = commands.add_parser("rows")
    rows.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "play":
        play_games(given.slug, given.seats, given.games, given.first, given.seed, given.file)
    else:
        print("\n".join(format_rows(given.files)))


if __name__ == "__main__":
    main()
