"""Send messages about a table that nobody has asked for: a game has ended, a lobby is full, and the like."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.messages import announcement as messages
from cogs.services.board_posts import BoardPosts
from cogs.services.members import MemberLookup
from cogs.services.sending import may_work_later
from cogs.services.sent_messages import ChannelSender, DirectSender
from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import Translate

log = logging.getLogger("overwinter.scheduler")
MessageBuilder = Callable[[OutboxItem, Table, str, int | None, Translate], discord.ui.LayoutView]
"""Builds the message of an announcement from the table, its game's title, the id of its newest post, and the language."""


class Announcements:
    """Carries out due announcements. Some change a table.

    Each public method is a `MessageHandler` and returns True, because no announcement stays in the outbox.
    """

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        members: MemberLookup,
        board_posts: BoardPosts,
        sender: ChannelSender,
        direct_sender: DirectSender,
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._members = members
        self._board_posts = board_posts
        self._sender = sender
        self._direct_sender = direct_sender

    async def reveal_seeds(self, item: OutboxItem, _table: Table) -> bool:
        """Make the result of a finished game final, which shows its seed."""
        is_second_look = bool(item.subject_id)
        if await self._tables.finish_confirmation.open_seals(item.table_id, is_second_look=is_second_look):
            self._board_posts.request_post(item.table_id)
        return True

    async def announce_full(self, item: OutboxItem, table: Table) -> bool:
        """Tell the opener of a table that all its seats are taken."""
        if table.status == "lobby":
            await self._send_to_channel(item, table, messages.build_full_message, [table.opened_by])
        return True

    async def ask_if_wanted(self, item: OutboxItem, table: Table) -> bool:
        """Ask the players of an idle lobby whether it is still wanted."""
        if table.status != "lobby":
            return True
        users = [person.user_id for person in table.reachable_players]
        try:
            await self._send_to_channel(item, table, messages.build_idle_message, users)
        except discord.HTTPException as error:
            if may_work_later(error):
                raise
            log.warning("table %s: its lobby cannot be asked (%s)", table.id, error.code)
        await self._tables.idle_lobbies.record_question(item)
        return True

    async def close_lobby(self, item: OutboxItem, _table: Table) -> bool:
        """Close a lobby that nobody wants."""
        await self._tables.idle_lobbies.close_idle(item.table_id)
        self._board_posts.request_post(item.table_id)
        return True

    async def announce_opened(self, item: OutboxItem, table: Table) -> bool:
        """Tell a user of a new table that they may see, in a direct message, or in its channel if those are closed."""
        if table.status != "lobby" or table.table_options["joining"] == "invited":
            return True
        if not await self._members.can_see_channel(table, item.subject_id):
            return True
        view = await self._build_message(messages.build_opened_message, item, table)
        try:
            await self._direct_sender.send_once(item, item.subject_id, view, None)
        except discord.Forbidden:
            await self._send_to_channel(item, table, messages.build_opened_message, [item.subject_id])
        return True

    async def _send_to_channel(
        self, item: OutboxItem, table: Table, message_builder: MessageBuilder, users: list[int]
    ) -> None:
        async def build_view(_called_users: Collection[int]) -> discord.ui.LayoutView:
            return await self._build_message(message_builder, item, table)

        await self._sender.send_once(item, table, users, build_view, news_revision=0)

    async def _build_message(
        self, message_builder: MessageBuilder, item: OutboxItem, table: Table
    ) -> discord.ui.LayoutView:
        title = self._tables.catalogue.load_game(table.game).title
        language = await self._locales.find_server_language(table.guild_id)
        post_id = await self._tables.snapshots.find_post_id(table.id)
        return message_builder(item, table, title, post_id, language)
