"""Buttons and selects without memory: what was pressed is in the custom id, and each act has one handler."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, Self, cast

import discord
import msgspec
from discord import ui

from cogs import ids
from cogs.errors import guarded
from engine.kernel.text import Refusal, say


class Press(msgspec.Struct, frozen=True):
    """Somebody pressed a button or chose in a select; `values` are the chosen ones."""

    interaction: discord.Interaction
    table: int
    rev: int
    rest: str
    values: tuple[str, ...] = ()


Handler = Callable[[Press], Awaitable[None]]


class HasPresses(Protocol):
    """The bot, as far as buttons need it: a handler for every act."""

    presses: dict[str, Handler]


async def _pressed(interaction: discord.Interaction, pressed: ids.Pressed, values: tuple[str, ...] = ()) -> None:
    handler = cast("HasPresses", interaction.client).presses.get(pressed.act)
    if handler is None:
        raise Refusal(say("That button is from an earlier version of the bot. /board shows today's."))
    await handler(Press(interaction, pressed.table, pressed.rev, pressed.rest, values))


class PressButton(ui.DynamicItem[ui.Button[Any]], template=ids.BUTTON):
    """Any of our buttons, from any message, however old."""

    def __init__(self, pressed: ids.Pressed, item: ui.Button[Any]) -> None:
        super().__init__(item)
        self.pressed = pressed

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from its custom id."""
        return cls(ids.parse(match), cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press to its handler; errors are answered there."""
        await guarded(interaction, _pressed(interaction, self.pressed))


class PressSelect(ui.DynamicItem[ui.Select[Any]], template=ids.SELECT):
    """Any of our selects."""

    def __init__(self, pressed: ids.Pressed, item: ui.Select[Any]) -> None:
        super().__init__(item)
        self.pressed = pressed

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the select from its custom id."""
        return cls(ids.parse(match), cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the choice to its handler; errors are answered there."""
        await guarded(interaction, _pressed(interaction, self.pressed, tuple(self.item.values)))
