"""Views of a table: /board, /log, and their buttons."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.table_option import TableParameter
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import deferral
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press
from cogs.messages.history.log import LINES_PER_PAGE, build_log_message
from cogs.messages.layout import build_button_rows, build_message
from cogs.messages.learn.description import build_legend_message, build_reading_buttons, build_words_message
from cogs.messages.lobby import build_lobby_message
from cogs.messages.panel import PanelMessage
from cogs.pictures.picture_service import create_files, list_pictures
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.text import UserError, say


class LookCommands(TableCog):
    """The commands and buttons that show the board and the log."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "board": self._on_board,
                "words": self._on_words,
                "legend": self._on_legend,
                "log": self._on_log,
            },
            is_read_only=True,
        )

    # ------------------------------------------------------------- commands
    @app_commands.command(description="See the board of this channel's game")
    @app_commands.describe(
        who="Show it to you alone, or post it again for everybody",
        view="The whole board, or the part round your own pieces, larger",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")],
        view=[app_commands.Choice(name="whole", value="whole"), app_commands.Choice(name="mine", value="mine")],
    )
    @allow_everywhere
    async def board(
        self, interaction: discord.Interaction, who: str = "me", view: str = "whole", table: TableParameter = 0
    ) -> None:
        """Show the board as this person sees it, or post it again."""
        shown = await self.load_chosen_table(interaction, table)
        if who == "everybody":
            require_posting(interaction)
            if shown.channel_id != interaction.channel_id:
                raise UserError(
                    say("A board is posted for everybody in its own channel: <#{channel}>.", channel=shown.channel_id)
                )
            await self.tables.cooldowns.claim("board", shown.id)
            await interaction.response.defer(ephemeral=True)
            await self.board_posts.repost_board(shown.id)
            fmt = await self.create_private_formatter(interaction)
            await interaction.followup.send(fmt(say("Posted.")), ephemeral=True)
        else:
            await self._show_board(interaction, shown, as_player=view == "mine")

    @app_commands.command(description="What has happened at this channel's table")
    @app_commands.describe(table="Another table than this channel’s: the suggestions list those you may see")
    @allow_everywhere
    async def log(self, interaction: discord.Interaction, table: TableParameter = 0) -> None:
        """Show the newest page of the log."""
        view = await self._build_log(interaction, await self.load_chosen_table(interaction, table), None)
        await interaction.response.send_message(view=view, ephemeral=True)

    # -------------------------------------------------------------- buttons
    async def _on_board(self, press: Press) -> None:
        await self._show_board(press.interaction, await self.tables.load_table(press.table_id))

    async def _on_words(self, press: Press) -> None:
        """Answer with the position in words, or turn its page."""
        snapshot, language = await self._look(press)
        if snapshot.view is None:
            await self._show_lobby(press.interaction, snapshot.table, language)
            return
        view = build_words_message(snapshot, language, press.number if press.rest else 0)
        if press.rest:
            await press.interaction.response.edit_message(view=view)
        else:
            await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_legend(self, press: Press) -> None:
        """Answer with the board and the marks on it."""
        snapshot, language = await self._look(press)
        if snapshot.view is None:
            await self._show_lobby(press.interaction, snapshot.table, language)
            return
        tone = (await self.load_preferences(press.interaction)).tone
        service, buttons = self.bot.picture_service, build_reading_buttons(snapshot.table, language, omitted="legend")

        async def compose() -> PanelMessage:
            legend = await service.explain_picture("board", snapshot, language)
            picture = await service.draw_board(snapshot, language, tone)
            return build_legend_message(snapshot, legend, picture, language, buttons), list_pictures(picture)

        view, pictures = await deferral.await_or_defer(press.interaction, compose())
        await deferral.send_answer(press.interaction, view, create_files(*pictures))

    async def _on_log(self, press: Press) -> None:
        table = await self.tables.load_table(press.table_id)
        view = await self._build_log(press.interaction, table, press.number if press.rest else None)
        if press.rest:
            await press.interaction.response.edit_message(view=view)
        else:
            await press.interaction.response.send_message(view=view, ephemeral=True)

    # ---------------------------------------------------------------- parts
    async def _look(self, press: Press) -> tuple[TableSnapshot, Language]:
        """Take this person's snapshot of a table, and find their language."""
        table = await self.tables.load_table(press.table_id)
        snapshot = await self.tables.snapshots.take_snapshot(table.id, table.find_seat(press.interaction.user.id))
        return snapshot, await self.bot.locales.find_person_language(press.interaction)

    async def _show_lobby(self, interaction: discord.Interaction, table: Table, language: Language) -> None:
        view = build_lobby_message(table, self.bot.catalogue.load_game(table.game), language)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _show_board(self, interaction: discord.Interaction, table: Table, *, as_player: bool = False) -> None:
        language = await self.bot.locales.find_person_language(interaction)
        snapshot = await self.tables.snapshots.take_snapshot(table.id, table.find_seat(interaction.user.id))
        if snapshot.view is None:
            await self._show_lobby(interaction, table, language)
            return
        pictures, preferences = self.bot.picture_service, await self.load_preferences(interaction)
        if as_player:
            drawing = pictures.draw_crop(snapshot, language, preferences.tone)
        else:
            drawing = pictures.draw_board(snapshot, language, preferences.tone, moving=preferences.is_animated)
        picture = await deferral.await_or_defer(interaction, drawing)
        fmt = TextFormatter(table, translate=language)
        recent = "\n".join(f"- {fmt(line.text)}" for line in snapshot.recent_lines)
        view = build_message(
            recent,
            *preferences.arrange_pictures(picture),
            *build_button_rows(build_reading_buttons(table, language)),
        )
        await deferral.send_answer(interaction, view, create_files(picture))

    async def _build_log(
        self, interaction: discord.Interaction, table: Table, end: int | None
    ) -> discord.ui.LayoutView:
        page = await self.tables.history.load_log_page(
            table.id, table.find_seat(interaction.user.id), LINES_PER_PAGE, end
        )
        return build_log_message(table, page, await self.create_private_formatter(interaction, table))


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(LookCommands(bot))
