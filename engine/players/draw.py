"""Random moves, chosen option by option with the weights of `Evaluator.move_priors`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.position import GameRun
from engine.kernel.text import Seat
from engine.players.evaluator import Evaluator

RandomStream = Callable[[], float]
"""Returns another number from 0 up to, but not including, 1 at each call."""
RANDOM_STEPS = 1 << 53
"""How many different numbers a stream has: as many as a float can hold between one half and 1, twice."""


def create_random_stream(dice: Dice, tick: int, label: str) -> RandomStream:
    """Create a stream of numbers from keyed dice, the same for the same tick and label."""
    counter = count()
    return lambda: dice.roll_below(RANDOM_STEPS, tick, f"{label} {next(counter)}") / RANDOM_STEPS


def pick_weighted(weights: Sequence[float], number: float) -> int:
    """Return the index on which a number from 0 up to 1 falls, if each index has a share as large as its weight."""
    rest = number * sum(weights)
    for index, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return index
    return len(weights) - 1


def draw_move(
    evaluator: Evaluator,
    state: Any,  # noqa: ANN401 - each game has its own state
    seat: Seat,
    menu: Menu,
    random: RandomStream,
    prefix: Words = (),
) -> Words:
    """Draw a complete move that begins with `prefix`."""
    level: Menu | None = menu
    words: list[Word] = []
    for word in prefix:
        if level is None:
            break
        words.append(word)
        level = level.next_menu(word)
    while level is not None:
        words.append(_draw_word(evaluator, state, seat, level, random))
        level = level.next_menu(words[-1])
    return tuple(words)


def _draw_word(evaluator: Evaluator, state: Any, seat: Seat, menu: Menu, random: RandomStream) -> Word:  # noqa: ANN401
    """Draw one option, or several of them joined by "+" if the menu takes several."""
    words = menu.open_words
    if len(words) == 1 and menu.min_picks == 1:
        return words[0]
    weights = list(evaluator.move_priors(state, seat, menu))
    if menu.max_picks == 1:
        return words[pick_weighted(weights, random())]
    max_picks = min(menu.max_picks, len(words))
    size = menu.min_picks + int(random() * (max_picks - menu.min_picks + 1))
    remaining = list(range(len(words)))
    chosen: list[int] = []
    for _ in range(size):
        index = pick_weighted([weights[n] for n in remaining], random())
        chosen.append(remaining.pop(index))
    return "+".join(words[n] for n in sorted(chosen))


def evaluate_random_moves(
    draw: Callable[[Words], Words], evaluate: Callable[[Words], float], draws: int, random: RandomStream
) -> dict[Words, float]:
    """Draw moves and return their values, in the order in which they were drawn.

    `draw` completes a prefix. The first half of the moves is drawn freely, the second half keeps a prefix of the best so far.
    """
    values: dict[Words, float] = {}
    best: Words = ()
    for number in range(draws):
        prefix: Words = ()
        if best and number >= draws // 2:
            prefix = best[: int(random() * len(best))]
        move = draw(prefix)
        if move in values:
            continue
        values[move] = evaluate(move)
        if not best or values[move] > values[best]:
            best = move
    return values


def can_make(run: GameRun[Any], seat: Seat, words: Words) -> bool:
    """Return whether a move that was found in another world is legal in this one."""
    return seat in run.situation.questions and is_complete_move(run.build_menu(seat), words)


def is_complete_move(menu: Menu, words: Words) -> bool:
    """Return whether a move that was drawn from the menu of another world is a complete move of this one."""
    level: Menu | None = menu
    for word in words:
        if level is None or not _is_choice(level, word):
            return False
        level = level.next_menu(word)
    return level is None


def _is_choice(menu: Menu, word: Word) -> bool:
    """Return whether the menu offers the option, or the options joined by "+"."""
    if menu.max_picks == 1:
        return word in menu.open_words
    picks = word.split("+")
    return menu.min_picks <= len(picks) <= menu.max_picks and set(menu.open_words).issuperset(picks)
