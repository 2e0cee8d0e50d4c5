"""Running errands: what is to be done about a table by itself, once, besides reminders.

Each attempt is counted before it is made, and a message that may have been sent is looked for before it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.messages import errand as messages
from cogs.messages.layout import mention_only
from cogs.services.board_posts import BoardPosts
from cogs.services.sent import find_sent
from cogs.words.locale_resolver import LocaleResolver
from engine.host.model.catalogue import Catalogue
from engine.host.model.table import Table
from engine.host.service.tables import Tables
from engine.host.service.time.reminders import TRIES
from engine.host.store.errands import Errand, ErrandKind

log = logging.getLogger("overwinter.scheduler")
SECONDS = 30
"""How long one send may take."""
TEMPORARY = 500
"""Statuses from here on are Discord's own failures and are tried again; below, Discord has refused."""


class ErrandRunner:
    """Runs one errand at a time for whoever finds it due."""

    def __init__(
        self,
        tables: Tables,
        catalogue: Catalogue,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        posts: BoardPosts,
    ) -> None:
        self._tables = tables
        self._catalogue = catalogue
        self._locales = locales
        self._channels = channels
        self._posts = posts
        self._ways: Mapping[ErrandKind, Callable[[Errand, Table], Awaitable[None]]] = {
            "seals": self._open_seals,
            "ended": self._tell_of_the_end,
        }

    async def run(self, errand: Errand) -> None:
        """Run an errand that is due. Raises what is worth another attempt: HTTPException of Discord's own, OSError,
        TimeoutError."""
        errands = self._tables.errands
        if errand.tries >= TRIES:
            log.warning("table %s: errand %r failed %s times", errand.table, errand.kind, TRIES)
            await errands.done(errand)
            return
        if not await errands.trying(errand):
            return
        try:
            await self._ways[errand.kind](errand, await self._tables.table(errand.table))
        except discord.HTTPException as refused:
            if refused.status >= TEMPORARY:
                raise
            log.warning("table %s: Discord refuses %r (%s): %s", errand.table, errand.kind, refused.code, refused.text)
        await errands.done(errand)

    async def _open_seals(self, errand: Errand, _table: Table) -> None:
        await self._tables.ending.open(errand.table)
        self._posts.poke(errand.table)

    async def _tell_of_the_end(self, errand: Errand, table: Table) -> None:
        post = await self._tables.snapshots.post(table.id)
        title, language = self._catalogue.game(table.game).title, await self._locales.to_server(table.guild)
        view = messages.ended_message(errand, table, title, post.message if post else None, language)
        await self._send(errand, table, view, [table.user_of(errand.mark)])

    async def _send(self, errand: Errand, table: Table, view: discord.ui.LayoutView, users: list[int]) -> None:
        """Send a message to the table's channel, unless it is there already. It calls those of `users` who want that."""
        channel = self._channels(table.channel)
        if errand.tries and await find_sent(channel, errand.made_at, lambda m: messages.is_it(m, errand)):
            return
        calls = await self._tables.settings.to_call(users)
        nonce = f"e{table.id}:{errand.kind[0]}{errand.made_at}:{errand.mark % 1000}"
        async with asyncio.timeout(SECONDS):
            await channel.send(view=view, nonce=nonce[:25], allowed_mentions=mention_only(*calls))
