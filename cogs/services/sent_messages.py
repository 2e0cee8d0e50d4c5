"""Send a message of the outbox to a table's channel once, also if the bot was interrupted while it sent it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import UTC, datetime, timedelta

import discord

from cogs.messages.layout import allow_mentions
from cogs.messages.marks import build_mark, has_control
from cogs.pictures.picture_service import Picture, create_files
from cogs.services.sending import SEND_TIMEOUT_S
from engine.host.model.table import Table
from engine.host.service.deadlines.calls import Calls
from engine.host.service.people.outages import Outages
from engine.host.store.outbox import OutboxItem

SEARCH_TIMEOUT_S = 30
MAX_MESSAGES_SEARCHED = 500
CLOCK_TOLERANCE = timedelta(minutes=10)
"""The search begins this long before the message was made, since the clocks of two machines differ."""
ViewBuilder = Callable[[Collection[int]], Awaitable[discord.ui.LayoutView]]
"""Builds a message that mentions these users."""


def build_nonce(item: OutboxItem) -> str:
    """Build the nonce of a message of the outbox, the same at each attempt.

    The time tells it from the nonce of an earlier message with the same id, which the store may have lost.
    """
    return f"n{item.id}:{item.created_at}"


class ChannelSender:
    """Sends the messages of the outbox to the tables' channels."""

    def __init__(
        self, calls: Calls, outages: Outages, get_channel: Callable[[int], discord.PartialMessageable]
    ) -> None:
        self._calls = calls
        self._outages = outages
        self.get_channel = get_channel

    async def send_once(
        self,
        item: OutboxItem,
        table: Table,
        users: Iterable[int],
        build_view: ViewBuilder,
        *,
        control: tuple[str, str] = ("", ""),
        news_revision: int | None = None,
        has_booked_calls: bool = False,
    ) -> int:
        """Send a message unless it is in the channel already, and return its id. It calls the `users`, see `Calls.call_users`.

        A control of the message has the item's mark, or else the act and rest of `control`, by which the message is found.
        `has_booked_calls`: the caller has booked the calls of the users, so they are mentioned in any case.
        """
        channel = self.get_channel(table.channel_id)
        sent_id = await self.find_sent(item, table, control)
        if sent_id is not None:
            return sent_id
        nonce = build_nonce(item)
        called_users = list(users)
        if not has_booked_calls:
            called_users = await self._calls.call_users(table.id, called_users, nonce, news_revision=news_revision)
        view = await build_view(called_users)
        async with asyncio.timeout(SEND_TIMEOUT_S):
            # For some minutes the nonce makes Discord return a message it has already; later the channel is searched.
            sent = await channel.send(view=view, nonce=nonce, allowed_mentions=allow_mentions(*called_users))
        await self._outages.resume_clocks(table.id)
        return sent.id

    async def find_sent(self, item: OutboxItem, table: Table, control: tuple[str, str] = ("", "")) -> int | None:
        """Return the id of a message that an earlier attempt has sent, see `send_once`; None if it is not in the channel."""
        if not item.was_tried:
            return None
        act, rest = control
        channel = self.get_channel(table.channel_id)
        return await _find_sent_message(channel, table.id, item.created_at, act, rest or build_mark(item))


class DirectSender:
    """Sends messages of the outbox to users. `open_channel` returns the channel of direct messages with a user."""

    def __init__(self, open_channel: Callable[[int], Awaitable[discord.abc.Messageable]]) -> None:
        self._open_channel = open_channel

    async def was_sent(self, item: OutboxItem, user_id: int) -> bool:
        """Return whether an earlier attempt has sent a message."""
        if not item.was_tried:
            return False
        async with asyncio.timeout(SEND_TIMEOUT_S):
            channel = await self._open_channel(user_id)
        return await _find_sent_message(channel, None, item.created_at, "", build_mark(item)) is not None

    async def send_once(
        self, item: OutboxItem, user_id: int, view: discord.ui.LayoutView, picture: Picture | None
    ) -> None:
        """Send a message unless the user has it already. Raises Forbidden if the user takes none."""
        if await self.was_sent(item, user_id):
            return
        files = create_files(picture)
        async with asyncio.timeout(SEND_TIMEOUT_S):
            channel = await self._open_channel(user_id)
            await channel.send(view=view, files=files, nonce=build_nonce(item))


async def _find_sent_message(
    channel: discord.abc.Messageable, table_id: int | None, created_at: int, act: str, rest: str
) -> int | None:
    """Return the id of the first message since `created_at` with this control, None if there is none.

    Raises HTTPException or TimeoutError if Discord cannot be asked.
    """
    start = datetime.fromtimestamp(created_at, UTC) - CLOCK_TOLERANCE
    async with asyncio.timeout(SEARCH_TIMEOUT_S):
        async for message in channel.history(limit=MAX_MESSAGES_SEARCHED, after=start, oldest_first=True):
            if has_control(message, table_id, rest, act):
                return message.id
    return None
