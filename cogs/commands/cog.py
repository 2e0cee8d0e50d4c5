"""The base class of our cogs."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Overwinter
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES
from cogs.interactions.visibility import place_of, visible
from cogs.messages.layout import mention_only, message
from cogs.messages.motion import motion_message
from cogs.pictures.picture_service import PicturePreferences, preferences_of
from cogs.services.board_posts import BoardPosts
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter
from engine.host.model.settings import Whose
from engine.host.model.table import Table
from engine.host.model.votes import Motion
from engine.host.service.tables import Tables
from engine.kernel.registry import AnyGame
from engine.kernel.text import say

ANYWHERE = app_commands.allowed_contexts(guilds=True, dms=True)
"""A command that works in a conversation with one person, too; the others are for servers only."""
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
        whose: tuple[Whose, int] = ("person", interaction.user.id) if private else ("server", place_of(interaction))
        return preferences_of((await self.tables.settings.chosen(*whose)).values)

    async def message_language(self, interaction: discord.Interaction, table: Table) -> Language:
        """The language of the message that was pressed: the person's if it is ephemeral, else the server's."""
        pressed = interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            return await self.bot.locales.to_person(interaction)
        return await self.bot.locales.to_server(table.guild)

    async def put_motion(self, interaction: discord.Interaction, table: Table, motion: Motion) -> None:
        """Show everybody at a table what somebody wants for all of it, calling those whose answer it waits for; where the motion
        stood before it is only named."""
        table = await self.tables.table(table.id)
        self.posts.poke(table.id)
        view = motion_message(table, motion, await self.bot.locales.to_server(table.guild), mention=True)
        calls = await self.tables.settings.to_call([table.user_of(seat) for seat in motion.waits_for])
        if interaction.response.is_done():
            sent = await interaction.followup.send(view=view, allowed_mentions=mention_only(*calls), wait=True)
            message_id: int | None = sent.id
        else:
            answered = await interaction.response.send_message(view=view, allowed_mentions=mention_only(*calls))
            message_id = answered.message_id
        if message_id is not None:
            before = motion.channel, motion.message
            await self.tables.motions.posted(motion, interaction.channel_id or table.channel, message_id)
            await self.moved_on(table, *before)

    async def moved_on(self, table: Table, channel: int | None, message_id: int | None) -> None:
        """An earlier message goes on in a newer one, and says so."""
        if channel is None or message_id is None:
            return
        fmt = await self.public_formatter(table)
        moved = message(fmt(say("This vote goes on in a newer message below.")))
        with suppress(discord.HTTPException):  # it may have been deleted, which is why it is asked again
            await self.bot.get_partial_messageable(channel).get_partial_message(message_id).edit(view=moved)

    async def public_formatter(self, table: Table, *, mention: bool = False) -> TextFormatter:
        """The formatter for what everybody on the table's server sees."""
        return TextFormatter(table, translate=await self.bot.locales.to_server(table.guild), mention=mention)
