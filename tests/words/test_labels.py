"""What is read on buttons and in selects has its room in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.interactions.limits import BUTTON_LABEL, PLACEHOLDER, SELECT_TEXT
from cogs.words.languages import Languages
from cogs.words.text_formatter import plain_label
from engine.games.expanse.effects import titled
from engine.games.expanse.game import Expanse
from engine.kernel import registry
from engine.kernel.menu import Menu
from tests.conformance.journey import Case, journey

LANGUAGES = Languages()
MOMENTS = 40
LETTER = len("A · ")


def menus(root: Menu, levels: int = 3) -> Iterator[Menu]:
    """A decision's menu and some of what lies below it."""
    yield root
    if root.hi == 1 and levels:
        for option in root.open()[:6]:
            below = root.then(option.word)
            if below is not None:
                yield from menus(below, levels - 1)


@pytest.mark.parametrize("code", LANGUAGES.codes)
@pytest.mark.parametrize("slug", registry.slugs())
def test_choices_and_questions_of_a_game_fit(slug: str, code: str) -> None:
    game, language = registry.load(slug), LANGUAGES.of(code)
    for frame in journey(game, Case(game.seats[-1], {}, "labels")).some(MOMENTS):
        for seat in frame.here.ask:
            for menu in menus(frame.here.menu(seat)):
                prompt = plain_label(menu.prompt, None, language)
                assert len(prompt) <= PLACEHOLDER, prompt
                for option in menu.options:
                    label = plain_label(option.label, None, language)
                    assert len(label) + LETTER <= SELECT_TEXT, label


@pytest.mark.parametrize("code", LANGUAGES.codes)
def test_events_named_with_what_they_do_fit(code: str) -> None:
    """A label tells a card's text behind its name where the English has room; that is then whole in every language."""
    game = registry.load("expanse")
    assert isinstance(game, Expanse)
    for one in (*game.parts.cards.values(), *game.parts.crew.values()):
        label = plain_label(titled(one.name, one.text), None, LANGUAGES.of(code))
        assert len(label) + LETTER <= SELECT_TEXT, label


@pytest.mark.parametrize("code", LANGUAGES.codes)
@pytest.mark.parametrize("slug", registry.slugs())
def test_a_lobbys_options_fit(slug: str, code: str) -> None:
    for setting in registry.load(slug).settings:
        name = plain_label(setting.label, None, LANGUAGES.of(code))
        assert len(name) <= PLACEHOLDER
        for value in setting.values.values():
            assert len(f"{name}: {plain_label(value, None, LANGUAGES.of(code))}") <= SELECT_TEXT


@pytest.mark.parametrize("code", LANGUAGES.codes)
def test_the_words_on_our_own_buttons_are_short(code: str) -> None:
    """Five stand in a row, on phones too."""
    for label in ("Your move", "Look", "Take back", "Log", "Rules", "Join", "Leave", "Options", "Start", "Close"):
        told = LANGUAGES.of(code)(label, "", 0)
        assert (told == label) == (code == "en")
        assert len(told) <= BUTTON_LABEL // 4
