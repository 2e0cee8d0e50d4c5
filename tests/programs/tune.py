"""Games between players of one level whose evaluators differ, to measure a change of a game's `evaluator.py`.

python -m tests.programs.tune northwest --level mate --seats 4 --games 8 --set PULL=2 --set FADES=0.8
python -m tests.programs.tune northwest --level mate --seats 4 --games 8 --against former_evaluator.py

All seats play by `evaluator.py` with the constants set. With `--against` one seat does, and the others play by that
file, with the seats rotated: a copy of a former version, or `today` for the one of the checkout without the constants.
`--mine 2` gives it two of the seats; the difference of the points shows sooner than the victories which is better.
`--option factions=random` sets an option of the game. The program prints the points and the lines of the score on
average, in how many of the seats' games each line was not 0, how often a game each kind of move was made, and, if sides
have names, how often each won.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import math
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

import msgspec

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult, complete_options
from engine.kernel.text import Seat, write_plain_text
from engine.players.arena import MAX_GAME_MOVES, NORMAL_QUANTILE_95, to_two_seat_strength, wilson_interval
from engine.players.computer_levels import COMPUTER_PLAYERS, Budget
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation

EVALUATOR_PARTS = ("token_values", "route_forecast", "prospects", "turn_estimate", "quickest_way")
"""Modules of a game that belong to its `evaluator.py` and hold its constants."""


class PlayedGame(msgspec.Struct):
    """A played game: its end, and by seat how often each kind of move was made; moves and CPU seconds in all."""

    result: GameResult
    verbs: list[Counter[str]]
    moves: int
    duration_s: float


class EvaluatorTally(msgspec.Struct):
    """The results of one evaluator over `games` seats' games. `reached_counts` counts the games with a line that is not 0."""

    games: int = 0
    win_share: float = 0.0
    points: list[int] = []
    lines: Counter[str] = msgspec.field(default_factory=Counter)
    reached_counts: Counter[str] = msgspec.field(default_factory=Counter)
    verbs: Counter[str] = msgspec.field(default_factory=Counter)
    roles: dict[str, list[float]] = {}

    def add_game(self, played_game: PlayedGame, seat: Seat, seats: int) -> None:
        """Add the game of one seat."""
        self.games += 1
        winners = played_game.result.winners or tuple(range(seats))
        self.win_share += (seat in winners) / len(winners)
        rows = played_game.result.scores.get(seat, ())
        self.points.append(sum(row.points for row in rows))
        self.verbs.update(played_game.verbs[seat])
        if seat in played_game.result.roles:
            share = (seat in winners) / len(winners)
            self.roles.setdefault(write_plain_text(played_game.result.roles[seat]), []).append(share)
        for row in rows:
            self.lines[write_plain_text(row.label)] += row.points
            self.reached_counts[write_plain_text(row.label)] += row.points != 0

    def format_tally(self) -> list[str]:
        """Format the results as text."""
        points = sorted(self.points)
        lines = [f"{self.games} seats: {sum(points) / self.games:.1f} points, {points[0]} to {points[-1]}"]
        lines += [
            f"  {name:28} {n / self.games:6.2f}   in {self.reached_counts[name] / self.games:.0%}"
            for name, n in self.lines.items()
        ]
        verbs = ", ".join(f"{verb} {n / self.games:.1f}" for verb, n in self.verbs.most_common())
        for role, shares in sorted(self.roles.items()):
            low, high = wilson_interval(sum(shares), len(shares))
            won = sum(shares) / len(shares)
            lines.append(f"  {role}: won {won:.0%} of {len(shares)} ({low:.0%} to {high:.0%})")
        return [*lines, f"  {verbs}"]


