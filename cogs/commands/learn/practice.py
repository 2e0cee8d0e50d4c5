"""“Play from here”: any position of a finished game, played on in a private message. Lessons show it and read its moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.commands.lesson_composer import LessonComposer
from cogs.interactions import deferral
from cogs.interactions.press import Press, describe_unknown_button, parse_number
from cogs.messages.learn.practice import build_start_message
from cogs.messages.learn.step_panel import StepTexts
from cogs.messages.panel import PanelMessage
from cogs.messages.updates import update_message
from engine.host.model.table import Table
from engine.host.service.play.practice import PracticeStart
from engine.kernel.text import Seat
from engine.learning.course import Course


class PracticeCommands(TableCog):
    """The buttons that begin a practice game."""

    def __init__(self, bot: Overwinter) -> None:
        super().__init__(bot)
        self._composer = LessonComposer(bot)

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self, {"pfrom": self._on_open, "pseat": self._on_seat, "pstart": self._on_start}, is_read_only=True
        )
        self.bot.press_handlers.register(self, {"pagain": self._on_again}, is_allowed_anywhere=True)

    async def _on_open(self, press: Press) -> None:
        """Ask how to play on, in a message of its own."""
        table = await self.tables.practice_games.load_start_table(press.table_id)
        view = await self._build_question(press, table, _find_own_seat(table, press.interaction.user.id))
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_seat(self, press: Press) -> None:
        table = await self.tables.practice_games.load_start_table(press.table_id)
        if press.chosen_number >= len(table.seats):
            raise describe_unknown_button()
        await update_message(press.interaction, await self._build_question(press, table, press.chosen_number))

    async def _build_question(self, press: Press, table: Table, seat: Seat) -> discord.ui.LayoutView:
        """Build the question how to play on in this seat. `press.number` is the move from which the game goes on."""
        language = await self.bot.locales.find_person_language(press.interaction)
        kind = self.bot.catalogue.load_game(table.game).kind
        return build_start_message(table, kind, press.number, seat, language)

    async def _on_start(self, press: Press) -> None:
        parts = press.rest.split(".")
        if len(parts) != 4:
            raise describe_unknown_button()
        move_number, seat, level, fresh = parts
        start = PracticeStart(
            press.table_id, parse_number(move_number), parse_number(seat), level, is_fresh=fresh == "1"
        )
        await self._show(press, partial(self.tables.practice_games.begin, press.interaction.user.id, start))

    async def _on_again(self, press: Press) -> None:
        await self._show(press, partial(self.tables.practice_games.begin_again, press.interaction.user.id))

    async def _show(self, press: Press, begin: Callable[[], Awaitable[Course]]) -> None:
        """Show a practice game in the message that was pressed."""

        async def compose() -> PanelMessage:
            course = await begin()
            place = await self.tables.lessons.load_place(course, press.interaction.user.id)
            return await self._composer.compose_step(press.interaction, course, place, StepTexts(announced=()))

        view, pictures = await deferral.await_or_defer(press.interaction, compose(), edits=True)
        await update_message(press.interaction, view, pictures)


def _find_own_seat(table: Table, user_id: int) -> Seat:
    """Return the seat that a person had in a game, the first one for a spectator."""
    return next((person.seat for person in table.seats if person.user_id == user_id), 0)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(PracticeCommands(bot))
