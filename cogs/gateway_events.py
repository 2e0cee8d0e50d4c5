"""What the bot does when the gateway reports changes of servers, channels, threads and rights. `cogs.client` answers
interactions."""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from cogs.client import Overwinter
from engine.host.model.shard_range import ShardRange
from engine.kernel.text import UserError

log = logging.getLogger("overwinter")


class GatewayEvents(commands.Cog):
    """The listeners for events of servers, channels and threads."""

    def __init__(self, bot: Overwinter) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Catch up after a new session of a shard: retry waiting posts, reopen threads, and find the servers that were left."""
        self.bot.board_posts.retry_all()
        share = ShardRange(shard, shard, self.bot.shard_count or 1)
        for thread_id in await self.bot.tables.list_live_threads(share):
            if self.bot.get_channel(thread_id) is None:  # the gateway announces only open threads
                await self._keep_thread_open(thread_id)
        await self.bot.tables.departures.sync_guilds([guild.id for guild in self.bot.guilds], share)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Retry waiting posts after a session was resumed."""
        self.bot.board_posts.retry_all()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep the tables of a server that the bot joins, perhaps again."""
        await self.bot.tables.departures.mark_returned(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server removed the bot. Its tables end later, unless the bot comes back."""
        await self.bot.tables.departures.mark_departed(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retry the server's posts, because the bot may have more rights now."""
        self.bot.board_posts.retry_server(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Retry the server's posts, because the bot may have more rights now."""
        self.bot.board_posts.retry_server(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Retry the server's posts. Without the members intent the member is always the bot, which may have more rights now."""
        self.bot.board_posts.retry_server(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Let the table of a deleted channel wait, and remove the channel from the server's settings."""
        await self.bot.tables.settings.remove_channel(channel.guild.id, channel.id)
        await self._note_lost_channel(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the table of a deleted thread wait for another channel."""
        await self._note_lost_channel(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Reopen the thread of a live table that Discord archived, and retry the post of one that is open again.

        Discord archives a thread after a week of silence. A thread that a moderator has locked stays archived.
        """
        metadata: dict[str, Any] = dict(payload.data.get("thread_metadata") or {})
        try:
            table = await self.bot.tables.find_channel_table(payload.thread_id)
        except UserError:
            return
        if not metadata.get("archived"):
            self.bot.board_posts.request_post(table.id)
        elif not metadata.get("locked"):
            await self._keep_thread_open(payload.thread_id)

    async def _note_lost_channel(self, channel_id: int) -> None:
        try:
            table = await self.bot.tables.find_channel_table(channel_id)
        except UserError:
            return
        await self.bot.tables.channels.mark_lost(table.id)

    async def _keep_thread_open(self, thread_id: int) -> None:
        try:
            await self.bot.reopen_thread(thread_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as refused:
            log.info("thread %s stays archived (%s)", thread_id, type(refused).__name__)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(GatewayEvents(bot))