def evaluator(game: AnyGame, file: Path | None, constants: dict[str, Any]) -> Evaluator:
    """Load a game's evaluator from a file (None: today's), with some constants of its modules set.

    The evaluator gets its own copies of the modules in `EVALUATOR_PARTS`, so it shares no constants with another
    evaluator.

    Raises:
        KeyError: No module of the evaluator has such a constant.
    """
    package = type(game).__module__.rpartition(".")[0]
    path = file or Path(__file__).parents[2] / package.replace(".", "/") / "evaluator.py"
    spec = importlib.util.spec_from_file_location(f"{package}.evaluator", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    part_names = [f"{package}.{part}" for part in EVALUATOR_PARTS]
    loaded_parts = {name: sys.modules.pop(name) for name in part_names if name in sys.modules}
    spec.loader.exec_module(module)
    parts = [sys.modules.pop(name) for name in part_names if name in sys.modules]
    sys.modules.update(loaded_parts)
    return _create_evaluator([module, *parts], game, constants)


def _create_evaluator(modules: list[ModuleType], game: AnyGame, constants: dict[str, Any]) -> Evaluator:
    for name, value in constants.items():
        holders = [module for module in modules if name in vars(module)]
        if not holders:
            raise KeyError(name)
        for module in holders:
            setattr(module, name, value)
    made: Evaluator = modules[0].Evaluator(game)
    return made


def play_game(
    game: AnyGame, level: str, by_seat: list[Evaluator], seed: str, budget: Budget, options: dict[str, str]
) -> PlayedGame:
    """Play a game among players of a level.

    Each player has an evaluator of its own. The same seed and playouts give the same game.
    """
    player, dice = COMPUTER_PLAYERS[level], Dice(f"{seed}/crew")
    run = GameRun(game, begin_game(game, len(by_seat), complete_options(game.settings, options), seed).position, seed)
    verbs = [Counter[str]() for _ in by_seat]
    began, made = time.process_time(), 0
    while run.questions and made < MAX_GAME_MOVES:
        seat = min(run.situation.questions)
        own = Dice(f"{level}/{dice.roll_below(2**64, run.position.move_count, f'crew {seat}')}")
        words = player.choose_move(Observation(game, run.position, seed, seat), by_seat[seat], budget, own)
        verbs[seat][_classify_words(words)] += 1
        run.play(seat, words)
        made += 1
    assert run.result is not None, f"the game with seed {seed} is not over after {MAX_GAME_MOVES} moves"
    return PlayedGame(run.result, verbs, made, time.process_time() - began)


def _classify_words(words: Words) -> str:
    """Return the words of a move up to the first that names a thing."""
    kept = words[:1] if words[1:] and any(letter.isdigit() for letter in words[1]) else words[:2]
    return " ".join(kept)


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.tune", description=__doc__)
    parser.add_argument("slug", choices=registry.list_slugs())
    parser.add_argument("--level", choices=list(COMPUTER_PLAYERS), default="mate")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--against", metavar="FILE")
    parser.add_argument("--mine", type=int, default=1, help="how many seats play by it with --against")
    given = parser.parse_args()
    game = registry.load_game(given.slug)
    constants = {name: ast.literal_eval(value) for name, _, value in (pair.partition("=") for pair in given.set)}
    mine = evaluator(game, None, constants)
    theirs = mine
    if given.against:
        theirs = evaluator(game, None if given.against == "today" else Path(given.against), {})
    options = dict(pair.split("=", 1) for pair in given.option)
    tallies, leads = [EvaluatorTally(), EvaluatorTally()], list[float]()
    teams = list(combinations(range(given.seats), given.mine))
    moves, nobody, seconds = 0, 0, 0.0
    for n in range(given.first, given.first + given.games):
        by_seat = [mine if seat in teams[n % len(teams)] else theirs for seat in range(given.seats)]
        one = play_game(game, given.level, by_seat, f"{given.seed}-{n}", Budget(given.playouts), options)
        moves, seconds, nobody = moves + one.moves, seconds + one.duration_s, nobody + (not one.result.winners)
        for seat, judge in enumerate(by_seat):
            tallies[judge is theirs].add_game(one, seat, given.seats)
        if mine is not theirs:
            ours, rest = (
                [tally.points[-k] for k in range(1, m + 1)]
                for tally, m in zip(tallies, (given.mine, given.seats - given.mine), strict=True)
            )
            leads.append(fmean(ours) - fmean(rest))
    first, others = tallies
    if first.games:
        low, high = (
            to_two_seat_strength(share, given.seats, given.mine)
            for share in wilson_interval(first.win_share, given.games)
        )
        print(
            f"strength {to_two_seat_strength(first.win_share / given.games, given.seats, given.mine):.0%} ({low:.0%} to {high:.0%})"
        )
        error = NORMAL_QUANTILE_95 * stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else math.inf
        print(f"{fmean(leads):+.1f} points more than the others, give or take {error:.1f}")
        print("\n".join(first.format_tally()))
    print("\n".join(others.format_tally()))
    each = f"{moves / given.games:.0f} moves and {seconds / given.games:.1f} CPU seconds"
    print(f"{given.games} games, {nobody} of them won by nobody; {each} each")


if __name__ == "__main__":
    main()
