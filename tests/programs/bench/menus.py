"""Benchmark of the longest list of choices: every way to go on from every option of a crowded decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from engine.kernel import registry
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.golden_records import load_records
from tests.programs.bench.row import BenchRow

REPEAT_COUNT = 25


def _count_options(menu: Menu) -> int:
    """List every way through a decision, and count the options. A turn on a draft counts only to its next step."""
    found = len(menu.options)
    if menu.max_picks == 1:
        belows = (menu.next_menu(option.word) for option in menu.list_open_options())
        found += sum(_count_options(below) for below in belows if below is not None and below.preview_state is None)
    return found


def measure_longest_list(game: AnyGame) -> tuple[int, float]:
    """Find the longest list of the recorded games, at any step of a move.

    Return its number of options and the milliseconds that it takes (a median).
    """
    most, crowded, seat, seed = 0, None, 0, ""
    said: Words = ()
    for kept in load_records(game.slug):
        at = GameRun(game, begin_game(game, kept.seat_count, kept.options, kept.seed).position, kept.seed)
        for move in kept.moves:
            for asked in at.situation.questions:
                words = move.words if asked == move.seat else ()
                for n, menu in enumerate(_list_step_menus(at.build_menu(asked), words)):
                    size = _count_options(menu)
                    if size > most:
                        most, crowded, seat, seed, said = size, at.position, asked, kept.seed, words[:n]
            at.play(move.seat, move.words)
    assert crowded is not None, "no game is recorded"
    return most, median(_measure_list_ms(game, crowded, seat, seed, said) for _ in range(REPEAT_COUNT))


def _list_step_menus(menu: Menu, words: Words) -> Iterator[Menu]:
    """List a decision's menu and the later menus that begin with a draft. All other menus are listed with the first."""
    yield menu
    for n in range(1, len(words)):
        at = follow_words(menu, words[:n])
        if at is not None and at.preview_state is not None:
            yield at


def _measure_list_ms(game: AnyGame, position: Position[Any], seat: Seat, seed: str, words: Words) -> float:
    """Measure milliseconds from a stored position to the whole list, with nothing cached."""
    fresh = GameRun(game, position, seed)
    began = time.perf_counter()
    menu = follow_words(fresh.build_menu(seat), words)
    assert menu is not None
    _count_options(menu)
    return (time.perf_counter() - began) * 1000


def measure_rows() -> list[BenchRow]:
    """Return a row for each registered game."""
    found: list[BenchRow] = []
    for slug in registry.list_slugs():
        size, took = measure_longest_list(registry.load_game(slug))
        aim = 20.0 if slug == "paso" else 5.0
        found.append(BenchRow(f"list of {size:,} choices, {slug} | aim", took, aim, "ms", took / aim, "at most 1"))
    return found
