"""Send announcements about a table, each at most once: a game has ended, a lobby is full, and the like.

Each attempt is counted before it is made, and a message that may have been sent is searched for before it is sent
again. Reminders are sent by `cogs.services.reminder_sender`.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages import announcement as messages
from cogs.messages.layout import allow_mentions, build_message
from cogs.messages.question import describe_overtaken
from cogs.services.board_posts import BoardPosts
from cogs.services.sending import SEND_TIMEOUT_S, is_server_error
from cogs.services.sent_messages import find_sent_message
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.table import Table
from engine.host.service.deadlines.reminders import MAX_ATTEMPTS
from engine.host.service.play.undo import explain_expiry
from engine.host.service.table_services import TableServices
from engine.host.store.announcements import Announcement, AnnouncementKind
from engine.kernel.text import Translate

log = logging.getLogger("overwinter.scheduler")
MAX_NONCE_CHARS = 25
MessageBuilder = Callable[[Announcement, Table, str, int | None, Translate], discord.ui.LayoutView]
"""Builds the message of an announcement from the table, its game's title, the id of its newest post, and the language."""


class AnnouncementSender:
    """Carries out due announcements. Some change a table."""

    def __init__(
        self,
        tables: TableServices,
        catalogue: GameCatalogue,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        posts: BoardPosts,
        guilds: Callable[[int], discord.Guild | None],
    ) -> None:
        self._tables = tables
        self._catalogue = catalogue
        self._locales = locales
        self._channels = channels
        self._board_posts = posts
        self._guilds = guilds
        self._handlers_by_kind: Mapping[AnnouncementKind, Callable[[Announcement, Table], Awaitable[None]]] = {
            "seals": self._reveal_seeds,
            "ended": self._announce_end,
            "full": self._announce_full,
            "idle": self._ask_if_wanted,
            "shut": self._close_lobby,
            "opened": self._announce_opened,
            "question": self._close_question,
        }

    async def send_announcement(self, announcement: Announcement) -> None:
        """Carry out an announcement that is due.

        Raises HTTPException, OSError or TimeoutError if another attempt may work.
        """
        announcements = self._tables.announcements
        table_id, kind = announcement.table_id, announcement.kind
        if announcement.attempts >= MAX_ATTEMPTS:
            log.warning("table %s: errand %r failed %s times", table_id, kind, MAX_ATTEMPTS)
            await announcements.finish(announcement)
            return
        if not await announcements.begin_attempt(announcement):
            return
        try:
            await self._handlers_by_kind[kind](announcement, await self._tables.load_table(table_id))
        except discord.HTTPException as error:
            if is_server_error(error):
                raise
            log.warning("table %s: Discord refuses %r (%s): %s", table_id, kind, error.code, error.text)
        await announcements.finish(announcement)

    async def _reveal_seeds(self, announcement: Announcement, _table: Table) -> None:
        await self._tables.finish_confirmation.open_seals(announcement.table_id)
        self._board_posts.request_post(announcement.table_id)

    async def _announce_end(self, announcement: Announcement, table: Table) -> None:
        await self._send_to_channel(
            announcement, table, messages.build_ended_message, [table.find_seat_user(announcement.subject_id)]
        )

    async def _announce_full(self, announcement: Announcement, table: Table) -> None:
        if table.status == "lobby":
            await self._send_to_channel(announcement, table, messages.build_full_message, [table.opened_by])

    async def _ask_if_wanted(self, announcement: Announcement, table: Table) -> None:
        if table.status != "lobby":
            return
        try:
            await self._send_to_channel(
                announcement, table, messages.build_idle_message, [person.user_id for person in table.reachable_players]
            )
        except discord.HTTPException as error:
            if is_server_error(error):
                raise
            log.warning("table %s: its lobby cannot be asked (%s)", table.id, error.code)
        await self._tables.idle_lobbies.record_question(announcement)

    async def _close_lobby(self, announcement: Announcement, _table: Table) -> None:
        await self._tables.idle_lobbies.close_idle(announcement.table_id)
        self._board_posts.request_post(announcement.table_id)

    async def _announce_opened(self, announcement: Announcement, table: Table) -> None:
        """Tell a user of a new table that they may see, in a direct message, or in its channel if those are closed."""
        guild = self._guilds(table.guild_id)
        if guild is None or table.status != "lobby" or table.table_options["joining"] == "invited":
            return
        try:
            member = await guild.fetch_member(announcement.subject_id)
        except discord.NotFound:
            return  # the user has left the server
        channel = guild.get_channel(table.parent_channel_id or table.channel_id)
        if channel is None or not channel.permissions_for(member).view_channel:
            return
        view = await self._build_message(messages.build_opened_message, announcement, table)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await member.send(view=view, nonce=_build_nonce(announcement))
        except discord.Forbidden:
            await self._send_to_channel(announcement, table, messages.build_opened_message, [member.id])

    async def _close_question(self, announcement: Announcement, table: Table) -> None:
        """Let a question that nobody has settled in time say so, without its buttons."""
        was_open = await self._tables.undo.expire_request(announcement)
        fmt = TextFormatter(table, translate=await self._locales.find_server_language(table.guild_id))
        view = build_message(fmt(explain_expiry() if was_open else describe_overtaken()))
        message = self._channels(table.channel_id).get_partial_message(announcement.subject_id)
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await message.edit(view=view)

    def show_table(self, table_id: int) -> None:
        """Post a table that has changed."""
        self._board_posts.request_post(table_id)

    async def _send_to_channel(
        self, announcement: Announcement, table: Table, message_builder: MessageBuilder, users: list[int]
    ) -> None:
        """Send a message to the table's channel unless it is there already. It mentions the `users` who want
        calls.
        """
        channel = self._channels(table.channel_id)
        if announcement.attempts:
            sent = await find_sent_message(
                channel, announcement.created_at, lambda message: messages.is_announcement(message, announcement)
            )
            if sent is not None:
                return
        view = await self._build_message(message_builder, announcement, table)
        calls = await self._tables.settings.list_users_to_call(users)
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await channel.send(view=view, nonce=_build_nonce(announcement), allowed_mentions=allow_mentions(*calls))

    async def _build_message(
        self, message_builder: MessageBuilder, announcement: Announcement, table: Table
    ) -> discord.ui.LayoutView:
        title = self._catalogue.load_game(table.game).title
        language = await self._locales.find_server_language(table.guild_id)
        post = await self._tables.snapshots.load_post(table.id)
        return message_builder(announcement, table, title, post.message_id if post else None, language)


def _build_nonce(announcement: Announcement) -> str:
    """Build a nonce that is the same for every attempt: for some minutes Discord then returns the message it has."""
    return hashlib.sha256(announcement.key.encode()).hexdigest()[:MAX_NONCE_CHARS]
