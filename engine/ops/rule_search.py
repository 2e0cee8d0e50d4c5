"""Finds rules by number, and prepares them for the search by words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine import rulebook
from engine.kernel.registry import AnyGame
from engine.ops.rule_pages import load_rules
from engine.ops.search_index import SearchText
from engine.rulebook import Rule

RULE_NUMBER_PATTERN = re.compile(r"\b[A-Z]+\d+(?:\.\d+)*\b")
"""Matches a rule number in a sentence, as in "Only the Pole lies ahead (A4.4)"."""
HEADING_WEIGHT, TEXT_WEIGHT, EXAMPLE_WEIGHT, TABLE_WEIGHT = 0.6, 1.0, 0.4, 0.5
"""The weights of the parts of a rule in the search."""


def find_cited_rules(sentence: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules whose numbers a sentence names, in its order."""
    rules_by_number = {rule.number: rule for rule in rules}
    cited_numbers = dict.fromkeys(RULE_NUMBER_PATTERN.findall(sentence))
    return [rules_by_number[number] for number in cited_numbers if number in rules_by_number]


def find_numbered_rules(rules: Sequence[Rule], number: str) -> list[Rule]:
    """Return the rule of this number with the rules below it."""
    number = number.strip().upper()
    return [rule for rule in rules if rule.number == number or rule.number.startswith(f"{number}.")]


def list_search_texts(game: AnyGame, language: str) -> list[SearchText]:
    """List the rules of a game as texts that the search finds by their numbers."""
    questions = rulebook.load_questions(game.slug, language)
    return [
        SearchText(rule.number, _list_parts(rule), tuple(questions.get(rule.number, ())))
        for rule in load_rules(game, language)
    ]


def _list_parts(rule: Rule) -> tuple[tuple[float, str], ...]:
    cells = " ".join(cell for row in rule.table for cell in row)
    return (
        (HEADING_WEIGHT, rule.heading),
        (TEXT_WEIGHT, rule.text),
        (EXAMPLE_WEIGHT, rule.example),
        (TABLE_WEIGHT, cells),
    )
