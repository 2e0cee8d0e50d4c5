"""The overview at the head of each RULES.md, and the tables and examples in it, in both languages and on a phone."""

from __future__ import annotations

import pytest

from cogs.interactions.limits import MAX_MESSAGE_CHARS
from cogs.messages.rules.rule_text import MAX_BLOCK_COLUMNS, format_section, format_table
from engine import rulebook
from engine.kernel import registry
from engine.ops.rule_pages import load_overview, load_rules
from engine.ops.rule_search import RULE_NUMBER_PATTERN

PAGES = [(slug, code) for slug in ("amundsen", "expanse", "northwest", "paso") for code in ("en", "es")]
MAX_SUMMARY_CHARS = 480
"""About five lines of a wide screen."""
CONTENTS_CHARS = 2500
"""Room for the list of chapters below the overview."""


@pytest.mark.parametrize(("slug", "code"), PAGES)
def test_a_page_begins_with_what_matters(slug: str, code: str) -> None:
    summary, turn, costs, *_ = load_overview(registry.load_game(slug), code)
    assert 0 < len(summary.text) <= MAX_SUMMARY_CHARS
    assert not summary.table
    numbers = {rule.number for rule in rulebook.load_rules(slug, code)}
    assert {row[-1] for row in turn.table[1:]} <= numbers
    assert len(costs.table) > 4


@pytest.mark.parametrize(("slug", "code"), PAGES)
def test_tables_of_the_overview_fit_a_phone(slug: str, code: str) -> None:
    overview = load_overview(registry.load_game(slug), code)
    for section in overview:
        lines = format_table(section.table).splitlines() if section.table else []
        assert all(len(line) <= MAX_BLOCK_COLUMNS and not line.startswith("- ") for line in lines), section.heading
    assert sum(len(format_section(section)) + 1 for section in overview) <= MAX_MESSAGE_CHARS - CONTENTS_CHARS


@pytest.mark.parametrize(("slug", "code"), PAGES)
def test_what_newcomers_misunderstand_has_an_example(slug: str, code: str) -> None:
    rules = load_rules(registry.load_game(slug), code)
    examples = {rule.number: rule.example for rule in rules if rule.example}
    assert list(examples) == [rule.number for rule in rulebook.load_rules(slug) if rule.example]
    assert len(examples) >= 5
    numbers = {rule.number for rule in rules}
    for example in examples.values():
        assert example.startswith("**Example:** " if code == "en" else "**Ejemplo:** ")
        assert set(RULE_NUMBER_PATTERN.findall(example)) <= numbers


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_table_of_bases_is_that_of_the_components(code: str) -> None:
    text = registry.own_components("expanse")
    table = next(rule.table for rule in load_rules(registry.load_game("expanse"), code) if rule.number == "E1.11")
    assert len(table) == 17
    assert table[2] == (("Africa", "Earth", "Water") if code == "en" else ("África", "Tierra", "Agua"))
    old = 'orbital = "earth"\nresource = "water"'
    assert text.count(old) == 1
    changed = registry.load_game("expanse", text.replace(old, 'orbital = "mars"\nresource = "water"'))
    table = next(rule.table for rule in load_rules(changed, code) if rule.number == "E1.11")
    assert table[2] == (("Africa", "mars", "Water") if code == "en" else ("África", "mars", "Agua"))


def test_an_owners_prices_are_in_the_overview() -> None:
    text = registry.own_components("paso")
    changed = registry.load_game("paso", text.replace("\nraid = 2\n", "\nraid = 3\n"))
    costs = load_overview(changed)[2].table
    assert ("raid", "3") in costs


def test_a_colour_without_copies_is_none() -> None:
    text = registry.own_components("amundsen")
    changed = registry.load_game("amundsen", text.replace("horse = { r = 1, g = 1,", "horse = { g = 2,"))
    table = next(rule.table for rule in load_rules(changed) if rule.number == "A1.2")
    assert table[1][:3] == ("Horse", "0", "2")
