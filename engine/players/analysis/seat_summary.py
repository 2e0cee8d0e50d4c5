"""What a seat's choices and its luck changed over a game, and how accurate its turns were."""

from __future__ import annotations

import math
from itertools import groupby
from statistics import fmean
from typing import Optional

import msgspec

from engine.kernel.text import Seat
from engine.players.analysis.game_analysis import Analysis


class SeatSummary(msgspec.Struct, frozen=True):
    """What a seat's choices and its luck changed over the game: sums of chances.

    `accuracy` is the average of its turns, from 0 to 100, and `best_rate` the share of its moves to which no better one was found,
    from 0 to 1; both are None for a seat that never had a choice.
    """

    choices: float
    luck: float
    accuracy: Optional[float] = None
    best_rate: Optional[float] = None


def summarize_seat(analysis: Analysis, seat: Seat) -> SeatSummary:
    """Add up the seat's choices and its luck, and rate its turns."""
    own_moments = [moment for moment in analysis.moments if moment.seat == seat]
    effects = list(map(analysis.measure, own_moments))
    choices, luck = sum(effect.choice for effect in effects), sum(effect.luck for effect in effects)
    decisions = [moment for moment in own_moments if moment.alternative]
    if not decisions:
        return SeatSummary(round(choices, 4), round(luck, 4))
    accuracy = fmean(map(rate_loss, _list_turn_losses(analysis, seat)))
    best_rate = fmean(moment.gain <= 0 for moment in decisions)
    return SeatSummary(round(choices, 4), round(luck, 4), round(accuracy, 1), round(best_rate, 4))


def _list_turn_losses(analysis: Analysis, seat: Seat) -> list[float]:
    """List what the seat's turns with a choice lost against better ones; a turn is moves in a row."""
    losses: list[float] = []
    for mover, turn in groupby(analysis.moments, lambda moment: moment.seat):
        decisions = [moment for moment in turn if moment.alternative]
        if mover == seat and decisions:
            losses.append(sum(max(0.0, moment.gain) for moment in decisions))
    return losses


def rate_loss(loss: float) -> float:
    """Return the accuracy of a turn that lost this part of the chance, from 0 to 100, by the formula of lichess.org."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))
