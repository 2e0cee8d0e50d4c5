"""Names of people that Discord would read as something else, or that hide or reverse the text next to them."""

from __future__ import annotations

import re

import pytest

from cogs.i18n.display_names import clean_label_name, escape_message_name
from tests.i18n.nasty_names import ESCAPED_NAMES

ESCAPE_PATTERN = re.compile(r"\\([^0-9A-Za-z\s])")
"""How Discord's clients read a backslash."""
MARKUP_PATTERN = re.compile(
    r"<|>|@|#|https?://|\w\.gg/|\]\(|:\w+:|[*_~`|]|^[-+=]\s|^\d+\.\s",
)
"""The syntax that Discord reads as formatting, a mention, a timestamp, an emoji, a link or a list."""


@pytest.mark.parametrize(("name", "seen"), ESCAPED_NAMES.items())
def test_a_label_shows_what_can_be_seen_of_a_name(name: str, seen: str) -> None:
    assert clean_label_name(name) == seen


@pytest.mark.parametrize(("name", "seen"), ESCAPED_NAMES.items())
def test_a_message_shows_a_name_as_it_is(name: str, seen: str) -> None:
    written = escape_message_name(name)
    assert ESCAPE_PATTERN.sub(r"\1", written) == seen
    assert not MARKUP_PATTERN.search(ESCAPE_PATTERN.sub("", written)), written


def test_plain_names_stay_as_they_are() -> None:
    for name in ("Ana", "Jean-Luc", "O’Hara", "José", "Ana 2", "Ольга", "אבי", "Zoë 🐧", "ณัฐ", "a.b", "5 stars!"):
        assert clean_label_name(name) == name
        assert escape_message_name(name) == name
