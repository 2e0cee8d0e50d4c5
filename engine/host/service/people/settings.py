"""What people and servers choose for themselves: declared here once, kept as words, read from memory."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

from engine.host.model.settings import OWN, Chosen, Whose, settings_of
from engine.host.model.table import NOBODY
from engine.host.service.context import Context
from engine.host.store import people, turns
from engine.host.store.database import Transaction
from engine.kernel.text import Refusal, Text, say

log = logging.getLogger("overwinter.settings")
REMEMBERED = 2_000
"""People and servers whose choices are kept in memory, a few hundred bytes each."""


class Settings:
    """Choosing, and asking what was chosen."""

    def __init__(self, context: Context, languages: Mapping[str, str]) -> None:
        self._context = context
        self.languages = languages
        """The languages the bot speaks, by code."""
        self._remembered: OrderedDict[tuple[Whose, int], Chosen] = OrderedDict()
        self._changes = 0

    async def chosen(self, whose: Whose, number: int) -> Chosen:
        """What a person or a server, by id, has chosen."""
        key = (whose, number)
        if key in self._remembered:
            self._remembered.move_to_end(key)
            return self._remembered[key]
        changes = self._changes
        given, channels = await people.chosen(self._context.store, whose, number)
        # A value from an earlier version of the bot that is none any more counts as not chosen.
        values = {
            one.name: given[one.name] if given.get(one.name) in one.values else one.default
            for one in settings_of(whose, self.languages)
        }
        forum = await people.forum(self._context.store, number) if whose == "server" else None
        found = Chosen(values, channels, forum)
        if changes == self._changes:  # else it may be old already
            self._remembered[key] = found
            while len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return found

    async def language(self, whose: Whose, number: int) -> str | None:
        """The language that was chosen, None for Discord's. Never raises: excuses are written in it, too."""
        try:
            language = (await self.chosen(whose, number)).values["language"]
        except Exception:
            log.exception("the settings cannot be read")
            return None
        return None if language == OWN else language

    async def choose(self, whose: Whose, number: int, name: str, value: str) -> Chosen:
        """Choose a value of a setting. Raises Refusal for one that there is not."""
        setting = next((one for one in settings_of(whose, self.languages) if one.name == name), None)
        if setting is None or value not in setting.values:
            raise Refusal(say("That setting is from another version of the bot. /settings shows today’s."))
        given = None if value == setting.default else value
        await self._change(lambda tx: people.choose(tx, whose, number, name, given))
        return await self.chosen(whose, number)

    async def speak(self, guild: int, language: str) -> None:
        """A conversation with one person is held in their language, as if a server had chosen it."""
        setting = next(one for one in settings_of("server", self.languages) if one.name == "language")
        if language in setting.values:
            await self.choose("server", guild, "language", language)

    async def choose_channels(self, guild: int, channels: Collection[int]) -> Chosen:
        """Let tables be opened in these channels of a server and their threads only; none: in all."""
        await self._change(lambda tx: people.choose_channels(tx, guild, sorted(channels)))
        return await self.chosen("server", guild)

    async def choose_forum(self, guild: int, forum: int | None) -> Chosen:
        """Let /play open a post in this forum of a server; None: a table in its own channel."""
        await self._change(lambda tx: people.choose_forum(tx, guild, forum))
        return await self.chosen("server", guild)

    async def channel_gone(self, guild: int, channel: int) -> None:
        """A channel is no more, so nothing can be opened there."""
        rules = await self.chosen("server", guild)
        if channel == rules.forum:
            await self.choose_forum(guild, None)
        if channel in rules.channels:
            await self.choose_channels(guild, [one for one in rules.channels if one != channel])

    async def may_open(self, guild: int, places: Collection[int], *, moderator: bool) -> None:
        """Raise Refusal where the server does not want a table: `places` are the channel, and its parent if it is a thread."""
        rules = await self.chosen("server", guild)
        if rules.values["opening"] == "moderators" and not moderator:
            raise Refusal(say("On this server moderators open the tables. Ask one of them to /play here."))
        if rules.channels and not {*rules.channels, rules.forum}.intersection(places):
            channels: list[str | int | Text] = [f"<#{channel}>" for channel in rules.channels]
            raise Refusal(say("On this server tables are opened in {channels}. /play there.", channels=channels))

    async def to_call(self, users: Iterable[int], *, turn: bool = False) -> list[int]:
        """Those of some people who want to be mentioned, because it is their turn or for any other reason, and may be now: it is
        neither their quiet hours nor a day off. Computers, and who was erased, are nobody to mention."""
        now = self._context.time()
        wanting = [user for user in users if user > NOBODY and await self.wants_call(user, turn=turn)]
        return [user for user in wanting if not (await turns.load_person(self._context.store, user)).asleep(now)]

    async def wants_call(self, user: int, *, turn: bool = False) -> bool:
        """Whether somebody wants to be mentioned, at whatever hour."""
        wanted = ("always",) if turn else ("always", "reminders")
        return (await self.chosen("person", user)).values["ping"] in wanted

    def forget(self) -> None:
        """Nothing that is kept in memory counts any more."""
        self._changes += 1
        self._remembered.clear()

    async def _change(self, work: Callable[[Transaction], Awaitable[None]]) -> None:
        await self._context.write(work, elsewhere=True)
        self.forget()
