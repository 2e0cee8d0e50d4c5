"""/learn, /puzzle and their buttons: lessons and puzzles in a private panel. Every button holds the place in the lesson and the
moves since the step began, so a lesson needs no memory and survives a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.lesson_composer import LessonComposer
from cogs.commands.suggestions import Suggestions, build_choices
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press, describe_unknown_button, parse_number
from cogs.messages.layout import build_button_rows, build_message
from cogs.messages.learn.lesson import (
    describe_done,
    describe_hint,
    describe_leave,
    describe_wrong,
)
from cogs.messages.learn.lesson_controls import (
    LessonControls,
    RewrittenLessonError,
    find_learner,
)
from cogs.messages.learn.step_panel import StepTexts
from cogs.messages.panel import PanelMessage, describe_no_room
from cogs.messages.presenter import build_offers, build_screen, resolve_picks
from cogs.messages.updates import update_message
from cogs.pictures.picture_service import create_files
from engine.host.service.play.lessons import LessonMoment
from engine.host.service.play.tryout import MoveReader, return_words
from engine.kernel.menu import Words
from engine.kernel.text import IllegalMoveError, Text, UserError, say
from engine.learning.course import PUZZLES, Course, LessonPlace
from engine.ops.rule_pages import load_rules
from engine.ops.rule_search import find_cited_rules

MAX_MOVES_CHARS = 40
"""Characters of the moves since a step began that every button can hold; no step of a lesson needs more."""


class LessonCommands(TableCog):
    """The commands and the buttons of lessons, and the moves of practice games."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._composer = LessonComposer(bot)

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "learn": self._on_open,
                "lgo": self._on_go,
                "lplay": self._on_step,
                "lstep": self._on_step,
                "lpick": self._on_pick,
                "lgroup": self._on_group,
                "lmany": self._on_several,
                "lshow": self._on_show,
                "lhint": self._on_hint,
                "lwhy": self._on_why,
                "lleave": self._on_leave,
            },
            is_allowed_anywhere=True,
        )

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Learn a game in ten minutes, on its real board; only you see it")
    @app_commands.describe(game="Which game; this channel's if left out")
    @allow_everywhere
    async def learn(self, interaction: discord.Interaction, game: str = "") -> None:
        """Begin the lesson of a game, or go on with it."""
        await self._send_lesson(interaction, await self._find_slug(interaction, game))

    @app_commands.command(description="Find the best move in positions of real games; only you see it")
    @app_commands.describe(game="Which game; this channel's if left out")
    @allow_everywhere
    async def puzzle(self, interaction: discord.Interaction, game: str = "") -> None:
        """Show the next puzzle of a game."""
        slug = await self._find_slug(interaction, game)
        await self._send_lesson(interaction, f"{slug}{PUZZLES}")

    @learn.autocomplete("game")
    async def _suggest_lessons(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return self._suggest_courses(typed, "")

    @puzzle.autocomplete("game")
    async def _suggest_puzzles(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return self._suggest_courses(typed, PUZZLES)

    def _suggest_courses(self, typed: str, ending: str) -> Suggestions:
        offered = {game.slug for game in self.tables.lessons.list_games(ending)}
        return build_choices((game.title, game.slug) for game in self.suggest_games(typed) if game.slug in offered)

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        await self._send_lesson(press.interaction, press.chosen if press.values else press.rest)

    async def _on_go(self, press: Press) -> None:
        await self._update(press, partial(self._go, press))

    async def _on_step(self, press: Press) -> None:
        await self._update(press, partial(self._continue_move, press))

    async def _on_pick(self, press: Press) -> None:
        await self._update(
            press, partial(self._continue_move, press, added_words=tuple("+".join(press.values).split()))
        )

    async def _on_group(self, press: Press) -> None:
        await self._update(press, partial(self._continue_move, press, group=press.chosen_number))

    async def _on_several(self, press: Press) -> None:
        await self._update(press, partial(self._continue_move, press, picks=press.values))

    async def _on_show(self, press: Press) -> None:
        await self._update(press, partial(self._show_answer, press))

    async def _on_hint(self, press: Press) -> None:
        await self._update(press, partial(self._show_hint, press))

    async def _on_why(self, press: Press) -> None:
        """Quote the rules behind the step in a message of their own."""
        controls = await self._read_controls(press)
        language = await self.bot.locales.find_person_language(press.interaction)
        numbers = " ".join(controls.course.find_step(controls.place).rules)
        cited = find_cited_rules(numbers, load_rules(controls.course.game, language.code))
        quoted = "\n".join(f"**{rule.number}** {rule.text}" for rule in cited)
        await press.interaction.response.send_message(view=build_message(quoted), ephemeral=True)

    async def _on_leave(self, press: Press) -> None:
        controls = await self._read_controls(press)
        language = await self.bot.locales.find_person_language(press.interaction)
        told, again = describe_leave(controls.course, controls.place, language)
        await update_message(press.interaction, build_message(told, *build_button_rows([again])))

    # ---------------------------------------------------------------- moves
    async def _go(self, press: Press) -> PanelMessage:
        """Go to a step. In a practice game a computer that failed is asked once more."""
        controls = await self._read_controls(press)
        if controls.course.is_practice:
            course = await self.tables.practice_games.let_others_move(press.interaction.user.id)
            return await self._composer.compose_step(press.interaction, course, controls.place, StepTexts(announced=()))
        return await self._enter_step(press.interaction, controls.course, controls.place, StepTexts(announced=()))

    async def _show_answer(self, press: Press) -> PanelMessage:
        """Play the model answer, and go on to the next step."""
        course, place, *_ = await self._read_controls(press)
        step = course.find_step(place)
        if not step.moves:
            raise describe_unknown_button()
        readers: list[MoveReader] = [partial(return_words, words) for words in step.model_moves]
        if course.has_puzzles:
            return await self._composer.compose_film(press.interaction, course, place, readers)
        moment = self.tables.lessons.play(course, place, find_learner(press.interaction), readers)
        return await self._finish_step(press.interaction, course, place, moment)

    async def _show_hint(self, press: Press) -> PanelMessage:
        """Say how the model answer begins, and let it be tried from the beginning."""
        course, place, *_ = await self._read_controls(press)
        if not course.find_step(place).moves:
            raise describe_unknown_button()
        root = course.create_run(place).build_menu(course.find_chapter(place).seat)
        hint = describe_hint(build_screen(root), course.find_step(place).model_moves[0])
        return await self._composer.compose_step(press.interaction, course, place, StepTexts(hint))

    async def _continue_move(
        self, press: Press, *, added_words: Words = (), group: int | None = None, picks: Sequence[str] = ()
    ) -> PanelMessage:
        """Continue a move by some words or picks. A whole move is made and judged."""
        controls = await self._read_controls(press)
        course, place = controls.course, controls.place
        try:
            moment = self._composer.play(press.interaction, controls)
            if moment.menu is None:
                return await self._composer.compose_step(press.interaction, course, place, StepTexts())
            words = (*custom_ids.unpack_path(moment.menu, controls.path), *added_words)
            omitted: list[Text] = []
            if picks:
                words, omitted = resolve_picks(moment.menu, words, picks)
            step = build_offers(moment.menu, words, group)
        except IllegalMoveError as error:
            return await self._composer.compose_step(press.interaction, course, place, StepTexts(error.text))
        feedback = describe_no_room(omitted) if omitted else None
        if not step.is_complete or omitted:
            texts = StepTexts(feedback, tried=controls.tried, words=words, group=group)
            return await self._composer.compose_step(press.interaction, course, place, texts)
        if course.is_practice:
            course = await self.tables.practice_games.play(press.interaction.user.id, course.version, step.prefix)
            return await self._composer.compose_step(press.interaction, course, place, StepTexts(announced=()))
        packed = custom_ids.pack_shortest(moment.menu, step.prefix)
        tried = f"{controls.tried}_{packed}" if controls.tried else packed
        return await self._answer_move(press.interaction, controls._replace(tried=tried, path=""))

    async def _answer_move(self, interaction: discord.Interaction, controls: LessonControls) -> PanelMessage:
        """Judge the moves since the step began: go on, ask for more, or say why the last one is no answer."""
        course, place, tried, _ = controls
        moment = self._composer.play(interaction, controls)
        assert moment.verdict is not None
        if moment.verdict.kind == "done" and course.has_puzzles:
            return await self._composer.compose_film(interaction, course, place, custom_ids.list_readers(tried))
        if moment.verdict.kind == "done":
            return await self._finish_step(interaction, course, place, moment)
        if moment.verdict.kind == "more" and len(tried) <= MAX_MOVES_CHARS:
            return await self._composer.compose_step(interaction, course, place, StepTexts(tried=tried))
        feedback = describe_wrong(course, place, moment.verdict)
        texts = StepTexts(feedback, is_retry=not course.has_puzzles)
        return await self._composer.compose_step(interaction, course, place, texts)

    async def _finish_step(
        self, interaction: discord.Interaction, course: Course, place: LessonPlace, moment: LessonMoment
    ) -> PanelMessage:
        assert moment.verdict is not None
        feedback = describe_done(course, place, moment.verdict)
        following = course.find_neighbour(place, 1)
        if following is None:
            return await self._composer.compose_step(interaction, course, place, StepTexts(feedback))
        told = () if course.find_step(place).done or not moment.verdict.is_model else moment.announced_lines
        return await self._enter_step(interaction, course, following, StepTexts(feedback, announced=told))

    # ---------------------------------------------------------------- showing
    async def _send_lesson(self, interaction: discord.Interaction, key: str) -> None:
        """Answer with the step at which the person is."""
        course = await self.tables.lessons.load_course(key, interaction.user.id)

        async def compose() -> PanelMessage:
            place = await self.tables.lessons.load_place(course, interaction.user.id)
            return await self._enter_step(interaction, course, place, StepTexts(announced=()))

        view, pictures = await deferral.await_or_defer(interaction, compose())
        await deferral.send_answer(interaction, view, create_files(*pictures))

    async def _update(self, press: Press, compose_panel: Callable[[], Awaitable[PanelMessage]]) -> None:
        """Show what `compose_panel` returns in the message that was pressed; after a change of the lesson, the person's step."""

        async def compose() -> PanelMessage:
            try:
                return await compose_panel()
            except RewrittenLessonError as error:
                place = await self.tables.lessons.load_place(error.course, press.interaction.user.id)
                return await self._composer.compose_step(press.interaction, error.course, place, StepTexts(error.text))

        view, pictures = await deferral.await_or_defer(press.interaction, compose(), edits=True)
        await update_message(press.interaction, view, pictures)

    async def _enter_step(
        self, interaction: discord.Interaction, course: Course, place: LessonPlace, texts: StepTexts
    ) -> PanelMessage:
        """Store that the person is at a step, and compose it."""
        await self.tables.lessons.save_place(course, interaction.user.id, place)
        return await self._composer.compose_step(interaction, course, place, texts)

    # ---------------------------------------------------------------- parts
    async def _find_slug(self, interaction: discord.Interaction, typed: str) -> str:
        """Return the game that was typed, or the game of this channel's table. Raises UserError if neither names one."""
        if typed:
            return self.bot.catalogue.match_game(typed).slug
        try:
            return (await self.load_channel_table(interaction, live_only=False)).game
        except UserError:
            titles = [game.title for game in self.tables.lessons.list_games()]
            raise UserError(say("Which game? {/learn} {/learn@game} teaches {games}.", games=list(titles))) from None

    async def _read_controls(self, press: Press) -> LessonControls:
        """Read what a control holds. Raises UserError if it is not ours, or if the lesson has changed since."""
        packed, _, path = press.rest.partition("!")
        parts = packed.split(".", 3)
        if len(parts) != 4:
            raise describe_unknown_button()
        course = await self.tables.lessons.load_course(parts[0], press.interaction.user.id)
        place = LessonPlace(parse_number(parts[1]), parse_number(parts[2]))
        if press.revision != course.version or not course.has_place(place):
            raise RewrittenLessonError(course)
        return LessonControls(course, place, parts[3], path)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(LessonCommands(bot))
