"""Benchmark of the panel's shortcuts: finding the likeliest moves, once a decision and in a thread, against a random choice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from engine.commands import choose_random_move, start_game
from engine.host.service.play.likely_moves import find_likely_moves
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, Position
from tests.programs.bench.row import BenchRow

MOVE_COUNT, SAMPLE_INTERVAL = 120, 4
"""Moves of a random game. Every SAMPLE_INTERVAL-th of them is measured."""
MAX_MEDIAN_MS = 20.0
"""The goal for the median, in milliseconds of CPU."""


def measure_rows() -> Iterator[BenchRow]:
    """Yield a row for each game, with the most seats."""
    for slug in registry.list_slugs():
        spent = [_measure_panel_ms(slug, *at) for at in _list_positions(slug)]
        middle, most = median(spent), max(spent)
        yield BenchRow(
            f"likeliest moves, {slug} | slowest",
            middle,
            most,
            "ms CPU",
            middle / MAX_MEDIAN_MS,
            f"{MAX_MEDIAN_MS:.0f} at the median",
        )


def _list_positions(slug: str) -> Iterator[tuple[Position[Any], int]]:
    game = registry.load_game(slug)
    position, dice = start_game(game, max(game.seat_counts), {}, "bench").position, Dice("bench")
    for n in range(MOVE_COUNT):
        run: GameRun[Any] = GameRun(game, position, "bench")
        if not run.questions:
            return
        if not n % SAMPLE_INTERVAL:
            yield position, min(run.situation.questions)
        seat, words = choose_random_move(run.situation, dice, position.move_count)
        position = run.play(seat, words).position


def _measure_panel_ms(slug: str, position: Position[Any], seat: int) -> float:
    before = time.process_time()
    find_likely_moves(registry.load_game(slug), position, "bench", seat)
    return (time.process_time() - before) * 1000
