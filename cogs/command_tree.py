"""The tree of slash commands: it times every command and answers every error."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.interactions import errors, vacuum
from cogs.interactions.discord_internals import HookedCommandTree

if TYPE_CHECKING:
    from cogs.client import Overwinter


class BotCommandTree(HookedCommandTree["Overwinter"]):
    """The command tree. It times every command and answers every error."""

    async def run_command(self, interaction: discord.Interaction[Overwinter]) -> None:
        """Run a command or autocompletion, unless too many interactions are running."""
        if not await self.client.admit_interaction(interaction):
            return
        with self.client.metrics.watch(interaction, lambda: _find_command_name(interaction)):
            async with vacuum.acknowledge_in_time(interaction):
                await super().run_command(interaction)
                if interaction.type is discord.InteractionType.application_command:
                    await self.client.lost_channel_notices.finish_command(interaction)
        if interaction.type is discord.InteractionType.autocomplete and not interaction.response.is_done():
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])  # discord.py has logged what failed

    async def on_error(
        self, interaction: discord.Interaction[Overwinter], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer the person with what went wrong."""
        await errors.answer_error(interaction, error)


def _find_command_name(interaction: discord.Interaction[Overwinter]) -> str:
    name = "unknown command"
    if interaction.command:
        name = interaction.command.qualified_name
    if interaction.type is discord.InteractionType.autocomplete:
        return f"suggestions /{name}"
    return f"/{name}"
