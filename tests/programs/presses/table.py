"""Presses that decisions and turns take, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import registry
from tests.programs.presses.count import DECISION_GOALS, TURN_GOALS, count_games

TABLE_HEADER = (
    f"{'presses':<12}{'play':<10}{'decisions':>10}{'median':>8}{'95 %':>6}{'turns':>8}{'median':>8}{'90 %':>6}"
)


def format_lines(games: int) -> Iterator[str]:
    """Yield a line for each game and kind of play, after `games` games for each number of seats."""
    yield f"{TABLE_HEADER}   aim of a decision, of a turn"
    for slug in registry.list_slugs():
        for sensible in (True, False):
            found = count_games(slug, games, sensible=sensible)
            (middle, most), play = TURN_GOALS.get(slug, (0, 0)), "sensible" if sensible else "random"
            decided = (
                f"{len(found.decisions):>10}{found.find_decision_presses(0.5):>8}{found.find_decision_presses(0.95):>6}"
            )
            turned = f"{len(found.turns):>8}{found.find_turn_presses(0.5):>8}{found.find_turn_presses(0.9):>6}"
            yield f"{slug:<12}{play:<10}{decided}{turned}   {DECISION_GOALS[0]} / {DECISION_GOALS[1]}, {middle} / {most}"
