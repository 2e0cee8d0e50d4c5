"""Looking at a table: /board, /log, and their buttons."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.choosing import AnyTable
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import deferral
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press
from cogs.messages.layout import message
from cogs.messages.lobby import lobby_message
from cogs.messages.past.log import PAGE, log_message
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.kernel.text import Refusal, say


class Look(TableCog):
    """The board and the log."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self,
            {
                "board": self._board_pressed,
                "log": self._log_pressed,
            },
            reading=True,
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
    @ANYWHERE
    async def board(
        self, interaction: discord.Interaction, who: str = "me", view: str = "whole", table: AnyTable = 0
    ) -> None:
        """Show the board as this person sees it, or post it again."""
        shown = await self.chosen_table(interaction, table)
        if who == "everybody":
            require_posting(interaction)
            if shown.channel != interaction.channel_id:
                raise Refusal(
                    say("A board is posted for everybody in its own channel: <#{channel}>.", channel=shown.channel)
                )
            await interaction.response.defer(ephemeral=True)
            await self.posts.repost(shown.id)
            fmt = await self.private_formatter(interaction)
            await interaction.followup.send(fmt(say("Posted.")), ephemeral=True)
        else:
            await self._show_board(interaction, shown, mine=view == "mine")

    @app_commands.command(description="What has happened at this channel's table")
    @app_commands.describe(table="Another table than this channel’s: the suggestions list those you may see")
    @ANYWHERE
    async def log(self, interaction: discord.Interaction, table: AnyTable = 0) -> None:
        """Show the newest page of the log."""
        view = await self._log(interaction, await self.chosen_table(interaction, table), None)
        await interaction.response.send_message(view=view, ephemeral=True)

    # -------------------------------------------------------------- buttons
    async def _board_pressed(self, press: Press) -> None:
        await self._show_board(press.interaction, await self.tables.table(press.table))

    async def _log_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        view = await self._log(press.interaction, table, press.number if press.rest else None)
        if press.rest:
            await press.interaction.response.edit_message(view=view)
        else:
            await press.interaction.response.send_message(view=view, ephemeral=True)

    # ---------------------------------------------------------------- parts
    async def _show_board(self, interaction: discord.Interaction, table: Table, *, mine: bool = False) -> None:
        language = await self.bot.locales.to_person(interaction)
        snapshot = await self.tables.snapshots.take(table.id, table.seat_of(interaction.user.id))
        if snapshot.view is None:
            view = lobby_message(table, self.bot.catalogue.game(table.game), language)
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        pictures, preferences = self.bot.picture_service, await self.preferences(interaction)
        drawing = (
            pictures.crop(snapshot, language, preferences.tone)
            if mine
            else pictures.board(snapshot, language, preferences.tone, moving=preferences.moving)
        )
        picture = await deferral.in_time(interaction, drawing)
        fmt = TextFormatter(table, translate=language)
        recent = "\n".join(f"- {fmt(line.text)}" for line in snapshot.recent)
        await deferral.send(interaction, message(recent, picture), [picture.file()] if picture else [])

    async def _log(self, interaction: discord.Interaction, table: Table, end: int | None) -> discord.ui.LayoutView:
        page = await self.tables.history.log_page(table.id, table.seat_of(interaction.user.id), PAGE, end)
        return log_message(table, page, await self.private_formatter(interaction, table))


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Look(bot))
