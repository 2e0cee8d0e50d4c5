"""Texts on buttons and in selects fit in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.text_formatter import format_plain_label
from cogs.interactions.limits import MAX_BUTTON_CHARS, MAX_PLACEHOLDER_CHARS, MAX_SELECT_CHARS
from engine.games.expanse.effects import format_titled
from engine.games.expanse.game import Expanse
from engine.kernel import registry
from engine.kernel.menu import Menu
from tests.conformance.random_game import GameCase, play_random_game

LANGUAGE_REGISTRY = LanguageRegistry()
MAX_POSITIONS = 40
LETTER_CHARS = len("A · ")


def list_menus(root: Menu, levels: int = 3) -> Iterator[Menu]:
    """List a decision's menu and some of the menus below it."""
    yield root
    if root.max_picks == 1 and levels:
        for option in root.list_open_options()[:6]:
            below = root.next_menu(option.word)
            if below is not None:
                yield from list_menus(below, levels - 1)


@pytest.mark.parametrize("code", LANGUAGE_REGISTRY.codes)
@pytest.mark.parametrize("slug", registry.list_slugs())
def test_choices_and_questions_of_a_game_fit(slug: str, code: str) -> None:
    game, language = registry.load_game(slug), LANGUAGE_REGISTRY.find_language(code)
    for frame in play_random_game(game, GameCase(game.seat_counts[-1], {}, "labels")).sample_moments(MAX_POSITIONS):
        for seat in frame.situation.questions:
            for menu in list_menus(frame.situation.build_menu(seat)):
                prompt = format_plain_label(menu.prompt, None, language)
                assert len(prompt) <= MAX_PLACEHOLDER_CHARS, prompt
                for option in menu.options:
                    label = format_plain_label(option.label, None, language)
                    assert len(label) + LETTER_CHARS <= MAX_SELECT_CHARS, label


@pytest.mark.parametrize("code", LANGUAGE_REGISTRY.codes)
def test_events_named_with_what_they_do_fit(code: str) -> None:
    """If a label shows a card's text behind its name in English, the text is whole in every language."""
    game = registry.load_game("expanse")
    assert isinstance(game, Expanse)
    for one in (*game.parts.cards.values(), *game.parts.crew.values()):
        label = format_plain_label(format_titled(one.name, one.text), None, LANGUAGE_REGISTRY.find_language(code))
        assert len(label) + LETTER_CHARS <= MAX_SELECT_CHARS, label


@pytest.mark.parametrize("code", LANGUAGE_REGISTRY.codes)
@pytest.mark.parametrize("slug", registry.list_slugs())
def test_a_lobbys_options_fit(slug: str, code: str) -> None:
    for setting in registry.load_game(slug).settings:
        name = format_plain_label(setting.label, None, LANGUAGE_REGISTRY.find_language(code))
        assert len(name) <= MAX_PLACEHOLDER_CHARS
        for value in setting.values.values():
            assert (
                len(f"{name}: {format_plain_label(value, None, LANGUAGE_REGISTRY.find_language(code))}")
                <= MAX_SELECT_CHARS
            )


@pytest.mark.parametrize("code", LANGUAGE_REGISTRY.codes)
def test_the_words_on_our_own_buttons_are_short(code: str) -> None:
    """Five stand in a row, on phones too."""
    for label in ("Your move", "Look", "Take back", "Log", "Rules", "Join", "Leave", "Options", "Start", "Close"):
        told = LANGUAGE_REGISTRY.find_language(code)(label, "", 0)
        assert (told == label) == (code == "en")
        assert len(told) <= MAX_BUTTON_CHARS // 4
