"""The base class of our cogs."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Overwinter
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.limits import MAX_SUGGESTIONS
from cogs.interactions.visibility import find_place, load_visible_table
from cogs.messages.layout import allow_mentions, build_message
from cogs.messages.proposal import build_proposal_message
from cogs.pictures.picture_service import PicturePreferences, read_preferences
from cogs.services.board_posts import BoardPosts
from engine.host.model.settings import SettingOwner
from engine.host.model.table import Table
from engine.host.model.votes import Proposal
from engine.host.service.table_services import TableServices
from engine.kernel.registry import AnyGame
from engine.kernel.text import say

allow_everywhere = app_commands.allowed_contexts(guilds=True, dms=True)
"""A command that works in a conversation with one person, too; the others are for servers only."""
Suggestions = list[app_commands.Choice[str]]
"""Autocomplete suggestions."""


class TableCog(commands.Cog):
    """A cog about tables. It does nothing when constructed; `cog_load` registers the handlers of its buttons."""

    def __init__(self, bot: Overwinter) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """Remove the handlers of the buttons."""
        self.bot.press_handlers.unregister(self)

    @property
    def tables(self) -> TableServices:
        """The tables of this bot."""
        return self.bot.tables

    @property
    def board_posts(self) -> BoardPosts:
        """What keeps the board posts up to date."""
        return self.bot.board_posts

    def suggest_games(self, typed: str) -> list[AnyGame]:
        """The games that match the typed text, as many as Discord can suggest."""
        wanted = typed.casefold()
        games = self.bot.catalogue.list_games()
        return [game for game in games if wanted in f"{game.slug} {game.title}".casefold()][:MAX_SUGGESTIONS]

    async def load_chosen_table(self, interaction: discord.Interaction, number: int) -> Table:
        """The table that a parameter names; with 0 that of this channel, running or not. Raises Refusal."""
        if number:
            return await load_visible_table(self.tables, interaction, number)
        return await self.tables.find_channel_table(interaction.channel_id or 0, live_only=False)

    async def create_private_formatter(
        self, interaction: discord.Interaction, table: Table | None = None
    ) -> TextFormatter:
        """The formatter for what only this person sees."""
        return TextFormatter(table, translate=await self.bot.locales.find_person_language(interaction))

    async def load_preferences(self, interaction: discord.Interaction, *, private: bool = True) -> PicturePreferences:
        """The picture preferences of this person, or of the server if not `private`."""
        whose: tuple[SettingOwner, int] = (
            ("person", interaction.user.id) if private else ("server", find_place(interaction))
        )
        return read_preferences((await self.tables.settings.load_settings(*whose)).values)

    async def find_message_language(self, interaction: discord.Interaction, table: Table) -> Language:
        """The language of the message that was pressed: the person's if it is ephemeral, else the server's."""
        pressed = interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            return await self.bot.locales.find_person_language(interaction)
        return await self.bot.locales.find_server_language(table.guild_id)

    async def post_proposal(self, interaction: discord.Interaction, table: Table, proposal: Proposal) -> None:
        """Show everybody at a table what somebody wants for all of it, calling those whose answer it waits for; where the motion
        stood before it is only named."""
        table = await self.tables.load_table(table.id)
        self.board_posts.request_post(table.id)
        view = build_proposal_message(
            table, proposal, await self.bot.locales.find_server_language(table.guild_id), mention=True
        )
        calls = await self.tables.settings.list_users_to_call(
            [table.find_seat_user(seat) for seat in proposal.waiting_seats]
        )
        if interaction.response.is_done():
            sent = await interaction.followup.send(view=view, allowed_mentions=allow_mentions(*calls), wait=True)
            message_id: int | None = sent.id
        else:
            answered = await interaction.response.send_message(view=view, allowed_mentions=allow_mentions(*calls))
            message_id = answered.message_id
        if message_id is not None:
            before = proposal.channel_id, proposal.message_id
            await self.tables.proposals.record_post(proposal, interaction.channel_id or table.channel_id, message_id)
            await self.mark_message_moved(table, *before)

    async def mark_message_moved(self, table: Table, channel_id: int | None, message_id: int | None) -> None:
        """An earlier message goes on in a newer one, and says so."""
        if channel_id is None or message_id is None:
            return
        fmt = await self.create_public_formatter(table)
        moved = build_message(fmt(say("This vote goes on in a newer message below.")))
        with suppress(discord.HTTPException):  # it may have been deleted, which is why it is asked again
            await self.bot.get_partial_messageable(channel_id).get_partial_message(message_id).edit(view=moved)

    async def create_public_formatter(self, table: Table, *, mention: bool = False) -> TextFormatter:
        """The formatter for what everybody on the table's server sees."""
        return TextFormatter(
            table, translate=await self.bot.locales.find_server_language(table.guild_id), mentioned=mention
        )
