"""Every lesson is played through at the level of the rules. A lesson that no longer plays after a change of rules fails here."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from engine.kernel.dice import Dice
from engine.kernel.lesson import PositionSource
from engine.kernel.menu import Words, sample_move
from engine.kernel.registry import list_slugs, load_game
from engine.learning.course import Course, LessonPlace, load_course, play_model
from engine.learning.positions import build_position, play_moves
from engine.learning.verdicts import Verdict
from engine.rulebook import load_rules
from tests.golden_records import load_records

COURSES = {slug: course for slug in list_slugs() if (course := load_course(slug)) is not None}
STEPS = [
    pytest.param(course, place, id=f"{slug}-{place.chapter}.{place.step}")
    for slug, course in COURSES.items()
    for place in course.list_places()
]
TASKS = [case for case in STEPS if case.values[0].find_step(case.values[1]).task != "look"]
COURSE_CASES = [pytest.param(course, id=slug) for slug, course in COURSES.items()]
MAX_LESSON_LINES = 300
MAX_TEXT_CHARS = 180
GOLDEN_SHARE = 0.9
MAX_GENERIC_SHARE = 0.3
RANDOM_MOVES = 50


def judge_moves(course: Course, place: LessonPlace, moves: list[Words]) -> Verdict:
    run = course.create_run(place)
    play_moves(run, course.find_chapter(place).seat, moves)
    return course.judge(place, moves, run)


def test_all_four_games_are_taught() -> None:
    assert set(COURSES) == {"amundsen", "expanse", "northwest", "paso"}


@pytest.mark.parametrize(("course", "place"), STEPS)
def test_the_model_answer_solves_the_step(course: Course, place: LessonPlace) -> None:
    step = course.find_step(place)
    seats = course.create_run(place).questions
    if step.task == "look":
        assert not step.moves
        return
    assert course.find_chapter(place).seat in seats
    assert judge_moves(course, place, step.model_moves) == Verdict("done", is_model=True)
    for count in range(1, len(step.moves)):
        assert judge_moves(course, place, step.model_moves[:count]).kind == "more"


@pytest.mark.parametrize(("course", "place"), STEPS)
def test_a_step_is_short_and_names_what_it_needs(course: Course, place: LessonPlace) -> None:
    step, game = course.find_step(place), course.game
    assert len(step.text) <= MAX_TEXT_CHARS
    assert set(step.rules) <= {rule.number for rule in load_rules(game.slug)}
    assert step.rules
    assert bool(step.hint) == (step.task != "look")
    assert bool(step.accept) == (step.task == "choose")
    assert (step.goal in {goal.name for goal in game.goals}) == (step.task == "find")


@pytest.mark.parametrize("course", COURSE_CASES)
def test_a_lesson_has_two_chapters_that_soon_let_the_learner_move(course: Course) -> None:
    for chapter in course.lesson.chapters:
        assert 6 <= len(chapter.steps) <= 8
        tasks = [step.task for step in chapter.steps]
        assert tasks[0] == "look"
        assert set(tasks[1:3]) != {"look"}, "the first own move is by step 3"
    assert len(course.lesson.chapters) == 2
    assert course.find_step(course.list_places()[-1]).task == "look", "the last step offers what to do next"
    text = resources.files(f"engine.games.{course.game.slug}").joinpath("lessons.toml").read_text("utf-8")
    assert len(text.splitlines()) < MAX_LESSON_LINES


@pytest.mark.parametrize("course", COURSE_CASES)
def test_positions_that_are_laid_out_hold_all_pieces(course: Course) -> None:
    for chapter in course.lesson.chapters:
        for source in (chapter.position, *(step.position for step in chapter.steps)):
            if source is not None:
                empty = PositionSource(seed=source.seed, seats=source.seats, options=source.options)
                box = course.game.count_pieces(build_position(course.game, empty).base)
                assert course.game.count_pieces(build_position(course.game, source).base) == box


@pytest.mark.parametrize("course", COURSE_CASES)
def test_the_most_frequent_verbs_of_golden_games_are_taught(course: Course) -> None:
    verbs = Counter(move.words[0] for record in load_records(course.game.slug) for move in record.moves)
    needed, covered = set[str](), 0
    for verb, times in verbs.most_common():
        if covered >= GOLDEN_SHARE * verbs.total():
            break
        needed.add(verb)
        covered += times
    steps = [course.find_step(place) for place in course.list_places()]
    taught = {line.split()[0] for step in steps for line in step.moves}
    assert needed <= taught


def list_wrong_moves(course: Course, place: LessonPlace, count: int) -> list[Words]:
    """Return the first move behind every option of the first menu, and random moves, without those that are no mistake."""
    dice, rolls = Dice("wrong moves"), iter(range(1_000_000))
    menu = course.create_run(place).build_menu(course.find_chapter(place).seat)

    def roll_below(upper_bound: int) -> int:
        return dice.roll_below(upper_bound, next(rolls), "move-")

    moves: list[Words] = []
    for word in menu.open_words:
        following = menu.next_menu(word) if menu.max_picks == 1 else None
        moves.append((word, *sample_move(following, roll_below)) if following else (word,))
    moves += [sample_move(menu, roll_below) for _ in range(count)]
    return [move for move in moves if judge_moves(course, place, [move]).kind == "wrong"]


@pytest.mark.parametrize(("course", "place"), TASKS)
def test_a_wrong_move_gets_a_reason(course: Course, place: LessonPlace) -> None:
    check_wrong_moves(course, place, 3)


@pytest.mark.soak
@pytest.mark.parametrize(("course", "place"), TASKS)
def test_many_wrong_moves_get_a_reason(course: Course, place: LessonPlace) -> None:
    check_wrong_moves(course, place, RANDOM_MOVES)


def check_wrong_moves(course: Course, place: LessonPlace, count: int) -> None:
    for move in list_wrong_moves(course, place, count):
        verdict = judge_moves(course, place, [move])
        assert (verdict.reason is None) == verdict.is_generic


@pytest.mark.parametrize("course", COURSE_CASES)
def test_few_wrong_moves_get_only_a_rule_number(course: Course) -> None:
    verdicts = [
        judge_moves(course, place, [move])
        for place in course.list_places()
        if course.find_step(place).task != "look"
        for move in list_wrong_moves(course, place, 3)
    ]
    generic = sum(verdict.is_generic for verdict in verdicts)
    assert generic <= MAX_GENERIC_SHARE * len(verdicts), f"{generic} of {len(verdicts)}"


def test_another_answer_that_reaches_the_goal_is_an_answer() -> None:
    course = COURSES["amundsen"]
    place = LessonPlace(0, 4)
    assert judge_moves(course, place, [("effect", "supplies")]).kind == "done"
    after = play_model(course, place)
    assert after.state.explorers["amundsen"].seat == course.find_chapter(place).seat


@pytest.mark.parametrize("lines", [["advance b4 s2-c3"], ["advance c3 u1", "advance b4 u1"], ["advance c3 u1", "end"]])
def test_a_turn_that_ends_without_end_is_an_answer(lines: list[str]) -> None:
    """The step says "any that you like"; three points may be used up, and then nobody can press "end"."""
    place = LessonPlace(0, 4)
    moves = [tuple(line.split()) for line in lines]
    assert judge_moves(COURSES["paso"], place, moves).kind == "done"
    assert judge_moves(COURSES["paso"], place, [("end",)]).kind == "wrong"


@pytest.mark.parametrize("line", ["advance c24 u1", "advance c24 s2-b24"])
def test_every_way_that_still_wins_the_race_is_an_answer(line: str) -> None:
    course, place = COURSES["paso"], LessonPlace(1, 4)
    run = course.create_run(place)
    play_moves(run, 1, [tuple(line.split())])
    assert "exit" in run.build_menu(1).open_words
    assert course.judge(place, [tuple(line.split())], run).kind == "done"


def test_a_game_without_a_lesson_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.kernel import registry

    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    assert [load_course(slug) for slug in list_slugs()] == [None] * len(list_slugs())
    assert load_game(list_slugs()[0]).goals == ()
