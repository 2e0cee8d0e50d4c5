"""The panel of a step of a lesson, or of a puzzle: what was answered and announced, the task, a picture and the choices.

All of it fits a phone (see `screen_size.py`): the picture gets the height that texts and choices leave.
"""

from __future__ import annotations

from typing import Optional

import msgspec

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.controls import ControlOptions, ScreenControls, build_controls
from cogs.messages.layout import build_button_rows, build_message
from cogs.messages.learn.lesson import (
    LESSON_ACTIONS,
    PicturePlaces,
    build_end_buttons,
    build_lesson_buttons,
    choose_places,
    describe_end,
    describe_step,
    format_question,
    pack_place,
)
from cogs.messages.panel import PanelMessage
from cogs.messages.presenter import MoveScreen, build_screen, list_one_press_moves
from cogs.messages.screen_size import PHONE, count_free_lines, count_lines, find_min_aspect
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService
from engine.host.model.table import TableSnapshot
from engine.host.service.play.lessons import LessonMoment
from engine.kernel.menu import Words
from engine.kernel.text import Text
from engine.learning.course import Course, LessonPlace
from render.kit.scene import Prompt

ANNOUNCEMENT_PICTURE_PX = 190
"""The height that announcements leave to a picture on a phone."""
MAX_ANNOUNCEMENTS = 2
"""The announcements that a step shows; the board shows the rest."""


class StepTexts(msgspec.Struct, frozen=True):
    """What a panel shows besides the step: the answer to the last move, whether it is to be tried again, and what was announced
    since, None if nothing was.

    `tried` are the packed moves since the step began, `words` the beginning of another, `group` the opened group of choices.
    """

    feedback: Optional[Text] = None
    is_retry: bool = False
    announced: Optional[tuple[Text, ...]] = None
    tried: str = ""
    words: Words = ()
    group: Optional[int] = None


async def build_step_panel(
    service: PictureService,
    course: Course,
    place: LessonPlace,
    moment: LessonMoment,
    texts: StepTexts,
    language: Language,
    preferences: PicturePreferences,
) -> PanelMessage:
    """Build the message for a step, and the picture to attach."""
    screen = None
    if course.find_step(place).task != "look" and moment.menu is not None:
        screen = build_screen(moment.menu, texts.words, texts.group)
    places = choose_places(course, place, screen)
    screen = places.screen
    controls = _build_controls(course, place, moment, screen, texts, language)
    fmt = TextFormatter(moment.snapshot.table, translate=language)
    text = _fit_texts(
        course, place, screen, texts, fmt, count_free_lines(ANNOUNCEMENT_PICTURE_PX, controls.count_rows(PHONE))
    )
    if screen is None:
        text = "\n".join([text, *map(fmt, describe_end(course, moment))])
    min_aspect = find_min_aspect(text, controls.count_rows)
    picture = await _draw_picture(service, moment.snapshot, places, language, preferences, min_aspect)
    shown = preferences.arrange_pictures(picture)
    return build_message(text, *shown, *controls.all_rows), [] if picture is None else [picture]


def _build_controls(
    course: Course,
    place: LessonPlace,
    moment: LessonMoment,
    screen: MoveScreen | None,
    texts: StepTexts,
    language: Language,
) -> ScreenControls:
    if screen is None or moment.menu is None:
        is_waiting = moment.menu is None and moment.result is None
        buttons = build_lesson_buttons(course, place, language, is_waiting=is_waiting)
        ending = build_end_buttons(course, language) if course.is_end(place) else []
        return ScreenControls(build_button_rows(ending), buttons)
    is_in_move = screen.back_prefix is not None
    options = ControlOptions(
        msgspec.structs.replace(LESSON_ACTIONS, before=f"{pack_place(course, place, texts.tried)}!"),
        list_one_press_moves(screen) or frozenset(screen.whole_moves),
        small_buttons=build_lesson_buttons(course, place, language, is_in_move=is_in_move),
    )
    return build_controls(moment.snapshot.table, moment.menu, screen, language, options)


def _fit_texts(
    course: Course,
    place: LessonPlace,
    screen: MoveScreen | None,
    texts: StepTexts,
    fmt: TextFormatter,
    max_lines: int,
) -> str:
    """Join the texts, with as many of the newest announcements as there are lines for.

    After a wrong move the reason and what to try take the place of the task, and within a move what to try alone.
    """
    above, below = list[str](), list[str]()
    if texts.feedback is not None:
        above.append(fmt(texts.feedback))
    if not texts.is_retry:
        below.append(_format_task(course, place, screen, texts.tried, fmt))
    if screen is not None and _asks_more_than_task(course, screen, texts.tried):
        below += format_question(screen, fmt)
    announced: list[str] = []
    lines_left = max_lines - sum(map(count_lines, (*above, *below)))
    for event in (texts.announced or ())[: -MAX_ANNOUNCEMENTS - 1 : -1]:
        line = f"-# {fmt(event)}"
        lines_left -= count_lines(line)
        if lines_left < 0:
            break
        announced.insert(0, line)
    return "\n".join([*above, *announced, *below])


def _asks_more_than_task(course: Course, screen: MoveScreen, tried: str) -> bool:
    """Return whether the question of a screen says more than the task: not so on the first screen of a step."""
    return course.has_puzzles or screen.back_prefix is not None or bool(tried)


def _format_task(course: Course, place: LessonPlace, screen: MoveScreen | None, tried: str, fmt: TextFormatter) -> str:
    """Format the task; once a choice has been made, what to try."""
    hint = course.find_step(place).hint
    if screen is None or not hint or (screen.back_prefix is None and not tried):
        return fmt(describe_step(course, place))
    return f"-# {fmt(Text(hint))}"


async def _draw_picture(
    service: PictureService,
    snapshot: TableSnapshot,
    places: PicturePlaces,
    language: Language,
    preferences: PicturePreferences,
    min_aspect: float,
) -> Picture | None:
    """Draw the hand or the board, with the places that matter for the step or for a screen of its move."""
    tone, screen = preferences.tone, places.screen
    if places.is_hand:
        return await service.draw_hand(snapshot, language, tone, places.marks, min_aspect=min_aspect)
    prompt = None if screen is None else Prompt(screen.prompt, screen.path, screen.spots)
    shows_whole_board = preferences.shows_whole_board or not places.marks
    draw = service.draw_board if shows_whole_board else service.draw_crop
    return await draw(snapshot, language, tone, places.marks, prompt=prompt, min_aspect=min_aspect)
