"""Tell the players of a table that its channel was deleted: in a direct message, or else below the answer to a command."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.layout import build_message
from cogs.services.sending import SEND_TIMEOUT_S, is_server_error
from engine.host.model.table import Table
from engine.host.service.table_channels import LOST_CHANNEL_KEPT_S
from engine.host.service.table_services import TableServices
from engine.kernel.text import Text, Translate, UserError, say

log = logging.getLogger("overwinter")


class LostChannelNotices:
    """The notices about deleted channels. The store keeps them until their readers have them."""

    def __init__(
        self, tables: TableServices, locales: LocaleResolver, fetch_user: Callable[[int], Awaitable[discord.User]]
    ) -> None:
        self._tables = tables
        self._locales = locales
        self._fetch_user = fetch_user

    async def send_all(self) -> None:
        """Try each notice once as a direct message."""
        for table_id, user_id in await self._tables.channels.list_untold_users():
            table = await self._tables.load_table(table_id)
            language = await self._locales.find_server_language(table.guild_id)
            try:
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    user = await self._fetch_user(user_id)
                    await user.send(view=self._build_message(table, language))
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                if isinstance(error, discord.HTTPException) and not is_server_error(error):
                    await self._tables.channels.record_notice(table_id, user_id, was_told=False)
                log.info("table %s: a player could not be told of its channel (%s)", table_id, type(error).__name__)
            else:
                await self._tables.channels.record_notice(table_id, user_id, was_told=True)

    async def tell_after_command(self, interaction: discord.Interaction) -> None:
        """Tell a user below the answer to a command what no direct message has told them."""
        if not interaction.response.is_done():
            return
        for table in await self._tables.channels.list_notices(interaction.user.id):
            language = await self._locales.find_person_language(interaction)
            await interaction.followup.send(view=self._build_message(table, language), ephemeral=True)
            await self._tables.channels.record_notice(table.id, interaction.user.id, was_told=True)

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
        "The channel of your game of {title} was deleted. Nothing is lost, and no clock runs: type /continue with table {table} in "
        "the channel where it shall go on. It waits until {time}.",
        title=title,
        table=table.id,
        time=f"<t:{table.channel_lost_at + LOST_CHANNEL_KEPT_S}:D>",
    )
