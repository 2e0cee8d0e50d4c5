"""Hints: the captain's best moves with a reason, and no information that the seat cannot have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, begin_game
from engine.kernel.record import encode_components
from engine.kernel.script import complete_options
from engine.kernel.text import write_plain_text
from engine.players.computer_levels import Budget, choose_move
from engine.players.evaluator import has_evaluator, load_evaluator
from engine.players.hints import MAX_HINTS, find_hints
from engine.players.question import create_question
from engine.workers.requests import HintRequest, Reply, answer_request, find_requested_hints
from tests.kernel.toy_game import TOY_COMPONENTS, ToyGame

FAST = Budget(max_playouts=8)
DICE = Dice("hints")


def opening(slug: str, moves: int) -> GameRun[Any]:
    """Return a run of the game after some moves of beginners."""
    game = registry.load_game(slug)
    run: GameRun[Any] = GameRun(
        game, begin_game(game, 2, complete_options(game.settings, {}), "hints").position, "hints"
    )
    for _ in range(moves):
        seat = min(run.situation.questions)
        run.play(seat, choose_move("cadet", game, run.position, "hints", seat, DICE))
    return run


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_the_same_dice_give_the_same_moves_best_first(slug: str) -> None:
    run = opening(slug, 6)
    seat = min(run.situation.questions)
    found = find_hints(run.game, run.position, "hints", seat, DICE, FAST)
    assert found == find_hints(run.game, run.position, "hints", seat, DICE, FAST)
    assert 1 <= len(found) <= MAX_HINTS
    assert len({one.words for one in found}) == len(found)
    for one in found:
        assert 0 <= one.value <= 1
        GameRun(run.game, run.position, "hints").play(seat, one.words)


@pytest.mark.parametrize("slug", [slug for slug in registry.list_slugs() if has_evaluator(registry.load_game(slug))])
def test_a_reason_is_a_part_that_the_evaluator_explains(slug: str) -> None:
    evaluator, told = load_evaluator(registry.load_game(slug)), set()
    for moves in (6, 9, 12):
        run = opening(slug, moves)
        seat = min(run.situation.questions)
        names = [what for what, _ in evaluator.explain(run.state, seat)]
        for one in find_hints(run.game, run.position, "hints", seat, DICE, FAST):
            assert one.what is None or one.what in names
            assert (one.what is None) == (one.tenths == 0)
            told.add(one.what and write_plain_text(one.what))
    assert told - {None}


def test_a_game_without_an_evaluator_gives_no_reasons() -> None:
    toy = ToyGame(TOY_COMPONENTS)
    position = begin_game(toy, 2, complete_options(toy.settings, {}), "hints").position
    found = find_hints(toy, position, "hints", 0, DICE, FAST)
    assert found
    assert {one.what for one in found} == {None}


def test_a_worker_answers_the_same() -> None:
    run = opening("northwest", 6)
    seat = min(run.situation.questions)
    put = create_question(run.game, run.position, "hints", seat, Dice("afresh"))
    assert put is not None
    job = HintRequest("northwest", encode_components(run.game).decode(), put, "dice", max_playouts=8)
    over_the_wire = msgspec.json.decode(msgspec.json.encode(answer_request(job)), type=Reply)
    assert over_the_wire.hints == find_requested_hints(job)
    other = create_question(run.game, run.position, "hints", seat, Dice("afresh again"))
    assert other is not None
    assert find_requested_hints(msgspec.structs.replace(job, question=other)) == find_requested_hints(job), (
        "however it was dealt"
    )
