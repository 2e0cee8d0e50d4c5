"""What a position of 1911 Amundsen vs Scott is worth to a seat."""

from __future__ import annotations

from engine.games.amundsen.state import Explorer, State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.programs.one_ply.player import Judge

SPACE, CARD, ANIMAL, LOST, WON = 3.0, 1.0, 0.5, 4.0, 100.0


def value(_: AnyGame, state: State, seat: Seat) -> float:
    """Spaces on the way to the Pole and cards to go on with, less those of the rival."""
    side = state.side_of(seat)
    if side is None:
        return 0.0
    mine, other = state.explorers[side], state.rival(side)
    if state.ended:
        return (mine.space - other.space) * WON
    return _worth(mine) - _worth(other)


def _worth(one: Explorer) -> float:
    cards = [held.card for held in one.hand]
    return SPACE * one.space + CARD * len(cards) + ANIMAL * sum(card[1] in "dh" for card in cards) - LOST * one.lost


JUDGE = Judge(value)
