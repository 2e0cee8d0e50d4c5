"""Examples of rules on the board: the step of a lesson, or of `rule_examples.toml`, that shows a rule before and after a move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.learning.course import EXAMPLES, Course, LessonPlace, load_course, play_model


class RuleExample(NamedTuple):
    """A step of a course that shows a rule by a move."""

    course: Course
    place: LessonPlace

    @property
    def seat(self) -> int:
        """The seat that makes the move."""
        return self.course.find_chapter(self.place).seat

    @property
    def has_change(self) -> bool:
        """Whether the seat sees a change; not so while others still owe a secret answer."""
        before, after = self.build_views()
        return bool(before != after)

    def build_views(self) -> tuple[Any, Any]:
        """Build the seat's view before and after the move."""
        game = self.course.game
        before, after = self.course.create_run(self.place), play_model(self.course, self.place)
        return game.build_view(before.state, self.seat), game.build_view(after.state, self.seat)


def find_example(slug: str, number: str) -> RuleExample | None:
    """Find the example of a rule whose move changes what its seat sees, None if there is none."""
    for key in (f"{slug}{EXAMPLES}", slug):
        course = load_course(key)
        if course is None:
            continue
        for place in _generate_move_places(course):
            example = RuleExample(course, place)
            if number in course.find_step(place).rules and example.has_change:
                return example
    return None


def find_lesson_step(slug: str, number: str) -> RuleExample | None:
    """Find the step of a game's lesson that teaches a rule, None if there is none."""
    course = load_course(slug)
    if course is None:
        return None
    for place in course.list_places():
        if number in course.find_step(place).rules:
            return RuleExample(course, place)
    return None


def _generate_move_places(course: Course) -> Iterator[LessonPlace]:
    """Yield the places of the steps that show a move."""
    for place in course.list_places():
        if course.find_step(place).moves:
            yield place
