"""Examples of rules, from a game's lesson or its `rule_examples.toml`: each plays, shows a change, and names an existing rule."""

from __future__ import annotations

import pytest

from engine.kernel.registry import list_slugs
from engine.learning.course import EXAMPLES, load_course
from engine.learning.examples import find_example
from engine.rulebook import list_languages, load_rules

MISUNDERSTOOD_RULES = {
    "amundsen": ("A2.2", "A2.4", "A3", "A4", "A4.2", "A6", "A7"),
    "northwest": ("N2.2", "N2.3", "N3.2", "N3.3", "N6", "N6.1", "N8", "N10", "N10.4", "N11.3", "N11.5"),
    "paso": ("P1.1", "P3", "P4.1", "P5", "P7", "P8", "P9", "P11.2"),
    "expanse": ("E2.1", "E2.3", "E2.4", "E3.2", "E3.3", "E5.2", "E6.4", "E8.1", "E8.2", "E8.4", "E8.5"),
}
"""The rules that people who tried a game for the first time did not understand."""
MIN_RULES_WITH_EXAMPLE = 15
"""How many rules of a game have an example at least; most examples are steps of its lesson."""


@pytest.mark.parametrize("slug", MISUNDERSTOOD_RULES)
def test_rules_that_newcomers_misunderstand_have_an_example_in_every_language(slug: str) -> None:
    for language in list_languages(slug):
        examples = {rule.number: rule.example for rule in load_rules(slug, language)}
        assert not [number for number in MISUNDERSTOOD_RULES[slug] if not examples[number]], language


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
