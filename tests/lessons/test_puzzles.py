"""Every puzzle is solved at the level of the rules, and `make soak` proves each of them again by searching its turn."""

from __future__ import annotations

import pytest

from cogs.commands.learn.lessons import MAX_MOVES_CHARS
from cogs.interactions import custom_ids
from engine.kernel.menu import Words, generate_moves
from engine.kernel.registry import list_slugs
from engine.kernel.text import write_plain_text
from engine.learning.course import PUZZLES, Course, LessonPlace, load_course
from engine.learning.positions import play_moves
from engine.learning.verdicts import Verdict
from tests.programs.puzzles.find import prove_puzzle
from tests.programs.puzzles.search import search_turn

COURSES = [course for slug in list_slugs() if (course := load_course(f"{slug}{PUZZLES}")) is not None]
CASES = [
    pytest.param(course, place, id=f"{course.game.slug}-{place.chapter + 1}")
    for course in COURSES
    for place in course.list_places()
]
MIN_PUZZLES = 20
MAX_PROOF_NODES = 40_000


def judge_line(course: Course, place: LessonPlace, moves: list[Words]) -> Verdict:
    run = course.create_run(place)
    play_moves(run, course.find_chapter(place).seat, moves)
    return course.judge(place, moves, run)


def test_each_game_has_its_puzzles() -> None:
    counts = {course.game.slug: len(course.list_places()) for course in COURSES}
    assert set(counts) == {"amundsen", "expanse", "northwest", "paso"}
    assert min(counts.values()) >= MIN_PUZZLES, counts


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game.slug)
def test_no_two_puzzles_share_a_position(course: Course) -> None:
    positions = [course.open_step(place).position for place in course.list_places()]
    assert all(position not in positions[:number] for number, position in enumerate(positions))


@pytest.mark.parametrize(("course", "place"), CASES)
def test_the_line_of_a_puzzle_solves_it(course: Course, place: LessonPlace) -> None:
    step, seat = course.find_step(place), course.find_chapter(place).seat
    run = course.create_run(place)
    assert list(run.questions) == [seat]
    assert judge_line(course, place, step.model_moves).kind == "done"
    for count in range(1, len(step.moves)):
        assert judge_line(course, place, step.model_moves[:count]).kind == "more"
    packed = []
    for words in step.model_moves:
        packed.append(custom_ids.pack_shortest(run.build_menu(seat), words))
        play_moves(run, seat, [words])
    assert len("_".join(packed)) <= MAX_MOVES_CHARS, "every button of the panel holds the line"


@pytest.mark.parametrize(("course", "place"), CASES)
def test_a_puzzle_says_what_to_reach(course: Course, place: LessonPlace) -> None:
    goal = course.find_goal(place)
    assert goal is not None
    assert goal.describe is not None
    assert write_plain_text(goal.describe(course.find_step(place).target)).endswith(".")


def test_a_line_that_falls_short_is_wrong_and_says_why() -> None:
    course = next(course for course in COURSES if course.game.slug == "amundsen")
    place = course.list_places()[0]
    goal = course.find_goal(place)
    assert goal is not None
    assert judge_line(course, place, [("take", "1")]) == Verdict("wrong", goal.missed)


@pytest.mark.soak
@pytest.mark.parametrize(("course", "place"), CASES)
def test_a_search_of_the_turn_proves_the_puzzle(course: Course, place: LessonPlace) -> None:
    step, seat, goal = course.find_step(place), course.find_chapter(place).seat, course.find_goal(place)
    assert goal is not None
    position, seed = course.open_step(place).position, course.find_source(place).seed
    found = prove_puzzle(course.game, position, seed, seat, goal, MAX_PROOF_NODES)
    assert found is not None, "one line is clearly best, in other worlds too"
    assert found.best == step.target


def test_a_search_tries_every_line_and_gives_up_beyond_its_limit() -> None:
    course = next(course for course in COURSES if course.game.slug == "amundsen")
    place = course.list_places()[-1]
    goal, seat, run = course.find_goal(place), course.find_chapter(place).seat, course.create_run(place)
    assert goal is not None
    found = search_turn(run, seat, goal, 1_000)
    assert found is not None
    assert found.first_move_count == len(list(generate_moves(run.build_menu(seat))))
    assert found.best == course.find_step(place).target > found.second
    assert search_turn(run, seat, goal, 1) is None
