"""Presses that decisions and turns take, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import registry
from tests.programs.presses.count import AIMS, DECISION, counted

HEAD = f"{'presses':<12}{'play':<10}{'decisions':>10}{'median':>8}{'95 %':>6}{'turns':>8}{'median':>8}{'90 %':>6}"


def lines(games: int) -> Iterator[str]:
    """A line for each game and kind of play, after so many games for each number of seats."""
    yield f"{HEAD}   aim of a decision, of a turn"
    for slug in registry.slugs():
        for sensible in (True, False):
            found = counted(slug, games, sensible=sensible)
            (middle, most), play = AIMS.get(slug, (0, 0)), "sensible" if sensible else "random"
            decided = f"{len(found.decisions):>10}{found.decision(0.5):>8}{found.decision(0.95):>6}"
            turned = f"{len(found.turns):>8}{found.turn(0.5):>8}{found.turn(0.9):>6}"
            yield f"{slug:<12}{play:<10}{decided}{turned}   {DECISION[0]} / {DECISION[1]}, {middle} / {most}"
