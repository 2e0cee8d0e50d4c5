"""Exact numbers of move sequences. A change of the rules shows here first; the move by move counts say where.

Each table of a TOML file is a position: the start of a game (`seats`, `seed`, `options`) and the `moves` made since, one
a line as in a record. `nodes[k]` is the number of sequences of k + 1 moves.
"""

from __future__ import annotations

import tomllib
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest

from engine.commands import divide, perft
from engine.kernel import registry
from engine.kernel.position import Move, Position, replay, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle

FILES = sorted(Path(__file__).parent.glob("*.toml"))
POSITIONS = [
    (file.stem, name, found) for file in FILES for name, found in tomllib.loads(file.read_text("utf-8")).items()
]


def reached(game: AnyGame, found: dict[str, Any]) -> Position[Any]:
    """The position that a table describes."""
    opening = start(game, found["seats"], settle(game.settings, found.get("options", {})), found["seed"])
    log = [
        Move(int(words[0]), tuple(words[1:])) for words in map(str.split, found.get("moves", "").strip().splitlines())
    ]
    got = replay(game, opening.position, found["seed"], log)
    assert got.stopped_at is None, f"move {got.stopped_at}: {got.why}"
    return got.position


@pytest.mark.parametrize(("slug", "name", "found"), POSITIONS, ids=[f"{slug}/{name}" for slug, name, _ in POSITIONS])
def test_number_of_sequences(slug: str, name: str, found: dict[str, Any]) -> None:
    game = registry.load(slug)
    position, seed = reached(game, found), found["seed"]
    for depth, nodes in enumerate(found["nodes"], 1):
        counted = perft(game, position, seed, depth)
        if counted != nodes:
            rows = starmap(lambda words, below: f"{' '.join(words)}: {below}", divide(game, position, seed, depth))
            pytest.fail("\n".join([f"{name}, depth {depth}: {counted} sequences, not {nodes}", *rows]))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_counts_are_large_enough_to_find_mistakes(file: Path) -> None:
    slug = file.stem
    assert sum(found["nodes"][-1] > 100 for game, _, found in POSITIONS if game == slug) >= 3
