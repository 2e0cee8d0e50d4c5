"""A game's RULES.md as numbered rules.

A rule begins on a line with its number ("A3.1 ...") and ends before the next number or heading.
"""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from engine.kernel.registry import GAMES_PACKAGE

ENGLISH_CODE = "en"
PAGE_NAME_PATTERN = re.compile(r"RULES\.([a-z-]+)\.md", re.IGNORECASE)
FAIR_PLAY_PAGE = Path(__file__).parents[1] / "docs" / "fair-play.md"
COMMENT_PATTERN = re.compile(r"<!--.*?-->")
RULE_PATTERN = re.compile(r"^(?P<number>[A-Z]+\d+(?:\.\d+)*)\s+(?P<text>\S.*)$")


class Rule(msgspec.Struct, frozen=True):
    """A numbered rule, with the heading of its section."""

    number: str
    text: str
    heading: str


def load_rules(slug: str, language: str = ENGLISH_CODE) -> tuple[Rule, ...]:
    """Load a game's rules in the order of the page, in a language ("es"), or in English if there is no such page."""
    return parse_page(load_page(slug, language))


def load_fair_play() -> tuple[Rule, ...]:
    """Load the rules of rating and leaving, which hold for all games. Catalogues have their translations."""
    return parse_page(FAIR_PLAY_PAGE.read_text("utf-8"))


def load_page(slug: str, language: str = ENGLISH_CODE) -> str:
    """Load a game's page in a language, or in English if there is no such page; "" for a game without RULES.md."""
    file = find_page(slug, language if has_page(slug, language) else ENGLISH_CODE)
    return file.read_text("utf-8") if file.is_file() else ""


def has_page(slug: str, language: str) -> bool:
    """Return whether a game has a page in this language. English counts as present."""
    return language == ENGLISH_CODE or find_page(slug, language).is_file()


def list_languages(slug: str) -> list[str]:
    """Return the codes of the languages that a game's rules are written in, English first."""
    pages = resources.files(f"{GAMES_PACKAGE}.{slug}").iterdir()
    codes = [match[1] for match in map(PAGE_NAME_PATTERN.fullmatch, sorted(page.name for page in pages)) if match]
    return [ENGLISH_CODE, *codes]


def find_page(slug: str, language: str) -> Traversable:
    """Return the path of a page: RULES.md, or RULES.es.md for Spanish."""
    name = "RULES.md" if language == ENGLISH_CODE else f"RULES.{language}.md"
    return resources.files(f"{GAMES_PACKAGE}.{slug}").joinpath(name)


def parse_page(page: str) -> tuple[Rule, ...]:
    """Parse the numbered rules of a page, without its comments."""
    rules: list[Rule] = []
    heading = ""
    number, paragraphs = "", list[str]()
    for line in [*COMMENT_PATTERN.sub("", page).splitlines(), "# end"]:
        match = RULE_PATTERN.match(line)
        if line.startswith("#") or match:
            if number:
                rules.append(Rule(number, " ".join(paragraphs).strip(), heading))
            number, paragraphs = "", []
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        elif match:
            number, paragraphs = match["number"], [match["text"]]
        elif number and line.strip():
            paragraphs.append(line.strip())
    return tuple(rules)
