"""Opening tables: /play, a game of the list, and the rematch. A table opens in the channel, in a thread of its own, or as a
post of the server's forum for tables."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.commands.suggestions import Suggestions
from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.limits import MAX_THREAD_NAME_CHARS, THREAD_ARCHIVE_MINUTES, shorten
from cogs.interactions.permissions import can_open_threads, find_tables_forum, require_opening, require_posting
from cogs.interactions.press import Press
from cogs.interactions.visibility import find_guild_id, find_public_parent
from cogs.messages.layout import BLUE_STYLE, allow_mentions, build_button, build_button_rows, build_message
from cogs.messages.lobby import build_games_message, build_lobby_message
from engine.host.model.table import NO_USER, BoardPost, Table, mention_people
from engine.host.service.lobby.table_creation import BusyChannelError
from engine.kernel.text import Translate, UserError, say

MAX_POST_TAGS: Final = 5
"""The most tags that Discord allows on a post."""


class OpeningCommands(TableCog):
    """The commands and buttons that open a table."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(self, {"rematch": self._on_rematch})
        handlers = {"open": self._on_open, "thread": self._on_open_thread}
        self.bot.press_handlers.register(self, handlers, is_allowed_anywhere=True)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Open a table in this channel, or in a thread of its own")
    @app_commands.describe(
        game="Which game; leave it out to see them all", thread="A thread of its own, so that you can talk there"
    )
    @app_commands.choices(
        thread=[app_commands.Choice(name="yes", value="yes"), app_commands.Choice(name="no", value="no")]
    )
    async def play(self, interaction: discord.Interaction, game: str = "", thread: str = "no") -> None:
        """Open a table and show its lobby. Without a game, list the games."""
        require_posting(interaction)
        await require_opening(self.tables, interaction)
        if not game:
            language = await self.bot.locales.find_person_language(interaction)
            view = build_games_message(self.bot.catalogue.list_games(), language)
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        slug = self.bot.catalogue.match_game(game).slug
        channel = interaction.channel
        if thread == "no" or await find_tables_forum(self.tables, interaction) is not None:
            await self._open_or_offer_thread(interaction, slug)
            return
        if isinstance(channel, discord.TextChannel) and can_open_threads(interaction):
            await self._open_thread(interaction, channel, slug)
            return
        table = await self._open_here(interaction, slug)
        if not isinstance(channel, discord.Thread):
            reason = say("I may not open threads here, so the table is in this channel. A moderator can allow it.")
            await answer_privately(interaction, reason, table)

    @play.autocomplete("game")
    async def _suggest_games(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return self.build_game_choices(typed, await self.create_private_formatter(interaction))

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        require_posting(press.interaction)
        await require_opening(self.tables, press.interaction)
        await self._open_or_offer_thread(press.interaction, press.rest)

    async def _on_open_thread(self, press: Press) -> None:
        interaction = press.interaction
        require_posting(interaction)
        await require_opening(self.tables, interaction)
        if not isinstance(interaction.channel, discord.TextChannel) or not can_open_threads(interaction):
            raise UserError(say("I may not open threads here any more. Ask a moderator, or play in another channel."))
        await self._open_thread(interaction, interaction.channel, press.rest)

    async def _on_rematch(self, press: Press) -> None:
        require_posting(press.interaction)
        await require_opening(self.tables, press.interaction)
        user = press.interaction.user
        table = await self.tables.lobby.open_rematch(press.table_id, user.id, user.display_name)
        last = await self.tables.load_table(press.table_id)
        others = [person for person in last.seats if person.user_id > NO_USER and person.user_id != user.id]
        call = ""
        if others:
            fmt = await self.create_public_formatter(last, mention=True)
            mentions = mention_people(others)
            call = fmt(say("{others}: a rematch? Press Join to play again.", others=mentions))
        language = await self.bot.locales.find_server_language(table.guild_id)
        users = await self.tables.calls.call_users(
            table.id, [person.user_id for person in others], str(press.interaction.id)
        )
        sent = await press.interaction.response.send_message(
            view=build_lobby_message(table, self.bot.catalogue.load_game(table.game), language, call),
            allowed_mentions=allow_mentions(*users),
        )
        await self.record_lobby_post(table, sent.message_id)

    # ---------------------------------------------------------------- parts
    async def _open_or_offer_thread(self, interaction: discord.Interaction, slug: str) -> None:
        """Open a table, or if the channel has one, offer to open it in a thread. Raises UserError."""
        try:
            await self._open_here(interaction, slug)
        except BusyChannelError as error:
            if not isinstance(interaction.channel, discord.TextChannel) or not can_open_threads(interaction):
                raise
            fmt = await self.create_private_formatter(interaction)
            thread_id = custom_ids.build_button_id("thread", 0, 0, slug)
            button = build_button(fmt(say("Open it in a thread")), thread_id, BLUE_STYLE)
            view = build_message(fmt(error.text), *build_button_rows([button]))
            await interaction.response.send_message(view=view, ephemeral=True)

    async def _open_here(self, interaction: discord.Interaction, slug: str) -> Table:
        """Open a table in this channel, or as a post if the server has a forum for tables. The answer is the lobby, for all to
        see."""
        forum = await find_tables_forum(self.tables, interaction)
        if forum is not None:
            return await self._open_post(interaction, forum, slug)
        parent_id = find_public_parent(interaction.channel)
        table = await self._open_table(interaction, interaction.channel_id or 0, slug, parent_id)
        language = await self.bot.locales.find_server_language(table.guild_id)
        sent = await interaction.response.send_message(
            view=build_lobby_message(table, self.bot.catalogue.load_game(slug), language)
        )
        await self.record_lobby_post(table, sent.message_id)
        return table

    async def _open_thread(self, interaction: discord.Interaction, channel: discord.TextChannel, slug: str) -> None:
        """Open a table in a new thread of the channel. Raises UserError if Discord refuses the thread."""
        await interaction.response.defer(thinking=True)
        title = self.bot.catalogue.load_game(slug).title
        language = await self.bot.locales.find_server_language(channel.guild.id)
        try:
            thread = await channel.create_thread(
                name=_build_thread_name(title, interaction.user, language),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=THREAD_ARCHIVE_MINUTES,
            )
        except discord.HTTPException:
            raise UserError(
                say("Discord would not open a thread here. {/play} without one opens a table in the channel.")
            ) from None
        table = await self._open_table(interaction, thread.id, slug, channel.id)
        self.board_posts.request_post(table.id)
        fmt = await self.create_public_formatter(table)
        place = say("A table of {title}, in a thread of its own: {thread}", title=title, thread=thread.mention)
        await interaction.followup.send(fmt(place))

    async def _open_post(self, interaction: discord.Interaction, forum: discord.ForumChannel, slug: str) -> Table:
        """Open a table as a post of the forum. The post's first message becomes the lobby. Raises UserError if Discord refuses
        the post."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        title = self.bot.catalogue.load_game(slug).title
        fmt = TextFormatter(translate=await self.bot.locales.find_server_language(forum.guild.id))
        try:
            post = await forum.create_thread(
                name=_build_thread_name(title, interaction.user, fmt.translate),
                view=build_message(f"### {title}", fmt(say("A table opens here."))),
                applied_tags=choose_tags(forum, slug, title),
                auto_archive_duration=THREAD_ARCHIVE_MINUTES,
            )
        except discord.HTTPException:
            raise UserError(
                say(
                    "Discord would not open a post in {forum}. Ask a moderator whether I may post there.",
                    forum=forum.mention,
                )
            ) from None
        table = await self._open_table(interaction, post.thread.id, slug, forum.id)
        await self.tables.snapshots.record_post(table.id, BoardPost(0, post.thread.id, post.message.id, ()))
        self.board_posts.request_post(table.id)
        await answer_privately(interaction, say("Your table is open: {thread}", thread=post.thread.mention), table)
        return table

    async def _open_table(
        self, interaction: discord.Interaction, channel_id: int, slug: str, parent_channel_id: int | None
    ) -> Table:
        user = interaction.user
        return await self.tables.lobby.open(
            find_guild_id(interaction),
            channel_id,
            user.id,
            user.display_name,
            slug,
            {},
            parent_channel_id=parent_channel_id,
        )


def choose_tags(forum: discord.ForumChannel, slug: str, title: str) -> list[discord.ForumTag]:
    """Choose the tags of a forum that are named like a game. If none is and the forum requires one, choose its first tag."""
    usable = [tag for tag in forum.available_tags if not tag.moderated]
    fitting = [tag for tag in usable if _is_named_like(tag, slug, title)]
    if fitting:
        return fitting[:MAX_POST_TAGS]
    if forum.flags.require_tag:
        return usable[:1]
    return []


def _is_named_like(tag: discord.ForumTag, slug: str, title: str) -> bool:
    """Return whether a tag has the name of a game, or a part of its title."""
    name = tag.name.casefold()
    return name == slug.casefold() or name in title.casefold()


def _build_thread_name(title: str, user: discord.User | discord.Member, translate: Translate) -> str:
    return shorten(f"{title} · {format_name(user.display_name, translate, is_label=True)}", MAX_THREAD_NAME_CHARS)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(OpeningCommands(bot))
