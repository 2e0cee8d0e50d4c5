"""Which language to use: a person's own for private messages, the server's for public ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs.words.languages import Language, Languages
from engine.host.model.settings import Whose
from engine.host.store.database import Store

Setting = Callable[[Whose, int], Awaitable[str | None]]
"""The language ("es") that a person or a server, by id, has chosen; None where they have not. It is called before every answer,
including the one after a failure, so it must be quick and must not raise."""


class LocaleResolver:
    """Chooses the language of every message.

    Private messages are in the language of the person's Discord, public ones in the server's, unless `setting` names another.
    `guilds` returns a server that the gateway has announced.
    """

    def __init__(
        self,
        languages: Languages,
        store: Store,
        guilds: Callable[[int], discord.Guild | None],
        setting: Setting,
    ) -> None:
        self.languages = languages
        self._store = store
        self._guilds = guilds
        self._setting = setting
        self._known: dict[int, str] = {}

    async def to_person(self, interaction: discord.Interaction) -> Language:
        """The language for a message that only this person sees."""
        return self.languages.of(await self._setting("person", interaction.user.id) or interaction.locale.value)

    async def to_server(self, guild: int) -> Language:
        """The language for a message that everybody on a server sees."""
        return self.languages.of(await self._setting("server", guild) or await self._locale(guild))

    async def _locale(self, guild: int) -> str:
        """A server's locale. It is stored, because after a start we post before the gateway has announced our servers."""
        key = f"locale of server {guild}"
        kept = self._known.get(guild) or await self._store.fact(key)
        live = self._guilds(guild)
        if live is None or live.unavailable:
            return kept or ""
        if live.preferred_locale.value != kept:
            await self._store.set_fact(key, live.preferred_locale.value)
        self._known[guild] = live.preferred_locale.value
        return live.preferred_locale.value
