"""Finds rules by number or by words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook import Rule

RULE_NUMBER_PATTERN = re.compile(r"\b[A-Z]+\d+(?:\.\d+)*\b")
"""Matches a rule number in a sentence, as in "Only the Pole lies ahead (A4.4)"."""


def find_cited_rules(sentence: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules whose numbers a sentence names, in its order."""
    rules_by_number = {rule.number: rule for rule in rules}
    cited_numbers = dict.fromkeys(RULE_NUMBER_PATTERN.findall(sentence))
    return [rules_by_number[number] for number in cited_numbers if number in rules_by_number]


def search_rules(rules: Sequence[Rule], query: str) -> list[Rule]:
    """Find rules by a number, with the rules below it, or else by words.

    A rule matches if it contains all words. Rules whose number begins with the query come first, then those whose
    heading contains the words.
    """
    query = query.strip()
    number = query.upper()
    numbered_rules = [rule for rule in rules if rule.number == number or rule.number.startswith(f"{number}.")]
    if numbered_rules or not query:
        return numbered_rules
    query = query.casefold()
    prefix_matches = [rule for rule in rules if rule.number.casefold().startswith(query)]
    text_matches = [rule for rule in rules if _has_words(f"{rule.heading} {rule.text}", query)]
    heading_matches = [rule for rule in text_matches if _has_words(rule.heading, query)]
    return list(dict.fromkeys([*prefix_matches, *heading_matches, *text_matches]))


def _has_words(text: str, query: str) -> bool:
    text = text.casefold()
    return all(word in text for word in query.split())
