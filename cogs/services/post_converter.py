"""Edit the last post of a table when its game begins, and when its end is taken back."""

from __future__ import annotations

import asyncio

import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.layout import build_message
from cogs.messages.lobby import build_started_message
from cogs.services.sending import SEND_TIMEOUT_S, UNKNOWN_MESSAGE_CODE, may_work_later
from engine.host.model.table import BoardPost, Table
from engine.host.service.table_services import TableServices
from engine.kernel.text import say


class PostConverter:
    """Turns posts that a new message is about to follow into short notices."""

    def __init__(self, tables: TableServices, locales: LocaleResolver) -> None:
        self._tables = tables
        self._locales = locales

    async def convert_lobby(self, channel: discord.PartialMessageable, table: Table, lobby: BoardPost | None) -> None:
        """Let the lobby's message say that the game has begun, without buttons, if it was not deleted."""
        if lobby is None:
            return
        game = self._tables.catalogue.load_game(table.game)
        language = await self._locales.find_server_language(table.guild_id)
        message = channel.get_partial_message(lobby.message_id)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await message.edit(view=build_started_message(table, game, language), attachments=[])
        except discord.HTTPException as error:
            if may_work_later(error):
                raise
            if isinstance(error, discord.NotFound) and error.code != UNKNOWN_MESSAGE_CODE:
                raise

    async def withdraw_final_post(self, channel: discord.PartialMessageable, table: Table, final: BoardPost) -> None:
        """Let the final post of a game whose end was taken back say so, without its result and poster."""
        language = await self._locales.find_server_language(table.guild_id)
        title = self._tables.catalogue.load_game(table.game).title
        notice = TextFormatter(translate=language)(say("This end was taken back. The game goes on below."))
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                message = channel.get_partial_message(final.message_id)
                await message.edit(view=build_message(f"### {title}", notice), attachments=[])
        except discord.HTTPException as error:
            if may_work_later(error):
                raise
