"""One-ply search: it skips idle moves, and evaluates the position before the moves only once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engine.games.paso.evaluator import Evaluator
from engine.games.paso.game import Paso
from engine.games.paso.state import State
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves, sample_move
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.script import complete_options
from engine.players.greedy import EQUAL_VALUE_TOLERANCE, rank_moves
from engine.players.observation import Observation

SEED, MOVES = "idle", 120


class Remembering(Evaluator):
    """An evaluator that records the positions that it evaluated."""

    def __init__(self, game: Paso) -> None:
        super().__init__(game)
        self.judged: list[bytes] = []

    def value(self, state: State, seat: int) -> float:
        self.judged.append(msgspec.json.encode(state))
        return super().value(state, seat)


class Decision(NamedTuple):
    """A decision in the Paso: its moves, and the idle ones, which spend nothing and do not improve the position."""

    observation: Observation
    words: list[Words]
    idle: list[Words]


def decisions() -> Iterator[Decision]:
    """Yield decisions of a random game of the Paso in which all moves can be tried and some are idle."""
    game, luck = registry.load_game("paso"), random.Random(1)  # noqa: S311 - a test keeps no secrets
    evaluator = Evaluator(game)
    run = GameRun(game, begin_game(game, 2, complete_options(game.settings, {}), SEED).position, SEED)
    for _ in range(MOVES):
        if not run.questions:
            return
        seat = min(run.situation.questions)
        words = list(generate_moves(run.build_menu(seat)))
        if 1 < len(words) <= evaluator.candidates:
            idle = [one for one in words if _idle(evaluator, game, run.position, seat, one)]
            if idle:
                yield Decision(Observation(game, run.position, SEED, seat), words, idle)
        run.play(seat, sample_move(run.build_menu(seat), luck.randrange))


def _idle(evaluator: Evaluator, game: Paso, position: Position[State], seat: int, words: Words) -> bool:
    after = GameRun(game, position, SEED)
    before = evaluator.resources(after.state, seat), evaluator.value(after.state, seat)
    after.push(seat, words)
    while owing := after.situation.questions:
        asked = min(owing)
        if not evaluator.follows(after.build_menu(asked)):
            break
        after.push(asked, game.safe_move(asked, after.build_menu(asked)))
    return (
        evaluator.resources(after.state, seat) == before[0]
        and evaluator.value(after.state, seat) <= before[1] + EQUAL_VALUE_TOLERANCE
    )


def test_idle_moves_are_left_out_where_there_are_others() -> None:
    left_out = 0
    for observation, words, idle in decisions():
        found = {one.words for one in rank_moves(observation, Evaluator(registry.load_game("paso")), Dice("dice"), 1)}
        assert found == (set(words) - set(idle) or set(words))
        left_out += found != set(words)
    assert left_out > 5


def test_the_position_before_a_move_is_judged_once_for_all_moves() -> None:
    many = max(decisions(), key=lambda one: len(one.words) - len(one.idle))
    assert len(many.words) - len(many.idle) > 10
    evaluator = Remembering(registry.load_game("paso"))
    before = msgspec.json.encode(many.observation.world(Dice("dice"), 0).state)
    rank_moves(many.observation, evaluator, Dice("dice"), 1)
    assert 1 <= evaluator.judged.count(before) <= 1 + 2 * len(many.idle)
    assert len(evaluator.judged) <= 1 + len(many.words) + len(many.idle)
