"""Who is still on a server. Without the members intent the bot has no list of members: it asks Discord about each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import discord

SECONDS = 30
"""How long a question to Discord may take."""
SHORT = 1.5
"""How long it may take while an interaction waits for its answer."""
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class Members:
    """Asks Discord about members; `guilds` returns a server that the gateway has announced."""

    def __init__(self, guilds: Callable[[int], discord.Guild | None]) -> None:
        self._guilds = guilds

    async def has_left(self, guild_id: int, user: int) -> bool:
        """Whether somebody has left a server; False where Discord does not let us know.

        Raises HTTPException, OSError or TimeoutError when Discord cannot be asked.
        """
        guild = self._guilds(guild_id)
        if guild is None:
            return False
        try:
            async with asyncio.timeout(SECONDS):
                await guild.fetch_member(user)
        except discord.NotFound as unknown:
            return unknown.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except discord.Forbidden:
            return False
        return False

    async def surely_left(self, guild_id: int, user: int) -> bool:
        """The same while an interaction waits: False when Discord does not answer in time."""
        with suppress(discord.HTTPException, OSError, TimeoutError):
            async with asyncio.timeout(SHORT):
                return await self.has_left(guild_id, user)
        return False
