"""Dispatch of buttons, selects and modals: the custom id names the act, and each act has one handler. An id may be outdated or
forged, so everything in it is checked here; `admission.py` checks where and by whom an act may be used."""

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
"""Digits of the longest id that Discord has."""


class ChosenUser(msgspec.Struct, frozen=True):
    """A person who was chosen in a select of people."""

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
        """The number in the id. Raises UserError if there is none."""
        return parse_number(self.rest)

    @property
    def chosen(self) -> str:
        """The value that was chosen. Raises UserError if there is none."""
        if not self.values:
            raise describe_unknown_button()
        return self.values[0]

    @property
    def person(self) -> ChosenUser:
        """The person who was chosen in a select of people. Raises UserError if nobody was."""
        user_id, data = parse_snowflake(self.chosen), cast("Mapping[str, Any]", self.interaction.data or {})
        resolved: Mapping[str, Mapping[str, Any]] = data.get("resolved") or {}
        user = resolved.get("users", {}).get(str(user_id))
        if not user:
            raise describe_unknown_button()
        member = resolved.get("members", {}).get(str(user_id)) or {}
        name = member.get("nick") or user.get("global_name") or user["username"]
        return ChosenUser(user_id, str(name), bool(user.get("bot")))

    @property
    def chosen_number(self) -> int:
        """The number that was chosen. Raises UserError if there is none."""
        return parse_number(self.chosen)


AnySelect = ui.Select[Any] | ui.ChannelSelect[Any]
PressHandler = Callable[[Press], Awaitable[None]]


class PressAction(msgspec.Struct, frozen=True):
    """The owner and the handler of an act, and the terms on which it may be used."""

    owner: object
    handler: PressHandler
    terms: AccessTerms


class PressHandlers:
    """The handlers of all acts. Each act has one owner."""

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
        """Register the handlers of `owner` by act. `admission.AccessTerms` describes the other parameters.

        Raises ValueError, and registers nothing, if an act has an owner.
        """
        for act in handlers:
            if act in self._actions:
                holder = self._actions[act].owner
                raise ValueError(f"{type(owner).__name__} claims {act!r}, which {type(holder).__name__} answers")
        terms = AccessTerms(audience, is_allowed_anywhere, is_read_only)
        self._actions |= {act: PressAction(owner, handler, terms) for act, handler in handlers.items()}

    def unregister(self, owner: object) -> None:
        """Remove the handlers of `owner`."""
        self._actions = {act: action for act, action in self._actions.items() if action.owner is not owner}

    @property
    def names(self) -> frozenset[str]:
        """The acts that have a handler."""
        return frozenset(self._actions)

    def find_action(self, name: str) -> PressAction:
        """Find an act by name. Raises UserError if there is none."""
        if name not in self._actions:
            raise describe_unknown_button()
        return self._actions[name]


class PressBot(Protocol):
    """The part of the bot that this module uses."""

    press_handlers: PressHandlers
    tables: TableServices


def describe_unknown_button() -> UserError:
    """Return the answer to a button without a handler, for the caller to raise."""
    return UserError(say("That button is from an earlier version of the bot. {/board} shows today's."))


def parse_number(text: str, base: int = 10) -> int:
    """Parse a number from an id or a value. Raises UserError for text that this program never writes there."""
    try:
        return custom_ids.parse_number(text, base)
    except ValueError:
        raise describe_unknown_button() from None


def parse_snowflake(text: str) -> int:
    """Parse an id of Discord. Raises UserError for anything else."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_SNOWFLAKE_DIGITS
    if not is_number or int(text) >= 1 << 63:
        raise describe_unknown_button()
    return int(text)


def split_parts(text: str, part_count: int) -> list[str]:
    """Split the `rest` of an id at its colons; the last part may hold more colons. Raises UserError if there are fewer parts."""
    parts = text.split(":", part_count - 1)
    if len(parts) < part_count:
        raise describe_unknown_button()
    return parts


async def handle_press(interaction: discord.Interaction) -> None:
    """Pass a button or select, on a message of any age, to its handler. Raises UserError if it is not one of ours."""
    data: Mapping[str, Any] = interaction.data or {}
    try:
        parts = custom_ids.parse_custom_id(read_custom_id(interaction))
    except ValueError:
        raise describe_unknown_button() from None
    await _dispatch(interaction, parts, tuple(map(str, data.get("values") or ())))


async def handle_modal(interaction: discord.Interaction) -> None:
    """Pass a modal to its handler. Raises UserError if it is not one of ours."""
    try:
        parts = custom_ids.parse_custom_id(read_custom_id(interaction))
    except ValueError:
        raise UserError(say("That form is from an earlier version of the bot. Open it once more.")) from None
    data: Mapping[str, Any] = interaction.data or {}
    await _dispatch(interaction, parts, tuple(_generate_texts(data.get("components") or [])))


async def _dispatch(interaction: discord.Interaction, parts: custom_ids.CustomId, values: tuple[str, ...]) -> None:
    bot = cast("PressBot", interaction.client)
    act = bot.press_handlers.find_action(parts.act)
    await require_access(bot.tables, interaction, parts.table_id, act.terms)
    if parts.table_id:
        await bot.tables.channels.start_clock(parts.table_id, interaction.user.id)
        if interaction.message is not None and parts in custom_ids.generate_custom_ids(interaction.message.components):
            await bot.tables.lost_moves.check_revision(parts.table_id, parts.revision)
    await act.handler(Press(interaction, parts.table_id, parts.revision, parts.rest, values))


def _generate_texts(components: list[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the texts of a modal's fields, which are in rows or labels."""
    for part in components:
        if "value" in part:
            yield str(part["value"])
        if "components" in part:
            yield from _generate_texts(part["components"])
        elif "component" in part:
            yield from _generate_texts([part["component"]])
