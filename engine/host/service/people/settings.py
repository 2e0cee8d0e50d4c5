"""The settings that users and servers have chosen, cached in memory. `engine.host.model.settings` declares them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

from engine.host.model.settings import DIRECT_MESSAGES, DISCORD_LANGUAGE, ChosenSettings, SettingOwner, list_settings
from engine.host.model.table import NO_USER
from engine.host.service.service_context import ServiceContext
from engine.host.store import user_data
from engine.host.store.database import Transaction
from engine.host.store.users import user_schedules
from engine.kernel.script import Setting
from engine.kernel.text import Text, UserError, say

log = logging.getLogger("overwinter.settings")
MAX_CACHED_SETTINGS = 2_000
"""Users and servers whose settings are kept in memory, a few hundred bytes each."""


class Settings:
    """The chosen settings of users and servers."""

    def __init__(self, context: ServiceContext, languages: Mapping[str, str]) -> None:
        self._context = context
        self.languages = languages
        """The bot's languages: code to native name."""
        self._cache: OrderedDict[tuple[SettingOwner, int], ChosenSettings] = OrderedDict()
        self._change_count = 0

    async def load_settings(self, owner: SettingOwner, owner_id: int) -> ChosenSettings:
        """Return the settings of a user or a server."""
        key = (owner, owner_id)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        change_count = self._change_count
        stored, channel_ids = await user_data.load_settings(self._context.store, owner, owner_id)
        forum_id = None
        if owner == "server":
            forum_id = await user_data.load_forum(self._context.store, owner_id)
        values: dict[str, str] = {}
        for setting in list_settings(owner, self.languages):
            value = stored.get(setting.name, setting.default)
            if value not in setting.values:  # a value of an earlier version of the bot counts as not chosen
                value = setting.default
            values[setting.name] = value
        settings = ChosenSettings(values, channel_ids, forum_id)
        if change_count == self._change_count:  # else these settings may be old already
            self._cache[key] = settings
            while len(self._cache) > MAX_CACHED_SETTINGS:
                self._cache.popitem(last=False)
        return settings

    async def load_language(self, owner: SettingOwner, owner_id: int) -> str | None:
        """Return the chosen language, None for Discord's. Never raises, since error messages need it, too."""
        try:
            language = (await self.load_settings(owner, owner_id)).values["language"]
        except Exception:
            log.exception("the settings cannot be read")
            return None
        if language == DISCORD_LANGUAGE:
            return None
        return language

    async def save_setting(self, owner: SettingOwner, owner_id: int, name: str, value: str) -> ChosenSettings:
        """Save a value of a setting. Raises UserError for an unknown setting or value."""
        setting = self._find_setting(owner, name)
        if setting is None or value not in setting.values:
            raise UserError(say("That setting is from another version of the bot. {/settings} shows today’s."))
        stored_value: str | None = value
        if value == setting.default:
            stored_value = None
        await self._change(lambda tx: user_data.save_setting(tx, owner, owner_id, name, stored_value))
        return await self.load_settings(owner, owner_id)

    async def set_language(self, guild_id: int, language: str) -> None:
        """Set the language of direct messages with a user, which are stored like a server."""
        setting = self._find_setting("server", "language")
        if setting is not None and language in setting.values:
            await self.save_setting("server", guild_id, "language", language)

    async def save_channels(self, guild_id: int, channels: Collection[int]) -> ChosenSettings:
        """Restrict a server's tables to these channels and their threads; none means no restriction."""
        await self._change(lambda tx: user_data.save_channels(tx, guild_id, sorted(channels)))
        return await self.load_settings("server", guild_id)

    async def save_forum(self, guild_id: int, forum_id: int | None) -> ChosenSettings:
        """Let /play open a post in this forum of a server; None means a table in the command's channel."""
        await self._change(lambda tx: user_data.save_forum(tx, guild_id, forum_id))
        return await self.load_settings("server", guild_id)

    async def remove_channel(self, guild_id: int, channel_id: int) -> None:
        """Remove a deleted channel from a server's settings."""
        settings = await self.load_settings("server", guild_id)
        if channel_id == settings.forum_id:
            await self.save_forum(guild_id, None)
        if channel_id in settings.channel_ids:
            await self.save_channels(guild_id, {*settings.channel_ids} - {channel_id})

    async def require_may_open(self, guild_id: int, channel_ids: Collection[int], *, is_moderator: bool) -> None:
        """Raise UserError if the server allows no table here; `channel_ids` are the channel and, for a thread, its parent."""
        settings = await self.load_settings("server", guild_id)
        if settings.values["opening"] == "moderators" and not is_moderator:
            raise UserError(say("On this server moderators open the tables. Ask one of them to {/play} here."))
        if not settings.channel_ids:
            return
        if not {*settings.channel_ids, settings.forum_id}.intersection(channel_ids):
            channels: list[str | int | Text] = [f"<#{channel}>" for channel in settings.channel_ids]
            raise UserError(say("On this server tables are opened in {channels}. {/play} there.", channels=channels))

    async def list_users_to_call(self, users: Iterable[int], *, is_turn: bool = False) -> list[int]:
        """Filter the users who want to be mentioned and are not asleep; `is_turn`: because it is their turn.

        Computers and erased users cannot be mentioned.
        """
        now = self._context.now()
        users_to_call: list[int] = []
        for user_id in users:
            if user_id <= NO_USER or not await self.wants_mention(user_id, is_turn=is_turn):
                continue
            schedule = await user_schedules.load_schedule(self._context.store, user_id)
            if not schedule.is_asleep(now):
                users_to_call.append(user_id)
        return users_to_call

    async def wants_call(self, user_id: int, *, is_turn: bool = False) -> bool:
        """Return whether a user wants to be called, at any hour and by any means."""
        mention_setting = (await self.load_settings("person", user_id)).values["ping"]
        return mention_setting == "always" or (mention_setting == "reminders" and not is_turn)

    async def wants_direct_messages(self, user_id: int) -> bool:
        """Return whether a user wants to be called by direct messages."""
        return (await self.load_settings("person", user_id)).values["calls"] == DIRECT_MESSAGES

    async def wants_mention(self, user_id: int, *, is_turn: bool = False) -> bool:
        """Return whether a user wants to be called by a mention, at any hour."""
        return await self.wants_call(user_id, is_turn=is_turn) and not await self.wants_direct_messages(user_id)

    def _find_setting(self, owner: SettingOwner, name: str) -> Setting | None:
        for setting in list_settings(owner, self.languages):
            if setting.name == name:
                return setting
        return None

    def clear_cache(self) -> None:
        """Drop all cached settings."""
        self._change_count += 1
        self._cache.clear()

    async def _change(self, work: Callable[[Transaction], Awaitable[None]]) -> None:
        await self._context.write(work, affects_all_shards=True)
        self.clear_cache()
