"""Who hears which language: a person their own, a server the one that all its people share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs.words.languages import Language, Languages
from engine.host.model.settings import Whose
from engine.host.store.database import Store

Setting = Callable[[Whose, int], Awaitable[str | None]]
"""The language ("es") that a person or a server, by id, has asked this bot for; None where they have not. It is asked before
every answer, the excuse for an accident included, so it must be quick and must not raise."""


async def unset(_whose: Whose, _id: int) -> str | None:
    """Nobody has asked for a language of their own."""
    return None


class LocaleResolver:
    """Chooses the language of everything we say.

    What one person sees is in the language of their Discord, what all see in the server's. `setting` is asked before both:
    it is where a setting of a person or a server comes in. `guilds` finds a server the gateway has told us of.
    """

    def __init__(
        self,
        languages: Languages,
        store: Store,
        guilds: Callable[[int], discord.Guild | None],
        setting: Setting = unset,
    ) -> None:
        self.languages = languages
        self._store = store
        self._guilds = guilds
        self._setting = setting
        self._known: dict[int, str] = {}

    async def to_person(self, interaction: discord.Interaction) -> Language:
        """The language for what only this person sees."""
        return self.languages.of(await self._setting("person", interaction.user.id) or interaction.locale.value)

    async def to_server(self, guild: int) -> Language:
        """The language for what everybody in a server sees."""
        return self.languages.of(await self._setting("server", guild) or await self._locale(guild))

    async def _locale(self, guild: int) -> str:
        """A server's locale. It is written down, because after a start we post before Discord has told us of our servers."""
        key = f"locale of server {guild}"
        kept = self._known.get(guild) or await self._store.fact(key)
        live = self._guilds(guild)
        if live is None or live.unavailable:
            return kept or ""
        if live.preferred_locale.value != kept:
            await self._store.set_fact(key, live.preferred_locale.value)
        self._known[guild] = live.preferred_locale.value
        return live.preferred_locale.value
