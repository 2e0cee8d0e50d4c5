"""How long a player waits for the longest list of choices: every way to go on from every option of a crowded decision."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

from engine.kernel import record, registry
from engine.kernel.menu import Menu
from engine.kernel.position import Position, Run, start
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.bench.row import Row

GOLDEN = Path("tests/golden")
REPEATED = 25


def _listed(menu: Menu) -> int:
    """List every way through a decision, and count the options; a turn that is put together on a draft only to its next step."""
    found = len(menu.options)
    if menu.hi == 1:
        belows = (menu.then(option.word) for option in menu.open())
        found += sum(_listed(below) for below in belows if below is not None and below.draft is None)
    return found


def longest(game: AnyGame) -> tuple[int, float]:
    """The number of options in the longest list of the recorded games, and the milliseconds that it takes (a median)."""
    most, crowded, seat, seed = 0, None, 0, ""
    for file in sorted((GOLDEN / game.slug).glob("*.record")):
        kept = record.parse(file.read_text("utf-8"))
        at = Run(game, start(game, kept.seats, kept.options, kept.seed).position, kept.seed)
        for move in kept.moves:
            for asked in at.now.ask:
                size = _listed(at.menu(asked))
                if size > most:
                    most, crowded, seat, seed = size, at.position, asked, kept.seed
            at.play(move.seat, move.words)
    assert crowded is not None, "no game is recorded"
    return most, median(_timed(game, crowded, seat, seed) for _ in range(REPEATED))


def _timed(game: AnyGame, position: Position[Any], seat: Seat, seed: str) -> float:
    """Milliseconds from a stored position to the whole list; nothing is left from the last time."""
    fresh = Run(game, position, seed)
    began = time.perf_counter()
    _listed(fresh.menu(seat))
    return (time.perf_counter() - began) * 1000


def rows() -> list[Row]:
    """A row for each registered game."""
    found: list[Row] = []
    for slug in registry.slugs():
        size, took = longest(registry.load(slug))
        aim = 20.0 if slug == "paso" else 5.0
        found.append(Row(f"list of {size:,} choices, {slug} | aim", took, aim, "ms", took / aim, "at most 1"))
    return found
