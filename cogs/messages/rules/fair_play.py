"""The rules of rating and leaving, F1 to F15, as an answer to /rules."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.layout import build_message
from cogs.messages.rules.rule_text import format_rule
from engine import rulebook
from engine.kernel.text import Text, say
from engine.rulebook import Rule

FAIR_PLAY_QUERY, MIN_FAIR_PLAY_CHARS = "fair play", 4
"""What a person types to read the rules of rating and leaving, and how many letters of it are enough."""


def is_fair_play(words: str, language: Language) -> bool:
    """Return whether words are the beginning of "fair play" in English or in a language."""
    begun = words.strip().casefold()
    names = (FAIR_PLAY_QUERY, TextFormatter(translate=language)(say("Fair play")).casefold())
    return len(begun) >= MIN_FAIR_PLAY_CHARS and any(name.startswith(begun) for name in names)


def find_fair_play_rules(words: str, language: Language) -> list[Rule]:
    """Return the rules of fair play, translated, that a person asks for: all by their name, one by its number."""
    fmt = TextFormatter(translate=language)
    rules = [Rule(rule.number, fmt(Text(rule.text)), fmt(Text(rule.heading))) for rule in rulebook.load_fair_play()]
    if is_fair_play(words, language):
        return rules
    return [rule for rule in rules if rule.number == words.strip().upper()]


def build_fair_play_page(rules: Sequence[Rule], language: Language) -> discord.ui.LayoutView:
    """Build the page of fair play, with the headings of its chapters."""
    lines: list[str] = []
    heading = ""
    for rule in rules:
        if rule.heading != heading:
            heading = rule.heading
            lines.append(f"**{heading}**")
        lines.append(format_rule(rule))
    return build_message(f"### {TextFormatter(translate=language)(say('Fair play'))}", "\n".join(lines))
