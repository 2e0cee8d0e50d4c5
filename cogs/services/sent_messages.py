"""Find a message that was sent by a bot that was interrupted before it could store the message's id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

SEARCH_TIMEOUT_S = 30
MAX_MESSAGES_SEARCHED = 500
CLOCK_TOLERANCE = timedelta(minutes=10)
"""The search begins this long before the message was made, since the clocks of two machines differ."""


async def find_sent_message(
    channel: discord.PartialMessageable, made_at: int, is_match: Callable[[discord.Message], bool]
) -> int | None:
    """Return the id of the first message since `made_at` (unix seconds) that matches, None if there is none.

    Raises HTTPException or TimeoutError if Discord cannot be asked.
    """
    start = datetime.fromtimestamp(made_at, UTC) - CLOCK_TOLERANCE
    async with asyncio.timeout(SEARCH_TIMEOUT_S):
        async for message in channel.history(limit=MAX_MESSAGES_SEARCHED, after=start, oldest_first=True):
            if is_match(message):
                return message.id
    return None
