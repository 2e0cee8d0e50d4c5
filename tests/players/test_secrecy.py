"""A computer player uses only what its seat knows: it plays the same move at tables that look the same to its seat."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import Evaluator, PlanEvaluator, RolloutEvaluator, load_evaluator
from engine.players.observation import Observation
from tests.players.twins import Twins, twins

HIDING = [
    slug
    for slug in registry.list_slugs()
    if registry.load_game(slug).kind.has_chance or registry.load_game(slug).kind.has_simultaneous_moves
]
"""Games with hidden information."""
QUESTIONS = 400
"""The number of questions for each game, over all numbers of seats."""


class Hasty:
    """An evaluator with few moves and a short horizon, to save time."""

    def __init__(self, game: AnyGame) -> None:
        self._all = load_evaluator(game)
        self.horizon, self.replies, self.candidates, self.blur = 2, min(2, self._all.replies), 2, self._all.blur
        self.playouts = {"captain": 2}
        self.analysis_playouts, self.search_candidates, self.computer_names = 2, 2, self._all.computer_names
        self.value, self.move_priors, self.follows = self._all.value, self._all.move_priors, self._all.follows
        self.explain, self.resources = self._all.explain, self._all.resources
        self.search_kind = self._all.search_kind
        if self.search_kind == "plan":
            plan = cast("PlanEvaluator", self._all)
            self.actions, self.looks, self.idle, self.rivals, self.alone = 2, 2, plan.idle, plan.rivals, plan.alone
        if self.search_kind == "rollout":
            onward = cast("RolloutEvaluator", self._all)
            self.rollout_depth, self.lead = lambda _: (2, 2, 2), onward.lead


def pairs(game: AnyGame, seats: int) -> list[Twins]:
    """Return questions from the openings and from the whole of random games."""
    found: list[Twins] = []
    most = QUESTIONS // len(list(game.seat_counts))
    for k in range(100):
        found += twins(game, seats, f"twins-{k}", {}, 600)
        if len(found) >= most:
            break
    return found[:most]


def ahead(game: AnyGame, evaluator: Evaluator, table: tuple[Any, str], pair: Twins, n: int) -> list[bytes]:
    """Describe a sampled world of the seat, before and after `n` moves in it."""
    run: GameRun[Any] = Observation(game, *table, pair.seat).world(Dice("twins"), n)
    lot = create_random_stream(Dice("twins"), n, "moves")
    states = [msgspec.json.encode(run.state)]
    for _ in range(4):
        if not run.questions:
            break
        seat = min(run.situation.questions)
        run.play(seat, draw_move(evaluator, run.state, seat, run.build_menu(seat), lot))
        states.append(msgspec.json.encode(run.state))
    return states


@pytest.mark.slow
@pytest.mark.parametrize("slug", HIDING)
def test_what_a_seat_cannot_know_changes_no_choice(slug: str) -> None:
    game = registry.load_game(slug)
    evaluator = Hasty(game)
    exchanged = within = 0
    for n, pair in enumerate(pair for seats in game.seat_counts for pair in pairs(game, seats)):
        dice = Dice(f"twins/{n}")
        worlds = [ahead(game, evaluator, table, pair, n) for table in (pair.one, pair.other)]
        assert worlds[0] == worlds[1], (pair.one[0].answers, pair.seat)
        chosen = [
            CAPTAIN.choose_move(Observation(game, *table, pair.seat), evaluator, Budget(), dice)
            for table in (pair.one, pair.other)
        ]
        assert chosen[0] == chosen[1], (pair.one[0].answers, pair.seat)
        exchanged += pair.exchanged
        within += bool(pair.one[0].answers)
    assert exchanged > QUESTIONS / 3
    assert within > 0


@pytest.mark.parametrize("slug", HIDING)
def test_a_world_keeps_what_the_seat_sees_and_the_table_as_it_is(slug: str) -> None:
    game = registry.load_game(slug)
    seats = min(game.seat_counts)
    different = 0
    for pair in twins(game, seats, "keeps", {}, 60):
        position, seed = pair.one
        before = msgspec.json.encode(position)
        observation = Observation(game, position, seed, pair.seat)
        worlds = [observation.world(Dice("keeps"), n) for n in range(3)]
        here: GameRun[Any] = GameRun(game, position, seed)
        for world in worlds:
            if here.position.move_count == observation.moves:
                assert game.build_view(world.state, pair.seat) == game.build_view(here.state, pair.seat)
            assert world.build_menu(pair.seat).options == here.build_menu(pair.seat).options
            assert game.count_pieces(world.state) == game.count_pieces(here.state)
        different += len({msgspec.json.encode(world.state) for world in worlds}) > 1
        assert msgspec.json.encode(position) == before
    assert different > 10
