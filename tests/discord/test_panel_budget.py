"""Every screen of a panel fits a phone: question, picture and choices together."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from cogs.i18n.languages import LanguageRegistry
from cogs.interactions import limits
from cogs.messages.blocks import MAX_CONTROLS
from cogs.messages.choices import CHOICE_LETTERS
from cogs.messages.screen_size import MAX_PANEL_LABEL_CHARS, MAX_TEXT_LINES
from engine.commands import start_game
from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun
from engine.kernel.text import Seat
from engine.players.computer_levels import ComputerPlayer, GreedyPlayer, RandomPlayer
from tests.discord.panel_screens import (
    PanelScreen,
    find_first_screen,
    is_green,
    list_labels,
    list_letters,
    list_screens,
    show_screen,
)
from tests.golden_records import list_decisions
from tests.programs.presses.decisions import play_decisions

LANGUAGES = LanguageRegistry()
MOMENT_INTERVAL, MAX_SCREENS = 307, 8
"""Every MOMENT_INTERVAL-th decision of a record is looked at, with its nearest MAX_SCREENS screens."""
SOAK_SCREENS = 60
"""The screens of each decision that `make soak` looks at."""
MAX_SMALL_BUTTONS = 5


def check_screen(shown: PanelScreen, language: str) -> None:
    """Check the budget of a screen."""
    where = f"{language}: {shown.screen.prefix}"
    labels = list_labels(shown)
    assert not limits.find_problems(shown.view.to_components()), where
    for size, height_px in shown.height_px.items():
        assert height_px <= size.max_height_px, f"{where}: {height_px} px at {size.window_width_px}"
    assert shown.line_count <= MAX_TEXT_LINES, where
    assert shown.picture_count == 1, where
    assert len(shown.controls) <= MAX_CONTROLS, f"{where}: {labels}"
    assert len(shown.small_buttons) <= MAX_SMALL_BUTTONS, f"{where}: {labels}"
    assert max(map(len, labels)) <= MAX_PANEL_LABEL_CHARS, f"{where}: {max(labels, key=len)}"
    check_letters(shown, labels, where)
    check_moves(shown, where)


def check_letters(shown: PanelScreen, labels: list[str], where: str) -> None:
    """Check that letters run from A without gaps, and are the same in the picture and on the controls."""
    if shown.screen.is_complete:
        return
    marked = {letter for letter in shown.marks.values() if letter}
    assert marked == set(CHOICE_LETTERS[: len(marked)]), f"{where}: {sorted(marked)}"
    assert list_letters(labels) <= marked, f"{where}: {labels}, {shown.marks}"


def list_label_groups(shown: PanelScreen) -> list[list[str]]:
    """List the labels that must differ: of all controls, and of the options of each list."""
    lists = [control for control in shown.controls if isinstance(control, ui.Select)]
    return [list_labels(shown, with_options=False), *([option.label for option in one.options] for one in lists)]


def check_moves(shown: PanelScreen, where: str) -> None:
    """Check that no control is offered twice, and that what loses something is not green and says so."""
    choices = [choice for block in shown.screen.blocks for choice in block.choices]
    alone = [choice.words for choice in choices if choice.is_alone]
    assert len({*alone}) == len(alone), f"{where}: a move is offered twice"
    ids = [control.custom_id for control in shown.controls if isinstance(control, (ui.Button, ui.Select))]
    assert len(set(ids)) == len(ids), where
    for labels in list_label_groups(shown):
        assert len(set(labels)) == len(labels), f"{where}: {labels}"
    if shown.screen.loses is not None:
        assert not any(is_green(control) for control in shown.controls), where


def check_decision(run: GameRun[Any], seat: Seat, root: Menu, seat_count: int, max_screens: int) -> None:
    """Check the screens of a decision in every language."""
    first = find_first_screen(run, seat, root)
    for screen in list_screens(root, first, max_screens):
        for code in LANGUAGES.codes:
            language = LANGUAGES.find_language(code)
            check_screen(show_screen(run, seat, root, screen, language, seat_count), code)


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_screens_of_recorded_games_fit_a_phone(slug: str) -> None:
    for run, seat, root, seat_count in list_decisions(slug, MOMENT_INTERVAL):
        check_decision(run, seat, root, seat_count, MAX_SCREENS)


@pytest.mark.soak
@pytest.mark.parametrize("slug", registry.list_slugs())
def test_all_screens_of_recorded_games_fit_a_phone(slug: str) -> None:
    for run, seat, root, seat_count in list_decisions(slug, 1):
        check_decision(run, seat, root, seat_count, SOAK_SCREENS)


@pytest.mark.soak
@pytest.mark.parametrize("player", [GreedyPlayer(worlds=1), RandomPlayer()], ids=["sensible", "random"])
@pytest.mark.parametrize("slug", registry.list_slugs())
def test_all_screens_of_played_games_fit_a_phone(slug: str, player: ComputerPlayer) -> None:
    game = registry.load_game(slug)
    for seat_count in game.seat_counts:
        position = start_game(game, seat_count, {}, "budget").position
        for decision in play_decisions(game, position, "budget", player):
            run: GameRun[Any] = GameRun(game, decision.position, "budget")
            check_decision(run, decision.seat, decision.menu, seat_count, SOAK_SCREENS)
