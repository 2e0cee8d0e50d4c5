"""What is given away to think about: it looks to its seat like the table, and tells neither the seed nor how hidden things lie."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.freeze import frozen
from engine.kernel.position import Position, Run, encode, start
from engine.kernel.record import components_json
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle
from engine.players.computer_levels import COMPUTER_PLAYERS, Budget
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.question import create_question, restore_position
from engine.workers.requests import MoveRequest, Request, choose_requested_move
from tests.players.twins import twins

HIDING = [slug for slug in registry.slugs() if registry.load(slug).kind.chance or registry.load(slug).kind.simultaneous]
SEED = "the seed that nobody may know"


def tables(game: AnyGame, seats: int, moves: int = 80) -> list[tuple[Run, Position, int]]:
    """Questions of a game as players incline, with the running turn that each belongs to."""
    run = Run(game, start(game, seats, settle(game.settings, {}), SEED).position, SEED)
    evaluator, lot, found = load_evaluator(game), create_random_stream(Dice("question"), seats, "moves"), []
    for _ in range(moves):
        if not run.ask:
            break
        position = run.position
        found += [(Run(game, position, SEED), position, seat) for seat in run.now.ask]
        seat = min(run.now.ask)
        run.play(seat, draw_move(evaluator, run.state, seat, run.menu(seat), lot))
    return found


@pytest.mark.parametrize("slug", HIDING)
def test_a_question_looks_like_the_table_and_is_not(slug: str) -> None:
    game = registry.load(slug)
    asked = exchanged = 0
    for seats in (min(game.seats), max(game.seats)):
        for run, position, seat in tables(game, seats):
            put = create_question(game, position, SEED, seat, Dice(f"{position.moves}"))
            if put is None:
                continue
            asked += 1
            there, rolls = restore_position(game, put)
            world = Run(game, there, rolls)
            assert SEED not in msgspec.json.encode(put).decode()
            assert world.asked == run.asked
            assert world.menu(seat).options == run.menu(seat).options
            if run.position.moves == Observation(game, position, SEED, seat).moves:
                assert game.view(world.state, seat) == game.view(run.state, seat)
            exchanged += encode(Position(there.base, there.tick)) != encode(Position(position.base, position.tick))
    assert asked > 60
    assert exchanged > 0.9 * asked


def test_in_the_middle_of_a_turn_what_was_shown_stays_and_the_rest_is_dealt_afresh() -> None:
    game = registry.load("expanse")
    puts = []
    for run, position, seat in tables(game, 4, 40):
        known = position.answers[: run.asked - position.tick]
        put = create_question(game, position, SEED, seat, Dice(f"{position.moves}")) if known else None
        if put is not None:
            puts.append((put, Position(position.base, position.tick, known)))
    assert len(puts) > 10
    assert all(restore_position(game, put)[0].answers == true.answers for put, true in puts)
    assert all(restore_position(game, put)[0].base != true.base for put, true in puts)


@pytest.mark.parametrize("slug", HIDING)
def test_tables_that_look_the_same_put_questions_that_are_answered_alike(slug: str) -> None:
    """A player learns nothing from how the question was made."""
    game = registry.load(slug)
    evaluator = load_evaluator(game)
    compared = 0
    for n, pair in enumerate(twins(game, min(game.seats), "alike", {}, 40)):
        puts = [create_question(game, *table, pair.seat, Dice(f"{n}")) for table in (pair.one, pair.other)]
        if None in puts:
            continue
        observations = [Observation(game, *restore_position(game, put), pair.seat) for put in puts if put is not None]
        chosen = [COMPUTER_PLAYERS["cadet"].choose_move(one, evaluator, Budget(), Dice(f"{n}")) for one in observations]
        assert chosen[0] == chosen[1], (pair.one[0].answers, pair.seat)
        compared += 1
    assert compared > 15


def test_a_copy_of_a_question_in_the_middle_of_a_turn_knows_what_was_rolled() -> None:
    """A copied run rolls with the dice of the run it was copied from, which here know nothing but what was rolled so far."""
    game = registry.load("northwest")
    copies = 0
    for _, position, seat in tables(game, 4, 120):
        put = create_question(game, position, SEED, seat, Dice(f"{position.moves}"))
        if put is None or not put.rolls:
            continue
        here: Run[Any] = Run(game, *restore_position(game, put))
        twin = here.clone()
        assert frozen(twin.state) == frozen(here.state)
        assert twin.ask.keys() == here.ask.keys()
        copies += 1
    assert copies


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_job_goes_through_json_and_comes_to_the_same_move(slug: str) -> None:
    game = registry.load(slug)
    position = start(game, min(game.seats), settle(game.settings, {}), SEED).position
    seat = min(Run(game, position, SEED).ask)
    put = create_question(game, position, SEED, seat, Dice("job"))
    assert put is not None
    job = MoveRequest(slug, components_json(game).decode(), "captain", put, "dice", max_playouts=2)
    again = msgspec.json.decode(msgspec.json.encode(job), type=Request)
    words = choose_requested_move(job)
    assert choose_requested_move(again) == words
    Run(game, position, SEED).play(seat, words)
