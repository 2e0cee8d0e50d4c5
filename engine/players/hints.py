"""The moves that a captain prefers, for a person who asks: how good each is, and why.

The moves and their values come from the captain's search. The reason is the part of the game's own evaluation that the move
changes most, averaged over some worlds: "Islands: +5" (`Evaluator.explain`).
"""

from __future__ import annotations

from typing import Any, Optional

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, Text
from engine.players import greedy
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.evaluator import Evaluator, load_evaluator
from engine.players.observation import Observation

MAX_HINTS = 3
REASON_WORLDS = 4
"""In how many worlds the change that a move makes is averaged."""
MIN_TOLD_CHANGE = 0.05
"""A smaller change is not given as a reason."""


class Hint(msgspec.Struct, frozen=True):
    """A move, its value for the seat from 0 to 1, the part of the evaluation that it changes most, and that change in tenths."""

    words: Words
    value: float
    what: Optional[Text] = None
    tenths: int = 0


def find_hints(
    game: AnyGame, position: Position[Any], seed: str | Dice, seat: Seat, dice: Dice, budget: Budget
) -> tuple[Hint, ...]:
    """Return the best moves, best first. The same question, dice and playouts give the same ones.

    Raises Illegal if the seat owes nothing.
    """
    observation = Observation(game, position, seed, seat)
    evaluator = load_evaluator(game)
    hint_dice = Dice(f"hints/{dice.roll_below(2**64, position.move_count, f'hints {seat}')}")
    ranked = CAPTAIN.rank_candidates(observation, evaluator, budget, hint_dice)
    if len(ranked) == 1:  # the only move has not been evaluated
        ranked = greedy.compare_moves(observation, evaluator, hint_dice, [ranked[0].words], 0, CAPTAIN.worlds)
    return tuple(_explain_move(observation, evaluator, hint_dice, move.words, move.mean) for move in ranked[:MAX_HINTS])


def _explain_move(observation: Observation, evaluator: Evaluator, dice: Dice, words: Words, value: float) -> Hint:
    """Create the hint for a move, with the reason if there is one."""
    unexplained = Hint(words, round(value, 4))
    names: list[Text] = []
    changes: list[float] = []
    for world_number in range(REASON_WORLDS):
        run = observation.world(dice, world_number)
        before = evaluator.explain(run.state, observation.seat)
        run.push(observation.seat, words)
        after = evaluator.explain(run.state, observation.seat)
        if len(before) != len(after):  # the move begins another part of the game
            return unexplained
        if not names:
            names = [name for name, _ in before]
            changes = [0.0] * len(names)
        for part, ((_, old), (_, new)) in enumerate(zip(before, after, strict=True)):
            changes[part] += (new - old) / REASON_WORLDS
    if not changes:
        return unexplained
    largest = max(range(len(changes)), key=lambda part: abs(changes[part]))
    if abs(changes[largest]) < MIN_TOLD_CHANGE:
        return unexplained
    return Hint(words, round(value, 4), names[largest], round(10 * changes[largest]))
