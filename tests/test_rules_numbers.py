"""Every numbered rule has a test that bears its number, and every number that the code cites is a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import pytest

from engine import rulebook
from engine.kernel import registry

ROOT = Path(__file__).parent.parent
TEST_NAME_PATTERN = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)


def list_untested(numbers: Iterable[str], tests: Iterable[str]) -> list[str]:
    """List the rule numbers that no test name contains as a whole: "a1_2" is neither in "a1_21" nor in "ba1_2"."""
    numbers, tests = list(numbers), list(tests)
    return [number for number in numbers if not any(_names_rule(test, number, numbers) for test in tests)]


def _names_rule(test: str, number: str, numbers: list[str]) -> bool:
    word = number.lower().replace(".", "_")
    for match in re.finditer(rf"(?<=_){word}(?!\d)(?:_(\d+))?(?![a-z0-9])", test):
        if match[1] is None or f"{number}.{match[1]}" not in numbers:
            return True
    return False


def list_unknown(code: str, numbers: Iterable[str]) -> set[str]:
    """Return the rule numbers that a text cites and the rules do not have. "A3" stands for A3.1, A3.2 and so on."""
    known = {".".join(number.split(".")[:n]) for number in numbers for n in range(1, 5)}
    if not known:
        return set()  # a game without RULES.md has no letter
    letters = "".join(sorted({number[0] for number in known}))
    return set(re.findall(rf"\b[{letters}]\d+(?:\.\d+)+\b", code)) - known


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_every_rule_has_a_test(slug: str) -> None:
    files = [file for file in (ROOT / "tests").rglob("test_*.py") if "template" not in file.parts]
    tests = [name for file in files for name in TEST_NAME_PATTERN.findall(file.read_text("utf-8"))]
    numbers = [rule.number for rule in rulebook.load_rules(slug)]
    assert numbers or not rulebook.load_page(slug), (
        f"engine/games/{slug}/RULES.md has no numbered rules, such as “A1.1 …”"
    )
    assert len(set(numbers)) == len(numbers), "a number is used twice"
    assert list_untested(numbers, tests) == []


def test_every_card_of_the_expanse_has_a_test_in_which_it_does_something_and_one_in_which_it_cannot() -> None:
    files = (ROOT / "tests" / "rules" / "expanse").glob("test_cards_*.py")
    tests = [name for file in files for name in TEST_NAME_PATTERN.findall(file.read_text("utf-8"))]
    cards = [card.word.replace("-", "_") for card in registry.load_game("expanse").list_cards() if len(card.text) == 4]
    assert len(cards) == 52
    for card in cards:
        own = [test for test in tests if test.startswith(f"test_{card}_")]
        refused = [test for test in own if test.startswith(f"test_{card}_cannot_")]
        assert 0 < len(refused) < len(own), card


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_a_rules_page_in_another_language_has_the_same_numbers(slug: str) -> None:
    """The numbers have the same order and the same headings, so that a chapter is the same in all languages."""
    english = rulebook.load_rules(slug)
    for page in (ROOT / "engine" / "games" / slug).glob("RULES.*.md"):
        told = rulebook.parse_page(page.read_text("utf-8"))
        assert number_by_heading(told) == number_by_heading(english), page.name


def number_by_heading(rules: Iterable[rulebook.Rule]) -> list[list[str]]:
    """Return the rule numbers under each heading."""
    return [[rule.number for rule in under] for _, under in groupby(rules, key=lambda rule: rule.heading)]


def test_a_page_with_another_number_is_found() -> None:
    english = rulebook.parse_page("## One\nA1 First.\nA2 Second.\n## Two\nA3 Third.")
    assert number_by_heading(english) == [["A1", "A2"], ["A3"]]
    assert number_by_heading(
        rulebook.parse_page("## Uno\nA1 Primera.\n## Dos\nA2 Segunda.\nA3 Tercera.")
    ) != number_by_heading(english)


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_every_number_in_the_code_is_a_rule(slug: str) -> None:
    numbers = [rule.number for rule in rulebook.load_rules(slug)]
    files = [*(ROOT / "engine" / "games" / slug).glob("*.py"), *(ROOT / "tests" / "rules" / slug).glob("*.py")]
    assert {file.name: wrong for file in files if (wrong := list_unknown(file.read_text("utf-8"), numbers))} == {}


def test_numbers_are_matched_as_a_whole() -> None:
    numbers = ["A1", "A1.2", "A1.21", "A1.2.3", "A4", "BA1"]
    assert list_untested(numbers, ["test_a1_21_sleds"]) == ["A1", "A1.2", "A1.2.3", "A4", "BA1"]
    assert list_untested(numbers, ["test_a1_2_3_dogs"]) == ["A1", "A1.2", "A1.21", "A4", "BA1"]
    assert list_untested(numbers, ["test_a1_2_a4_both", "test_a1_setup"]) == ["A1.21", "A1.2.3", "BA1"]
    assert list_untested(numbers, ["test_ba1_2_men"]) == ["A1", "A1.2", "A1.21", "A1.2.3", "A4"]
    assert list_untested(["A4"], ["test_a4_2_dogs_move", "test_a4ever"]) == []


def test_cited_numbers_are_found() -> None:
    assert list_unknown("# A1.2, A1.9; see A12.3.4 and (A2.1) not xA1.8, not 1.5", ["A1.2", "A12.3.4"]) == {
        "A1.9",
        "A2.1",
    }
