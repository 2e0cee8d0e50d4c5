"""Exact counts of move sequences. A rule change shows here first, and the counts for each move show where.

Each table of a TOML file is a position: the start of a game (`seats`, `seed`, `options`) and the `moves` made since,
one a line as in a record. `nodes[k]` is the number of sequences of k + 1 moves.
"""

from __future__ import annotations

import tomllib
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest

from engine.commands import count_by_first_move, count_sequences
from engine.kernel import registry
from engine.kernel.position import Move, Position, begin_game, replay_moves
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options

PERFT_FILES = sorted(Path(__file__).parent.glob("*.toml"))
PERFT_POSITIONS = [
    (file.stem, name, found) for file in PERFT_FILES for name, found in tomllib.loads(file.read_text("utf-8")).items()
]


def build_position(game: AnyGame, found: dict[str, Any]) -> Position[Any]:
    """Build the position that a table describes."""
    opening = begin_game(game, found["seats"], complete_options(game.settings, found.get("options", {})), found["seed"])
    log = [
        Move(int(words[0]), tuple(words[1:])) for words in map(str.split, found.get("moves", "").strip().splitlines())
    ]
    got = replay_moves(game, opening.position, found["seed"], log)
    assert got.stopped_at is None, f"move {got.stopped_at}: {got.failure_reason}"
    return got.position


@pytest.mark.parametrize(
    ("slug", "name", "found"), PERFT_POSITIONS, ids=[f"{slug}/{name}" for slug, name, _ in PERFT_POSITIONS]
)
def test_number_of_sequences(slug: str, name: str, found: dict[str, Any]) -> None:
    game = registry.load_game(slug)
    position, seed = build_position(game, found), found["seed"]
    for depth, nodes in enumerate(found["nodes"], 1):
        counted = count_sequences(game, position, seed, depth)
        if counted != nodes:
            rows = starmap(
                lambda words, below: f"{' '.join(words)}: {below}", count_by_first_move(game, position, seed, depth)
            )
            pytest.fail("\n".join([f"{name}, depth {depth}: {counted} sequences, not {nodes}", *rows]))


@pytest.mark.parametrize("file", PERFT_FILES, ids=lambda file: file.stem)
def test_counts_are_large_enough_to_find_mistakes(file: Path) -> None:
    slug = file.stem
    assert sum(found["nodes"][-1] > 100 for game, _, found in PERFT_POSITIONS if game == slug) >= 3
