"""Looking for a message that may have been sent already, by a bot that was interrupted before it could write that down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

SEARCH_TIMEOUT_S = 30
"""How long the search may take."""
MAX_MESSAGES_SEARCHED = 500
"""Messages of a channel that are looked through."""
CLOCK_TOLERANCE = timedelta(minutes=10)
"""How far before its time a message is looked for: the clocks of two machines differ."""


async def find_sent_message(
    channel: discord.PartialMessageable, made_at: int, is_match: Callable[[discord.Message], bool]
) -> int | None:
    """The id of a message that was to be sent from `made_at` (unix seconds) on, None when it is not there.

    Raises HTTPException or TimeoutError when Discord cannot be asked.
    """
    made = datetime.fromtimestamp(made_at, UTC) - CLOCK_TOLERANCE
    async with asyncio.timeout(SEARCH_TIMEOUT_S):
        async for message in channel.history(limit=MAX_MESSAGES_SEARCHED, after=made, oldest_first=True):
            if is_match(message):
                return message.id
    return None
