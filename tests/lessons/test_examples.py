"""Examples of rules, from a game's lesson or its `rule_examples.toml`: each plays, shows a change, and names an existing rule."""

from __future__ import annotations

import pytest

from engine.kernel.registry import list_slugs
from engine.learning.course import EXAMPLES, load_course
from engine.learning.examples import find_example
from engine.rulebook import load_rules

MIN_RULES_WITH_EXAMPLE = 15
"""How many rules of a game have an example at least; most examples are steps of its lesson."""


@pytest.mark.parametrize("slug", list_slugs())
def test_many_rules_have_an_example_that_changes_the_view(slug: str) -> None:
    example_count = 0
    for rule in load_rules(slug):
        example = find_example(slug, rule.number)
        if example is None:
            continue
        example_count += 1
        before, after = example.build_views()
        assert before != after, rule.number
        assert before.viewer == after.viewer == example.seat
    has_lesson = load_course(slug) is not None
    assert not has_lesson or example_count >= MIN_RULES_WITH_EXAMPLE


@pytest.mark.parametrize("slug", list_slugs())
def test_examples_outside_the_lesson_have_moves_and_existing_rules(slug: str) -> None:
    course = load_course(f"{slug}{EXAMPLES}")
    numbers = {rule.number for rule in load_rules(slug)}
    steps = [] if course is None else [course.find_step(place) for place in course.list_places()]
    for step in steps:
        assert step.moves
        assert set(step.rules) <= numbers


def test_northwest_example_pays_for_two_islands_completed_at_once() -> None:
    example = find_example("northwest", "N6.2")
    assert example is not None
    before, after = example.build_views()
    gained = after.expeditions[example.seat].track_points - before.expeditions[example.seat].track_points
    assert gained == 1 + 4, "islands of two and of four tiles"
