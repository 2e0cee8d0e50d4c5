"""Help for a first game: a line for each kind of question, from a game's `first_game_help.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources

import msgspec

from engine.kernel import registry
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import Text, TranslatedName

MAX_HELP_WORDS = 15
"""The length of a line, in words."""
QuestionKind = str


class HelpLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a `first_game_help.toml`: a line for each kind of question.

    A kind is the verb of the move and the name of the menu, "take cards"; "verb" is the first question of a turn, and "verb keep"
    one that offers this word. A line for the name or the verb alone is for all menus that have it and no line of their own.
    """

    lines: dict[QuestionKind, TranslatedName]


def load_help_lines(slug: str) -> HelpLines:
    """Load the lines of a game; a game without a file has none."""
    return _load_help_lines(registry.GAMES_PACKAGE, slug)


@lru_cache(maxsize=64)
def _load_help_lines(package: str, slug: str) -> HelpLines:
    file = resources.files(f"{package}.{slug}").joinpath("first_game_help.toml")
    if not file.is_file():
        return HelpLines({})
    return msgspec.toml.decode(file.read_text("utf-8"), type=HelpLines)


def find_question_kind(lines: Mapping[QuestionKind, str], root: Menu, prefix: Words) -> QuestionKind | None:
    """Return the most specific kind of the question after `prefix` that has a line, None if there is no line for it."""
    menu = follow_words(root, prefix)
    if menu is None:
        return None
    for kind in _generate_kinds(menu, prefix):
        if kind in lines:
            return kind
    return None


def _generate_kinds(menu: Menu, prefix: Words) -> Iterator[QuestionKind]:
    """Yield the kinds that a question may have, the most specific first."""
    name = menu.name.rstrip("0123456789").rstrip("-")  # "fleets-2" asks for the second step: one line is for all steps
    if prefix:
        yield f"{prefix[0]} {name}"
        yield name
        yield prefix[0]
        return
    for word in menu.open_words:
        yield f"{name} {word}"
    yield name


def say_help_line(lines: HelpLines, kind: QuestionKind) -> Text:
    """Return the line of a kind of question."""
    return Text(lines.lines[kind])
