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

from cogs.i18n.languages import Language
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.board import build_board_buttons, describe_no_picture, format_board
from cogs.messages.layout import allow_mentions, build_button_rows, build_message
from cogs.messages.lobby import build_lobby_message, build_started_message, format_seal
from cogs.pictures.picture_service import Picture, PictureService, describe_recent_turns, read_preferences
from engine.host.model.table import BoardPost, Table, TableSnapshot
from engine.host.service.service_context import StoreUnavailableError
from engine.host.service.table_services import TableServices
from engine.host.store.database import StoreError
from engine.kernel.text import Seat, UserError, say
from render.kit.theme import Tone

log = logging.getLogger("overwinter.posts")
UNKNOWN_CHANNEL_CODE, UNKNOWN_MESSAGE_CODE, ARCHIVED_THREAD_CODE = 10003, 10008, 50083
RETRY_MIN_S, RETRY_MAX_S = 6, 300
"""Seconds until a failed post is tried again: doubled each time, up to the longest."""
SEND_TIMEOUT_S = 30
"""How long one send may take before it is tried again."""
MAX_MESSAGES_SEARCHED = 20
"""Messages that are searched for a post whose sending was not confirmed."""


_ComposedPost = tuple[discord.ui.LayoutView, list[Picture], list[int]]


class _DuePost(NamedTuple):
    """A table to be posted: whether only its picture was missing (`is_missing_picture`), whether its game has just
    begun, and whether its last
    post is changed instead of followed by another."""

    snapshot: TableSnapshot
    is_missing_picture: bool
    is_first_board: bool
    is_edit: bool


