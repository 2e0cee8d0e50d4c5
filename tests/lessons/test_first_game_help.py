"""The lines that explain questions in a first game: short, true to the rules, and there for nearly every question."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.screen_size import MAX_TEXT_LINES, count_lines
from engine.kernel.registry import list_slugs
from engine.kernel.text import say
from engine.learning.question_help import MAX_HELP_WORDS, find_question_kind, load_help_lines, say_help_line
from engine.rulebook import load_rules
from tests.discord.panel_screens import find_first_screen, list_screens
from tests.game_cases import list_game_cases
from tests.golden_records import list_decisions

EXPLAINED_SHARE = 0.8
"""The share of questions for which there is a line; rare cards have none."""
MOMENT_INTERVAL, MAX_SCREENS = 31, 6
EXPLAINED_GAMES = [slug for slug in list_slugs() if load_help_lines(slug).lines]
"""The lines are optional. A game that has some has them for nearly every question."""
LANGUAGES = LanguageRegistry()


@pytest.mark.parametrize("slug", EXPLAINED_GAMES)
def test_a_line_is_short_and_names_a_rule(slug: str) -> None:
    numbers = {rule.number for rule in load_rules(slug)}
    for kind, line in load_help_lines(slug).lines.items():
        assert len(line.split()) <= MAX_HELP_WORDS, kind
        cited = re.findall(r"\(([A-Z]\d+(?:\.\d+)?)\)\.$", line)
        assert cited, kind
        assert set(cited) <= numbers, kind


@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=EXPLAINED_GAMES))
def test_nearly_every_question_is_explained_within_the_space_of_a_panel(slug: str) -> None:
    lines, shown, explained = load_help_lines(slug), Counter[str](), 0
    for run, seat, root, _ in list_decisions(slug, MOMENT_INTERVAL):
        for screen in list_screens(root, find_first_screen(run, seat, root), MAX_SCREENS):
            if screen.is_complete:
                continue
            kind = find_question_kind(lines.lines, root, screen.prefix)
            shown[kind or f"none: {screen.prefix[:1]}"] += 1
            if kind is None:
                continue
            explained += 1
            for code in LANGUAGES.codes:
                plain = TextFormatter(translate=LANGUAGES.find_language(code), is_bold=False)
                texts = [plain(screen.prompt), f"💡 {plain(say('Done. {next}', next=say_help_line(lines, kind)))}"]
                assert sum(map(count_lines, texts)) <= MAX_TEXT_LINES, (code, texts)
    assert explained >= EXPLAINED_SHARE * shown.total(), shown


def test_the_kind_of_a_question_is_the_most_specific_one_that_has_a_line() -> None:
    (_, _, root, _) = next(list_decisions("amundsen", 1))
    prefix = (root.open_words[0],)
    menu = root.next_menu(prefix[0])
    assert menu is not None
    assert find_question_kind({menu.name: "", prefix[0]: ""}, root, prefix) == menu.name
    assert find_question_kind({prefix[0]: ""}, root, prefix) == prefix[0]
    assert find_question_kind({f"{root.name} {prefix[0]}": "", root.name: ""}, root, ()) == f"{root.name} {prefix[0]}"
    assert find_question_kind({}, root, ()) is None
