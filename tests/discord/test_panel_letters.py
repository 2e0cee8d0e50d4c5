"""The letters of a screen run from A without gaps, and are the same in its picture, its lists and its buttons."""

from __future__ import annotations

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.messages.choices import CHOICE_LETTERS
from cogs.messages.learn.lesson import choose_places
from cogs.messages.presenter import build_screen
from engine.kernel import registry
from engine.kernel.text import translate_to_english
from engine.learning.course import load_course
from render.kit.scene import choose_spot_picture, load_painter
from tests.discord.panel_screens import (
    PanelScreen,
    find_first_screen,
    list_labels,
    list_letters,
    list_screens,
    show_screen,
)
from tests.golden_records import list_decisions
from tests.images.moments import watch_sheets

ENGLISH = LanguageRegistry().find_language("en")
MOMENT_INTERVAL, MAX_SCREENS = 397, 4
"""Every MOMENT_INTERVAL-th decision of a record is drawn, with its nearest MAX_SCREENS screens."""
SOAK_INTERVAL, SOAK_SCREENS = 5, 12


def list_drawn_words(slug: str, shown: PanelScreen) -> set[str]:
    """Draw the picture of a screen and list the words on it."""
    painter = load_painter(slug)
    with watch_sheets() as begun:
        drawn = None
        if shown.shape == "hand":
            drawn = painter.draw_hand(shown.scene, translate_to_english)
        elif shown.shape == "crop":
            drawn = painter.draw_crop(shown.scene, translate_to_english)
        drawn = drawn or painter.draw_board(shown.scene, translate_to_english)
    (sheet,) = [sheet for sheet in begun if sheet.image is drawn]
    return {text.string for text in sheet.written_texts}


def check_letters(slug: str, shown: PanelScreen) -> None:
    where = f"{shown.screen.prefix}: {shown.shape}, {shown.marks}"
    marked = {letter for letter in shown.marks.values() if letter}
    assert marked == set(CHOICE_LETTERS[: len(marked)]), where
    assert list_letters(list_labels(shown)) == marked, where
    if marked:
        assert marked <= list_drawn_words(slug, shown), where


def check_record_letters(slug: str, interval: int, max_screens: int) -> None:
    for run, seat, root, seat_count in list_decisions(slug, interval):
        for screen in list_screens(root, find_first_screen(run, seat, root), max_screens):
            if not screen.is_complete:
                check_letters(slug, show_screen(run, seat, root, screen, ENGLISH, seat_count))


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_each_letter_is_in_the_picture_and_on_a_control(slug: str) -> None:
    check_record_letters(slug, MOMENT_INTERVAL, MAX_SCREENS)


@pytest.mark.soak
@pytest.mark.parametrize("slug", registry.list_slugs())
def test_each_letter_of_a_recorded_game_is_in_the_picture_and_on_a_control(slug: str) -> None:
    check_record_letters(slug, SOAK_INTERVAL, SOAK_SCREENS)


def test_a_screen_shows_the_picture_with_most_of_its_places() -> None:
    paso = load_painter("paso")
    assert choose_spot_picture(paso, ["way-1-walk-h1", "card-0", "to-2-g2"]) == "board"
    assert choose_spot_picture(paso, ["card-0", "card-1", "way-1-u1-a7"]) == "hand"
    assert choose_spot_picture(paso, ["way-0-walk-d5", "way-0-walk-c4", "card-1"]) == "ways"


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_the_letters_of_a_lesson_are_on_its_pictures(slug: str) -> None:
    course = load_course(slug)
    if course is None:
        return
    for place in course.list_places():
        if course.find_step(place).task == "look":
            continue
        menu = course.create_run(place).build_menu(course.find_chapter(place).seat)
        places = choose_places(course, place, build_screen(menu))
        marked = {letter for letter in places.marks.values() if letter}
        assert places.screen is not None
        used = {letter for choice in places.screen.choices for letter in choice.letter.split("›") if letter}
        assert used == marked == set(CHOICE_LETTERS[: len(marked)]), (place, places)
