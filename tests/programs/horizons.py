"""How far a captain's playouts should go in a game in which moves are played on for whole turns (`rollout_search.py`).

python -m tests.programs.horizons expanse --seats 4 --positions 24 --worlds 60
python -m tests.programs.horizons expanse --seats 4 --positions 24 --worlds 60 --deck 19

The program takes positions from games of mates, with at most 18 cards in the deck, or with at least `--deck` cards. It
plays each move that a captain would search to the end of the game in `--worlds` worlds. For leads after a number of
turns it prints:

* the answers that a playout takes;
* in log-odds, by how much two moves differ in truth (the deviation of their means), and by how much in one world;
* the correlation of the means with those at the end;
* the value at the end of the best move by a fixed number of answers, compared with the best by a one-ply evaluation, in
  worlds that did not choose it.

Noise grows with every turn; the differences of moves do not.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import count
from math import sqrt
from statistics import fmean, pstdev, stdev
from typing import cast

import msgspec

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.players import greedy
from engine.players.computer_levels import CAPTAIN, choose_move
from engine.players.evaluator import RolloutEvaluator, load_evaluator
from engine.players.observation import Observation
from engine.players.rollout_search import RolloutSearch
from engine.players.search import FIRST_SEARCH_WORLD

MAX_TURNS = 18
MOVES_BETWEEN_POSITIONS = 13
"""Moves between two positions of a game."""
PLAYOUT_BUDGETS = (300, 1000, 2000)
WORLD_DRAWS = 100
"""The number of draws of worlds to choose a move by."""
MAX_HORIZON_TURNS = 12
"""Turns after which only the end of the game makes a difference."""

PlayoutPath = list[tuple[float, int]]
"""The lead after each turn of a playout, and the number of answers until then."""


class MovePlayouts(msgspec.Struct):
    """The moves of a position, the best of the one-ply evaluation first, each with its playouts in the same worlds."""

    paths: list[list[PlayoutPath]]

    def list_leads(self, turns: int) -> list[list[float]]:
        """List the leads by move and world, after `turns` turns."""
        return [[path[min(turns, len(path)) - 1][0] for path in paths] for paths in self.paths]

    def compute_mean_answers(self, turns: int) -> float:
        """Return the average number of answers in a playout of `turns` turns."""
        return fmean(path[min(turns, len(path)) - 1][1] for paths in self.paths for path in paths)


def sample_positions(game: AnyGame, seats: int, worlds: int, deck: int | None) -> Iterator[MovePlayouts]:
    """Yield sampled positions without end."""
    evaluator = load_evaluator(game)
    if evaluator.search_kind != "rollout":
        raise SystemExit(f"Nothing is played on in {game.slug}.")
    evaluator = cast("RolloutEvaluator", evaluator)
    for number in count():
        seed = f"horizons-{number}"
        run = GameRun(game, begin_game(game, seats, complete_options(game.settings, {}), seed).position, seed)
        dice, made = Dice(f"{seed}/crew"), 0
        while run.questions:
            seat, left = min(run.situation.questions), len(run.state.deck)
            if made % MOVES_BETWEEN_POSITIONS == number % MOVES_BETWEEN_POSITIONS and (
                left <= MAX_TURNS if deck is None else left >= deck
            ):
                observation, own = Observation(game, run.position, seed, seat), Dice(f"{seed}/{made}")
                first = greedy.rank_moves(observation, evaluator, own, CAPTAIN.worlds, evaluator.search_candidates)[
                    : CAPTAIN.root_moves
                ]
                if len(first) > 2:
                    found, search = MovePlayouts([]), RolloutSearch(observation, evaluator, own)
                    for one in first:
                        tries = (search.play_turns(FIRST_SEARCH_WORLD + n, (one.words,)) for n in range(worlds))
                        found.paths.append([[(evaluator.lead(at.state, seat), n) for at, n in path] for path in tries])
                    yield found
            run.play(seat, choose_move("mate", game, run.position, seed, seat, dice))
            made += 1


def compute_agreement(found: list[MovePlayouts], turns: int) -> tuple[float, float, float]:
    """Compute by how much moves differ in truth and in one world after `turns` turns, and the correlation with the end."""
    kept, noise = [0.0, 0.0, 0.0], []
    for one in found:
        here, end = one.list_leads(turns), one.list_leads(10**6)
        halves = [_subtract_mean([fmean(row[half::2]) for row in leads]) for leads in (here, end) for half in (0, 1)]
        few = len(here) - 1
        for n, (a, b) in enumerate(((0, 1), (2, 3), (0, 3))):
            kept[n] += sum(x * y for x, y in zip(halves[a], halves[b], strict=True)) / few
        kept[2] += sum(x * y for x, y in zip(halves[1], halves[2], strict=True)) / few
        noise += [pstdev([x - y for x, y in zip(row, here[0], strict=True)]) / sqrt(2) for row in here[1:]]
    own, ends, both = max(kept[0], 1e-9), max(kept[1], 1e-9), kept[2] / 2
    return sqrt(own / len(found)), fmean(noise), both / sqrt(own * ends)


def compute_gain(found: list[MovePlayouts], turns: int, budget: int) -> tuple[float, float]:
    """Compute the gain at the end from choosing by these leads, in log-odds, and its standard error over the positions."""
    luck, gains = random.Random(1), []  # noqa: S311 - a measurement keeps no secrets
    for one in found:
        here, end = one.list_leads(turns), one.list_leads(10**6)
        worlds = range(len(here[0]))
        many = min(len(worlds) // 2, max(1, round(budget / len(here) / one.compute_mean_answers(turns))))
        total = 0.0
        for _ in range(WORLD_DRAWS):
            seen = luck.sample(worlds, many)
            sums = [sum(row[n] for n in seen) for row in here]
            best = end[sums.index(max(sums))]
            total += fmean(best[n] - end[0][n] for n in worlds if n not in seen)
        gains.append(total / WORLD_DRAWS)
    return fmean(gains), stdev(gains) / sqrt(len(gains))


def _subtract_mean(numbers: list[float]) -> list[float]:
    middle = fmean(numbers)
    return [one - middle for one in numbers]


def main() -> None:
    """Measure and print the results."""
    make = argparse.ArgumentParser(prog="python -m tests.programs.horizons")
    make.add_argument("slug")
    make.add_argument("--seats", type=int, required=True)
    make.add_argument("--positions", type=int, default=24)
    make.add_argument("--worlds", type=int, default=60)
    make.add_argument("--deck", type=int, help="at least so many cards in the deck, in place of at most 18")
    asked = make.parse_args()
    if min(asked.positions, asked.worlds) < 2:
        make.error("It takes two positions and two worlds to say how sure it is.")
    every = sample_positions(registry.load_game(asked.slug), asked.seats, asked.worlds, asked.deck)
    found = [next(every) for _ in range(asked.positions)]
    print("turns answers  truth  one world  with the end  " + "  ".join(f"by {n:,} answers" for n in PLAYOUT_BUDGETS))
    for turns in (*range(1, MAX_HORIZON_TURNS + 1), 10**6):
        signal, noise, along = compute_agreement(found, turns)
        gains = "  ".join(
            f"{worth:+.3f} ± {error:.3f}" for worth, error in (compute_gain(found, turns, n) for n in PLAYOUT_BUDGETS)
        )
        named = "end" if turns > MAX_HORIZON_TURNS else turns
        took = fmean(one.compute_mean_answers(turns) for one in found)
        print(f"{named:>5} {took:>7.1f} {signal:>6.2f} {noise:>10.2f} {along:>13.2f}  {gains}")


if __name__ == "__main__":
    main()
