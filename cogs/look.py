"""Looking without changing anything: /board, /log, and the buttons of the same names."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs import ids
from cogs.client import Overwinter
from cogs.layout import button, message, rows
from cogs.lobby import require_posting
from cogs.lobby_post import lobby_message
from cogs.press import Press
from cogs.table_cog import TableCog
from cogs.words import Reader
from engine.host.table import Table
from engine.kernel.text import say

PAGE = 15
"""Log lines on one page."""


class Look(TableCog):
    """Everything one may look at."""

    async def cog_load(self) -> None:
        """Answer the buttons."""
        self.bot.presses |= {
            "board": self._board_pressed,
            "log": self._log_pressed,
        }

    # ------------------------------------------------------------- commands
    @app_commands.command(description="See the board of this channel's game")
    @app_commands.describe(
        who="Show it to you alone, or post it again for everybody",
        view="The whole board, or the part round your own pieces, larger",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")],
        view=[app_commands.Choice(name="whole", value="whole"), app_commands.Choice(name="mine", value="mine")],
    )
    async def board(self, interaction: discord.Interaction, who: str = "me", view: str = "whole") -> None:
        """The board as this person sees it, or a new board post."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        if who == "everybody":
            require_posting(interaction)
            await interaction.response.defer(ephemeral=True)
            await self.posts.repost(table.id)
            await interaction.followup.send(Reader()(say("Posted.")), ephemeral=True)
        else:
            await self._show_board(interaction, table, mine=view == "mine")

    @app_commands.command(description="What has happened at this channel's table")
    async def log(self, interaction: discord.Interaction) -> None:
        """The newest page of the log."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        await interaction.response.send_message(view=await self._log(table, interaction.user.id, 0), ephemeral=True)

    # -------------------------------------------------------------- buttons
    async def _board_pressed(self, press: Press) -> None:
        await self._show_board(press.interaction, await self.tables.table(press.table))

    async def _log_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        view = await self._log(table, press.interaction.user.id, int(press.rest or 0))
        if press.rest:
            await press.interaction.response.edit_message(view=view)
        else:
            await press.interaction.response.send_message(view=view, ephemeral=True)

    # ---------------------------------------------------------------- parts
    async def _show_board(self, interaction: discord.Interaction, table: Table, *, mine: bool = False) -> None:
        sight = await self.tables.sight(table.id, table.seat_of(interaction.user.id))
        if sight.view is None:
            view = lobby_message(table, self.bot.shelf.game(table.game))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        studio = self.bot.studio
        picture = await (studio.crop(sight) if mine else studio.board(sight))
        read = Reader(table)
        recent = "\n".join(f"- {read(line.text)}" for line in sight.recent)
        await interaction.response.send_message(
            view=message(recent, picture), files=[picture.file()] if picture else [], ephemeral=True
        )

    async def _log(self, table: Table, user: int, page: int) -> discord.ui.LayoutView:
        read = Reader(table)
        lines = await self.tables.log(table.id, table.seat_of(user))
        last = max(0, (len(lines) - 1) // PAGE)
        page = min(max(page, 0), last)
        shown = lines[max(0, len(lines) - (page + 1) * PAGE) : len(lines) - page * PAGE]
        texts = [f"<t:{line.at}:R> {read(line.text)}" for line in shown] or [read(say("Nothing has happened yet."))]
        turning = []
        if page < last:
            turning.append(button(read(say("Older")), ids.button("log", table.id, 0, str(page + 1))))
        if page > 0:
            turning.append(button(read(say("Newer")), ids.button("log", table.id, 0, str(page - 1))))
        return message("\n".join(texts), *rows(turning))


async def setup(bot: Overwinter) -> None:
    """Called by discord.py."""
    await bot.add_cog(Look(bot))
