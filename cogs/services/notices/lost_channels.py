"""Tell the players of a table that its channel was deleted: in a direct message, or else below the answer to a command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.layout import build_message
from cogs.services.sending import SEND_TIMEOUT_S, may_work_later
from cogs.services.sent_messages import build_nonce
from engine.host.model.table import Table
from engine.host.service.table_channels import LOST_CHANNEL_KEPT_S
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import Text, Translate, UserError, say


class LostChannelNotices:
    """The notices about deleted channels. The outbox keeps them until their readers have them."""

    def __init__(
        self, tables: TableServices, locales: LocaleResolver, fetch_user: Callable[[int], Awaitable[discord.User]]
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._fetch_user = fetch_user

    async def send(self, item: OutboxItem, table: Table) -> bool:
        """Send a notice as a direct message, when its reader may be called. A refused one waits for their next command."""
        nonce = build_nonce(item)
        call_at = await self._tables.calls.find_call_time(item.subject_id, nonce)
        if call_at > self._tables.context.now():
            await self._tables.outbox.postpone(item, call_at)
            return False
        language = await self._locales.find_server_language(table.guild_id)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                user = await self._fetch_user(item.subject_id)
                await user.send(view=self._build_message(table, language), nonce=nonce)
        except discord.HTTPException as error:
            if may_work_later(error):
                raise
            await self._tables.outbox.keep(item)
            return False
        return True

    async def finish_command(self, interaction: discord.Interaction) -> None:
        """Start the clock of a user who has come to a table's new channel, and tell them below the answer to their command what
        no direct message has told them."""
        await self._tables.channels.note_arrival(interaction.channel_id or 0, interaction.user.id)
        if not interaction.response.is_done():
            return
        for item_id, table in await self._tables.channels.list_notices(interaction.user.id):
            language = await self._locales.find_person_language(interaction)
            await interaction.followup.send(view=self._build_message(table, language), ephemeral=True)
            await self._tables.channels.settle_notice(item_id)

    def _build_message(self, table: Table, translate: Translate) -> discord.ui.LayoutView:
        fmt = TextFormatter(table, translate=translate)
        return build_message(fmt(describe_lost_channel(table, self._find_title(table))))

    def _find_title(self, table: Table) -> str:
        try:
            return self._tables.catalogue.load_game(table.game).title
        except UserError:
            return table.game


def describe_lost_channel(table: Table, title: str) -> Text:
    """Describe to a player that the channel of a game was deleted, and what to do."""
    assert table.channel_lost_at is not None
    return say(
        "The channel of your game of {title} was deleted. Nothing is lost, and no clock runs: type {/continue} with "
        "table {table} in "
        "the channel where it shall go on. It waits until {time}.",
        title=title,
        table=table.id,
        time=f"<t:{table.channel_lost_at + LOST_CHANNEL_KEPT_S}:D>",
    )
