"""“Play from here”: any position of a finished game, played on in a private message. Lessons show it and read its moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

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
        language = await self.bot.locales.find_person_language(press.interaction)
        seat = _find_own_seat(table, press.interaction.user.id)
        kind = self.bot.catalogue.load_game(table.game).kind
        view = build_start_message(table, kind, press.number, seat, language)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_seat(self, press: Press) -> None:
        table = await self.tables.practice_games.load_start_table(press.table_id)
        language = await self.bot.locales.find_person_language(press.interaction)
        if press.chosen_number >= len(table.seats):
            raise describe_unknown_button()
        kind = self.bot.catalogue.load_game(table.game).kind
        await update_message(
            press.interaction, build_start_message(table, kind, press.number, press.chosen_number, language)
        )

    async def _on_start(self, press: Press) -> None:
        parts = press.rest.split(".")
        if len(parts) != 4:
            raise describe_unknown_button()
        start = PracticeStart(
            press.table_id, parse_number(parts[0]), parse_number(parts[1]), parts[2], is_fresh=parts[3] == "1"
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
