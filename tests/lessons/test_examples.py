"""Examples of rules: each plays, shows a change, and names a rule that exists."""

from __future__ import annotations

import pytest

from engine.kernel.registry import list_slugs
from engine.learning.course import EXAMPLES, load_course
from engine.learning.examples import find_example
from engine.rulebook import load_rules

MIN_SHOWN_RULES = 15
"""The rules of each game that have pictures, most of them from its lesson."""


@pytest.mark.parametrize("slug", list_slugs())
def test_many_rules_are_shown_by_a_move(slug: str) -> None:
    shown = 0
    for rule in load_rules(slug):
        example = find_example(slug, rule.number)
        if example is None:
            continue
        shown += 1
        before, after = example.build_views()
        assert before != after, rule.number
        assert before.viewer == after.viewer == example.seat
    assert shown >= MIN_SHOWN_RULES, shown


@pytest.mark.parametrize("slug", list_slugs())
def test_an_example_of_its_own_names_rules_that_no_lesson_shows(slug: str) -> None:
    course = load_course(f"{slug}{EXAMPLES}")
    numbers = {rule.number for rule in load_rules(slug)}
    steps = [] if course is None else [course.find_step(place) for place in course.list_places()]
    for step in steps:
        assert step.moves
        assert set(step.rules) <= numbers


def test_two_islands_are_completed_at_once() -> None:
    example = find_example("northwest", "N6.2")
    assert example is not None
    before, after = example.build_views()
    gained = after.expeditions[example.seat].track_points - before.expeditions[example.seat].track_points
    assert gained == 5
