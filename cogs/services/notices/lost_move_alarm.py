"""Find tables whose last moves the store has lost, and tell their players and the person who runs the bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

import aiohttp
import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.interactions.custom_ids import generate_custom_ids
from cogs.messages.announcement import build_lost_message, build_owner_text
from cogs.services.notices.owner_mailbox import OwnerMailbox
from cogs.services.sending import SEND_TIMEOUT_S
from cogs.services.sent_messages import ChannelSender
from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.host.store.database import StoreError
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import UserError
from engine.ops.backup import Backups

log = logging.getLogger("overwinter")
MAX_MESSAGES_SEARCHED = 50
"""The newest messages of a channel that are read for each running table after a run that did not end in order."""


class LostMoveAlarm:
    """Compares the store with the bot's own messages."""

    def __init__(
        self,
        tables: TableServices,
        locales: LocaleResolver,
        sender: ChannelSender,
        backups: Backups,
        owner_mailbox: OwnerMailbox,
        find_own_user: Callable[[], discord.ClientUser | None],
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._sender = sender
        self._backups = backups
        self._owner_mailbox = owner_mailbox
        self._find_own_user = find_own_user
        self._search: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Search in the background, after a run that did not end in order."""
        if self._tables.lost_moves.needs_search:
            self._search = asyncio.create_task(self._search_channels(), name="search for lost moves")

    def stop(self) -> None:
        """End the search."""
        if self._search is not None:
            self._search.cancel()

    async def _search_channels(self) -> None:
        """Compare every running table with the newest messages of its channel."""
        for table_id in await self._tables.list_live_tables():
            try:
                table = await self._tables.load_table(table_id)
                if table.status == "running" and table.channel_lost_at is None:
                    await self._tables.lost_moves.check_revision(table_id, await self._find_shown_revision(table))
            except (UserError, StoreError, discord.HTTPException, aiohttp.ClientError, OSError) as failed:
                log.info("table %s cannot be compared with its channel (%s)", table_id, type(failed).__name__)

    async def _find_shown_revision(self, table: Table) -> int:
        """Find the newest revision that a control of one of the bot's own messages has, 0 if there is none."""
        newest = 0
        async with asyncio.timeout(SEND_TIMEOUT_S):
            async for message in self._sender.get_channel(table.channel_id).history(limit=MAX_MESSAGES_SEARCHED):
                if message.author == self._find_own_user():
                    newest = max([newest, *find_revisions(message, table.id)])
        return newest

    async def announce(self, item: OutboxItem, table: Table) -> bool:
        """Keep a copy of the store, and tell the owner once a day and the players of a table that moves are missing."""
        if table.lost_revision is None:
            return True
        title = self._tables.catalogue.load_game(table.game).title
        language = await self._locales.find_server_language(table.guild_id)

        async def build_view(called_users: Collection[int]) -> discord.ui.LayoutView:
            return build_lost_message(item, table, title, called_users, language)

        await self._sender.send_once(
            item, table, [person.user_id for person in table.remaining_players], build_view, news_revision=0
        )
        log.error(
            "table %s: the store has lost moves that its channel shows; docs/operations.md says what to do", table.id
        )
        try:
            copy = await self._backups.keep_damaged()
        except StoreError as error:
            log.warning("%s", error)
            return True
        if copy is not None:
            await self._owner_mailbox.send(lambda fmt: fmt(build_owner_text(table, copy.name)))
        return True


def find_revisions(message: discord.Message, table_id: int) -> list[int]:
    """Find the revisions of a table in the controls of a message."""
    return [control.revision for control in generate_custom_ids(message.components) if control.table_id == table_id]
