"""What the panel's shortcuts cost: finding the likeliest moves, once a decision and in a thread, beside choosing at random."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from engine.commands import choose, opening
from engine.host.service.play.likely import likely
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import Position, Run
from tests.programs.bench.row import Row

MOVES, EACH = 120, 4
"""Moves of a random game, of which every so many is looked at."""
MOST = 20.0
"""What it may cost at the median, in milliseconds of CPU."""


def rows() -> Iterator[Row]:
    """A row for each game, with the most seats."""
    for slug in registry.slugs():
        spent = [_spent(slug, *at) for at in _positions(slug)]
        middle, most = median(spent), max(spent)
        yield Row(
            f"likeliest moves, {slug} | slowest", middle, most, "ms CPU", middle / MOST, f"{MOST:.0f} at the median"
        )


def _positions(slug: str) -> Iterator[tuple[Position[Any], int]]:
    game = registry.load(slug)
    position, dice = opening(game, max(game.seats), {}, "bench").position, Dice("bench")
    for n in range(MOVES):
        run: Run[Any] = Run(game, position, "bench")
        if not run.ask:
            return
        if not n % EACH:
            yield position, min(run.now.ask)
        seat, words = choose(run.now, dice, position.moves)
        position = run.play(seat, words).position


def _spent(slug: str, position: Position[Any], seat: int) -> float:
    before = time.process_time()
    likely(registry.load(slug), position, "bench", seat)
    return (time.process_time() - before) * 1000
