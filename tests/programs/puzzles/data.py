"""Select the best of the puzzles that were found, and write them as the `puzzles.toml` of a game."""

from __future__ import annotations

import itertools
import textwrap
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from cogs.commands.learn.lessons import MAX_MOVES_CHARS
from cogs.interactions import custom_ids
from engine.kernel import registry
from engine.kernel.lesson import PositionSource
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.learning.positions import build_position, play_moves
from tests.programs.puzzles.find import FoundPuzzle

PUZZLE_COUNT = 20
MAX_OF_ONE_GAME, MIN_OF_ONE_GOAL = 6, 4
LINE_CHARS = 118


def select_puzzles(game: AnyGame, found: Sequence[FoundPuzzle]) -> list[FoundPuzzle]:
    """Select the puzzles with most to see, and sort them from easy to hard.

    There are some of each goal, some of a game at most, one of a position, and one that ends with the same move.
    """
    hardest = sorted(
        [one for one in found if _fits_buttons(game, one)], key=lambda puzzle: (-puzzle.difficulty, puzzle.seed)
    )
    by_goal = [
        [one for one in hardest if one.goal == goal][:MIN_OF_ONE_GOAL]
        for goal in dict.fromkeys(one.goal for one in hardest)
    ]
    selected: list[FoundPuzzle] = []
    from_game: Counter[str] = Counter()
    known: set[tuple[str, int | str]] = set()
    for puzzle in [*itertools.chain.from_iterable(by_goal), *hardest]:
        places: set[tuple[str, int | str]] = {(puzzle.seed, len(puzzle.game_moves)), (puzzle.seed, puzzle.moves[-1])}
        if len(selected) == PUZZLE_COUNT or from_game[puzzle.seed] == MAX_OF_ONE_GAME or known & places:
            continue
        from_game[puzzle.seed] += 1
        known |= places
        selected.append(puzzle)
    return sorted(selected, key=lambda puzzle: puzzle.difficulty)


def _fits_buttons(game: AnyGame, puzzle: FoundPuzzle) -> bool:
    """Return whether the buttons of a panel can hold the moves of the line."""
    run = _start(game, puzzle)
    packed = []
    for line in remove_forced_moves(game, puzzle):
        words = tuple(line.split())
        packed.append(custom_ids.pack_shortest(run.build_menu(puzzle.seat), words))
        play_moves(run, puzzle.seat, [words])
    return len("_".join(packed)) <= MAX_MOVES_CHARS


def _start(game: AnyGame, puzzle: FoundPuzzle) -> GameRun[Any]:
    source = PositionSource(seed=puzzle.seed, seats=puzzle.seats, moves=puzzle.game_moves)
    return GameRun(game, build_position(game, source), puzzle.seed)


def remove_forced_moves(game: AnyGame, puzzle: FoundPuzzle) -> list[str]:
    """Return the moves of the line without the answers that leave no choice, which are given automatically."""
    run = _start(game, puzzle)
    kept: list[str] = []
    waiting = list(puzzle.moves)
    while waiting:
        line = waiting.pop(0)
        kept.append(line)
        moves_before = run.position.move_count
        play_moves(run, puzzle.seat, [tuple(line.split())])
        for _ in range(run.position.move_count - moves_before - 1):
            if waiting:
                waiting.pop(0)
    return kept


def write_puzzles(game: AnyGame, puzzles: Sequence[FoundPuzzle]) -> None:
    """Write the `puzzles.toml` of a game."""
    lines = [
        f"# Puzzles of {game.title}, found by `python -m tests.programs.puzzles {game.slug}` in games that computers played.",
        "# `engine/kernel/lesson.py` explains the fields; `make soak` proves every puzzle again.",
    ]
    names = {seed: f"g{number}" for number, seed in enumerate(dict.fromkeys(puzzle.seed for puzzle in puzzles), 1)}
    for seed, name in names.items():
        longest = max((p for p in puzzles if p.seed == seed), key=lambda p: len(p.game_moves))
        quoted = ", ".join(f'"{move}"' for move in longest.game_moves)
        glued = quoted.replace(" ", "\0").replace(",\0", ", ")
        wrapped = textwrap.wrap(glued, LINE_CHARS, break_on_hyphens=False, break_long_words=False)
        moves = "\n".join(f"    {line}" for line in wrapped).replace("\0", " ")
        lines += ["", f"[games.{name}]", f'seed = "{seed}"']
        if longest.seats != 2:
            lines.append(f"seats = {longest.seats}")
        lines += [f"moves = [\n{moves},\n]"]
    for puzzle in puzzles:
        moves = ", ".join(f'"{line}"' for line in remove_forced_moves(game, puzzle))
        lines += [
            "",
            "[[puzzles]]",
            f'game = "{names[puzzle.seed]}"',
            f"after = {len(puzzle.game_moves)}",
            f"seat = {puzzle.seat}",
            f'goal = "{puzzle.goal}"',
            f"target = {int(puzzle.target)}",
            f"moves = [{moves}]",
        ]
    file = resources.files(f"{registry.GAMES_PACKAGE}.{game.slug}").joinpath("puzzles.toml")
    Path(str(file)).write_text("\n".join(lines) + "\n", "utf-8")
