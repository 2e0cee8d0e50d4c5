"""Dispatch of buttons, selects and modals: the custom id names the act, and each act has one handler.

What arrives is not trusted: an id may be of an earlier version of the bot, or made up. Whatever this program does not write
there is answered with the sentence about old buttons; where and by whom an act may be used is settled in `admission.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Protocol, cast

import discord
import msgspec
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.admission import Terms, Who, admit
from cogs.interactions.errors import custom_id
from engine.host.service.tables import Tables
from engine.kernel.text import Refusal, say

SNOWFLAKE = 20
"""Digits of the longest id of Discord's."""


class Chosen(msgspec.Struct, frozen=True):
    """Somebody who was chosen in a select of people."""

    id: int
    name: str
    bot: bool


class Press(msgspec.Struct, frozen=True):
    """A button, select or modal that was used. `values` are the chosen values (ids of channels), or a modal's texts."""

    interaction: discord.Interaction
    table: int
    rev: int
    rest: str
    values: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number that stands in the id. Raises Refusal when there is none."""
        return numbered(self.rest)

    @property
    def chosen(self) -> str:
        """The value that was chosen. Raises Refusal when there is none."""
        if not self.values:
            raise unknown_button()
        return self.values[0]

    @property
    def person(self) -> Chosen:
        """Who was chosen in a select of people. Raises Refusal when nobody was."""
        number, data = snowflake(self.chosen), cast("Mapping[str, Any]", self.interaction.data or {})
        found: Mapping[str, Mapping[str, Any]] = data.get("resolved") or {}
        user, member = (found.get(part, {}).get(str(number)) for part in ("users", "members"))
        if not user:
            raise unknown_button()
        name = (member or {}).get("nick") or user.get("global_name") or user["username"]
        return Chosen(number, str(name), bool(user.get("bot")))

    @property
    def chosen_number(self) -> int:
        """The number that was chosen. Raises Refusal when there is none."""
        return numbered(self.chosen)


AnySelect = ui.Select[Any] | ui.ChannelSelect[Any]
Handler = Callable[[Press], Awaitable[None]]


class Act(msgspec.Struct, frozen=True):
    """What a button does: whose it is, who answers it, and on what terms it may be used."""

    owner: object
    handler: Handler
    terms: Terms


class Presses:
    """The handler of each act. An act has one owner: a second claim is a mistake, and fails at the start."""

    def __init__(self) -> None:
        self._acts: dict[str, Act] = {}

    def register(
        self,
        owner: object,
        handlers: Mapping[str, Handler],
        *,
        who: Who = "anybody",
        anywhere: bool = False,
        reading: bool = False,
    ) -> None:
        """Register the handlers of `owner`; for `who`, `anywhere` and `reading` see `admission.Terms`. Raises ValueError when an
        act is taken; then none is registered."""
        for act in handlers:
            if act in self._acts:
                taken = self._acts[act].owner
                raise ValueError(f"{type(owner).__name__} claims {act!r}, which {type(taken).__name__} answers")
        terms = Terms(who, anywhere, reading)
        self._acts |= {act: Act(owner, handler, terms) for act, handler in handlers.items()}

    def release(self, owner: object) -> None:
        """Remove the handlers of `owner`."""
        self._acts = {act: held for act, held in self._acts.items() if held.owner is not owner}

    @property
    def names(self) -> frozenset[str]:
        """Every act that is answered."""
        return frozenset(self._acts)

    def act(self, name: str) -> Act:
        """An act. Raises Refusal when there is none of this name."""
        if name not in self._acts:
            raise unknown_button()
        return self._acts[name]


class Bot(Protocol):
    """What presses need of the bot."""

    presses: Presses
    tables: Tables


def unknown_button() -> Refusal:
    """The answer to a button without a handler."""
    return Refusal(say("That button is from an earlier version of the bot. /board shows today's."))


def numbered(text: str, base: int = 10) -> int:
    """A number from an id or a value. Raises Refusal for what this program does not write there."""
    try:
        return custom_ids.number(text, base)
    except ValueError:
        raise unknown_button() from None


def snowflake(text: str) -> int:
    """One of Discord's ids. Raises Refusal for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= SNOWFLAKE and int(text) < 1 << 63):
        raise unknown_button()
    return int(text)


def parted(text: str, parts: int) -> list[str]:
    """The parts of an id that are separated by colons; the last one may hold more. Raises Refusal when there are fewer."""
    found = text.split(":", parts - 1)
    if len(found) < parts:
        raise unknown_button()
    return found


async def pressed(interaction: discord.Interaction) -> None:
    """Hand a button or select, on a message of any age, to its handler. Raises Refusal when it is not one of ours."""
    data: Mapping[str, Any] = interaction.data or {}
    try:
        parts = custom_ids.parsed(custom_id(interaction))
    except ValueError:
        raise unknown_button() from None
    await _handed(interaction, parts, tuple(map(str, data.get("values") or ())))


async def submitted(interaction: discord.Interaction) -> None:
    """Hand a modal to its handler. Raises Refusal when it is not one of ours."""
    try:
        parts = custom_ids.parsed(custom_id(interaction))
    except ValueError:
        raise Refusal(say("That form is from an earlier version of the bot. Open it once more.")) from None
    data: Mapping[str, Any] = interaction.data or {}
    await _handed(interaction, parts, tuple(_texts(data.get("components") or [])))


async def _handed(interaction: discord.Interaction, parts: custom_ids.Pressed, values: tuple[str, ...]) -> None:
    bot = cast("Bot", interaction.client)
    act = bot.presses.act(parts.act)
    await admit(bot.tables, interaction, parts.table, act.terms)
    await act.handler(Press(interaction, parts.table, parts.rev, parts.rest, values))


def _texts(components: list[Mapping[str, Any]]) -> Iterator[str]:
    for part in components:
        if "value" in part:
            yield str(part["value"])
        yield from _texts(part.get("components", [part["component"]] if "component" in part else []))
