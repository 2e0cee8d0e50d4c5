"""A game's RULES.md as numbered rules. A rule starts a line with its number ("A3.1 …") and ends at the next number or heading."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from engine.kernel.registry import HOME

ENGLISH = "en"
NUMBER = re.compile(r"^(?P<number>[A-Z]+\d+(?:\.\d+)*)\s+(?P<text>\S.*)$")


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule and the heading it stands under."""

    number: str
    text: str
    heading: str


def rules(slug: str, language: str = ENGLISH) -> tuple[Rule, ...]:
    """The rules of a game in the order of its page, in a language ("es"), or in English where there is no page in it."""
    return parse(_page(slug, language if told_in(slug, language) else ENGLISH).read_text("utf-8"))


def told_in(slug: str, language: str) -> bool:
    """Whether a game's rules have a page in a language; English they always have."""
    return language == ENGLISH or _page(slug, language).is_file()


def _page(slug: str, language: str) -> Traversable:
    """RULES.md, or RULES.es.md for Spanish."""
    name = "RULES.md" if language == ENGLISH else f"RULES.{language}.md"
    return resources.files(f"{HOME}.{slug}").joinpath(name)


def parse(page: str) -> tuple[Rule, ...]:
    """The numbered rules of a page."""
    found: list[Rule] = []
    heading = ""
    number, lines = "", list[str]()
    for raw in [*page.splitlines(), "# end"]:
        match = NUMBER.match(raw)
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
