"""Suggestions for what somebody types into a parameter of a command, within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from engine.players.computer_levels import LEVELS

Suggestions = list[app_commands.Choice[str]]
LEVEL_CHOICES: Suggestions = [app_commands.Choice(name=level, value=level) for level in LEVELS]
"""The levels of computer players, as the choices of a parameter."""


def build_choices(offers: Iterable[tuple[str, str]]) -> Suggestions:
    """Build the suggestions of (label, value) pairs, as many as Discord shows. A value that is too long is left out."""
    choices = [
        app_commands.Choice(name=shorten(label, MAX_SELECT_CHARS), value=value)
        for label, value in offers
        if len(value) <= MAX_SELECT_CHARS
    ]
    return choices[:MAX_SUGGESTIONS]


def build_matching_choices(offers: Iterable[tuple[str, str]], typed: str) -> Suggestions:
    """Build the suggestions of those (label, value) pairs whose label contains the typed text."""
    typed = typed.casefold()
    return build_choices((label, value) for label, value in offers if typed in label.casefold())


def build_reason_choice(reason: str, typed: str) -> Suggestions:
    """Build a single suggestion that says why nothing can be chosen. Its value is the typed text."""
    value = shorten(typed, MAX_SELECT_CHARS) or "?"
    return [app_commands.Choice(name=shorten(reason, MAX_SELECT_CHARS), value=value)]
