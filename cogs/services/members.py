"""Find out whether somebody is still on a server.

Without the members intent the bot has no list of members, so it asks Discord about each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

import discord

from engine.host.model.table import Table
from engine.kernel.text import Seat

REQUEST_TIMEOUT_S = 30
INTERACTION_TIMEOUT_S = 1.5
"""The timeout of a request while an interaction waits for its answer."""
UNKNOWN_MEMBER_CODE, UNKNOWN_USER_CODE = 10007, 10013


class MemberLookup:
    """Asks Discord about members. `guilds` returns a server that the gateway has announced."""

    def __init__(self, guilds: Callable[[int], discord.Guild | None]) -> None:
        self._guilds = guilds

    async def has_left(self, guild_id: int, user_id: int) -> bool:
        """Return whether somebody has left a server, False if Discord does not let us know.

        Raises HTTPException, OSError or TimeoutError if Discord cannot be asked.
        """
        guild = self._guilds(guild_id)
        if guild is None:
            return False
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                await guild.fetch_member(user_id)
        except discord.NotFound as unknown:
            return unknown.code in (UNKNOWN_MEMBER_CODE, UNKNOWN_USER_CODE)
        except discord.Forbidden:
            return False
        return False

    async def can_see_channel(self, table: Table, user_id: int) -> bool:
        """Return whether a member of the server may see the channel of a table, or the channel of its public thread.

        Raises HTTPException, OSError or TimeoutError if Discord cannot be asked.
        """
        guild = self._guilds(table.guild_id)
        if guild is None:
            return False
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                member = await guild.fetch_member(user_id)
        except discord.NotFound:
            return False  # the user has left the server
        channel = guild.get_channel(table.parent_channel_id or table.channel_id)
        return channel is not None and channel.permissions_for(member).view_channel

    async def find_absent_seats(self, table: Table, seats: Iterable[Seat]) -> list[Seat]:
        """Return the seats whose users have surely left the server of a table."""
        asked_seats = list(seats)
        have_left = await asyncio.gather(
            *(self.has_surely_left(table.guild_id, table.find_seat_user(seat)) for seat in asked_seats)
        )
        return [seat for seat, has_left in zip(asked_seats, have_left, strict=True) if has_left]

    async def has_left_if_known(self, guild_id: int, user_id: int) -> bool | None:
        """Return whether somebody has left a server, while an interaction waits; None if Discord does not answer in time."""
        with suppress(discord.HTTPException, OSError, TimeoutError):
            async with asyncio.timeout(INTERACTION_TIMEOUT_S):
                return await self.has_left(guild_id, user_id)
        return None

    async def can_see_table(self, table: Table, user_id: int) -> bool:
        """Return whether somebody can see the channel of a table, False if Discord does not let us know."""
        guild = self._guilds(table.guild_id)
        if guild is None:
            return False
        channel = guild.get_channel(table.parent_channel_id or table.channel_id)
        return channel is not None and await self.can_see_place(channel, user_id)

    async def can_see_place(self, channel: discord.abc.GuildChannel, user_id: int) -> bool:
        """Return whether somebody can see a channel, False if Discord does not let us know."""
        try:
            async with asyncio.timeout(INTERACTION_TIMEOUT_S):
                member = await channel.guild.fetch_member(user_id)
        except (discord.HTTPException, OSError, TimeoutError):
            return False
        return channel.permissions_for(member).view_channel

    async def has_surely_left(self, guild_id: int, user_id: int) -> bool:
        """Do the same, but return False if Discord does not answer in time."""
        return await self.has_left_if_known(guild_id, user_id) or False
