"""Average the chances of a game over a round, so that the line shows who gains and not whose turn it is.

The playouts of an analysis are short and play worse than people do, so an estimate favours or slights the seat that has just moved.
In The Expanse the line went 20 points up and down with every turn, and ordinary moves looked like turning points. As in any series
with a season, a moving average over one round has every seat to move equally often: the first and the last point of an even round
count half (Persons, "Indices of business conditions", 1919).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median

import msgspec

from engine.kernel.text import Seat
from engine.players.analysis.game_analysis import Analysis, Moment, is_certain
from engine.players.analysis.position_analysis import to_chance, to_log_odds

NEARLY_CERTAIN = 0.02
"""Chances that differ by less from the result are not averaged: the game is over, and its last turn shows."""
CLEAR_LUCK = 0.15
"""A draw that changed a chance by this much is no matter of whose turn it is: the line steps there."""
MIN_USUAL_MOVES = 5
"""Of fewer moves from one seat to another nobody can say what they usually change."""
Chances = tuple[float, ...]
"""The chances of all seats at one point."""


def average_rounds(moments: Sequence[Moment], final: Chances) -> Analysis:
    """Return the analysis of a game whose chances were estimated point by point; the luck of each draw stays the same."""
    if not moments:
        return Analysis((), final)
    round_length = measure_round(moments)
    won = _find_winning_moves(moments, final)
    estimates = [*(moment.chances for moment in moments[:won]), *[final] * (len(moments) + 1 - won)]
    decided = _find_decided(estimates)
    is_found_win = decided < len(moments) and is_certain(estimates[decided])
    averaged_count = decided if is_found_win else decided + 1  # before a certain win was there, nobody was nearer to it
    draws = _add_up_draws(moments, estimates)
    steady = [_add(point, draw, -1) for point, draw in zip(estimates, draws, strict=True)]
    is_kept = [is_certain(point) for point in estimates[:decided]]
    averages = _average_stretches(steady[:averaged_count], is_kept, round_length // 2)
    points = [*map(_limit, map(_add, averages, draws)), *estimates[decided:]]
    pushes = _list_pushes(moments, estimates)
    averaged: list[Moment] = []
    for index, moment in enumerate(moments):
        before, after = points[index], points[index + 1]
        luck = 0.0 if moment.chosen is None else estimates[index + 1][moment.seat] - moment.chosen
        chosen = None if moment.chosen is None else round(min(1.0, max(0.0, after[moment.seat] - luck)), 4)
        did = after[moment.seat] if chosen is None else chosen
        own = estimates[index + 1][moment.seat] if moment.chosen is None else moment.chosen
        log_odds_gain = to_log_odds(own + moment.gain) - to_log_odds(own)
        could = 1.0 if own + moment.gain >= 1 else to_chance(to_log_odds(did) + log_odds_gain)
        gain = round(could - did, 4)  # both moves are told on the averaged line
        averaged.append(msgspec.structs.replace(moment, chances=before, chosen=chosen, gain=gain, push=pushes[index]))
    return Analysis(tuple(averaged), final, round_length=round_length)


def _list_pushes(moments: Sequence[Moment], estimates: Sequence[Chances]) -> list[Chances]:
    """List what each move alone changed in the chances, less the median of all moves with the same mover and the same next one."""
    movers: list[Seat | None] = [*(moment.seat for moment in moments), None]
    changes: list[Chances] = []
    groups: dict[tuple[Seat | None, Seat | None], list[Chances]] = {}
    for turn, (before, after) in zip(pairwise(movers), pairwise(estimates), strict=True):
        change = tuple(end - start for start, end in zip(before, after, strict=True))
        changes.append(change)
        groups.setdefault(turn, []).append(change)
    usual: dict[tuple[Seat | None, Seat | None], list[float]] = {}
    for turn, group in groups.items():
        if len(group) >= MIN_USUAL_MOVES:
            usual[turn] = [median(values) for values in zip(*group, strict=True)]
    pushes: list[Chances] = []
    for turn, change in zip(pairwise(movers), changes, strict=True):
        common = usual.get(turn, [0.0] * len(change))
        pushes.append(tuple(round(value - less, 4) for value, less in zip(change, common, strict=True)))
    return pushes


def measure_round(moments: Sequence[Moment]) -> int:
    """Return how many moves a round has on average, an even number: a turn of each seat, a turn being moves in a row."""
    turns = 1 + sum(before.seat != after.seat for before, after in pairwise(moments))
    return 2 * math.ceil(len(moments[0].chances) * len(moments) / (2 * turns))


def _find_winning_moves(moments: Sequence[Moment], final: Chances) -> int:
    """Return the index from which on only the winner moved and nothing was drawn: there the win was certain, seen or not."""
    first = len(moments)
    while first and final[moments[first - 1].seat] == 1 and moments[first - 1].chosen is None:
        first -= 1
    return first


def _find_decided(points: Sequence[Chances]) -> int:
    """Return the index of the point from which on the chances are nearly the result."""
    decided = len(points) - 1
    while (
        decided
        and max(abs(one - two) for one, two in zip(points[decided - 1], points[-1], strict=True)) < NEARLY_CERTAIN
    ):
        decided -= 1
    return decided


def _add_up_draws(moments: Sequence[Moment], estimates: Sequence[Chances]) -> list[Chances]:
    """Return what all clear draws before each point changed in the chances."""
    total = (0.0,) * len(estimates[0])
    totals = [total]
    for moment, (before, after) in zip(moments, pairwise(estimates), strict=True):
        if moment.chosen is not None and abs(after[moment.seat] - moment.chosen) >= CLEAR_LUCK:
            total = _add(total, _measure_draw(moment.seat, moment.chosen, before, after))
        totals.append(total)
    return totals


def _measure_draw(mover: Seat, chosen: float, before: Chances, after: Chances) -> Chances:
    """Return what a draw changed in the chances of all seats: the whole change, less what the choice changed.

    A partner of the mover, which always has the same chance, gains by the choice too; the others lose as much, evenly.
    """
    seats = range(len(before))
    allies = [seat for seat in seats if (before[seat], after[seat]) == (before[mover], after[mover])]
    choice = chosen - before[mover]
    rivals_choice = -choice * len(allies) / max(1, len(before) - len(allies))
    return tuple(after[seat] - before[seat] - (choice if seat in allies else rivals_choice) for seat in seats)


def _add(point: Chances, change: Chances, factor: int = 1) -> Chances:
    return tuple(chance + factor * more for chance, more in zip(point, change, strict=True))


def _limit(point: Chances) -> Chances:
    """Return chances from 0 to 1, rounded."""
    return tuple(round(min(1.0, max(0.0, chance)), 4) for chance in point)


def _average_stretches(points: Sequence[Chances], is_kept: Sequence[bool], half: int) -> list[Chances]:
    """Return the averages around the points before the game is decided.

    A certain win that was given away stays as it is, and does not count for the points around it.
    """
    averages: list[Chances] = []
    for is_group_kept, group in groupby(range(len(points)), [*is_kept, False].__getitem__):
        stretch = [points[index] for index in group]
        averages += stretch if is_group_kept else [_average(stretch, index, half) for index in range(len(stretch))]
    return averages[: len(is_kept)]


def _average(points: Sequence[Chances], index: int, half: int) -> Chances:
    """Return the average over a round around a point. At the start the window is moved, at the end it shrinks to the result."""
    half = min(half, len(points) - 1 - index, (len(points) - 1) // 2)
    if not half:
        return points[index]
    middle = max(index, half)
    middle = min(middle, len(points) - 1 - half)
    window = points[middle - half : middle + half + 1]
    averaged: list[float] = []
    for values in zip(*window, strict=True):
        total = sum(values) - (values[0] + values[-1]) / 2
        averaged.append(total / (2 * half))
    return tuple(averaged)
