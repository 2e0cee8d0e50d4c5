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
from cogs.interactions.admission import AccessTerms, Audience, require_access
from cogs.interactions.errors import read_custom_id
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError, say

MAX_SNOWFLAKE_DIGITS = 20
"""Digits of the longest id of Discord's."""


class ChosenUser(msgspec.Struct, frozen=True):
    """Somebody who was chosen in a select of people."""

    id: int
    name: str
    is_bot: bool


class Press(msgspec.Struct, frozen=True):
    """A button, select or modal that was used. `values` are the chosen values (ids of channels), or a modal's texts."""

    interaction: discord.Interaction
    table_id: int
    revision: int
    rest: str
    values: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number that stands in the id. Raises Refusal when there is none."""
        return parse_number(self.rest)

    @property
    def chosen(self) -> str:
        """The value that was chosen. Raises Refusal when there is none."""
        if not self.values:
            raise describe_unknown_button()
        return self.values[0]

    @property
    def person(self) -> ChosenUser:
        """Who was chosen in a select of people. Raises Refusal when nobody was."""
        number, data = parse_snowflake(self.chosen), cast("Mapping[str, Any]", self.interaction.data or {})
        found: Mapping[str, Mapping[str, Any]] = data.get("resolved") or {}
        user, member = (found.get(part, {}).get(str(number)) for part in ("users", "members"))
        if not user:
            raise describe_unknown_button()
        name = (member or {}).get("nick") or user.get("global_name") or user["username"]
        return ChosenUser(number, str(name), bool(user.get("bot")))

    @property
    def chosen_number(self) -> int:
        """The number that was chosen. Raises Refusal when there is none."""
        return parse_number(self.chosen)


AnySelect = ui.Select[Any] | ui.ChannelSelect[Any]
PressHandler = Callable[[Press], Awaitable[None]]


class PressAction(msgspec.Struct, frozen=True):
    """What a button does: whose it is, who answers it, and on what terms it may be used."""

    owner: object
    handler: PressHandler
    terms: AccessTerms


class PressHandlers:
    """The handler of each act. An act has one owner: a second claim is a mistake, and fails at the start."""

    def __init__(self) -> None:
        self._actions: dict[str, PressAction] = {}

    def register(
        self,
        owner: object,
        handlers: Mapping[str, PressHandler],
        *,
        audience: Audience = "anybody",
        is_allowed_anywhere: bool = False,
        is_read_only: bool = False,
    ) -> None:
        """Register the handlers of `owner`; for `audience`, `is_allowed_anywhere` and `is_read_only` see
        `admission.AccessTerms`. Raises ValueError when an
        act is taken; then none is registered."""
        for act in handlers:
            if act in self._actions:
                taken = self._actions[act].owner
                raise ValueError(f"{type(owner).__name__} claims {act!r}, which {type(taken).__name__} answers")
        terms = AccessTerms(audience, is_allowed_anywhere, is_read_only)
        self._actions |= {act: PressAction(owner, handler, terms) for act, handler in handlers.items()}

    def unregister(self, owner: object) -> None:
        """Remove the handlers of `owner`."""
        self._actions = {act: held for act, held in self._actions.items() if held.owner is not owner}

    @property
    def names(self) -> frozenset[str]:
        """Every act that is answered."""
        return frozenset(self._actions)

    def find_action(self, name: str) -> PressAction:
        """An act. Raises Refusal when there is none of this name."""
        if name not in self._actions:
            raise describe_unknown_button()
        return self._actions[name]


class PressBot(Protocol):
    """What presses need of the bot."""

    press_handlers: PressHandlers
    tables: TableServices


def describe_unknown_button() -> UserError:
    """The answer to a button without a handler."""
    return UserError(say("That button is from an earlier version of the bot. /board shows today's."))


def parse_number(text: str, base: int = 10) -> int:
    """A number from an id or a value. Raises Refusal for what this program does not write there."""
    try:
        return custom_ids.parse_number(text, base)
    except ValueError:
        raise describe_unknown_button() from None


def parse_snowflake(text: str) -> int:
    """One of Discord's ids. Raises Refusal for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_SNOWFLAKE_DIGITS and int(text) < 1 << 63):
        raise describe_unknown_button()
    return int(text)


def split_parts(text: str, parts: int) -> list[str]:
    """The parts of an id that are separated by colons; the last one may hold more. Raises Refusal when there are fewer."""
    found = text.split(":", parts - 1)
    if len(found) < parts:
        raise describe_unknown_button()
    return found


async def handle_press(interaction: discord.Interaction) -> None:
    """Hand a button or select, on a message of any age, to its handler. Raises Refusal when it is not one of ours."""
    data: Mapping[str, Any] = interaction.data or {}
    try:
        parts = custom_ids.parse_custom_id(read_custom_id(interaction))
    except ValueError:
        raise describe_unknown_button() from None
    await _dispatch(interaction, parts, tuple(map(str, data.get("values") or ())))


async def handle_modal(interaction: discord.Interaction) -> None:
    """Hand a modal to its handler. Raises Refusal when it is not one of ours."""
    try:
        parts = custom_ids.parse_custom_id(read_custom_id(interaction))
    except ValueError:
        raise UserError(say("That form is from an earlier version of the bot. Open it once more.")) from None
    data: Mapping[str, Any] = interaction.data or {}
    await _dispatch(interaction, parts, tuple(_list_texts(data.get("components") or [])))


async def _dispatch(interaction: discord.Interaction, parts: custom_ids.CustomId, values: tuple[str, ...]) -> None:
    bot = cast("PressBot", interaction.client)
    act = bot.press_handlers.find_action(parts.act)
    await require_access(bot.tables, interaction, parts.table_id, act.terms)
    await act.handler(Press(interaction, parts.table_id, parts.revision, parts.rest, values))


def _list_texts(components: list[Mapping[str, Any]]) -> Iterator[str]:
    for part in components:
        if "value" in part:
            yield str(part["value"])
        yield from _list_texts(part.get("components", [part["component"]] if "component" in part else []))
