"""Running errands: what is to be done about a table by itself, once, besides reminders.

Each attempt is counted before it is made, and a message that may have been sent is looked for before it is sent again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.messages import errand as messages
from cogs.messages.layout import mention_only, message
from cogs.messages.question import overtaken
from cogs.services.board_posts import BoardPosts
from cogs.services.sent import find_sent
from cogs.words.locale_resolver import LocaleResolver
from cogs.words.text_formatter import TextFormatter
from engine.host.model.catalogue import Catalogue
from engine.host.model.table import Table
from engine.host.service.play.undo import nobody_settled
from engine.host.service.tables import Tables
from engine.host.service.time.reminders import TRIES
from engine.host.store.errands import Errand, ErrandKind
from engine.kernel.text import Translate

log = logging.getLogger("overwinter.scheduler")
SECONDS = 30
"""How long one send may take."""
TEMPORARY = 500
"""Statuses from here on are Discord's own failures and are tried again; below, Discord has refused."""
NONCE = 25
"""Characters of a nonce, at most."""
Made = Callable[[Errand, Table, str, int | None, Translate], discord.ui.LayoutView]
"""Makes the message of an errand: table, its game's title, its newest post, language."""


class ErrandRunner:
    """Runs one errand at a time for whoever finds it due."""

    def __init__(
        self,
        tables: Tables,
        catalogue: Catalogue,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        posts: BoardPosts,
        guilds: Callable[[int], discord.Guild | None],
    ) -> None:
        self._tables = tables
        self._catalogue = catalogue
        self._locales = locales
        self._channels = channels
        self._posts = posts
        self._guilds = guilds
        self._ways: Mapping[ErrandKind, Callable[[Errand, Table], Awaitable[None]]] = {
            "seals": self._open_seals,
            "ended": self._tell_of_the_end,
            "full": self._tell_of_the_last_seat,
            "idle": self._ask_whether_wanted,
            "shut": self._shut,
            "opened": self._tell_who_waits,
            "question": self._close_question,
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
        await self._send(errand, table, messages.ended_message, [table.user_of(errand.mark)])

    async def _tell_of_the_last_seat(self, errand: Errand, table: Table) -> None:
        if table.status == "lobby":
            await self._send(errand, table, messages.full_message, [table.opened_by])

    async def _ask_whether_wanted(self, errand: Errand, table: Table) -> None:
        if table.status != "lobby":
            return
        try:
            await self._send(errand, table, messages.idle_message, [person.user for person in table.played])
        except discord.HTTPException as refused:
            if refused.status >= TEMPORARY:
                raise
            log.warning("table %s: its lobby cannot be asked (%s)", table.id, refused.code)
        await self._tables.lobby.asked(errand)

    async def _shut(self, errand: Errand, _table: Table) -> None:
        await self._tables.lobby.shut(errand.table)
        self._posts.poke(errand.table)

    async def _tell_who_waits(self, errand: Errand, table: Table) -> None:
        """Tell somebody of a new table they may see, in a message of their own; where that is closed, in its channel."""
        guild = self._guilds(table.guild)
        if guild is None or table.status != "lobby" or table.house["joining"] == "invited":
            return
        try:
            member = await guild.fetch_member(errand.mark)
        except discord.NotFound:
            return  # has left the server
        place = guild.get_channel(table.parent or table.channel)
        if place is None or not place.permissions_for(member).view_channel:
            return
        language = await self._locales.to_server(table.guild)
        post = await self._tables.snapshots.post(table.id)
        title = self._catalogue.game(table.game).title
        view = messages.opened_message(errand, table, title, post.message if post else None, language)
        try:
            async with asyncio.timeout(SECONDS):
                await member.send(view=view, nonce=_nonce(errand))
        except discord.Forbidden:
            await self._send(errand, table, messages.opened_message, [member.id])

    async def _close_question(self, errand: Errand, table: Table) -> None:
        """A question that nobody has settled in time says so, and loses its buttons."""
        open_until_now = await self._tables.undo.run_out(errand)
        fmt = TextFormatter(table, translate=await self._locales.to_server(table.guild))
        view = message(fmt(nobody_settled() if open_until_now else overtaken()))
        async with asyncio.timeout(SECONDS):
            await self._channels(table.channel).get_partial_message(errand.mark).edit(view=view)

    def show(self, table_id: int) -> None:
        """A table has changed by itself: its channel is to see it."""
        self._posts.poke(table_id)

    async def _send(self, errand: Errand, table: Table, made: Made, users: list[int]) -> None:
        """Send a message to the table's channel, unless it is there already. It calls those of `users` who want that."""
        channel = self._channels(table.channel)
        if errand.tries and await find_sent(channel, errand.made_at, lambda m: messages.is_it(m, errand)):
            return
        title, language = self._catalogue.game(table.game).title, await self._locales.to_server(table.guild)
        post = await self._tables.snapshots.post(table.id)
        view = made(errand, table, title, post.message if post else None, language)
        calls = await self._tables.settings.to_call(users)
        async with asyncio.timeout(SECONDS):
            await channel.send(view=view, nonce=_nonce(errand), allowed_mentions=mention_only(*calls))


def _nonce(errand: Errand) -> str:
    """The same for every attempt: for some minutes Discord then returns the message it has."""
    return hashlib.sha256(errand.key.encode()).hexdigest()[:NONCE]
