"""`python -m tests.programs.puzzles GAME --seed x --games 10 --out FILE`: find puzzles, and add them to a file as JSON lines;
with `--goal past-last-row --last 8` such that win in the last turns.
`… GAME --select FILE` writes the best of them to the `puzzles.toml` of the game."""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import msgspec

from engine.kernel.registry import load_game
from tests.programs.puzzles.data import select_puzzles, write_puzzles
from tests.programs.puzzles.find import FoundPuzzle, find_puzzles

MAX_NODES = 15_000
"""The positions of a turn after which it counts as too large."""
MAX_FOUND = 12
"""The puzzles that are taken from one game at most."""


def main() -> None:
    """Find puzzles, or select the best of those that were found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", default="puzzles")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=MAX_NODES)
    parser.add_argument("--goal", default="", help="look for puzzles of this goal only")
    parser.add_argument("--last", type=int, default=0, help="look at the last turns of a game only")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--select", type=Path)
    options = parser.parse_args()
    game = load_game(options.game)
    if options.select is not None:
        lines = options.select.read_bytes().splitlines()
        write_puzzles(game, select_puzzles(game, [msgspec.json.decode(line, type=FoundPuzzle) for line in lines]))
        return
    for number in range(options.games):
        seed = f"{options.seed}-{number}"
        puzzles = find_puzzles(
            game, options.seats, seed, options.nodes, goal_name=options.goal, last_turns=options.last
        )
        for puzzle in itertools.islice(puzzles, MAX_FOUND):
            with options.out.open("ab") as file:
                file.write(msgspec.json.encode(puzzle) + b"\n")


if __name__ == "__main__":
    main()
