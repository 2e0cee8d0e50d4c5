"""Dispatch of buttons, selects and modals: the custom id names the act, and each act has one handler."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Protocol, Self, cast

import discord
import msgspec
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.errors import custom_id, guarded
from engine.kernel.text import Refusal, say


class Press(msgspec.Struct, frozen=True):
    """A button, select or modal that was used. `values` are the chosen values (ids of channels), or a modal's texts."""

    interaction: discord.Interaction
    table: int
    rev: int
    rest: str
    values: tuple[str, ...] = ()


AnySelect = ui.Select[Any] | ui.ChannelSelect[Any]
Handler = Callable[[Press], Awaitable[None]]


class Presses:
    """The handler of each act. An act has one owner: a second claim is a mistake, and fails at the start."""

    def __init__(self) -> None:
        self._handlers: dict[str, tuple[object, Handler]] = {}

    def register(self, owner: object, handlers: Mapping[str, Handler]) -> None:
        """Register the handlers of `owner`. Raises ValueError when an act is taken; then none is registered."""
        for act in handlers:
            if act in self._handlers:
                taken = self._handlers[act][0]
                raise ValueError(f"{type(owner).__name__} claims {act!r}, which {type(taken).__name__} answers")
        self._handlers |= {act: (owner, handler) for act, handler in handlers.items()}

    def release(self, owner: object) -> None:
        """Remove the handlers of `owner`."""
        self._handlers = {act: held for act, held in self._handlers.items() if held[0] is not owner}

    def handler(self, act: str) -> Handler:
        """The handler of an act. Raises Refusal when there is none."""
        if act not in self._handlers:
            raise unknown_button()
        return self._handlers[act][1]


class Bot(Protocol):
    """What presses need of the bot."""

    presses: Presses


def unknown_button() -> Refusal:
    """The answer to a button without a handler."""
    return Refusal(say("That button is from an earlier version of the bot. /board shows today's."))


async def _pressed(interaction: discord.Interaction, pressed: custom_ids.Pressed, values: tuple[str, ...] = ()) -> None:
    handler = cast("Bot", interaction.client).presses.handler(pressed.act)
    await handler(Press(interaction, pressed.table, pressed.rev, pressed.rest, values))


async def submitted(interaction: discord.Interaction) -> None:
    """Hand a modal to its handler. Raises Refusal when it is not one of ours."""
    try:
        pressed = custom_ids.parsed(custom_id(interaction))
    except ValueError:
        raise Refusal(say("That form is from an earlier version of the bot. Open it once more.")) from None
    data: Mapping[str, Any] = interaction.data or {}
    await _pressed(interaction, pressed, tuple(_texts(data.get("components", []))))


def _texts(components: list[Mapping[str, Any]]) -> Iterator[str]:
    for part in components:
        if "value" in part:
            yield str(part["value"])
        yield from _texts(part.get("components", [part["component"]] if "component" in part else []))


class PressButton(ui.DynamicItem[ui.Button[Any]], template=custom_ids.BUTTON):
    """Any button of ours, on a message of any age."""

    def __init__(self, pressed: custom_ids.Pressed, item: ui.Button[Any]) -> None:
        super().__init__(item)
        self.pressed = pressed

    def __repr__(self) -> str:
        """For logs: without its label and its words, which may name a card."""
        return f"<PressButton {self.pressed.act}>"

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from its custom id."""
        return cls(custom_ids.parse(match), cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press to its handler, and answer errors."""
        await guarded(interaction, _pressed(interaction, self.pressed))


class PressSelect(ui.DynamicItem[AnySelect], template=custom_ids.SELECT):
    """Any select of ours."""

    def __init__(self, pressed: custom_ids.Pressed, item: AnySelect) -> None:
        super().__init__(item)
        self.pressed = pressed

    def __repr__(self) -> str:
        """For logs: without its labels and its words, which may name a card."""
        return f"<PressSelect {self.pressed.act}>"

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the select from its custom id."""
        return cls(custom_ids.parse(match), cast("AnySelect", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the choice to its handler, and answer errors."""
        data: Mapping[str, Any] = interaction.data or {}
        await guarded(interaction, _pressed(interaction, self.pressed, tuple(map(str, data.get("values", ())))))
