"""The base class of the cogs, with what several of them need."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Overwinter
from cogs.commands.suggestions import Suggestions, build_choices
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.errors import answer_privately
from cogs.interactions.limits import MAX_SUGGESTIONS
from cogs.interactions.press import Press
from cogs.interactions.visibility import find_guild_id, load_visible_table
from cogs.messages.layout import allow_mentions, build_message, build_message_url
from cogs.messages.lobby import build_lobby_message
from cogs.messages.proposal import build_proposal_message
from cogs.pictures.picture_service import PicturePreferences, read_preferences
from cogs.services.board_posts import BoardPosts
from engine.host.model.table import BoardPost, Table
from engine.host.model.votes import Proposal, Vote
from engine.host.service.people.cooldowns import CooldownError
from engine.host.service.table_services import TableServices
from engine.kernel.registry import AnyGame
from engine.kernel.text import say

allow_everywhere = app_commands.allowed_contexts(guilds=True, dms=True)
"""Decorates a command that also works in direct messages. The others work only on servers."""


class TableCog(commands.Cog):
    """A cog about tables. Its `cog_load` registers the handlers of its buttons."""

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
        """The service that keeps the board posts up to date."""
        return self.bot.board_posts

    def suggest_games(self, typed: str) -> list[AnyGame]:
        """Return the games that match the typed text, as many as Discord can suggest."""
        wanted = typed.casefold()
        games = self.bot.catalogue.list_games()
        return [game for game in games if wanted in f"{game.slug} {game.title}".casefold()][:MAX_SUGGESTIONS]

    def build_game_choices(self, typed: str, fmt: TextFormatter | None = None) -> Suggestions:
        """Build the suggestions of games that match the typed text. With `fmt`, they describe each game."""
        return build_choices(
            (game.title if fmt is None else f"{game.title}: {fmt(game.blurb)}", game.slug)
            for game in self.suggest_games(typed)
        )

    async def load_channel_table(self, interaction: discord.Interaction, *, live_only: bool = True) -> Table:
        """Load the table in this channel. Raises UserError if there is none."""
        return await self.tables.find_channel_table(interaction.channel_id or 0, live_only=live_only)

    async def load_chosen_table(self, interaction: discord.Interaction, table_id: int) -> Table:
        """Load the table that a parameter names; 0 is the table of this channel, running or not. Raises UserError."""
        if table_id:
            return await load_visible_table(self.tables, interaction, table_id)
        return await self.load_channel_table(interaction, live_only=False)

    async def create_private_formatter(
        self, interaction: discord.Interaction, table: Table | None = None
    ) -> TextFormatter:
        """Create the formatter for text that only this person sees."""
        return TextFormatter(table, translate=await self.bot.locales.find_person_language(interaction))

    async def load_preferences(self, interaction: discord.Interaction, *, private: bool = True) -> PicturePreferences:
        """Load the picture preferences of this person, or of the server if not `private`."""
        if private:
            settings = await self.tables.settings.load_settings("person", interaction.user.id)
        else:
            settings = await self.tables.settings.load_settings("server", find_guild_id(interaction))
        return read_preferences(settings.values)

    async def find_message_language(self, interaction: discord.Interaction, table: Table) -> Language:
        """Find the language of the message that was pressed: the person's if it is ephemeral, else the server's."""
        pressed = interaction.message
        if pressed is not None and pressed.flags.ephemeral:
            return await self.bot.locales.find_person_language(interaction)
        return await self.bot.locales.find_server_language(table.guild_id)

    async def post_proposal(self, interaction: discord.Interaction, table: Table, proposal: Proposal) -> None:
        """Post a proposal for a whole table, and mention the players whose answer it waits for. An earlier message of the
        proposal then refers to the new one."""
        if proposal.state == "open":
            proposal = await self.excuse_leavers(proposal)
        table = await self.tables.load_table(table.id)
        self.board_posts.request_post(table.id)
        if not await self.may_call(interaction, "proposal", proposal):
            return
        view = build_proposal_message(
            table, proposal, await self.bot.locales.find_server_language(table.guild_id), mention=True
        )
        users = await self.tables.calls.call_users(
            table.id, [table.find_seat_user(seat) for seat in proposal.waiting_seats], str(interaction.id)
        )
        mentions = allow_mentions(*users)
        if interaction.response.is_done():
            sent = await interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)
            message_id: int | None = sent.id
        else:
            answered = await interaction.response.send_message(view=view, allowed_mentions=mentions)
            message_id = answered.message_id
        if message_id is not None:
            old_channel_id, old_message_id = proposal.channel_id, proposal.message_id
            await self.tables.proposals.record_post(proposal, interaction.channel_id or table.channel_id, message_id)
            await self.mark_message_moved(table, old_channel_id, old_message_id)

    async def excuse_leavers(self, proposal: Proposal) -> Proposal:
        """Let a proposal not wait for players who have left the server."""
        table = await self.tables.load_table(proposal.table_id)
        absent_seats = await self.bot.members.find_absent_seats(table, proposal.waiting_seats)
        return await self.tables.proposals.excuse_seats(proposal.id, absent_seats)

    async def may_call(self, interaction: discord.Interaction, command: str, question: Proposal | Vote) -> bool:
        """Return whether to post a question now. If it was posted a short while ago, say so privately, with a link to it."""
        try:
            await self.tables.cooldowns.claim(command, question.id)
        except CooldownError as error:
            table = await self.tables.load_table(question.table_id)
            text = error.text
            if question.channel_id is not None:
                link = build_message_url(table.guild_id, question.channel_id, question.message_id)
                when = f"<t:{error.allowed_at}:R>"
                text = say(
                    "That question is open already: {link}. You can call the others again {when}.", link=link, when=when
                )
            await answer_privately(interaction, text, table)
            return False
        return True

    async def show_lobby(self, press: Press, table: Table) -> None:
        """Show a changed lobby in the message that was pressed, and update the table's post."""
        language = await self.find_message_language(press.interaction, table)
        view = build_lobby_message(table, self.bot.catalogue.load_game(table.game), language)
        try:
            await press.interaction.response.edit_message(view=view)
            post, pressed = await self.tables.snapshots.load_post(table.id), press.interaction.message
            if post is not None and pressed is not None and pressed.id == post.message_id:
                await self.record_lobby_post(table, post.message_id)
        finally:  # also if Discord does not take the answer: the post then shows the change
            self.board_posts.request_post(table.id)

    async def record_lobby_post(self, table: Table, message_id: int | None) -> None:
        """Record that a message shows the lobby as it is now."""
        if message_id is not None:
            post = BoardPost(table.revision, table.channel_id, message_id, ())
            await self.tables.snapshots.record_post(table.id, post)

    async def mark_message_moved(self, table: Table, channel_id: int | None, message_id: int | None) -> None:
        """Replace an earlier message of a vote by a reference to the newer one."""
        if channel_id is None or message_id is None:
            return
        fmt = await self.create_public_formatter(table)
        moved = build_message(fmt(say("This vote goes on in a newer message below.")))
        with suppress(discord.HTTPException):  # it may have been deleted
            await self.bot.get_partial_messageable(channel_id).get_partial_message(message_id).edit(view=moved)

    async def create_public_formatter(self, table: Table, *, mention: bool = False) -> TextFormatter:
        """Create the formatter for text that everybody on the table's server sees."""
        return TextFormatter(
            table, translate=await self.bot.locales.find_server_language(table.guild_id), mentioned=mention
        )
