"""Benchmark of the panel's shortcuts: the CPU time of finding the likeliest moves, which a thread does once a decision."""

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
"""The most moves of a random game, and the interval at which its positions are measured."""
MAX_MEDIAN_MS = 20.0
"""The goal for the median, in milliseconds of CPU."""


def measure_rows() -> Iterator[BenchRow]:
    """Yield a row for each game at its highest number of seats: the median and, in place of a peer, the slowest position."""
    for slug in registry.list_slugs():
        times_ms = [_measure_search_ms(slug, position, seat) for position, seat in _list_positions(slug)]
        median_ms = median(times_ms)
        yield BenchRow(
            f"likeliest moves, {slug} | slowest",
            median_ms,
            max(times_ms),
            "ms CPU",
            median_ms / MAX_MEDIAN_MS,
            f"{MAX_MEDIAN_MS:.0f} at the median",
        )


def _list_positions(slug: str) -> Iterator[tuple[Position[Any], int]]:
    """Yield positions of a random game, each with the first seat that owes a move."""
    game = registry.load_game(slug)
    position, dice = start_game(game, max(game.seat_counts), {}, "bench").position, Dice("bench")
    for n in range(MOVE_COUNT):
        run: GameRun[Any] = GameRun(game, position, "bench")
        if not run.questions:
            return
        if n % SAMPLE_INTERVAL == 0:
            yield position, min(run.situation.questions)
        seat, words = choose_random_move(run.situation, dice, position.move_count)
        position = run.play(seat, words).position


def _measure_search_ms(slug: str, position: Position[Any], seat: int) -> float:
    """Return the milliseconds of CPU that the search for a seat's likeliest moves takes."""
    before = time.process_time()
    find_likely_moves(registry.load_game(slug), position, "bench", seat)
    return (time.process_time() - before) * 1000
