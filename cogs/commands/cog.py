"""The base class of our cogs."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Overwinter
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES
from cogs.interactions.visibility import visible
from cogs.pictures.picture_service import PicturePreferences, preferences_of
from cogs.services.board_posts import BoardPosts
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter
from engine.host.model.settings import Whose
from engine.host.model.table import Table
from engine.host.service.tables import Tables
from engine.kernel.registry import AnyGame

Choices = list[app_commands.Choice[str]]
"""Autocomplete suggestions."""


class TableCog(commands.Cog):
    """A cog about tables. It does nothing when constructed; `cog_load` registers the handlers of its buttons."""

    def __init__(self, bot: Overwinter) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """Remove the handlers of the buttons."""
        self.bot.presses.release(self)

    @property
    def tables(self) -> Tables:
        """The tables of this bot."""
        return self.bot.tables

    @property
    def posts(self) -> BoardPosts:
        """What keeps the board posts up to date."""
        return self.bot.posts

    def games_like(self, typed: str) -> list[AnyGame]:
        """The games that match the typed text, as many as Discord can suggest."""
        wanted = typed.casefold()
        games = self.bot.catalogue.games()
        return [game for game in games if wanted in f"{game.slug} {game.title}".casefold()][:AUTOCOMPLETE_CHOICES]

    async def chosen_table(self, interaction: discord.Interaction, number: int) -> Table:
        """The table that a parameter names; with 0 that of this channel, running or not. Raises Refusal."""
        if number:
            return await visible(self.tables, interaction, number)
        return await self.tables.in_channel(interaction.channel_id or 0, live_only=False)

    async def private_formatter(self, interaction: discord.Interaction, table: Table | None = None) -> TextFormatter:
        """The formatter for what only this person sees."""
        return TextFormatter(table, translate=await self.bot.locales.to_person(interaction))

    async def preferences(self, interaction: discord.Interaction, *, private: bool = True) -> PicturePreferences:
        """The picture preferences of this person, or of the server if not `private`."""
        whose: tuple[Whose, int] = ("person", interaction.user.id) if private else ("server", interaction.guild_id or 0)
        return preferences_of((await self.tables.settings.chosen(*whose)).values)

    async def message_language(self, interaction: discord.Interaction, table: Table) -> Language:
        """The language of the message that was pressed: the person's if it is ephemeral, else the server's."""
        pressed = interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            return await self.bot.locales.to_person(interaction)
        return await self.bot.locales.to_server(table.guild)

    async def public_formatter(self, table: Table, *, mention: bool = False) -> TextFormatter:
        """The formatter for what everybody on the table's server sees."""
        return TextFormatter(table, translate=await self.bot.locales.to_server(table.guild), mention=mention)
