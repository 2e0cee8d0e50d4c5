"""/tables: the open lobbies and running tables of a server, and subscriptions to new tables of a game."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.press import Press
from cogs.interactions.visibility import can_see_past_table, find_guild_id
from cogs.messages.tables import build_tables_message


class TableListCommands(TableCog):
    """The list of tables to join or to watch."""

    async def cog_load(self) -> None:
        """Register the controls."""
        self.bot.press_handlers.register(
            self, {"tables": self._on_page, "watch": self._on_watch}, is_allowed_anywhere=True
        )

    @app_commands.command(
        name="tables", description="Open tables and running games of this server; choose which games to hear of"
    )
    async def list_tables(self, interaction: discord.Interaction) -> None:
        """Show the first page to this person."""
        await interaction.response.send_message(view=await self._build_list(interaction, 0), ephemeral=True)

    # -------------------------------------------------------- buttons, selects
    async def _on_page(self, press: Press) -> None:
        await press.interaction.response.edit_message(view=await self._build_list(press.interaction, press.number))

    async def _on_watch(self, press: Press) -> None:
        interaction = press.interaction
        await self.tables.archive.subscribe(find_guild_id(interaction), interaction.user.id, press.values)
        await interaction.response.edit_message(view=await self._build_list(interaction, press.number))

    # ---------------------------------------------------------------- parts
    async def _build_list(self, interaction: discord.Interaction, page: int) -> discord.ui.LayoutView:
        guild_id, archive = find_guild_id(interaction), self.tables.archive
        visible = [table for table in await archive.list_live(guild_id) if can_see_past_table(interaction, table)]
        games = {game.slug: game for game in self.bot.catalogue.list_games()}
        watched = await archive.list_subscriptions(guild_id, interaction.user.id)
        return build_tables_message(visible, page, games, watched, await self.create_private_formatter(interaction))


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(TableListCommands(bot))
