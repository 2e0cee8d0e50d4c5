"""What people and servers choose for themselves: declared here once, kept as words, read from memory."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

from engine.host.model.settings import DISCORD_LANGUAGE, ChosenSettings, SettingOwner, list_settings
from engine.host.model.table import NO_USER
from engine.host.service.service_context import ServiceContext
from engine.host.store import turn_deadlines, user_data
from engine.host.store.database import Transaction
from engine.kernel.text import Text, UserError, say

log = logging.getLogger("overwinter.settings")
MAX_CACHED_SETTINGS = 2_000
"""People and servers whose choices are kept in memory, a few hundred bytes each."""


class Settings:
    """Choosing, and asking what was chosen."""

    def __init__(self, context: ServiceContext, languages: Mapping[str, str]) -> None:
        self._context = context
        self.languages = languages
        """The languages the bot speaks, by code."""
        self._cache: OrderedDict[tuple[SettingOwner, int], ChosenSettings] = OrderedDict()
        self._change_count = 0

    async def load_settings(self, owner: SettingOwner, owner_id: int) -> ChosenSettings:
        """What a person or a server, by id, has chosen."""
        key = (owner, owner_id)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        changes = self._change_count
        given, channels = await user_data.load_settings(self._context.store, owner, owner_id)
        # A value from an earlier version of the bot that is none any more counts as not chosen.
        values = {
            one.name: given[one.name] if given.get(one.name) in one.values else one.default
            for one in list_settings(owner, self.languages)
        }
        forum = await user_data.load_forum(self._context.store, owner_id) if owner == "server" else None
        found = ChosenSettings(values, channels, forum)
        if changes == self._change_count:  # else it may be old already
            self._cache[key] = found
            while len(self._cache) > MAX_CACHED_SETTINGS:
                self._cache.popitem(last=False)
        return found

    async def load_language(self, owner: SettingOwner, owner_id: int) -> str | None:
        """The language that was chosen, None for Discord's. Never raises: excuses are written in it, too."""
        try:
            language = (await self.load_settings(owner, owner_id)).values["language"]
        except Exception:
            log.exception("the settings cannot be read")
            return None
        return None if language == DISCORD_LANGUAGE else language

    async def save_setting(self, owner: SettingOwner, owner_id: int, name: str, value: str) -> ChosenSettings:
        """Choose a value of a setting. Raises Refusal for one that there is not."""
        setting = next((one for one in list_settings(owner, self.languages) if one.name == name), None)
        if setting is None or value not in setting.values:
            raise UserError(say("That setting is from another version of the bot. /settings shows today’s."))
        given = None if value == setting.default else value
        await self._change(lambda tx: user_data.save_setting(tx, owner, owner_id, name, given))
        return await self.load_settings(owner, owner_id)

    async def set_language(self, guild_id: int, language: str) -> None:
        """A conversation with one person is held in their language, as if a server had chosen it."""
        setting = next(one for one in list_settings("server", self.languages) if one.name == "language")
        if language in setting.values:
            await self.save_setting("server", guild_id, "language", language)

    async def save_channels(self, guild_id: int, channels: Collection[int]) -> ChosenSettings:
        """Let tables be opened in these channels of a server and their threads only; none: in all."""
        await self._change(lambda tx: user_data.save_channels(tx, guild_id, sorted(channels)))
        return await self.load_settings("server", guild_id)

    async def save_forum(self, guild_id: int, forum_id: int | None) -> ChosenSettings:
        """Let /play open a post in this forum of a server; None: a table in its own channel."""
        await self._change(lambda tx: user_data.save_forum(tx, guild_id, forum_id))
        return await self.load_settings("server", guild_id)

    async def remove_channel(self, guild_id: int, channel_id: int) -> None:
        """A channel is no more, so nothing can be opened there."""
        rules = await self.load_settings("server", guild_id)
        if channel_id == rules.forum_id:
            await self.save_forum(guild_id, None)
        if channel_id in rules.channel_ids:
            await self.save_channels(guild_id, [one for one in rules.channel_ids if one != channel_id])

    async def require_may_open(self, guild_id: int, channel_ids: Collection[int], *, is_moderator: bool) -> None:
        """Raise Refusal where the server does not want a table: `channel_ids` are the channel, and its parent if it is a thread."""
        rules = await self.load_settings("server", guild_id)
        if rules.values["opening"] == "moderators" and not is_moderator:
            raise UserError(say("On this server moderators open the tables. Ask one of them to /play here."))
        if rules.channel_ids and not {*rules.channel_ids, rules.forum_id}.intersection(channel_ids):
            channels: list[str | int | Text] = [f"<#{channel}>" for channel in rules.channel_ids]
            raise UserError(say("On this server tables are opened in {channels}. /play there.", channels=channels))

    async def list_users_to_call(self, users: Iterable[int], *, is_turn: bool = False) -> list[int]:
        """Those of some people who want to be mentioned, because it is their turn or for any other reason, and may be now: it is
        neither their quiet hours nor a day off. Computers, and who was erased, are nobody to mention."""
        now = self._context.now()
        wanting = [user for user in users if user > NO_USER and await self.wants_call(user, is_turn=is_turn)]
        return [
            user
            for user in wanting
            if not (await turn_deadlines.load_schedule(self._context.store, user)).is_asleep(now)
        ]

    async def wants_call(self, user_id: int, *, is_turn: bool = False) -> bool:
        """Whether somebody wants to be mentioned, at whatever hour."""
        wanted = ("always",) if is_turn else ("always", "reminders")
        return (await self.load_settings("person", user_id)).values["ping"] in wanted

    def clear_cache(self) -> None:
        """Nothing that is kept in memory counts any more."""
        self._change_count += 1
        self._cache.clear()

    async def _change(self, work: Callable[[Transaction], Awaitable[None]]) -> None:
        await self._context.write(work, affects_all_shards=True)
        self.clear_cache()
