"""Numbers in the rules come from the components: the built-in ones, or those that an owner's file replaces."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
import pytest

from engine import rulebook
from engine.kernel import registry
from engine.ops import rule_pages
from engine.ops.rule_pages import (
    MARKED_LIST_PATTERN,
    MARKED_NOTE_PATTERN,
    MARKED_NUMBER_PATTERN,
    MARKED_WORD_PATTERN,
    find_list,
    find_number,
    find_sources,
    find_word,
)
from engine.rulebook import Rule

NUMBER_WORDS: Final = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "es": ("cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
}
RULE_PAGES = [(slug, code) for slug in registry.list_slugs() for code in NUMBER_WORDS if rulebook.has_page(slug, code)]


def parse_number(text: str, language: str) -> int:
    """Return the number that a page gives in figures or as a word."""
    word = text.lower().replace("ninguna", "cero").replace("none", "zero").replace("una", "un").replace("−", "-")
    return NUMBER_WORDS[language].index(word) if word in NUMBER_WORDS[language] else int(word)


def list_marks(slug: str, language: str) -> list[tuple[str, re.Match[str]]]:
    """List each number and comment that a page marks, with its rule; "" in the overview, in tables and examples."""
    marks: list[tuple[str, re.Match[str]]] = []
    for line in rulebook.load_page(slug, language).splitlines():
        rule = rulebook.RULE_PATTERN.match(line)
        marks += [(rule["number"] if rule else "", found) for found in MARKED_NUMBER_PATTERN.finditer(line)]
    return marks


def load_components(slug: str) -> Any:
    return msgspec.to_builtins(registry.load_game(slug).components, str_keys=True)


@pytest.mark.parametrize(("slug", "language"), RULE_PAGES)
def test_every_number_is_that_of_the_components(slug: str, language: str) -> None:
    found = list_marks(slug, language)
    for rule, mark in found:
        path, _, forms = (mark["forms"] or mark["path"]).partition("|")
        value = find_number(load_components(slug), path)
        assert parse_number(mark["said"], language) == value, (rule, mark[0])
        if forms:
            one, many = forms.split("|")
            assert mark["noun"].strip() == (one if value == 1 else many), (rule, mark[0])


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_both_languages_take_the_same_numbers_from_the_components(slug: str) -> None:
    told = [
        [(rule, (mark["forms"] or mark["path"]).partition("|")[0]) for rule, mark in list_marks(slug, language)]
        for language in ("en", "es")
    ]
    assert told[0] == told[1]
    for pattern in (MARKED_LIST_PATTERN, MARKED_NOTE_PATTERN, MARKED_WORD_PATTERN):
        pages = [rulebook.load_page(slug, language) for language in ("en", "es")]
        english, spanish = ([mark["path"] for mark in pattern.finditer(page)] for page in pages)
        assert english == spanish


@pytest.mark.parametrize(("slug", "language"), RULE_PAGES)
def test_every_list_is_that_of_the_components(slug: str, language: str) -> None:
    for mark in MARKED_LIST_PATTERN.finditer(rulebook.load_page(slug, language)):
        assert re.findall(r"\d+", mark["said"]) == find_list(load_components(slug), mark["what"], mark["path"])


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_a_note_is_told_until_the_values_are_printed(slug: str) -> None:
    """The game's own file has a value for every note that is not printed, and a whole printed file has no note left."""
    text = re.sub(r'"(house|inferred|found)"', '"printed"', registry.own_components(slug))
    for language in ("en", "es"):
        notes = list(MARKED_NOTE_PATTERN.finditer(rulebook.load_page(slug, language)))
        shown = "\n".join(rule.text for rule in rule_pages.load_rules(registry.load_game(slug, text), language))
        for mark in notes:
            for path in mark["path"].split("+"):
                assert find_sources(load_components(slug), path) & {"house", "inferred", "found"}, path
            assert mark["note"] not in shown or mark["note"] in ("(House)", "(De la casa)")
        assert "(House)" not in shown
        assert "(De la casa)" not in shown
        assert "he points are ours" not in shown
        assert "puntos son nuestros" not in shown


@pytest.mark.parametrize(("slug", "language"), RULE_PAGES)
def test_with_our_own_components_the_page_stands_as_it_is_written(slug: str, language: str) -> None:
    shown = rule_pages.load_rules(registry.load_game(slug), language)
    assert shown == rulebook.load_rules(slug, language)
    page = rulebook.load_page(slug, language)
    patterns = (MARKED_LIST_PATTERN, MARKED_NOTE_PATTERN, MARKED_WORD_PATTERN)
    lists, notes, words = (len(pattern.findall(page)) for pattern in patterns)
    assert page.count("<!--") == len(list_marks(slug, language)) + lists + 2 * notes + words, (
        "every comment has a meaning"
    )
    assert not [rule.number for rule in shown if "<!--" in rule.text or "-->" in rule.text]


def test_what_a_comment_may_name() -> None:
    held = {"a": [1, 2, 3], "b": {"x": {"sets": [2, 3]}, "y": {"sets": [3]}, "source": "house"}, "c": -2}
    assert find_number(held, "a.1") == 2
    assert find_number(held, "minus(c)") == 2
    assert find_number(held, "sum(a)") == 6
    assert find_number({"b": {"x": {"sets": [2, 3]}, "y": {"sets": [3]}}}, "count(b.*.sets 3)") == 2
    assert find_number(held, "a.0+a.2") == 4
    assert find_number(held, "len(a)") == 3
    assert find_number({"deck": {"dog": {"r": 3}}}, "copies(deck.dog.r)+copies(deck.dog.g)") == 3
    assert find_word({"base": {"name": "Io"}}, "base.name") == "Io"
    assert find_list(held, "list", "a") == ["1", "2", "3"]
    assert find_list(held, "sizes", "a") == ["2", "3", "4"]
    sourced = {
        "b": {"x": {"ap": 1, "cost": 2, "source": "found", "sources": {"ap": "house"}}},
        "d": {"source": "rules"},
    }
    assert find_sources(sourced, "b.x.ap") == {"house"}
    assert find_sources(sourced, "b.*.cost") == {"found"}
    assert find_sources(sourced, "b") == {"found", "house"}
    for wrong in ("d", "a.7", "a", "b.x.sets.9", "b.source"):
        with pytest.raises(KeyError):
            find_number(held, wrong)
    with pytest.raises(KeyError):
        find_word(held, "c")


def test_a_rule_is_read_without_its_comments() -> None:
    assert rulebook.parse_page("## One\nA1 Take 2<!--costs.take--> cards.") == (Rule("A1", "Take 2 cards.", "One"),)
