"""Keep one message per table up to date: the board post, which the channel sees after every change.

Each table has one worker, which posts only the newest state. A post is made from the store, so it can always be repeated, and
a move stands even if its post fails. Composing the message is up to `cogs.services.board_composer`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import aiohttp
import discord

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.interactions import custom_ids
from cogs.messages.layout import allow_mentions
from cogs.pictures.picture_service import PictureService, create_files
from cogs.services.board_composer import BoardComposer, ComposedPost, build_post_nonce, needs_new_message
from cogs.services.post_converter import PostConverter
from cogs.services.sending import SEND_TIMEOUT_S, UNKNOWN_CHANNEL_CODE, UNKNOWN_MESSAGE_CODE, may_work_later
from engine.host.model.table import BoardPost, Table, TableSnapshot
from engine.host.service.fair_slots import current_server
from engine.host.service.service_context import StoreUnavailableError
from engine.host.service.table_services import TableServices
from engine.host.store.database import StoreError

log = logging.getLogger("overwinter.posts")
ARCHIVED_THREAD_CODE = 50083
RETRY_MIN_S, RETRY_MAX_S = 6, 300
"""The pause before the first retry of a failed post, which doubles with each failure, and the longest pause."""
MAX_MESSAGES_SEARCHED = 20
"""The number of messages that are searched for a post whose sending was not confirmed."""
RETRIED_ERRORS = (
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    StoreUnavailableError,
    StoreError,
)


class _DuePost(NamedTuple):
    """A table that has to be posted.

    `is_missing_picture`: its last post is current but for the picture. `is_first_board`: the game has just begun. `is_edit`: the
    last post is edited, not followed by a new one.
    """

    snapshot: TableSnapshot
    is_missing_picture: bool
    is_first_board: bool
    is_edit: bool


class BoardPosts:
    """The board posts of all tables.

    A new message follows when the turn passes, since an edit notifies nobody; while the same seats go on, the last one is edited.
    A failed post is tried again while Discord is down. Where the bot may not post, the table waits for its next change or for a
    change of the bot's rights.
    """

    def __init__(
        self,
        tables: TableServices,
        picture_service: PictureService,
        locales: LocaleResolver,
        channels: Callable[[int], discord.PartialMessageable],
        reopen_thread: Callable[[int], Awaitable[object]],
    ) -> None:
        self._tables = tables
        self._channels = channels
        self._reopen_thread = reopen_thread
        self._render_queue = picture_service.render_queue
        self.composer = BoardComposer(tables, picture_service, locales)
        self._converter = PostConverter(tables, locales)
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._tables_to_repeat: set[int] = set()
        self._resting_tables: dict[int, asyncio.Task[None]] = {}
        self._doubtful_tables: set[int] = set()
        """Tables whose newest post may have been sent without its id being stored."""
        self._refused_tables: dict[int, int] = {}
        """The server of each table that could not be posted for lack of rights."""
        self._posts_without_picture: dict[int, int] = {}
        """The server of each table whose last post was sent without its picture."""
        self.should_delay_post: Callable[[int], Awaitable[bool]] | None = None
        """Returns whether to wait with a table's post because the table changes again in a moment."""

    @property
    def waiting_count(self) -> int:
        """The number of tables whose post is under way or waiting for Discord."""
        return len(self._workers)

    @property
    def refused_count(self) -> int:
        """The number of tables that cannot be posted for lack of rights."""
        return len(self._refused_tables)

    @property
    def running_tasks(self) -> list[asyncio.Task[None]]:
        """The tasks that post, and the pauses of tables whose post has failed."""
        return [*self._workers.values(), *self._resting_tables.values()]

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
        """Retry all waiting posts now. Call this when Discord is back: the bot's rights may have changed as well."""
        for table_id in {*self._resting_tables, *self._refused_tables, *self._posts_without_picture}:
            self.request_post(table_id)

    def retry_server(self, guild_id: int) -> None:
        """Retry the posts that a server's rights have prevented so far."""
        guild_by_table = self._refused_tables | self._posts_without_picture
        for table_id, table_guild in guild_by_table.items():
            if table_guild == guild_id:
                self.request_post(table_id)

    async def drain(self, timeout_s: float = 5) -> None:
        """Wait for posts under way. Those that do not finish in time are posted at the next start."""
        if self._workers:
            only_resting = len(self._workers) <= len(self._resting_tables)
            await asyncio.wait(self._workers.values(), timeout=0 if only_resting else timeout_s)
        unfinished = list(self._workers.values())
        for worker in unfinished:
            worker.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)

    async def repost_board(self, table_id: int) -> None:
        """Post the board as a new message, even if nothing has changed."""
        await self._post_table(table_id, fresh=True)

    # ------------------------------------------------------------- workers
    async def _run_table(self, table_id: int) -> None:
        try:
            await self._post_until_current(table_id)
        finally:
            # Without an await in between: a request after the last check needs a new worker.
            del self._workers[table_id]

    async def _post_until_current(self, table_id: int) -> None:
        failures = 0
        while table_id in self._tables_to_repeat:
            self._tables_to_repeat.discard(table_id)
            try:
                await self._post_table(table_id)
                self._refused_tables.pop(table_id, None)
            except discord.NotFound as error:
                await self._handle_missing_channel(table_id, error)
            except discord.Forbidden:
                if table_id not in self._refused_tables:
                    log.warning("table %s: not allowed to post in its channel; /board still works", table_id)
                await self._record_refusal(table_id)
            except RETRIED_ERRORS as error:
                if isinstance(error, discord.HTTPException) and error.code == ARCHIVED_THREAD_CODE:
                    await self._reopen_and_retry(table_id)
                elif isinstance(error, discord.HTTPException) and not may_work_later(error):
                    log.exception("table %s: Discord refuses its post", table_id)
                else:
                    failures += 1
                    await self._retry_after_failure(table_id, failures, error)
            except Exception:
                log.exception("table %s: could not draw or post", table_id)

    async def _handle_missing_channel(self, table_id: int, error: discord.NotFound) -> None:
        log.info("table %s: its channel does not exist (%s)", table_id, error.code)
        self._refused_tables.pop(table_id, None)
        self._posts_without_picture.pop(table_id, None)
        if error.code == UNKNOWN_CHANNEL_CODE:
            await self._tables.channels.mark_lost(table_id)

    async def _record_refusal(self, table_id: int) -> None:
        self._refused_tables[table_id] = (await self._tables.load_table(table_id)).guild_id
        await self._tables.outages.stop_clocks(table_id)

    async def _reopen_and_retry(self, table_id: int) -> None:
        """Reopen a table's archived thread, whose messages cannot be edited, and post again.

        If somebody has locked the thread, the post waits until the thread is open or the bot's rights have changed.
        """
        table = await self._tables.load_table(table_id)
        try:
            await self._reopen_thread(table.channel_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            if table_id not in self._refused_tables:
                log.warning("table %s: its thread is archived and stays so (%s)", table_id, type(error).__name__)
            await self._record_refusal(table_id)
        else:
            self._tables_to_repeat.add(table_id)

    async def _retry_after_failure(self, table_id: int, failures: int, error: Exception) -> None:
        """Let the table rest before its next attempt; a new request ends the rest."""
        pause_s = min(RETRY_MIN_S * 2 ** min(failures - 1, 10), RETRY_MAX_S)
        log.warning("table %s: could not post (%s), next try in %s s", table_id, type(error).__name__, pause_s)
        self._tables_to_repeat.add(table_id)
        self._doubtful_tables.add(table_id)
        rest = asyncio.create_task(asyncio.sleep(pause_s), name=f"rest-{table_id}")
        self._resting_tables[table_id] = rest
        try:
            await asyncio.wait({rest})
        finally:
            rest.cancel()
            del self._resting_tables[table_id]

    # ------------------------------------------------------------- one post
    async def _post_table(self, table_id: int, *, fresh: bool = False) -> None:
        """Edit the table's post or send a new one. `fresh`: send a new one even if nothing has changed."""
        current_server.set((await self._tables.load_table(table_id)).guild_id)
        async with self._render_queue.hold_board_slot():
            if not fresh:
                self._tables_to_repeat.discard(table_id)  # the post shows all changes up to now
            due = await self._find_due_post(table_id, fresh=fresh)
            if due is None:
                return
            post = None if due.is_first_board else await self.composer.compose_post(due.snapshot, edits=due.is_edit)
        table = due.snapshot.table
        channel = self._channels(table.channel_id)
        if post is None:
            post = await self._compose_first_board(channel, due.snapshot)
        if due.is_edit and await self._edit_last_post(channel, due, post):
            return
        if not fresh and table_id in self._doubtful_tables:
            found = await self._find_sent(channel, table)
            if found is not None:
                await self._record_new_post(due.snapshot, found)
                return
        await self._send_new_post(channel, due, post, fresh=fresh)

    async def _find_due_post(self, table_id: int, *, fresh: bool) -> _DuePost | None:
        """Return what has to be posted of a table as it stands now, or None if its last post is current."""
        if not fresh and await self._should_skip(table_id):
            return None
        snapshot = await self._tables.snapshots.take_snapshot(table_id, None)
        table, last = snapshot.table, snapshot.post
        if fresh or last is None or last.channel_id != table.channel_id:
            is_first_board = await self._has_begun_since(table_id, last)
            return _DuePost(snapshot, is_missing_picture=False, is_first_board=is_first_board, is_edit=False)
        is_current = last.revision >= table.revision
        if is_current and table_id not in self._posts_without_picture:
            return None
        if await self._has_begun_since(table_id, last):
            return _DuePost(snapshot, is_current, is_first_board=True, is_edit=False)
        is_edit = is_current or not needs_new_message(snapshot, last)
        if is_edit and table.status == "finished":  # only its seals have opened, so the news of the last post stay
            since = await self._tables.snapshots.find_revision_before(table_id, last)
            snapshot = await self._tables.snapshots.take_snapshot(table_id, None, since_revision=since)
        return _DuePost(snapshot, is_current, is_first_board=False, is_edit=is_edit)

    async def _has_begun_since(self, table_id: int, last: BoardPost | None) -> bool:
        """Return whether the game has begun since the last post, which was the lobby or is None."""
        if last is not None and last.waiting_seats:
            return False
        return await self._tables.snapshots.has_begun_since(table_id, last.revision if last else -1)

    async def _should_skip(self, table_id: int) -> bool:
        """Return whether not to post now: another process serves the server, the channel is gone, or the table changes again."""
        table, shard_range = await self._tables.load_table(table_id), self._tables.context.shard_range
        if table.channel_lost_at is not None or not shard_range.includes_guild(table.guild_id):
            return True
        return self.should_delay_post is not None and await self.should_delay_post(table_id)

    async def _edit_last_post(self, channel: discord.PartialMessageable, due: _DuePost, post: ComposedPost) -> bool:
        """Show the table in its last post. Return False if that was deleted and a new one has to be sent."""
        last = due.snapshot.post
        assert last is not None
        message = channel.get_partial_message(last.message_id)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self._edit_message(message, due.snapshot, post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE_CODE:
                raise
            if not due.is_missing_picture:
                return False
            self._posts_without_picture.pop(due.snapshot.table.id, None)
            return True
        await self._record_post(due.snapshot, last.message_id)
        return True

    async def _edit_message(self, message: discord.PartialMessage, snapshot: TableSnapshot, post: ComposedPost) -> None:
        """Edit a message, without its pictures where files are forbidden."""
        try:
            await message.edit(view=post.view, attachments=create_files(*post.pictures))
        except discord.Forbidden:
            if not post.pictures:
                raise
            await message.edit(view=await self._compose_without_picture(snapshot, post), attachments=[])
        else:
            self._posts_without_picture.pop(snapshot.table.id, None)

    async def _send_new_post(
        self, channel: discord.PartialMessageable, due: _DuePost, post: ComposedPost, *, fresh: bool
    ) -> None:
        table, last = due.snapshot.table, due.snapshot.post
        if last is not None and not last.waiting_seats and not due.is_first_board and table.status == "running":
            await self._converter.withdraw_final_post(self._channels(last.channel_id), table, last)
        if due.is_edit:  # it replaces a deleted message, and an edit calls nobody
            post = post._replace(called_users=[])
        else:  # the players who may not be called now are called when they are awake
            users = [
                user for user in await self.composer.list_users_to_call(due.snapshot) if user not in post.called_users
            ]
            await self._tables.calls.call_later(table.id, users)
        # With the nonce Discord returns the earlier message if we crashed between sending it and storing its id.
        is_repeat = fresh or (last is not None and last.revision >= table.revision)
        if is_repeat:
            nonce = secrets.token_hex(8)
        else:
            nonce = build_post_nonce(table)
        async with asyncio.timeout(SEND_TIMEOUT_S):
            sent = await self._send_message(channel, due.snapshot, post, nonce)
        await self._tables.outages.resume_clocks(table.id)
        if due.is_edit:
            await self._record_post(due.snapshot, sent.id)
        else:
            await self._record_new_post(due.snapshot, sent.id)

    async def _send_message(
        self, channel: discord.PartialMessageable, snapshot: TableSnapshot, post: ComposedPost, nonce: str
    ) -> discord.Message:
        """Send a post, without its pictures where files are forbidden, so that the next player is still called."""
        mentions = allow_mentions(*post.called_users)
        files = create_files(*post.pictures)
        try:
            sent = await channel.send(view=post.view, files=files, nonce=nonce, allowed_mentions=mentions)
        except discord.Forbidden:
            if not files:
                raise
            bare = await self._compose_without_picture(snapshot, post)
            return await channel.send(view=bare, nonce=nonce, allowed_mentions=mentions)
        self._posts_without_picture.pop(snapshot.table.id, None)
        return sent

    async def _compose_without_picture(self, snapshot: TableSnapshot, post: ComposedPost) -> discord.ui.LayoutView:
        """Compose the post without its pictures, and note that they are missing until the table or the bot's rights change."""
        self._posts_without_picture[snapshot.table.id] = snapshot.table.guild_id
        return await self.composer.compose_without_picture(snapshot, post)

    async def _compose_first_board(self, channel: discord.PartialMessageable, snapshot: TableSnapshot) -> ComposedPost:
        """Compose the first board of a game after its lobby has been changed to say that the game has begun."""
        await self._converter.convert_lobby(channel, snapshot.table, snapshot.post)
        async with self._render_queue.hold_board_slot():
            return await self.composer.compose_post(snapshot)

    # ------------------------------------------------------------- records
    async def _find_sent(self, channel: discord.PartialMessageable, table: Table) -> int | None:
        """Return the id of a message that shows this revision: it was sent, but its id was not stored."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                async for message in channel.history(limit=MAX_MESSAGES_SEARCHED):
                    if _shows_table(message, table):
                        return message.id
        except discord.Forbidden:
            pass  # without the right to read the channel there is only the nonce
        return None

    async def _record_post(self, snapshot: TableSnapshot, message_id: int) -> None:
        """Store that a message, which had been sent before, shows a table as it is now."""
        await self._tables.snapshots.record_post(snapshot.table.id, _build_post(snapshot, message_id))
        self._doubtful_tables.discard(snapshot.table.id)

    async def _record_new_post(self, snapshot: TableSnapshot, message_id: int) -> None:
        """Store a new message of a table, and with it the direct messages about it."""
        users = await self.composer.list_users_to_call(snapshot)
        await self._tables.calls.record_post(snapshot.table, _build_post(snapshot, message_id), users)
        self._doubtful_tables.discard(snapshot.table.id)


def _build_post(snapshot: TableSnapshot, message_id: int) -> BoardPost:
    table = snapshot.table
    waiting = snapshot.waiting_seats if table.status == "running" else ()
    return BoardPost(table.revision, table.channel_id, message_id, waiting)


def _shows_table(message: discord.Message, table: Table) -> bool:
    """Return whether a message is the post of the table's newest revision."""
    for control in custom_ids.generate_custom_ids(message.components):
        is_newest = (control.table_id, control.revision) == (table.id, table.revision)
        if is_newest and control.act in {"board", "join"}:
            return True
    return False
