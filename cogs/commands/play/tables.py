"""/tables: the open lobbies and running tables of a server, and word when a table of a game opens."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions.press import Press
from cogs.interactions.visibility import may_see, place_of
from cogs.messages.tables import tables_message


class TableList(TableCog):
    """Finding a table to join or to watch."""

    async def cog_load(self) -> None:
        """Register the controls."""
        self.bot.presses.register(self, {"tables": self._turned, "watch": self._watched}, anywhere=True)

    @app_commands.command(
        name="tables", description="Open tables and running games of this server; choose which games to hear of"
    )
    async def list_tables(self, interaction: discord.Interaction) -> None:
        """Show the first page to this person."""
        await interaction.response.send_message(view=await self._list(interaction, 0), ephemeral=True)

    # -------------------------------------------------------- buttons, selects
    async def _turned(self, press: Press) -> None:
        await press.interaction.response.edit_message(view=await self._list(press.interaction, press.number))

    async def _watched(self, press: Press) -> None:
        interaction = press.interaction
        await self.tables.archive.watch(place_of(interaction), interaction.user.id, press.values)
        await interaction.response.edit_message(view=await self._list(interaction, press.number))

    # ---------------------------------------------------------------- parts
    async def _list(self, interaction: discord.Interaction, page: int) -> discord.ui.LayoutView:
        guild, archive = place_of(interaction), self.tables.archive
        found = [
            one
            for one in await archive.live(guild)
            if may_see(interaction, one.guild, one.channel, one.parent, one.users)
        ]
        games = {game.slug: game for game in self.bot.catalogue.games()}
        watched = await archive.watched(guild, interaction.user.id)
        return tables_message(found, page, games, watched, await self.private_formatter(interaction))


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(TableList(bot))
