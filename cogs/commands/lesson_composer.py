"""Compose what a person sees of a lesson, a puzzle or a practice game: the panel of a step, and the film of a line."""

from __future__ import annotations

from functools import partial

import discord
import msgspec

from cogs.client import Overwinter
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import build_button_rows, build_message
from cogs.messages.learn.lesson import build_line_buttons, describe_line
from cogs.messages.learn.lesson_controls import LessonControls, find_learner, note_move
from cogs.messages.learn.step_panel import StepTexts, build_step_panel
from cogs.messages.panel import PanelMessage
from cogs.pictures.picture_service import PicturePreferences, read_preferences
from engine.host.service.play.lessons import LessonMoment
from engine.host.service.play.tryout import MoveReader
from engine.kernel.menu import Words
from engine.learning.course import Course, LessonPlace


class LessonComposer:
    """Composes the messages of lessons, puzzles and practice games."""

    def __init__(self, bot: Overwinter) -> None:
        self._bot = bot

    def play(self, interaction: discord.Interaction, controls: LessonControls, draft: Words = ()) -> LessonMoment:
        """Return the step after the moves that a control holds, and the words of an unfinished one."""
        readers, learner = custom_ids.list_readers(controls.tried), find_learner(interaction)
        return self._bot.tables.lessons.play(controls.course, controls.place, learner, readers, draft)

    async def compose_step(
        self, interaction: discord.Interaction, course: Course, place: LessonPlace, texts: StepTexts
    ) -> PanelMessage:
        """Compose a step with what has just been announced: by the others before it, or by the last move."""
        language = await self._bot.locales.find_person_language(interaction)
        preferences = await self._load_preferences(interaction)
        moment = self.play(interaction, LessonControls(course, place, texts.tried, ""), texts.words)
        if texts.announced is not None or (texts.tried and not texts.words):
            announced = (*(texts.announced or ()), *moment.announced_lines)
            texts = msgspec.structs.replace(texts, announced=announced)
        service = self._bot.picture_service
        return await build_step_panel(service, course, place, moment, texts, language, preferences)

    async def compose_film(
        self, interaction: discord.Interaction, course: Course, place: LessonPlace, readers: list[MoveReader]
    ) -> PanelMessage:
        """Show the line that solves a puzzle as a short film, and store that the person goes on to the next puzzle."""
        language = await self._bot.locales.find_person_language(interaction)
        preferences = await self._load_preferences(interaction)
        moves: list[Words] = []
        noting = [partial(note_move, reader, moves) for reader in readers]
        moment = self._bot.tables.lessons.film_line(course, place, find_learner(interaction), noting)
        line = moves[: len(readers)]
        await self._bot.tables.lessons.save_place(
            course, interaction.user.id, course.find_neighbour(place, 1) or LessonPlace()
        )
        tone, service = preferences.tone, self._bot.picture_service
        picture = await service.draw_turn_film(moment.snapshot, language, tone)
        text = TextFormatter(moment.snapshot.table, translate=language)(describe_line(course, place, line))
        buttons = build_line_buttons(course, place, language)
        pictures = [] if picture is None else [picture]
        return build_message(text, *pictures, *build_button_rows(buttons)), pictures

    async def _load_preferences(self, interaction: discord.Interaction) -> PicturePreferences:
        settings = await self._bot.tables.settings.load_settings("person", interaction.user.id)
        return read_preferences(settings.values)
