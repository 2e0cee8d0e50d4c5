"""The board post: what the channel sees after every change, made from what is stored, so that it can always be repeated.

Each table has one worker, which shows only the newest state. It posts a new message when the turn passes (an edit notifies
nobody) and edits the last one while the same seats go on. The move stands whatever becomes of the post: while Discord is down
it is tried again; where the bot may not post, it waits for the next change of the table or of the bot's rights.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple

import aiohttp
import discord

from cogs.interactions import custom_ids
from cogs.messages.board import board_buttons, board_texts, no_picture
from cogs.messages.layout import mention_only, message, rows
from cogs.messages.lobby import begun_message, lobby_message, seal_line
from cogs.pictures.picture_service import Picture, PictureService, happened, preferences_of
from cogs.words.languages import Language
from cogs.words.locale_resolver import LocaleResolver
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Post, Table, TableSnapshot
from engine.host.service.context import Unwritten
from engine.host.service.tables import Tables
from engine.host.store.database import StoreError
from engine.kernel.text import Refusal, Seat, say
from render.kit.theme import Tone

log = logging.getLogger("overwinter.posts")
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED = 10003, 10008, 50083
PAUSE, LONGEST_PAUSE = 6, 300
"""Seconds until a failed post is tried again: doubled each time, up to the longest."""
SECONDS = 30
"""How long one send may take before it is tried again."""
LOOK_BACK = 20
"""Messages that are searched for a post whose sending was not confirmed."""


_Composed = tuple[discord.ui.LayoutView, list[Picture], list[int]]


class _Due(NamedTuple):
    """A table to be posted: whether only its picture was missing (`shown`), whether its game has just begun, and whether its last
    post is changed instead of followed by another."""

    snapshot: TableSnapshot
    shown: bool
    begins: bool
    edits: bool


class BoardPosts:
    """Keeps the board post of every table up to date."""

    def __init__(
        self,
        tables: Tables,
        picture_service: PictureService,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        wake: Callable[[int], Awaitable[object]],
    ) -> None:
        self._tables = tables
        self._pictures = picture_service
        self._locales = locales
        self._channels = channels
        self._wake = wake
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._resting: dict[int, asyncio.Task[None]] = {}
        self._doubtful: set[int] = set()
        self._refused: dict[int, int] = {}
        # Tables whose last post had to go out without its picture, with their server.
        self._bare: dict[int, int] = {}
        self.hold: Callable[[TableSnapshot], bool] = lambda _snapshot: False
        """Whether a table is better not posted yet: it changes again in a moment."""

    @property
    def waiting(self) -> int:
        """Tables whose post is under way or waiting for Discord."""
        return len(self._workers)

    @property
    def refused(self) -> int:
        """Tables that cannot be posted for lack of rights."""
        return len(self._refused)

    def poke(self, table_id: int, *, doubtful: bool = False) -> None:
        """Post a table that has changed. `doubtful`: it may have been posted without our knowing."""
        self._again.add(table_id)
        if doubtful:
            self._doubtful.add(table_id)
        if table_id in self._resting:
            self._resting[table_id].cancel()
        if table_id not in self._workers:
            self._workers[table_id] = asyncio.create_task(self._work(table_id), name=f"post-{table_id}")

    def hurry(self) -> None:
        """Discord is back, and the bot's rights may have changed: retry now what waits."""
        for table_id in {*self._resting, *self._refused, *self._bare}:
            self.poke(table_id)

    def rights_changed(self, guild: int) -> None:
        """Retry what a server's rights have prevented so far."""
        waiting = self._refused | self._bare
        for table_id in [table_id for table_id, where in waiting.items() if where == guild]:
            self.poke(table_id)

    async def drain(self, seconds: float = 5) -> None:
        """Wait for posts under way; those that do not finish in time are posted at the next start."""
        if self._workers:
            await asyncio.wait(
                self._workers.values(), timeout=seconds if len(self._workers) > len(self._resting) else 0
            )
        left = list(self._workers.values())
        for worker in left:
            worker.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        try:
            await self._catch_up(table_id)
        finally:
            # Before anything else can run: a poke after this needs a new worker.
            del self._workers[table_id]

    async def _catch_up(self, table_id: int) -> None:
        tries = 0
        while table_id in self._again:
            self._again.discard(table_id)
            try:
                await self._show(table_id)
                self._refused.pop(table_id, None)
            except discord.NotFound as gone:
                log.info("table %s: its channel does not exist (%s)", table_id, gone.code)
                self._refused.pop(table_id, None)
                self._bare.pop(table_id, None)
                if gone.code == UNKNOWN_CHANNEL:
                    await self._tables.lobby.abandon(table_id)
            except discord.Forbidden:
                if table_id not in self._refused:
                    log.warning("table %s: not allowed to post in its channel; /board still works", table_id)
                self._refused[table_id] = (await self._tables.table(table_id)).guild
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, Unwritten, StoreError) as failed:
                if isinstance(failed, discord.HTTPException) and failed.code == ARCHIVED:
                    await self._reopen(table_id)
                    continue
                if isinstance(failed, discord.HTTPException) and failed.status < 500:
                    log.exception("table %s: Discord refuses its post", table_id)
                    continue
                tries += 1
                pause = min(PAUSE * 2 ** min(tries - 1, 10), LONGEST_PAUSE)
                log.warning("table %s: could not post (%s), next try in %s s", table_id, type(failed).__name__, pause)
                self._again.add(table_id)
                self._doubtful.add(table_id)
                await self._rest(table_id, pause)
            except Exception:
                log.exception("table %s: could not draw or post", table_id)

    async def _reopen(self, table_id: int) -> None:
        """A table's thread is archived, so its post cannot be changed: reopen the thread and try again. Where that is not allowed,
        because somebody has locked it, the post waits until the thread is open or the bot's rights have changed."""
        table = await self._tables.table(table_id)
        try:
            await self._wake(table.channel)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as refused:
            if table_id not in self._refused:
                log.warning("table %s: its thread is archived and stays so (%s)", table_id, type(refused).__name__)
            self._refused[table_id] = table.guild
        else:
            self._again.add(table_id)

    async def _rest(self, table_id: int, seconds: float) -> None:
        rest = self._resting[table_id] = asyncio.create_task(asyncio.sleep(seconds), name=f"rest-{table_id}")
        try:
            await asyncio.wait({rest})
        finally:
            rest.cancel()
            del self._resting[table_id]

    async def _show(self, table_id: int, *, fresh: bool = False) -> None:
        async with self._pictures.easel.turn():
            if not fresh:
                self._again.discard(table_id)  # whatever has happened while it waited is shown now
            due = await self._due(table_id, fresh=fresh)
            if due is None:
                return
            snapshot, shown, begins, edits = due
            composed = None if begins else await self.compose(snapshot)
        table, last = snapshot.table, snapshot.post
        channel = self._channels(table.channel)
        view, pictures, calls = composed or await self._begun(channel, snapshot)
        files = [picture.file() for picture in pictures]
        waiting = snapshot.waiting if table.status == "running" else ()
        if last is not None and edits:
            old = channel.get_partial_message(last.message)
            try:
                async with asyncio.timeout(SECONDS):
                    try:
                        await old.edit(view=view, attachments=files)
                        self._bare.pop(table_id, None)
                    except discord.Forbidden:
                        if not files:
                            raise
                        await old.edit(view=await self._without_picture(snapshot, calls), attachments=[])
            except discord.NotFound as gone:
                if gone.code != UNKNOWN_MESSAGE:
                    raise
                if shown:  # only its picture was missing
                    self._bare.pop(table_id, None)
                    return
                # The post was deleted: send a new one.
            else:
                await self._record(table, last.message, waiting)
                return
            files = [picture.file() for picture in pictures]
        if table_id in self._doubtful and not fresh:
            found = await self._find_sent(channel, table)
            if found is not None:
                await self._record(table, found, waiting)
                return
        if last is not None and not last.waiting and not begins and table.status == "running":
            await self._withdraw(channel, table, last)
        await self._hold_calls(snapshot, last, calls)
        # With the nonce Discord returns the earlier message if we crashed between sending it and storing its id.
        nonce = secrets.token_hex(8) if fresh else f"t{table.id}:{table.rev}"
        async with asyncio.timeout(SECONDS):
            sent = await self._send(channel, snapshot, view, files, nonce, calls)
        await self._record(table, sent.id, waiting)

    def _leaves(self, snapshot: TableSnapshot) -> bool:
        """Whether a table is not posted now: it changes again in a moment, or the process that serves its server posts it."""
        return not self._tables.context.share.has(snapshot.table.guild) or self.hold(snapshot)

    async def _due(self, table_id: int, *, fresh: bool) -> _Due | None:
        """What is to be posted of a table as it stands now, None if it has been."""
        snapshot = await self._tables.snapshots.take(table_id, None)
        table, last = snapshot.table, snapshot.post
        shown = last is not None and last.rev >= table.rev and not fresh
        if (shown and table_id not in self._bare) or (not fresh and self._leaves(snapshot)):
            return None
        begins = (last is None or not last.waiting) and await self._tables.snapshots.begins_after(
            table.id, -1 if last is None else last.rev
        )
        edits = last is not None and not fresh and not begins and (shown or not _needs_new_message(snapshot, last))
        if edits and last is not None and table.status == "finished":  # only its seals have opened: the news stay
            since = await self._tables.snapshots.since_final(table_id, last)
            snapshot = await self._tables.snapshots.take(table_id, None, since=since)
        return _Due(snapshot, shown, begins, edits)

    async def _begun(self, channel: discord.PartialMessageable, snapshot: TableSnapshot) -> _Composed:
        """The first board of a game, whose lobby says that it has begun."""
        seal = await self._turn_lobby(channel, snapshot.table, snapshot.post)
        async with self._pictures.easel.turn():
            return await self.compose(snapshot, seal)

    async def _withdraw(self, channel: discord.PartialMessageable, table: Table, final: Post) -> None:
        """The end of a game was taken back: its final post says so, and shows neither result nor poster any more."""
        language = await self._locales.to_server(table.guild)
        told = TextFormatter(translate=language)(say("This end was taken back. The game goes on below."))
        view = message(f"### {self._tables.catalogue.game(table.game).title}", told)
        try:
            async with asyncio.timeout(SECONDS):
                await channel.get_partial_message(final.message).edit(view=view, attachments=[])
        except discord.HTTPException as refused:
            if refused.status >= 500:
                raise

    async def _turn_lobby(self, channel: discord.PartialMessageable, table: Table, lobby: Post | None) -> str:
        """The game has begun: its lobby's message says so and shows the seal of the shuffle, without any buttons.

        Returns the line with the seal where there is no such message any more: then the board shows it.
        """
        game, language = self._tables.catalogue.game(table.game), await self._locales.to_server(table.guild)
        seal = await self._tables.snapshots.seal(table.id)
        if lobby is not None:
            try:
                async with asyncio.timeout(SECONDS):
                    await channel.get_partial_message(lobby.message).edit(
                        view=begun_message(table, game, seal, language), attachments=[]
                    )
            except discord.HTTPException as refused:
                if refused.status >= 500 or (isinstance(refused, discord.NotFound) and refused.code != UNKNOWN_MESSAGE):
                    raise
            else:
                return ""
        return seal_line(table, game, seal, language)

    async def _send(
        self,
        channel: discord.PartialMessageable,
        snapshot: TableSnapshot,
        view: discord.ui.LayoutView,
        files: list[discord.File],
        nonce: str,
        calls: Collection[int],
    ) -> discord.Message:
        """Send the post, without the picture where files are forbidden, so that the next player is still called."""
        try:
            sent = await channel.send(view=view, files=files, nonce=nonce, allowed_mentions=mention_only(*calls))
        except discord.Forbidden:
            if not files:
                raise
            bare = await self._without_picture(snapshot, calls)
            return await channel.send(view=bare, nonce=nonce, allowed_mentions=mention_only(*calls))
        self._bare.pop(snapshot.table.id, None)
        return sent

    async def _without_picture(self, snapshot: TableSnapshot, calls: Collection[int]) -> discord.ui.LayoutView:
        """The public message without its picture, until the bot's rights change or the table does."""
        self._bare[snapshot.table.id] = snapshot.table.guild
        language = await self._locales.to_server(snapshot.table.guild)
        missing = TextFormatter(translate=language)(no_picture())
        return message(*await self._texts(snapshot, language, calls), missing, *_controls(snapshot.table, language))

    async def _find_sent(self, channel: discord.PartialMessageable, table: Table) -> int | None:
        """The message that shows this revision already: sent, but its id was not stored."""
        try:
            async with asyncio.timeout(SECONDS):
                async for old in channel.history(limit=LOOK_BACK):
                    if any(_shows(table, pressed) for pressed in custom_ids.ids_in(old.components)):
                        return old.id
        except discord.Forbidden:
            pass  # without the right to read the channel there is only the nonce
        return None

    async def _record(self, table: Table, message_id: int, waiting: tuple[Seat, ...]) -> None:
        await self._tables.snapshots.posted(table.id, Post(table.rev, table.channel, message_id, waiting))
        self._doubtful.discard(table.id)

    async def repost(self, table_id: int) -> None:
        """Post the board as a new message, even if nothing has changed."""
        await self._show(table_id, fresh=True)

    async def compose(self, snapshot: TableSnapshot, seal: str = "") -> _Composed:
        """The public message in the server's language, its pictures, and the users it notifies; `seal` is a line below.

        Below the last board of a finished game is its poster.
        """
        table = snapshot.table
        game = self._tables.catalogue.game(table.game)
        language = await self._locales.to_server(table.guild)
        if snapshot.view is None:
            return lobby_message(table, game, language), [], []
        preferences = preferences_of((await self._tables.settings.chosen("server", table.guild)).values)
        picture = await self._pictures.board(
            snapshot, language, preferences.tone, moving=preferences.moving, posted=True
        )
        end = await self._poster(snapshot, language, preferences.tone) if table.status == "finished" else None
        calls = await self._calls(snapshot)
        texts = await self._texts(snapshot, language, calls)
        shown = [one for one in (picture, end) if one is not None]
        return message(*texts, *shown, seal, *_controls(table, language)), shown, calls

    async def _poster(self, snapshot: TableSnapshot, language: Language, tone: Tone) -> Picture | None:
        """The poster of a finished game; None where it cannot be drawn: the last board is posted without it."""
        try:
            replay = await self._tables.history.replay(snapshot.table.id)
        except Refusal:
            return None
        return await self._pictures.poster(snapshot, replay, language, tone, posted=True)

    async def _texts(self, snapshot: TableSnapshot, language: Language, calls: Collection[int]) -> list[str]:
        game = self._tables.catalogue.game(snapshot.table.game)
        seats = [person.seat for person in snapshot.table.seats if person.user in calls]
        seed = await self._tables.snapshots.seed(snapshot.table.id)
        return board_texts(snapshot, game, seed, language, seats, happened(snapshot, language))

    async def _hold_calls(self, snapshot: TableSnapshot, last: Post | None, called: Collection[int]) -> None:
        """Whoever may not be called now is called when they are awake; not whom the last post about the same question was for."""
        table, asleep = snapshot.table, list[Seat]()
        before = last.waiting if last is not None and table.asked <= last.rev else ()
        for seat in snapshot.waiting:
            user = table.user_at(seat)
            if user is None or user in called or seat in before:
                continue
            if await self._tables.settings.wants_call(user, turn=True):
                asleep.append(seat)
        if asleep:
            await self._tables.reminders.call_later(table.id, asleep)

    async def _calls(self, snapshot: TableSnapshot) -> list[int]:
        """The users whose turn it is, or at the end those who played, and who may be mentioned now; the others are only
        named."""
        if snapshot.table.status == "finished":
            later = await self._tables.snapshots.asleep_at_end(snapshot.table.id)
            people = [person.user for person in snapshot.table.played if person.seat not in later]
            return await self._tables.settings.to_call(people)
        asleep = {clock.seat for clock in snapshot.clocks if clock.asleep}
        waiting = [snapshot.table.user_at(seat) for seat in snapshot.waiting if seat not in asleep]
        return [user for user in waiting if user and await self._tables.settings.wants_call(user, turn=True)]


def _needs_new_message(snapshot: TableSnapshot, last: Post) -> bool:
    """Whether to send a new message: the last post did not call somebody who is to move, or others have moved since."""
    if snapshot.table.status == "finished":
        return bool(last.waiting or snapshot.movers)
    if any(held.until > last.rev and held.seat in snapshot.waiting for held in snapshot.table.past):
        return True  # the last post called the seat, but not the person who has it now
    table = snapshot.table
    people = {seat for seat in snapshot.waiting if not table.seats[seat].level}
    movers = set(snapshot.movers)
    if snapshot.turn_of in people:  # what computers answer in the middle of somebody's turn makes no new one of it
        movers -= {person.seat for person in table.seats if person.level}
    return not people <= set(last.waiting) or (bool(people) and not movers <= set(last.waiting))


def _controls(table: Table, language: Language) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    return rows(board_buttons(table, language))


def _shows(table: Table, pressed: custom_ids.Pressed) -> bool:
    return (pressed.act, pressed.table, pressed.rev) in {(act, table.id, table.rev) for act in ("board", "join")}
