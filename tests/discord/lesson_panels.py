"""The panels that a learner sees on the way of the model answers, built without Discord, their size on a phone and their words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple, cast

from cogs.i18n.languages import Language
from cogs.messages.learn.lesson import describe_done, describe_wrong
from cogs.messages.learn.step_panel import StepTexts, build_step_panel
from cogs.messages.presenter import build_screen, find_leading_choice
from cogs.pictures.picture_service import PicturePreferences, PictureService
from engine.host.service.history.mistakes import Mistakes
from engine.host.service.play.lessons import Learner, Lessons
from engine.host.service.play.practice import PracticeGames
from engine.host.service.play.tryout import MoveReader
from engine.host.service.service_context import ServiceContext
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text
from engine.learning.course import Course, LessonPlace
from engine.learning.verdicts import Verdict
from tests.discord.panel_screens import PanelMeasure, PictureStub, list_labels, measure_panel

LESSONS = Lessons(cast("ServiceContext", None), cast("PracticeGames", None), cast("Mistakes", None))
"""Steps are played without a store."""
LEARNER = Learner(1, "Ana")
WORDS_A_MINUTE, SECONDS_A_PRESS = 200, 5
DONE = Verdict("done", is_model=True)


class StepPanel(NamedTuple):
    """A panel of a step as it is shown, and what it says besides the step."""

    place: LessonPlace
    texts: StepTexts
    shown: PanelMeasure


def list_model_panels(course: Course, language: Language) -> Iterator[StepPanel]:
    """Yield every panel that a learner sees who gives the model answers; each is left by one press."""
    feedback: Text | None = None
    announced: tuple[Text, ...] = ()
    for place in course.list_places():
        yield from _list_step_panels(course, place, StepTexts(feedback, announced=announced), language)
        feedback, announced = None, ()
        if course.find_step(place).task != "look":
            feedback = describe_done(course, place, DONE)
            if not course.find_step(place).done:
                announced = LESSONS.play(course, place, LEARNER, _list_readers(course, place)).announced_lines


def list_detour_panels(course: Course, language: Language) -> Iterator[StepPanel]:
    """Yield the first panel of each step after each wrong move for which a reason is written, after one without a reason, and
    after another right answer to the step before."""
    for place in course.list_places():
        before = course.find_neighbour(place, -1)
        if before is not None and course.find_step(before).task in ("choose", "find"):
            told = LESSONS.play(course, place, LEARNER, []).announced_lines
            texts = StepTexts(describe_done(course, before, Verdict("done")), announced=told)
            yield StepPanel(place, texts, _show(course, place, texts, language))
        for verdict in _list_wrong_verdicts(course, place):
            texts = StepTexts(describe_wrong(course, place, verdict), is_retry=True)
            yield StepPanel(place, texts, _show(course, place, texts, language))


def _list_wrong_verdicts(course: Course, place: LessonPlace) -> list[Verdict]:
    """List every answer that a wrong move may get at a step."""
    step, goal = course.find_step(place), course.find_goal(place)
    if step.task == "look":
        return []
    last = Verdict("wrong", is_generic=True) if goal is None else Verdict("wrong", goal.missed)
    return [*(Verdict("wrong", Text(reason)) for reason in step.wrong.values()), last]


def compute_minutes(panels: list[StepPanel]) -> float:
    """Compute the minutes that a learner takes: every word of every panel is read, and each panel costs a press."""
    words = sum(
        len(re.findall(r"\w+", " ".join([panel.shown.text, *list_labels(panel.shown, with_options=False)])))
        for panel in panels
    )
    return words / WORDS_A_MINUTE + len(panels) * SECONDS_A_PRESS / 60


def _list_step_panels(course: Course, place: LessonPlace, texts: StepTexts, language: Language) -> Iterator[StepPanel]:
    announced = LESSONS.play(course, place, LEARNER, []).announced_lines
    first = StepTexts(texts.feedback, announced=(*(texts.announced or ()), *announced))
    yield StepPanel(place, first, _show(course, place, first, language))
    step = course.find_step(place)
    played: list[Words] = []
    for words in step.model_moves:
        moment = LESSONS.play(course, place, LEARNER, [partial(_return_words, one) for one in played])
        assert moment.menu is not None
        prefix: Words = ()
        while True:
            found = find_leading_choice(build_screen(moment.menu, prefix), words)
            assert found is not None
            block, choice = found
            prefix = words[: len(choice.words)] if block.kind == "subset" else choice.words
            if prefix == words:
                break
            later = StepTexts(tried="_".join(map(str, range(len(played)))), words=prefix)
            yield StepPanel(place, later, _show(course, place, later, language, played))
        played.append(words)
        if len(played) < len(step.moves):
            told = LESSONS.play(course, place, LEARNER, [partial(_return_words, one) for one in played])
            between = StepTexts(tried="x", announced=told.announced_lines)
            yield StepPanel(place, between, _show(course, place, between, language, played))


def _list_readers(course: Course, place: LessonPlace) -> list[MoveReader]:
    return [partial(_return_words, words) for words in course.find_step(place).model_moves]


def _return_words(words: Words, _menu: Menu) -> Words:
    return words


def _show(
    course: Course, place: LessonPlace, texts: StepTexts, language: Language, played: list[Words] | None = None
) -> PanelMeasure:
    moment = LESSONS.play(course, place, LEARNER, [partial(_return_words, one) for one in played or []], texts.words)
    stub = PictureStub()
    message, _ = asyncio.run(
        build_step_panel(
            cast("PictureService", stub), course, place, moment, texts, language, PicturePreferences("day")
        )
    )
    return measure_panel(message, stub)
