"""Rules looked up: those that a sentence names, and those that a search finds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.rulebook import Rule

CITED = re.compile(r"\b[A-Z]+\d+(?:\.\d+)*\b")
"""How a sentence names a rule: "Only the Pole lies ahead (A4.4)."."""


def cited(sentence: str, listed: Sequence[Rule]) -> list[Rule]:
    """The rules whose numbers a sentence names, in that order."""
    known = {rule.number: rule for rule in listed}
    return [known[number] for number in dict.fromkeys(CITED.findall(sentence)) if number in known]


def found(listed: Sequence[Rule], wanted: str) -> list[Rule]:
    """What a search for a number or some words finds: that rule and those below it, else the rules with all the words.

    Rules that have them in their heading or at their beginning come before those that only mention them.
    """
    wanted = wanted.strip()
    number = wanted.upper()
    below = [rule for rule in listed if rule.number == number or rule.number.startswith(f"{number}.")]
    if below or not wanted:
        return below
    words = wanted.casefold().split()
    begun = [rule for rule in listed if rule.number.casefold().startswith(wanted.casefold())]
    said = [rule for rule in listed if all(word in f"{rule.heading} {rule.text}".casefold() for word in words)]
    first = [rule for rule in said if all(word in rule.heading.casefold() for word in words)]
    return list(dict.fromkeys([*begun, *first, *said]))