class BoardPosts:
    """Keeps the board post of every table up to date."""

    def __init__(
        self,
        tables: TableServices,
        picture_service: PictureService,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        reopen_thread: Callable[[int], Awaitable[object]],
    ) -> None:
        self._tables = tables
        self._pictures = picture_service
        self._locales = locales
        self._channels = channels
        self._reopen_thread = reopen_thread
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._tables_to_repeat: set[int] = set()
        self._resting_tables: dict[int, asyncio.Task[None]] = {}
        self._doubtful_tables: set[int] = set()
        self._refused_tables: dict[int, int] = {}
        # Tables whose last post had to go out without its picture, with their server.
        self._posts_without_picture: dict[int, int] = {}
        self.should_delay_post: Callable[[TableSnapshot], bool] = lambda _snapshot: False
        """Whether a table is better not posted yet: it changes again in a moment."""

    @property
    def waiting_count(self) -> int:
        """Tables whose post is under way or waiting for Discord."""
        return len(self._workers)

    @property
    def refused_count(self) -> int:
        """Tables that cannot be posted for lack of rights."""
        return len(self._refused_tables)

    def request_post(self, table_id: int, *, may_be_posted: bool = False) -> None:
        """Post a table that has changed. `may_be_posted`: it may have been posted without our knowing."""
        self._tables_to_repeat.add(table_id)
        if may_be_posted:
            self._doubtful_tables.add(table_id)
        if table_id in self._resting_tables:
            self._resting_tables[table_id].cancel()
        if table_id not in self._workers:
            self._workers[table_id] = asyncio.create_task(self._run_table(table_id), name=f"post-{table_id}")

    def retry_all(self) -> None:
        """Discord is back, and the bot's rights may have changed: retry now what waits."""
        for table_id in {*self._resting_tables, *self._refused_tables, *self._posts_without_picture}:
            self.request_post(table_id)

    def retry_server(self, guild_id: int) -> None:
        """Retry what a server's rights have prevented so far."""
        waiting = self._refused_tables | self._posts_without_picture
        for table_id in [table_id for table_id, where in waiting.items() if where == guild_id]:
            self.request_post(table_id)

    async def drain(self, timeout_s: float = 5) -> None:
        """Wait for posts under way; those that do not finish in time are posted at the next start."""
        if self._workers:
            await asyncio.wait(
                self._workers.values(), timeout=timeout_s if len(self._workers) > len(self._resting_tables) else 0
            )
        left = list(self._workers.values())
        for worker in left:
            worker.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _run_table(self, table_id: int) -> None:
        try:
            await self._post_until_current(table_id)
        finally:
            # Before anything else can run: a poke after this needs a new worker.
            del self._workers[table_id]

    async def _post_until_current(self, table_id: int) -> None:
        tries = 0
        while table_id in self._tables_to_repeat:
            self._tables_to_repeat.discard(table_id)
            try:
                await self._post_table(table_id)
                self._refused_tables.pop(table_id, None)
            except discord.NotFound as gone:
                log.info("table %s: its channel does not exist (%s)", table_id, gone.code)
                self._refused_tables.pop(table_id, None)
                self._posts_without_picture.pop(table_id, None)
                if gone.code == UNKNOWN_CHANNEL_CODE:
                    await self._tables.lobby.abandon(table_id)
            except discord.Forbidden:
                if table_id not in self._refused_tables:
                    log.warning("table %s: not allowed to post in its channel; /board still works", table_id)
                self._refused_tables[table_id] = (await self._tables.load_table(table_id)).guild_id
            except (
                discord.HTTPException,
                aiohttp.ClientError,
                OSError,
                TimeoutError,
                StoreUnavailableError,
                StoreError,
            ) as failed:
                if isinstance(failed, discord.HTTPException) and failed.code == ARCHIVED_THREAD_CODE:
                    await self._reopen_and_retry(table_id)
                    continue
                if isinstance(failed, discord.HTTPException) and failed.status < 500:
                    log.exception("table %s: Discord refuses its post", table_id)
                    continue
                tries += 1
                pause = min(RETRY_MIN_S * 2 ** min(tries - 1, 10), RETRY_MAX_S)
                log.warning("table %s: could not post (%s), next try in %s s", table_id, type(failed).__name__, pause)
                self._tables_to_repeat.add(table_id)
                self._doubtful_tables.add(table_id)
                await self._retry_after(table_id, pause)
            except Exception:
                log.exception("table %s: could not draw or post", table_id)

    async def _reopen_and_retry(self, table_id: int) -> None:
        """A table's thread is archived, so its post cannot be changed: reopen the thread and try again. Where that is not allowed,
        because somebody has locked it, the post waits until the thread is open or the bot's rights have changed."""
        table = await self._tables.load_table(table_id)
        try:
            await self._reopen_thread(table.channel_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as refused:
            if table_id not in self._refused_tables:
                log.warning("table %s: its thread is archived and stays so (%s)", table_id, type(refused).__name__)
            self._refused_tables[table_id] = table.guild_id
        else:
            self._tables_to_repeat.add(table_id)

    async def _retry_after(self, table_id: int, seconds: float) -> None:
        rest = self._resting_tables[table_id] = asyncio.create_task(asyncio.sleep(seconds), name=f"rest-{table_id}")
        try:
            await asyncio.wait({rest})
        finally:
            rest.cancel()
            del self._resting_tables[table_id]

    async def _post_table(self, table_id: int, *, fresh: bool = False) -> None:
        async with self._pictures.render_queue.hold_board_slot():
            if not fresh:
                self._tables_to_repeat.discard(table_id)  # whatever has happened while it waited is shown now
            due = await self._find_due_post(table_id, fresh=fresh)
            if due is None:
                return
            snapshot, shown, begins, edits = due
            composed = None if begins else await self.compose_post(snapshot)
        table, last = snapshot.table, snapshot.post
        channel = self._channels(table.channel_id)
        view, pictures, calls = composed or await self._post_first_board(channel, snapshot)
        files = [picture.create_file() for picture in pictures]
        waiting = snapshot.waiting_seats if table.status == "running" else ()
        if last is not None and edits:
            old = channel.get_partial_message(last.message_id)
            try:
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    try:
                        await old.edit(view=view, attachments=files)
                        self._posts_without_picture.pop(table_id, None)
                    except discord.Forbidden:
                        if not files:
                            raise
                        await old.edit(view=await self._compose_without_picture(snapshot, calls), attachments=[])
            except discord.NotFound as gone:
                if gone.code != UNKNOWN_MESSAGE_CODE:
                    raise
                if shown:  # only its picture was missing
                    self._posts_without_picture.pop(table_id, None)
                    return
                # The post was deleted: send a new one.
            else:
                await self._record_post(table, last.message_id, waiting)
                return
            files = [picture.create_file() for picture in pictures]
        if table_id in self._doubtful_tables and not fresh:
            found = await self._find_sent(channel, table)
            if found is not None:
                await self._record_post(table, found, waiting)
                return
        if last is not None and not last.waiting_seats and not begins and table.status == "running":
            await self._withdraw_final_post(channel, table, last)
        await self._delay_calls(snapshot, last, calls)
        # With the nonce Discord returns the earlier message if we crashed between sending it and storing its id.
        nonce = secrets.token_hex(8) if fresh else f"t{table.id}:{table.revision}"
        async with asyncio.timeout(SEND_TIMEOUT_S):
            sent = await self._send_post(channel, snapshot, view, files, nonce, calls)
        await self._record_post(table, sent.id, waiting)

    def _should_skip(self, snapshot: TableSnapshot) -> bool:
        """Whether a table is not posted now: it changes again in a moment, or the process that serves its server posts it."""
        return not self._tables.context.shard_range.includes_guild(snapshot.table.guild_id) or self.should_delay_post(
            snapshot
        )

    async def _find_due_post(self, table_id: int, *, fresh: bool) -> _DuePost | None:
        """What is to be posted of a table as it stands now, None if it has been."""
        snapshot = await self._tables.snapshots.take_snapshot(table_id, None)
        table, last = snapshot.table, snapshot.post
        shown = last is not None and last.revision >= table.revision and not fresh
        if (shown and table_id not in self._posts_without_picture) or (not fresh and self._should_skip(snapshot)):
            return None
        begins = (last is None or not last.waiting_seats) and await self._tables.snapshots.begins_after(
            table.id, -1 if last is None else last.revision
        )
        edits = last is not None and not fresh and not begins and (shown or not _needs_new_message(snapshot, last))
        if edits and last is not None and table.status == "finished":  # only its seals have opened: the news stay
            since = await self._tables.snapshots.find_revision_before(table_id, last)
            snapshot = await self._tables.snapshots.take_snapshot(table_id, None, since_revision=since)
        return _DuePost(snapshot, shown, begins, edits)

    async def _post_first_board(self, channel: discord.PartialMessageable, snapshot: TableSnapshot) -> _ComposedPost:
        """The first board of a game, whose lobby says that it has begun."""
        seal = await self._convert_lobby(channel, snapshot.table, snapshot.post)
        async with self._pictures.render_queue.hold_board_slot():
            return await self.compose_post(snapshot, seal)

    async def _withdraw_final_post(self, channel: discord.PartialMessageable, table: Table, final: BoardPost) -> None:
        """The end of a game was taken back: its final post says so, and shows neither result nor poster any more."""
        language = await self._locales.find_server_language(table.guild_id)
        told = TextFormatter(translate=language)(say("This end was taken back. The game goes on below."))
        view = build_message(f"### {self._tables.catalogue.load_game(table.game).title}", told)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await channel.get_partial_message(final.message_id).edit(view=view, attachments=[])
        except discord.HTTPException as refused:
            if refused.status >= 500:
                raise

    async def _convert_lobby(self, channel: discord.PartialMessageable, table: Table, lobby: BoardPost | None) -> str:
        """The game has begun: its lobby's message says so and shows the seal of the shuffle, without any buttons.

        Returns the line with the seal where there is no such message any more: then the board shows it.
        """
        game, language = (
            self._tables.catalogue.load_game(table.game),
            await self._locales.find_server_language(table.guild_id),
        )
        seal = await self._tables.snapshots.load_seed_commitment(table.id)
        if lobby is not None:
            try:
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    await channel.get_partial_message(lobby.message_id).edit(
                        view=build_started_message(table, game, seal, language), attachments=[]
                    )
            except discord.HTTPException as refused:
                if refused.status >= 500 or (
                    isinstance(refused, discord.NotFound) and refused.code != UNKNOWN_MESSAGE_CODE
                ):
                    raise
            else:
                return ""
        return format_seal(table, game, seal, language)

    async def _send_post(
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
            sent = await channel.send(view=view, files=files, nonce=nonce, allowed_mentions=allow_mentions(*calls))
        except discord.Forbidden:
            if not files:
                raise
            bare = await self._compose_without_picture(snapshot, calls)
            return await channel.send(view=bare, nonce=nonce, allowed_mentions=allow_mentions(*calls))
        self._posts_without_picture.pop(snapshot.table.id, None)
        return sent

    async def _compose_without_picture(self, snapshot: TableSnapshot, calls: Collection[int]) -> discord.ui.LayoutView:
        """The public message without its picture, until the bot's rights change or the table does."""
        self._posts_without_picture[snapshot.table.id] = snapshot.table.guild_id
        language = await self._locales.find_server_language(snapshot.table.guild_id)
        missing = TextFormatter(translate=language)(describe_no_picture())
        return build_message(
            *await self._format_texts(snapshot, language, calls), missing, *_build_controls(snapshot.table, language)
        )

    async def _find_sent(self, channel: discord.PartialMessageable, table: Table) -> int | None:
        """The message that shows this revision already: sent, but its id was not stored."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                async for old in channel.history(limit=MAX_MESSAGES_SEARCHED):
                    if any(_shows_table(table, pressed) for pressed in custom_ids.list_custom_ids(old.components)):
                        return old.id
        except discord.Forbidden:
            pass  # without the right to read the channel there is only the nonce
        return None

    async def _record_post(self, table: Table, message_id: int, waiting: tuple[Seat, ...]) -> None:
        await self._tables.snapshots.record_post(
            table.id, BoardPost(table.revision, table.channel_id, message_id, waiting)
        )
        self._doubtful_tables.discard(table.id)

    async def repost_board(self, table_id: int) -> None:
        """Post the board as a new message, even if nothing has changed."""
        await self._post_table(table_id, fresh=True)

    async def compose_post(self, snapshot: TableSnapshot, seal: str = "") -> _ComposedPost:
        """The public message in the server's language, its pictures, and the users it notifies; `seal` is a line below.

        Below the last board of a finished game is its poster.
        """
        table = snapshot.table
        game = self._tables.catalogue.load_game(table.game)
        language = await self._locales.find_server_language(table.guild_id)
        if snapshot.view is None:
            return build_lobby_message(table, game, language), [], []
        preferences = read_preferences((await self._tables.settings.load_settings("server", table.guild_id)).values)
        picture = await self._pictures.draw_board(
            snapshot, language, preferences.tone, moving=preferences.is_animated, posted=True
        )
        end = await self._draw_poster(snapshot, language, preferences.tone) if table.status == "finished" else None
        calls = await self._find_called(snapshot)
        texts = await self._format_texts(snapshot, language, calls)
        shown = [one for one in (picture, end) if one is not None]
        return build_message(*texts, *shown, seal, *_build_controls(table, language)), shown, calls

    async def _draw_poster(self, snapshot: TableSnapshot, language: Language, tone: Tone) -> Picture | None:
        """The poster of a finished game; None where it cannot be drawn: the last board is posted without it."""
        try:
            replay = await self._tables.history.load_replay(snapshot.table.id)
        except UserError:
            return None
        return await self._pictures.draw_poster(snapshot, replay, language, tone, posted=True)

    async def _format_texts(self, snapshot: TableSnapshot, language: Language, calls: Collection[int]) -> list[str]:
        game = self._tables.catalogue.load_game(snapshot.table.game)
        seats = [person.seat for person in snapshot.table.seats if person.user_id in calls]
        seed = await self._tables.snapshots.load_seed(snapshot.table.id)
        return format_board(snapshot, game, seed, language, seats, describe_recent_turns(snapshot, language))

    async def _delay_calls(self, snapshot: TableSnapshot, last_post: BoardPost | None, called: Collection[int]) -> None:
        """Whoever may not be called now is called when they are awake; not whom the last post about the same question was for."""
        table, asleep = snapshot.table, list[Seat]()
        before = last_post.waiting_seats if last_post is not None and table.asked_revision <= last_post.revision else ()
        for seat in snapshot.waiting_seats:
            user = table.find_user_to_call(seat)
            if user is None or user in called or seat in before:
                continue
            if await self._tables.settings.wants_call(user, is_turn=True):
                asleep.append(seat)
        if asleep:
            await self._tables.reminders.schedule_calls(table.id, asleep)

    async def _find_called(self, snapshot: TableSnapshot) -> list[int]:
        """The users whose turn it is, or at the end those who played, and who may be mentioned now; the others are only
        named."""
        if snapshot.table.status == "finished":
            later = await self._tables.snapshots.list_seats_called_later(snapshot.table.id)
            people = [person.user_id for person in snapshot.table.reachable_players if person.seat not in later]
            return await self._tables.settings.list_users_to_call(people)
        asleep = {clock.seat for clock in snapshot.seat_waits if clock.is_asleep}
        waiting = [snapshot.table.find_user_to_call(seat) for seat in snapshot.waiting_seats if seat not in asleep]
        return [user for user in waiting if user and await self._tables.settings.wants_call(user, is_turn=True)]


def _needs_new_message(snapshot: TableSnapshot, last_post: BoardPost) -> bool:
    """Whether to send a new message: the last post did not call somebody who is to move, or others have moved since."""
    if snapshot.table.status == "finished":
        return bool(last_post.waiting_seats or snapshot.moved_seats)
    if any(
        held.until_revision > last_post.revision and held.seat in snapshot.waiting_seats
        for held in snapshot.table.past_holders
    ):
        return True  # the last post called the seat, but not the person who has it now
    table = snapshot.table
    people = {seat for seat in snapshot.waiting_seats if not table.seats[seat].computer_level}
    movers = set(snapshot.moved_seats)
    if snapshot.turn_seat in people:  # what computers answer in the middle of somebody's turn makes no new one of it
        movers -= {person.seat for person in table.seats if person.computer_level}
    return not people <= set(last_post.waiting_seats) or (bool(people) and not movers <= set(last_post.waiting_seats))


def _build_controls(table: Table, language: Language) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    return build_button_rows(build_board_buttons(table, language))


def _shows_table(table: Table, pressed: custom_ids.CustomId) -> bool:
    return (pressed.act, pressed.table_id, pressed.revision) in {
        (act, table.id, table.revision) for act in ("board", "join")
    }
