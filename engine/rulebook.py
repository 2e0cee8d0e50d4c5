"""A game's RULES.md: its overview, and the numbered rules.

A rule begins on a line with its number ("A3.1 ...") and ends before the next number or heading. Lines that begin with ">" are its
example, lines that begin with "|" its table. The sections before the first number are the overview.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
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
SEPARATOR_LINE_PATTERN = re.compile(r"[|\s:-]+")
"""Matches the line below the head of a table."""

RuleTable = tuple[tuple[str, ...], ...]
"""The rows of a table, beginning with its head."""


class Rule(msgspec.Struct, frozen=True):
    """A numbered rule, with the heading of its section."""

    number: str
    text: str
    heading: str
    example: str = ""
    table: RuleTable = ()


class Section(msgspec.Struct, frozen=True):
    """A section of the overview."""

    heading: str
    text: str
    table: RuleTable = ()


def load_rules(slug: str, language: str = ENGLISH_CODE) -> tuple[Rule, ...]:
    """Load a game's rules in the order of the page, in a language ("es"), or in English if there is no such page."""
    return parse_page(load_page(slug, language))


def load_fair_play() -> tuple[Rule, ...]:
    """Load the rules of rating and leaving, which hold for all games. Catalogues have their translations.

    The texts are templates: a command of the page is a field of them.
    """
    return parse_page(re.sub(r"`/(\w+)`", r"{/\1}", FAIR_PLAY_PAGE.read_text("utf-8")))


def load_page(slug: str, language: str = ENGLISH_CODE) -> str:
    """Load a game's page in a language, or in English if there is no such page; "" for a game without RULES.md."""
    file = find_page(slug, language if has_page(slug, language) else ENGLISH_CODE)
    if file.is_file():
        return file.read_text("utf-8")
    return ""


def load_questions(slug: str, language: str = ENGLISH_CODE) -> Mapping[str, list[str]]:
    """Load the questions that players ask about a game, by the number of the rule or the word of the card that answers them."""
    file = resources.files(f"{GAMES_PACKAGE}.{slug}").joinpath("questions.toml")
    if not file.is_file():
        return {}
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, dict[str, list[str]]]).get(language, {})


def has_page(slug: str, language: str) -> bool:
    """Return whether a game has a page in this language. English counts as present."""
    return language == ENGLISH_CODE or find_page(slug, language).is_file()


def list_languages(slug: str) -> list[str]:
    """Return the codes of the languages that a game's rules are written in, English first."""
    pages = resources.files(f"{GAMES_PACKAGE}.{slug}").iterdir()
    codes = []
    for match in map(PAGE_NAME_PATTERN.fullmatch, sorted(page.name for page in pages)):
        if match:
            codes.append(match[1])
    return [ENGLISH_CODE, *codes]


def find_page(slug: str, language: str) -> Traversable:
    """Return the path of a page: RULES.md, or RULES.es.md for Spanish."""
    name = "RULES.md" if language == ENGLISH_CODE else f"RULES.{language}.md"
    return resources.files(f"{GAMES_PACKAGE}.{slug}").joinpath(name)


def parse_page(page: str) -> tuple[Rule, ...]:
    """Parse the numbered rules of a page, without its comments."""
    rules: list[Rule] = []
    heading = ""
    block: list[str] = []
    for line in [*COMMENT_PATTERN.sub("", page).splitlines(), "# end"]:  # a heading ends the last rule, too
        if line.startswith("#") or RULE_PATTERN.match(line):
            if block:
                rules.append(_parse_rule(block, heading))
            block = []
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        elif block or RULE_PATTERN.match(line):
            block.append(line)
    return tuple(rules)


def parse_overview(page: str) -> tuple[Section, ...]:
    """Parse the sections that come before the first numbered rule, without the page's title and comments."""
    sections: list[Section] = []
    for block in COMMENT_PATTERN.sub("", page).split("\n## ")[1:]:
        heading, *lines = block.splitlines()
        if any(map(RULE_PATTERN.match, lines)):
            break
        sections.append(Section(heading.strip(), _join_text(lines), _parse_table(lines)))
    return tuple(sections)


def _parse_rule(lines: list[str], heading: str) -> Rule:
    match = RULE_PATTERN.match(lines[0])
    assert match is not None
    example = " ".join(line.lstrip("> ").strip() for line in lines if line.startswith(">"))
    return Rule(match["number"], _join_text([match["text"], *lines[1:]]), heading, example, _parse_table(lines))


def _join_text(lines: list[str]) -> str:
    """Join the lines that belong neither to an example nor to a table."""
    return " ".join(line.strip() for line in lines if line.strip() and not line.startswith((">", "|")))


def _parse_table(lines: list[str]) -> RuleTable:
    rows = []
    for line in lines:
        if line.startswith("|") and not SEPARATOR_LINE_PATTERN.fullmatch(line):
            rows.append(tuple(map(str.strip, line.strip().strip("|").split("|"))))
    return tuple(rows)
