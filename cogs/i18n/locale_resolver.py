"""Which language to use: a person's own for private messages, the server's for public ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs.i18n.languages import Language, LanguageRegistry
from engine.host.model.settings import SettingOwner
from engine.host.store.database import Store

LanguageSetting = Callable[[SettingOwner, int], Awaitable[str | None]]
"""The language ("es") that a person or a server, by id, has chosen; None where they have not. It is called before every answer,
including the one after a failure, so it must be quick and must not raise."""


class LocaleResolver:
    """Chooses the language of every message.

    Private messages are in the language of the person's Discord, public ones in the server's, unless `setting` names another.
    `guilds` returns a server that the gateway has announced.
    """

    def __init__(
        self,
        languages: LanguageRegistry,
        store: Store,
        guilds: Callable[[int], discord.Guild | None],
        setting: LanguageSetting,
    ) -> None:
        self.languages = languages
        self._store = store
        self._guilds = guilds
        self._setting = setting
        self._known_locales: dict[int, str] = {}

    async def find_person_language(self, interaction: discord.Interaction) -> Language:
        """The language for a message that only this person sees."""
        return self.languages.find_language(
            await self._setting("person", interaction.user.id) or interaction.locale.value
        )

    async def find_server_language(self, guild_id: int) -> Language:
        """The language for a message that everybody on a server sees."""
        return self.languages.find_language(
            await self._setting("server", guild_id) or await self._find_server_locale(guild_id)
        )

    async def _find_server_locale(self, guild_id: int) -> str:
        """A server's locale. It is stored, because after a start we post before the gateway has announced our servers."""
        key = f"locale of server {guild_id}"
        kept = self._known_locales.get(guild_id) or await self._store.load_fact(key)
        live = self._guilds(guild_id)
        if live is None or live.unavailable:
            return kept or ""
        if live.preferred_locale.value != kept:
            await self._store.set_fact(key, live.preferred_locale.value)
        self._known_locales[guild_id] = live.preferred_locale.value
        return live.preferred_locale.value
