"""Average the chances of a game over a round, so that the line shows who gains and not whose turn it is.

The playouts of an analysis are short and play worse than people do, so an estimate favours or slights the seat that has just moved.
In The Expanse the line went 20 points up and down with every turn, and ordinary moves looked like turning points. As in any series
with a season, a moving average over one round has every seat to move equally often: the first and the last point of an even round
count half (Persons, "Indices of business conditions", 1919).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from engine.players.game_analysis import Analysis, Moment

NEARLY_CERTAIN = 0.02
"""Chances that differ by less from the result are not averaged: the game is over, and its last turn shows."""
Chances = tuple[float, ...]
"""The chances of all seats at one point."""


def average_rounds(moments: Sequence[Moment], final: Chances) -> Analysis:
    """Return the analysis of a game whose chances were estimated point by point; the luck of each draw stays the same."""
    if not moments:
        return Analysis((), final)
    round_length = measure_round(moments)
    estimates = [*(moment.chances for moment in moments), final]
    decided = _find_decided(estimates)
    points = [
        *(_average(estimates[: decided + 1], index, round_length // 2) for index in range(decided)),
        *estimates[decided:],
    ]
    averaged: list[Moment] = []
    for moment, before, after, estimate in zip(moments, points, points[1:], estimates[1:], strict=False):
        chosen = moment.chosen
        if chosen is not None:
            luck = estimate[moment.seat] - chosen
            chosen = round(min(1.0, max(0.0, after[moment.seat] - luck)), 4)
        averaged.append(msgspec.structs.replace(moment, chances=before, chosen=chosen))
    return Analysis(tuple(averaged), final, round_length=round_length)


def measure_round(moments: Sequence[Moment]) -> int:
    """Return how many moves a round has on average, an even number: a turn of each seat, a turn being moves in a row."""
    turns = 1 + sum(before.seat != after.seat for before, after in pairwise(moments))
    return 2 * math.ceil(len(moments[0].chances) * len(moments) / (2 * turns))


def _find_decided(points: Sequence[Chances]) -> int:
    """Return the index of the point from which on the chances are nearly the result."""
    decided = len(points) - 1
    while (
        decided
        and max(abs(one - two) for one, two in zip(points[decided - 1], points[-1], strict=True)) < NEARLY_CERTAIN
    ):
        decided -= 1
    return decided


def _average(points: Sequence[Chances], index: int, half: int) -> Chances:
    """Return the average over a round around a point. At the start the window is moved, at the end it shrinks to the result."""
    half = min(half, len(points) - 1 - index)
    if not half:
        return points[index]
    middle = max(index, half)
    middle = min(middle, len(points) - 1 - half)
    window = points[middle - half : middle + half + 1]
    averaged: list[float] = []
    for values in zip(*window, strict=True):
        total = sum(values) - (values[0] + values[-1]) / 2
        averaged.append(round(total / (2 * half), 4))
    return tuple(averaged)
