"""/settings: a panel for a person's own settings, and one for the server's, for those who manage it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.press import Press, snowflake
from cogs.messages.availability import hours_texts, vacation_text
from cogs.messages.layout import RED, button, channel_select, forum_select, message, rows, select
from cogs.words.text_formatter import TextFormatter
from engine.host.model.settings import OWN, Chosen, Whose, settings_of
from engine.kernel.text import say

ACTS: dict[Whose, str] = {"person": "mine", "server": "ours"}


class Settings(TableCog):
    """The settings of a person and of a server."""

    async def cog_load(self) -> None:
        """Register the selects and buttons."""
        self.bot.presses.register(
            self,
            {"settings": self._own_pressed, "mine": self._mine_chosen},
            anywhere=True,
        )
        # At every press: the right may be gone since the panel was opened.
        self.bot.presses.register(
            self,
            {
                "server": self._server_pressed,
                "ours": self._ours_chosen,
                "places": self._places_chosen,
                "forum": self._forum_chosen,
            },
            who="manager",
            anywhere=True,
        )

    @app_commands.command(
        description="How the bot speaks to you, shows you the board and calls you; for this server, too"
    )
    @ANYWHERE
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show this person's panel."""
        await interaction.response.send_message(view=await self._own(interaction), ephemeral=True)

    # -------------------------------------------------------- buttons, selects
    async def _own_pressed(self, press: Press) -> None:
        await press.interaction.response.edit_message(view=await self._own(press.interaction))

    async def _mine_chosen(self, press: Press) -> None:
        await self.tables.settings.choose("person", press.interaction.user.id, press.rest, press.chosen)
        await press.interaction.response.edit_message(view=await self._own(press.interaction))

    async def _server_pressed(self, press: Press) -> None:
        await press.interaction.response.edit_message(view=await self._server(press.interaction))

    async def _ours_chosen(self, press: Press) -> None:
        await self.tables.settings.choose("server", press.interaction.guild_id or 0, press.rest, press.chosen)
        await press.interaction.response.edit_message(view=await self._server(press.interaction))

    async def _places_chosen(self, press: Press) -> None:
        await self.tables.settings.choose_channels(
            press.interaction.guild_id or 0, [snowflake(value) for value in press.values]
        )
        await press.interaction.response.edit_message(view=await self._server(press.interaction))

    async def _forum_chosen(self, press: Press) -> None:
        forum = snowflake(press.values[0]) if press.values else None
        await self.tables.settings.choose_forum(press.interaction.guild_id or 0, forum)
        await press.interaction.response.edit_message(view=await self._server(press.interaction))

    # ---------------------------------------------------------------- panels
    async def _own(self, interaction: discord.Interaction) -> ui.LayoutView:
        """This person's settings, their hours and vacation, and buttons to change those."""
        user, fmt = interaction.user.id, await self.private_formatter(interaction)
        chosen, person = await self.tables.settings.chosen("person", user), await self.tables.people.person(user)
        now = int(self.bot.clock().timestamp())
        days = [*hours_texts(person, now), vacation_text(person, now)]
        note = say("Commands keep the names that your own Discord gives them.")
        more = [
            button(fmt(say("Time zone and hours")), custom_ids.button("hours", 0, 0)),
            button(fmt(say("Vacation")), custom_ids.button("away", 0, 0)),
        ]
        if interaction.guild_id is not None and interaction.permissions.manage_guild:
            more.append(button(fmt(say("This server")), custom_ids.button("server", 0, 0)))
        more.append(button(fmt(say("Forget me")), custom_ids.button("forget", 0, 0), RED))
        return message(
            f"### {fmt(say('Settings'))}",
            fmt(say("What you choose here goes for you alone, on every server.")),
            *self._selects("person", chosen, fmt),
            f"-# {fmt(note)}" if chosen.values["language"] != OWN else "",
            "\n".join(f"-# {fmt(line)}" for line in days),
            *rows(more),
        )

    async def _server(self, interaction: discord.Interaction) -> ui.LayoutView:
        """The settings of this server."""
        fmt, guild = await self.private_formatter(interaction), interaction.guild
        chosen = await self.tables.settings.chosen("server", interaction.guild_id or 0)
        # Discord refuses a message whose select names a deleted channel.
        there = [one for one in chosen.channels if guild is not None and guild.get_channel(one) is not None]
        forum = chosen.forum if guild is not None and chosen.forum and guild.get_channel(chosen.forum) else None
        where = say("Channels for tables, threads included; none: all")
        return message(
            f"### {fmt(say('Settings of this server'))}",
            fmt(
                say("What you choose here goes for everybody on this server. Moderators are those who manage channels.")
            ),
            *self._selects("server", chosen, fmt),
            channel_select(custom_ids.select("places", 0, 0), fmt(where), there),
            forum_select(
                custom_ids.select("forum", 0, 0), fmt(say("Forum in which /play opens posts; none: no forum")), forum
            ),
            *rows([button(fmt(say("Back")), custom_ids.button("settings", 0, 0))]),
        )

    def _selects(self, whose: Whose, chosen: Chosen, fmt: TextFormatter) -> list[ui.ActionRow[Any]]:
        return [
            select(
                custom_ids.select(ACTS[whose], 0, 0, setting.name),
                fmt(setting.label),
                [
                    (value, fmt(say("{name}: {value}", name=setting.label, value=label)))
                    for value, label in setting.values.items()
                ],
                chosen=chosen.values[setting.name],
            )
            for setting in settings_of(whose, self.tables.settings.languages)
        ]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
