"""Finds rules by number, and prepares them for the search by words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine import rulebook
from engine.kernel.registry import AnyGame
from engine.ops.rule_pages import load_overview, load_rules
from engine.ops.search_index import SearchText
from engine.rulebook import Rule

RULE_NUMBER_PATTERN = re.compile(r"\b[A-Z]+\d+(?:\.\d+)*\b")
"""Matches a rule number in a sentence, as in "Only the Pole lies ahead (A4.4)"."""
HEADING_WEIGHT, TEXT_WEIGHT, EXAMPLE_WEIGHT, TABLE_WEIGHT = 0.6, 1.0, 0.4, 0.5
"""The weights of the parts of a rule in the search."""
CHAPTER_IMPORTANCE = 1.1
"""The factor of a rule with rules below it: it says first what they say in more detail."""


def find_cited_rules(sentence: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules whose numbers a sentence names, in its order."""
    rules_by_number = {rule.number: rule for rule in rules}
    cited_numbers = dict.fromkeys(RULE_NUMBER_PATTERN.findall(sentence))
    cited = []
    for number in cited_numbers:
        if number in rules_by_number:
            cited.append(rules_by_number[number])
    return cited


def find_numbered_rules(rules: Sequence[Rule], number: str) -> list[Rule]:
    """Return the rule of this number with the rules below it."""
    number = number.strip().upper()
    found = []
    for rule in rules:
        if rule.number == number or rule.number.startswith(f"{number}."):
            found.append(rule)
    return found


def list_search_texts(game: AnyGame, language: str) -> list[SearchText]:
    """List the rules of a game as texts that the search finds by their numbers."""
    questions = rulebook.load_questions(game.slug, language)
    overview_rows = []
    for section in load_overview(game, language):
        for row in section.table:
            overview_rows.append(" ".join(row))
    texts: list[SearchText] = []
    for rule in load_rules(game, language):
        # A row of the overview ends with the number of the rule that it sums up.
        rows = [" ".join(row) for row in rule.table] + [row for row in overview_rows if row.split()[-1] == rule.number]
        parts = (
            (HEADING_WEIGHT, rule.heading),
            (TEXT_WEIGHT, rule.text),
            (EXAMPLE_WEIGHT, rule.example),
            (TABLE_WEIGHT, " ".join(rows)),
        )
        importance = 1.0 if "." in rule.number else CHAPTER_IMPORTANCE
        texts.append(SearchText(rule.number, parts, tuple(questions.get(rule.number, ())), importance))
    return texts
