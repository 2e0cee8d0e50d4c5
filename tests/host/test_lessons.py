"""The places of people in lessons, and what a lesson tells its learner."""

from __future__ import annotations

import pytest

from engine.host.service.play.lessons import Learner
from engine.host.service.play.tryout import MoveReader
from engine.kernel import registry
from engine.kernel.text import write_plain_text
from engine.learning.course import Course, LessonPlace, load_course
from tests.host.harness import ANA, BEN, ServiceHarness


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "engine.games")
    return load_lesson("paso")


def load_lesson(slug: str) -> Course:
    loaded = load_course(slug)
    assert loaded is not None
    return loaded


async def test_a_place_is_kept_for_each_person(service: ServiceHarness, course: Course) -> None:
    lessons = service.tables.lessons
    assert await lessons.load_place(course, ANA) == LessonPlace()
    for place in (LessonPlace(0, 3), LessonPlace(1, 2)):
        await lessons.save_place(course, ANA, place)
        assert await lessons.load_place(course, ANA) == place
    assert await lessons.load_place(course, BEN) == LessonPlace()


async def test_a_lesson_tells_the_learner_s_unfinished_move_as_the_learner_s(
    service: ServiceHarness, course: Course
) -> None:
    """In this step of The Expanse a rival moved last; the learner's influence on Thoth is not the rival's."""
    course, place = load_lesson("expanse"), LessonPlace(0, 5)
    draft = ("take", "2", "points", "move", "earth", "f", "thoth", "place", "thoth")
    seat = course.find_chapter(place).seat
    unmoved = service.tables.lessons.play(course, place, Learner(ANA, "Ana"), []).snapshot
    assert unmoved.earlier_views[-1].seat != seat
    moves: list[MoveReader] = [lambda _menu: course.find_step(place).model_moves[0]]
    for played, words in (([], draft), (moves, ())):
        snapshot = service.tables.lessons.play(course, place, Learner(ANA, "Ana"), played, words).snapshot
        assert [turn.seat for turn in snapshot.earlier_views] == [*(turn.seat for turn in unmoved.earlier_views), seat]
        assert snapshot.earlier_views[-1].view == unmoved.view != snapshot.view


async def test_a_lesson_that_has_become_shorter_begins_again(service: ServiceHarness, course: Course) -> None:
    await service.tables.lessons.save_place(course, ANA, LessonPlace(1, 30))
    assert await service.tables.lessons.load_place(course, ANA) == LessonPlace()


async def test_a_lesson_tells_nothing_that_others_drew(service: ServiceHarness, course: Course) -> None:
    """In the last chapter a rival draws a treasure, which only the rival may know."""
    moment = service.tables.lessons.play(course, LessonPlace(1, 2), Learner(ANA, "Ana"), [])
    told = [write_plain_text(text) for text in moment.announced_lines]
    assert "seat 3 draws a treasure." in told
    assert not [line for line in told if line.startswith("You draw")]
    assert moment.snapshot.viewer == 1
    assert moment.snapshot.view == course.game.build_view(course.create_run(LessonPlace(1, 2)).state, 1)
