"""Direct messages to the people who run the bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

import aiohttp
import discord
import msgspec
from discord.ext import commands

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.services.sending import SEND_TIMEOUT_S, may_work_later

log = logging.getLogger("overwinter")


class Delivery(msgspec.Struct, frozen=True):
    """Whether a message reached one of the people who run the bot, and if not, whether another attempt may."""

    was_sent: bool
    may_retry: bool


class OwnerMailbox:
    """The owner of the bot's application, or the members of its team."""

    def __init__(self, bot: commands.AutoShardedBot, languages: LanguageRegistry, locales: LocaleResolver) -> None:
        self._bot = bot
        self._languages = languages
        self._locales = locales

    async def send(
        self, write: Callable[[TextFormatter], str], attach: Callable[[], Sequence[discord.File]] = list
    ) -> Delivery:
        """Send everybody who runs the bot a message in their language, with files that `attach` opens for each."""
        was_sent = may_retry = False
        for owner_id in await self._list_owner_ids():
            language = self._languages.find_language(await self._locales.load_setting("person", owner_id) or "")
            try:
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    owner = await self._bot.fetch_user(owner_id)
                    await owner.send(write(TextFormatter(translate=language)), files=attach())
                was_sent = True
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as failed:
                log.warning("a message did not reach the person who runs the bot (%s)", type(failed).__name__)
                may_retry |= not isinstance(failed, discord.HTTPException) or may_work_later(failed)
        return Delivery(was_sent, may_retry)

    async def _list_owner_ids(self) -> Collection[int]:
        """List the people who run the bot: the owner of its application, or its team."""
        if self._bot.owner_id or self._bot.owner_ids:  # discord.py knows them since it was asked about somebody
            return self._bot.owner_ids or [self._bot.owner_id or 0]
        application = await self._bot.application_info()
        members = application.team.members if application.team else [application.owner]
        return [member.id for member in members]
