"""Rules looked up: those that a sentence names, and those that a search finds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook import Rule

RULE_NUMBER_PATTERN = re.compile(r"\b[A-Z]+\d+(?:\.\d+)*\b")
"""How a sentence names a rule: "Only the Pole lies ahead (A4.4)."."""


def find_cited_rules(sentence: str, rules: Sequence[Rule]) -> list[Rule]:
    """The rules whose numbers a sentence names, in that order."""
    known = {rule.number: rule for rule in rules}
    return [known[number] for number in dict.fromkeys(RULE_NUMBER_PATTERN.findall(sentence)) if number in known]


def search_rules(rules: Sequence[Rule], query: str) -> list[Rule]:
    """What a search for a number or some words finds: that rule and those below it, else the rules with all the words.

    Rules that have them in their heading or at their beginning come before those that only mention them.
    """
    query = query.strip()
    number = query.upper()
    below = [rule for rule in rules if rule.number == number or rule.number.startswith(f"{number}.")]
    if below or not query:
        return below
    words = query.casefold().split()
    begun = [rule for rule in rules if rule.number.casefold().startswith(query.casefold())]
    said = [rule for rule in rules if all(word in f"{rule.heading} {rule.text}".casefold() for word in words)]
    first = [rule for rule in said if all(word in rule.heading.casefold() for word in words)]
    return list(dict.fromkeys([*begun, *first, *said]))
