"""A game's RULES.md as numbered rules. A rule begins a line with its number ("A3.1 …") and ends at the next number or heading."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from engine.kernel.registry import GAMES_PACKAGE

ENGLISH_CODE = "en"
COMMENT_PATTERN = re.compile(r"<!--.*?-->")
RULE_PATTERN = re.compile(r"^(?P<number>[A-Z]+\d+(?:\.\d+)*)\s+(?P<text>\S.*)$")


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule and the heading it stands under."""

    number: str
    text: str
    heading: str


def load_rules(slug: str, language: str = ENGLISH_CODE) -> tuple[Rule, ...]:
    """A game's rules in the order of the page, in a language ("es"), or in English where there is no such page."""
    return parse_page(load_page(slug, language))


def load_page(slug: str, language: str = ENGLISH_CODE) -> str:
    """Return a game's page in a language, or in English where there is no such page; "" for a game without RULES.md."""
    file = _page_path(slug, language if has_page(slug, language) else ENGLISH_CODE)
    return file.read_text("utf-8") if file.is_file() else ""


def has_page(slug: str, language: str) -> bool:
    """Return whether a game's rules are not left in English for want of a page in a language."""
    return language == ENGLISH_CODE or _page_path(slug, language).is_file()


def _page_path(slug: str, language: str) -> Traversable:
    """RULES.md, or RULES.es.md for Spanish."""
    name = "RULES.md" if language == ENGLISH_CODE else f"RULES.{language}.md"
    return resources.files(f"{GAMES_PACKAGE}.{slug}").joinpath(name)


def parse_page(page: str) -> tuple[Rule, ...]:
    """The numbered rules of a page, without its comments."""
    found: list[Rule] = []
    heading = ""
    number, lines = "", list[str]()
    for raw in [*COMMENT_PATTERN.sub("", page).splitlines(), "# end"]:
        match = RULE_PATTERN.match(raw)
        if raw.startswith("#") or match:
            if number:
                found.append(Rule(number, " ".join(lines).strip(), heading))
            number, lines = "", []
        if raw.startswith("#"):
            heading = raw.lstrip("# ").strip()
        elif match:
            number, lines = match["number"], [match["text"]]
        elif number and raw.strip():
            lines.append(raw.strip())
    return tuple(found)
