"""The choice of a language: the person's for private messages, the server's for public ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs.i18n.languages import Language, LanguageRegistry
from engine.host.model.settings import SettingOwner
from engine.host.store.database import Store

LanguageSetting = Callable[[SettingOwner, int], Awaitable[str | None]]
"""Returns the language ("es") that a person or a server, by id, has chosen, or None. It is called before every answer, also
after a failure, so it must be quick and must not raise."""


class LocaleResolver:
    """Chooses the language of every message.

    Private messages are in the language of the person's Discord, public ones in the server's, unless `load_setting` returns
    another. `find_guild` returns a server that the gateway has announced.
    """

    def __init__(
        self,
        languages: LanguageRegistry,
        store: Store,
        find_guild: Callable[[int], discord.Guild | None],
        load_setting: LanguageSetting,
    ) -> None:
        self.languages = languages
        self._store = store
        self._find_guild = find_guild
        self.load_setting = load_setting
        self._known_locales: dict[int, str] = {}

    async def find_person_language(self, interaction: discord.Interaction) -> Language:
        """Find the language for a message that only this person sees. Commands are called as in the person's Discord."""
        chosen = await self.load_setting("person", interaction.user.id)
        return self.languages.find_language(chosen or interaction.locale.value, interaction.locale.value)

    async def find_user_language(self, user_id: int, guild_id: int) -> Language:
        """Find the language for a direct message about a table of a server: the person's setting, or the server's language."""
        chosen = await self.load_setting("person", user_id)
        if chosen:
            return self.languages.find_language(chosen)
        return await self.find_server_language(guild_id)

    async def find_server_language(self, guild_id: int) -> Language:
        """Find the language for a message that everybody on a server sees."""
        chosen = await self.load_setting("server", guild_id)
        return self.languages.find_language(chosen or await self._find_server_locale(guild_id))

    async def _find_server_locale(self, guild_id: int) -> str:
        """Find a server's locale. It is stored, because a starting bot posts before the gateway announces the servers."""
        key = f"locale of server {guild_id}"
        stored = self._known_locales.get(guild_id) or await self._store.load_fact(key)
        guild = self._find_guild(guild_id)
        if guild is None or guild.unavailable:
            return stored or ""
        locale = guild.preferred_locale.value
        if locale != stored:
            await self._store.set_fact(key, locale)
        self._known_locales[guild_id] = locale
        return locale
