"""Moves drawn at random, option by option, as a game's judgement inclines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.text import Seat
from engine.players.judgement import Evaluator

RandomStream = Callable[[], float]
"""A number from 0 up to 1, another each time."""

FINE = 1 << 53


def create_random_stream(dice: Dice, tick: int, label: str) -> RandomStream:
    """A stream of numbers from keyed dice, the same for the same (tick, label)."""
    drawn = count()
    return lambda: dice.below(FINE, tick, f"{label} {next(drawn)}") / FINE


def pick(weights: Sequence[float], number: float) -> int:
    """The index that a number from 0 up to 1 falls on, when each has a part as large as its weight."""
    left = number * sum(weights)
    for n, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return n
    return len(weights) - 1


def draw_move(judgement: Evaluator, state: Any, seat: Seat, menu: Menu, luck: RandomStream, kept: Words = ()) -> Words:  # noqa: ANN401
    """A complete move that begins with the words kept."""
    level: Menu | None = menu
    words: list[Word] = []
    for word in kept:
        if level is None:
            break
        words.append(word)
        level = level.then(word)
    while level is not None:
        words.append(_word(judgement, state, seat, level, luck))
        level = level.then(words[-1])
    return tuple(words)


def _word(judgement: Evaluator, state: Any, seat: Seat, menu: Menu, luck: RandomStream) -> Word:  # noqa: ANN401
    words = menu.picks
    if len(words) == 1 and menu.lo == 1:
        return words[0]
    weights = list(judgement.inclination(state, seat, menu))
    if menu.hi == 1:
        return words[pick(weights, luck())]
    most = min(menu.hi, len(words))
    size = menu.lo + int(luck() * (most - menu.lo + 1))
    left = list(range(len(words)))
    chosen = [left.pop(pick([weights[n] for n in left], luck())) for _ in range(size)]
    return "+".join(words[n] for n in sorted(chosen))


def is_complete_move(menu: Menu, words: Words) -> bool:
    """Whether a move that was made of another world's menu is a complete move of this one."""
    level: Menu | None = menu
    for word in words:
        if level is None:
            return False
        if level.hi == 1:
            if word not in level.picks:
                return False
        else:
            picks = word.split("+")
            if not (level.lo <= len(picks) <= level.hi and set(level.picks).issuperset(picks)):
                return False
        level = level.then(word)
    return level is None
