"""Time: /pace, /mytables, /early, and the buttons of reminders."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer
from cogs.interactions.press import Press
from cogs.interactions.visibility import place_of
from cogs.messages.layout import button, link_button, message, message_url, rows, section
from cogs.messages.lobby import options_message
from cogs.words.display_names import message_name
from cogs.words.text_formatter import TextFormatter, somebody
from engine.host.model.pace import PACES, pace_name
from engine.host.model.table import Ask, MyTable, place
from engine.kernel.text import Text, count, plain, say

PAGE = 8
"""Tables on one page of /mytables: each is a section with a button."""
ASKS: Mapping[Ask, Text] = MappingProxyType(
    {
        "undo": say("**you are asked** whether a move may be taken back"),
        "vote": say("**you are asked** in a vote about a seat"),
        "motion": say("**you are asked** what all at the table agree on"),
        "offer": say("**a seat is held out to you**"),
    }
)
"""What waits for somebody besides a move."""


class Pace(TableCog):
    """The pace of a table, and what a person is told about turns."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(self, {"pace": self._pace_chosen, "mute": self._muted}, who="player")
        self.bot.presses.register(self, {"mytables": self._turned}, anywhere=True)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="How long a move may take at this channel's table; reminders follow it")
    @app_commands.describe(time="The time for one move")
    @app_commands.choices(time=[app_commands.Choice(name=plain(pace_name(hours)), value=hours) for hours in PACES])
    async def pace(self, interaction: discord.Interaction, time: int) -> None:
        """Set the pace of the table."""
        table = await self.tables.in_channel(interaction.channel_id or 0)
        motion = await self.tables.motions.set_pace(table.id, interaction.user.id, time)
        if motion is not None:
            await self.put_motion(interaction, table, motion)
            return
        await answer(interaction, _set(time), table)
        self.posts.poke(table.id)

    @app_commands.command(description="Your tables on all servers: what waits for you there, and since when")
    @ANYWHERE
    async def mytables(self, interaction: discord.Interaction) -> None:
        """Show the first page to this person."""
        view = await self._listed(interaction, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(description="Get a word when your turn comes near at this channel's table, or no more")
    async def early(self, interaction: discord.Interaction) -> None:
        """Turn the notice before one's turn on or off."""
        table = await self.tables.in_channel(interaction.channel_id or 0)
        wished = await self.tables.reminders.wish_early_word(table.id, interaction.user.id)
        text = (
            say("You will get a word when the player before you is on the move. /early again ends it.")
            if wished
            else say("No more early words. You are called when it is your turn, as before.")
        )
        await answer(interaction, text, table)

    # -------------------------------------------------------------- buttons
    async def _pace_chosen(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        motion = await self.tables.motions.set_pace(press.table, press.interaction.user.id, press.chosen_number)
        if motion is not None:
            await self.put_motion(press.interaction, table, motion)
            return
        table = await self.tables.table(press.table)
        language = await self.bot.locales.to_person(press.interaction)
        view = options_message(table, self.bot.catalogue.game(table.game), language, press.interaction.user.id)
        await press.interaction.response.edit_message(view=view)
        self.posts.poke(table.id)

    async def _muted(self, press: Press) -> None:
        await self.tables.reminders.mute(press.table, press.interaction.user.id, press.rev)
        table = await self.tables.table(press.table)
        await answer(
            press.interaction,
            say("You hear no more about this turn. When it is your turn again, you are called."),
            table,
        )

    async def _turned(self, press: Press) -> None:
        view = await self._listed(press.interaction, press.number)
        await press.interaction.response.edit_message(view=view)

    # ---------------------------------------------------------------- parts
    async def _listed(self, interaction: discord.Interaction, page: int) -> discord.ui.LayoutView:
        fmt = await self.private_formatter(interaction)
        tables = await self.tables.people.my_tables(interaction.user.id)
        if not tables:
            return message(fmt(say("You are at no table. /play opens one, Join takes a seat.")))
        last = (len(tables) - 1) // PAGE
        page = min(max(page, 0), last)
        shown = tables[page * PAGE : (page + 1) * PAGE]
        mine = sum(bool(table.mine or table.asks) for table in tables)
        head = count("{n} of your tables waits for you.", "{n} of your tables wait for you.", mine)
        turning = []
        if page > 0:
            turning.append(button(fmt(say("Back")), custom_ids.button("mytables", 0, 0, str(page - 1))))
        if page < last:
            turning.append(button(fmt(say("More")), custom_ids.button("mytables", 0, 0, str(page + 1))))
        here = place_of(interaction)
        return message(f"### {fmt(head)}", *(self._row(table, here, fmt) for table in shown), *rows(turning))

    def _row(self, table: MyTable, here: int, fmt: TextFormatter) -> discord.ui.Section[Any]:
        """A table with what waits there, and a button that leads to it."""
        since = f"<t:{table.since}:R>"
        lines = [ASKS[ask] for ask in table.asks]
        if "offer" in table.asks:
            pass  # not their table yet
        elif not table.running and not table.asks:
            lines.append(say("not begun; opened {since}", since=since))
        elif table.mine and len(table.waiting) == 1:
            lines.append(say("**your move**, asked {since}", since=since))
        elif table.mine:
            lines.append(say("**your move**, and others’, asked {since}", since=since))
        elif table.running:
            names: list[Any] = [
                say("{name} (computer)", name=name) if name in table.computers else somebody(name, fmt.translate)
                for name in table.waiting
            ]
            lines.append(say("{names} to move, asked {since}", names=names, since=since))
        title = self.bot.catalogue.game(table.game).title
        guild = self.bot.get_guild(table.guild)
        # The name of a channel is shown on its own server only.
        named = fmt(place(table.guild, table.channel)) if table.guild == here or table.guild < 0 else ""
        where = named or (message_name(guild.name) if guild else "")
        head = " · ".join(part for part in (f"**{title}**", where) if part)
        go = link_button(fmt(say("Go there")), message_url(table.guild, table.channel, table.message))
        return section("\n".join((head, *(fmt(line) for line in lines))), go)


def _set(hours: int) -> Text:
    if not hours:
        return say("This table gives every move all the time it needs; nobody is reminded.")
    return say(
        "Set: {pace}. Whoever is slower is reminded, kindly and at most three times a turn.", pace=pace_name(hours)
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Pace(bot))
