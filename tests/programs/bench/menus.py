"""How long a player waits for the longest list of choices: every way to go on from every option of a crowded decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from engine.kernel import registry
from engine.kernel.menu import Menu, Words, walk
from engine.kernel.position import Position, Run, start
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.programs.bench.row import Row
from tests.recorded import records

REPEATED = 25


def _listed(menu: Menu) -> int:
    """List every way through a decision, and count the options; a turn that is put together on a draft only to its next step."""
    found = len(menu.options)
    if menu.hi == 1:
        belows = (menu.then(option.word) for option in menu.open())
        found += sum(_listed(below) for below in belows if below is not None and below.draft is None)
    return found


def longest(game: AnyGame) -> tuple[int, float]:
    """The number of options in the longest list of the recorded games, at any step of a move, and the milliseconds that it
    takes (a median)."""
    most, crowded, seat, seed = 0, None, 0, ""
    said: Words = ()
    for kept in records(game.slug):
        at = Run(game, start(game, kept.seats, kept.options, kept.seed).position, kept.seed)
        for move in kept.moves:
            for asked in at.now.ask:
                words = move.words if asked == move.seat else ()
                for n, menu in enumerate(_steps(at.menu(asked), words)):
                    size = _listed(menu)
                    if size > most:
                        most, crowded, seat, seed, said = size, at.position, asked, kept.seed, words[:n]
            at.play(move.seat, move.words)
    assert crowded is not None, "no game is recorded"
    return most, median(_timed(game, crowded, seat, seed, said) for _ in range(REPEATED))


def _steps(menu: Menu, words: Words) -> Iterator[Menu]:
    """A decision's menu, and those behind its first words that begin with a draft: all others are listed with the first."""
    yield menu
    for n in range(1, len(words)):
        at = walk(menu, words[:n])
        if at is not None and at.draft is not None:
            yield at


def _timed(game: AnyGame, position: Position[Any], seat: Seat, seed: str, said: Words) -> float:
    """Milliseconds from a stored position to the whole list; nothing is left from the last time."""
    fresh = Run(game, position, seed)
    began = time.perf_counter()
    menu = walk(fresh.menu(seat), said)
    assert menu is not None
    _listed(menu)
    return (time.perf_counter() - began) * 1000


def rows() -> list[Row]:
    """A row for each registered game."""
    found: list[Row] = []
    for slug in registry.slugs():
        size, took = longest(registry.load(slug))
        aim = 20.0 if slug == "paso" else 5.0
        found.append(Row(f"list of {size:,} choices, {slug} | aim", took, aim, "ms", took / aim, "at most 1"))
    return found
