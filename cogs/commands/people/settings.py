"""/settings: a panel for the person's settings, and one for the server's settings, for its managers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.press import Press, parse_snowflake
from cogs.messages.availability import format_hours, format_vacation
from cogs.messages.layout import (
    RED_STYLE,
    build_button,
    build_button_rows,
    build_channel_select,
    build_forum_select,
    build_message,
    build_select,
)
from engine.host.model.settings import DISCORD_LANGUAGE, ChosenSettings, SettingOwner, list_settings
from engine.kernel.text import say

ACT_BY_OWNER: dict[SettingOwner, str] = {"person": "mine", "server": "ours"}


class SettingsCommands(TableCog):
    """The settings of a person and of a server."""

    async def cog_load(self) -> None:
        """Register the selects and buttons."""
        self.bot.press_handlers.register(
            self,
            {"settings": self._on_own_settings, "mine": self._on_choose_own},
            is_allowed_anywhere=True,
        )
        # The right is checked at every press, because a person may lose it while the panel is open.
        self.bot.press_handlers.register(
            self,
            {
                "server": self._on_server_settings,
                "ours": self._on_choose_server,
                "places": self._on_choose_places,
                "forum": self._on_choose_forum,
            },
            audience="manager",
            is_allowed_anywhere=True,
        )

    @app_commands.command(
        description="How the bot speaks to you, shows you the board and calls you; for this server, too"
    )
    @allow_everywhere
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show this person's panel."""
        await interaction.response.send_message(view=await self._build_own_panel(interaction), ephemeral=True)

    # -------------------------------------------------------- buttons, selects
    async def _on_own_settings(self, press: Press) -> None:
        await press.interaction.response.edit_message(view=await self._build_own_panel(press.interaction))

    async def _on_choose_own(self, press: Press) -> None:
        await self.tables.settings.save_setting("person", press.interaction.user.id, press.rest, press.chosen)
        await press.interaction.response.edit_message(view=await self._build_own_panel(press.interaction))

    async def _on_server_settings(self, press: Press) -> None:
        await press.interaction.response.edit_message(view=await self._build_server_panel(press.interaction))

    async def _on_choose_server(self, press: Press) -> None:
        await self.tables.settings.save_setting("server", press.interaction.guild_id or 0, press.rest, press.chosen)
        await press.interaction.response.edit_message(view=await self._build_server_panel(press.interaction))

    async def _on_choose_places(self, press: Press) -> None:
        await self.tables.settings.save_channels(
            press.interaction.guild_id or 0, [parse_snowflake(value) for value in press.values]
        )
        await press.interaction.response.edit_message(view=await self._build_server_panel(press.interaction))

    async def _on_choose_forum(self, press: Press) -> None:
        if press.values:
            forum = parse_snowflake(press.values[0])
        else:
            forum = None
        await self.tables.settings.save_forum(press.interaction.guild_id or 0, forum)
        await press.interaction.response.edit_message(view=await self._build_server_panel(press.interaction))

    # ---------------------------------------------------------------- panels
    async def _build_own_panel(self, interaction: discord.Interaction) -> ui.LayoutView:
        """Build this person's settings, their hours and vacation, and buttons to change them."""
        user, fmt = interaction.user.id, await self.create_private_formatter(interaction)
        chosen = await self.tables.settings.load_settings("person", user)
        person = await self.tables.schedules.load_schedule(user)
        now = int(self.bot.clock().timestamp())
        days = [*format_hours(person, now), format_vacation(person, now)]
        note = say("Commands keep the names that your own Discord gives them.")
        more = [
            build_button(fmt(say("Time zone and hours")), custom_ids.build_button_id("hours", 0, 0)),
            build_button(fmt(say("Vacation")), custom_ids.build_button_id("away", 0, 0)),
        ]
        if interaction.guild_id is not None and interaction.permissions.manage_guild:
            more.append(build_button(fmt(say("This server")), custom_ids.build_button_id("server", 0, 0)))
        more.append(build_button(fmt(say("Forget me")), custom_ids.build_button_id("forget", 0, 0), RED_STYLE))
        return build_message(
            f"### {fmt(say('Settings'))}",
            fmt(say("What you choose here goes for you alone, on every server.")),
            *self._build_selects("person", chosen, fmt),
            f"-# {fmt(note)}" if chosen.values["language"] != DISCORD_LANGUAGE else "",
            fmt.format_lines(days, "-# "),
            *build_button_rows(more),
        )

    async def _build_server_panel(self, interaction: discord.Interaction) -> ui.LayoutView:
        """Build the settings of this server."""
        fmt, guild = await self.create_private_formatter(interaction), interaction.guild
        chosen = await self.tables.settings.load_settings("server", interaction.guild_id or 0)
        # Discord refuses a message whose select names a deleted channel.
        channel_ids = [channel_id for channel_id in chosen.channel_ids if _has_channel(guild, channel_id)]
        if _has_channel(guild, chosen.forum_id):
            forum_id = chosen.forum_id
        else:
            forum_id = None
        where = say("Channels for tables, threads included; none: all")
        return build_message(
            f"### {fmt(say('Settings of this server'))}",
            fmt(
                say("What you choose here goes for everybody on this server. Moderators are those who manage channels.")
            ),
            *self._build_selects("server", chosen, fmt),
            build_channel_select(custom_ids.build_select_id("places", 0, 0), fmt(where), channel_ids),
            build_forum_select(
                custom_ids.build_select_id("forum", 0, 0),
                format_plain_label(say("Forum in which {/play} opens posts; none: no forum"), None, fmt.translate),
                forum_id,
            ),
            *build_button_rows([build_button(fmt(say("Back")), custom_ids.build_button_id("settings", 0, 0))]),
        )

    def _build_selects(
        self, owner: SettingOwner, chosen: ChosenSettings, fmt: TextFormatter
    ) -> list[ui.ActionRow[Any]]:
        return [
            build_select(
                custom_ids.build_select_id(ACT_BY_OWNER[owner], 0, 0, setting.name),
                fmt(setting.label),
                [
                    (value, fmt(say("{name}: {value}", name=setting.label, value=label)))
                    for value, label in setting.values.items()
                ],
                chosen=chosen.values[setting.name],
            )
            for setting in list_settings(owner, self.tables.settings.languages)
        ]


def _has_channel(guild: discord.Guild | None, channel_id: int | None) -> bool:
    """Return whether a server has a channel that the bot knows."""
    return guild is not None and channel_id is not None and guild.get_channel(channel_id) is not None


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCommands(bot))
