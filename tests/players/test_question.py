"""The question given to a computer player: it looks to the seat like the table, without the seed and the hidden information."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import generate_moves
from engine.kernel.position import GameRun, Position, begin_game, encode_position
from engine.kernel.record import encode_components
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.kernel.state_codec import encode_state
from engine.players.computer_levels import COMPUTER_PLAYERS, Budget
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.question import create_question, restore_position
from engine.workers.requests import MoveRequest, Request, choose_requested_move
from tests.game_cases import list_game_cases
from tests.players.resampled_worlds import generate_equivalent_tables

HIDING = [
    slug
    for slug in registry.list_slugs()
    if registry.load_game(slug).kind.has_chance or registry.load_game(slug).kind.has_simultaneous_moves
]
SEED = "the seed that nobody may know"


def tables(game: AnyGame, seats: int, moves: int = 80) -> list[tuple[GameRun, Position, int]]:
    """Return the questions of a game of policy players, each as a run, its position and the seat."""
    run = GameRun(game, begin_game(game, seats, complete_options(game.settings, {}), SEED).position, SEED)
    evaluator, lot, found = load_evaluator(game), create_random_stream(Dice("question"), seats, "moves"), []
    for _ in range(moves):
        if not run.questions:
            break
        position = run.position
        found += [(GameRun(game, position, SEED), position, seat) for seat in run.situation.questions]
        seat = min(run.situation.questions)
        run.play(seat, draw_move(evaluator, run.state, seat, run.build_menu(seat), lot))
    return found


@pytest.mark.parametrize("slug", HIDING)
def test_a_question_looks_like_the_table_and_is_not(slug: str) -> None:
    game = registry.load_game(slug)
    asked = exchanged = 0
    for seats in (min(game.seat_counts), max(game.seat_counts)):
        for run, position, seat in tables(game, seats):
            put = create_question(game, position, SEED, seat, Dice(f"{position.move_count}"))
            if put is None:
                continue
            asked += 1
            there, rolls = restore_position(game, put)
            world = GameRun(game, there, rolls)
            assert SEED not in msgspec.json.encode(put).decode()
            assert world.asked_at_move == run.asked_at_move
            assert world.build_menu(seat).options == run.build_menu(seat).options
            if run.position.move_count == Observation(game, position, SEED, seat).moves:
                assert game.build_view(world.state, seat) == game.build_view(run.state, seat)
            exchanged += encode_position(Position(there.base, there.tick)) != encode_position(
                Position(position.base, position.tick)
            )
    assert asked > 60
    assert exchanged > 0.9 * asked


def list_open(position: Position) -> list[tuple[int, tuple[str, ...]]]:
    """List the answers of a turn of The Expanse without the secret choice of the Bonus Sector."""
    return [answer for answer in position.answers if answer[1][0] != "bonus"]


def list_scoring_questions(game: AnyGame, choice: Position, taker: int, sector: str) -> dict[int, bytes]:
    """Choose the Bonus Sector at `choice`, and return each seat's question of the event step as bytes."""
    run = GameRun(game, choice, SEED)
    run.play(taker, ("bonus", sector))
    questions: dict[int, bytes] = {}
    while run.questions and run.state.bonus:
        seat = min(run.questions)
        questions[seat] = msgspec.json.encode(create_question(game, run.position, SEED, seat, Dice("scoring")))
        run.play(seat, game.safe_move(seat, run.build_menu(seat)))
    return questions


def test_a_question_does_not_tell_the_secret_bonus_sector() -> None:
    """The question of another seat is the same to the last byte, whichever Sector was chosen, by hand or by dice."""
    game = registry.load_game("expanse")
    compared = 0
    for run, position, taker in tables(game, 4, 150):
        menu = run.build_menu(taker)
        if menu.open_words != ["bonus"]:
            continue
        by_sector = [list_scoring_questions(game, position, taker, sector) for _, sector in generate_moves(menu)]
        for seat in by_sector[0].keys() - {taker}:
            assert len({questions[seat] for questions in by_sector}) == 1
            compared += by_sector[0][seat] != b"null"
    assert compared > 2


def test_in_the_middle_of_a_turn_what_was_shown_stays_and_the_rest_is_dealt_afresh() -> None:
    game = registry.load_game("expanse")
    puts = []
    for run, position, seat in tables(game, 4, 40):
        known = position.answers[: run.asked_at_move - position.tick]
        put = create_question(game, position, SEED, seat, Dice(f"{position.move_count}")) if known else None
        if put is not None:
            puts.append((put, Position(position.base, position.tick, known)))
    assert len(puts) > 10
    assert all(list_open(restore_position(game, put)[0]) == list_open(true) for put, true in puts)
    assert all(restore_position(game, put)[0].base != true.base for put, true in puts)


@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=HIDING))
def test_tables_that_look_the_same_put_questions_that_are_answered_alike(slug: str) -> None:
    """Tables that look the same to a seat give questions with the same answers."""
    game = registry.load_game(slug)
    evaluator = load_evaluator(game)
    compared = 0
    for n, pair in enumerate(generate_equivalent_tables(game, max(game.seat_counts), "alike", 40)):
        puts = [create_question(game, *table, pair.seat, Dice(f"{n}")) for table in pair.tables]
        if None in puts:
            continue
        observations = [Observation(game, *restore_position(game, put), pair.seat) for put in puts if put is not None]
        chosen = [COMPUTER_PLAYERS["cadet"].choose_move(one, evaluator, Budget(), Dice(f"{n}")) for one in observations]
        assert chosen[0] == chosen[1], (pair.table[0].answers, pair.seat)
        compared += 1
    assert compared > 15


def test_a_copy_of_a_question_in_the_middle_of_a_turn_knows_what_was_rolled() -> None:
    """A copied run rolls with the dice of the run it was copied from, which here know nothing but what was rolled so far."""
    game = registry.load_game("northwest")
    copies = 0
    for _, position, seat in tables(game, 4, 120):
        put = create_question(game, position, SEED, seat, Dice(f"{position.move_count}"))
        if put is None or not put.rolls:
            continue
        here: GameRun[Any] = GameRun(game, *restore_position(game, put))
        twin = here.clone()
        assert encode_state(twin.state) == encode_state(here.state)
        assert twin.questions.keys() == here.questions.keys()
        copies += 1
    assert copies


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_a_job_goes_through_json_and_comes_to_the_same_move(slug: str) -> None:
    game = registry.load_game(slug)
    position = begin_game(game, min(game.seat_counts), complete_options(game.settings, {}), SEED).position
    seat = min(GameRun(game, position, SEED).questions)
    put = create_question(game, position, SEED, seat, Dice("job"))
    assert put is not None
    job = MoveRequest(slug, encode_components(game).decode(), "captain", put, "dice", max_playouts=2)
    again = msgspec.json.decode(msgspec.json.encode(job), type=Request)
    words = choose_requested_move(job)
    assert choose_requested_move(again) == words
    GameRun(game, position, SEED).play(seat, words)
