"""The slash commands of games, built once for all bots of the test run: building them was 40 % of a bot's start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import discord
import pytest
from discord import app_commands

from cogs.commands.play import game_commands
from cogs.commands.play.game_commands import MoveCog, WordResolver
from cogs.i18n.languages import Language
from engine.host.model.table import Table
from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.registry import AnyGame


class SharedMoveCog:
    """Passes each call on to the cog of the bot that received the interaction."""

    async def load_channel_table(self, interaction: discord.Interaction) -> Table:
        return await _find_cog(interaction).load_channel_table(interaction)

    async def load_decision(self, interaction: discord.Interaction) -> tuple[Table, Menu]:
        return await _find_cog(interaction).load_decision(interaction)

    async def find_language(self, interaction: discord.Interaction) -> Language:
        return await _find_cog(interaction).find_language(interaction)

    def find_title(self, slug: str) -> str:
        return registry.load_game(slug).title

    async def play_typed(self, interaction: discord.Interaction, word_resolver: WordResolver, slug: str) -> None:
        await _find_cog(interaction).play_typed(interaction, word_resolver, slug)


def _find_cog(interaction: discord.Interaction) -> MoveCog:
    return cast("MoveCog", cast("discord.ext.commands.Bot", interaction.client).get_cog("MoveCommands"))


@contextmanager
def use_shared_game_commands() -> Iterator[None]:
    """Build the commands of each game only for the first bot that offers it.

    Start this before the first bot: the module of the cog then imports the replaced function.
    """
    groups: dict[type[AnyGame], app_commands.Group] = {}
    build_group = game_commands.build_game_group

    def find_group(game: AnyGame, _mover: MoveCog) -> app_commands.Group:
        if type(game) not in groups:
            groups[type(game)] = build_group(game, SharedMoveCog())
        return groups[type(game)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_commands, "build_game_group", find_group)
        yield
