"""The pieces that all messages are built from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.interactions.limits import (
    BUTTON_LABEL,
    BUTTONS_IN_ROW,
    PLACEHOLDER,
    SELECT_OPTIONS,
    SELECT_TEXT,
    TEXT_IN_MESSAGE,
    fit,
)
from cogs.pictures.picture_service import Picture

GREY, BLUE, GREEN, RED = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)
GOLD = discord.Colour(0xF6BE3B)
Button = ui.Button[Any]
"""A button of ours: what it does stands in its custom id."""


def mention_only(*users: int) -> discord.AllowedMentions:
    """Notify these people, whoever else the message mentions."""
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])


def message_url(guild: int, channel: int, message_id: int | None) -> str:
    """The address of a message, or of its channel where there is none."""
    address = f"https://discord.com/channels/{guild if guild > 0 else '@me'}/{channel}"
    return f"{address}/{message_id}" if message_id else address


def button(label: str, custom_id: str, style: discord.ButtonStyle = GREY) -> Button:
    """A button with an id of `custom_ids`."""
    return ui.Button(label=fit(label, BUTTON_LABEL), custom_id=custom_id, style=style)


def link_button(label: str, url: str) -> Button:
    """A button that leads to an address."""
    return ui.Button(label=fit(label, BUTTON_LABEL), url=url)


def rows(buttons: Sequence[Button]) -> list[ui.ActionRow[Any]]:
    """Buttons in rows of five."""
    return [ui.ActionRow(*buttons[i : i + BUTTONS_IN_ROW]) for i in range(0, len(buttons), BUTTONS_IN_ROW)]


def select(
    custom_id: str,
    placeholder: str,
    options: Iterable[tuple[str, str]],
    lo: int = 1,
    hi: int = 1,
    chosen: Collection[str] | None = None,
) -> ui.ActionRow[Any]:
    """A select of (value, label) pairs in a row of its own; `chosen` is the value, or are the values, that it shows."""
    preset = {chosen} if isinstance(chosen, str) else set(chosen or ())
    listed = [
        discord.SelectOption(label=fit(label, SELECT_TEXT), value=value, default=value in preset)
        for value, label in options
    ]
    chooser: ui.Select[Any] = ui.Select(
        custom_id=custom_id, placeholder=fit(placeholder, PLACEHOLDER), options=listed, min_values=lo, max_values=hi
    )
    return ui.ActionRow(chooser)


def channel_select(custom_id: str, placeholder: str, chosen: Sequence[int]) -> ui.ActionRow[Any]:
    """A select of channels in a row of its own: any number of them, or none."""
    chooser: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=fit(placeholder, PLACEHOLDER),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum],
        min_values=0,
        max_values=SELECT_OPTIONS,
        default_values=[
            discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
            for one in chosen[:SELECT_OPTIONS]
        ],
    )
    return ui.ActionRow(chooser)


def forum_select(custom_id: str, placeholder: str, chosen: int | None) -> ui.ActionRow[Any]:
    """A select of one forum, or none."""
    preset = (
        [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=discord.SelectDefaultValueType.channel)]
    )
    chooser: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=fit(placeholder, PLACEHOLDER),
        channel_types=[discord.ChannelType.forum],
        min_values=0,
        max_values=1,
        default_values=preset,
    )
    return ui.ActionRow(chooser)


def person_select(custom_id: str, placeholder: str) -> ui.ActionRow[Any]:
    """A select of one person of the server."""
    return ui.ActionRow(ui.UserSelect(custom_id=custom_id, placeholder=fit(placeholder, PLACEHOLDER)))


def section(text: str, accessory: ui.Thumbnail[Any] | Button) -> ui.Section[Any]:
    """A text with a small picture or a button beside it."""
    return ui.Section(ui.TextDisplay(text), accessory=accessory)


def message(
    *blocks: str | Picture | ui.ActionRow[Any] | ui.Section[Any] | None, colour: discord.Colour = GOLD
) -> ui.LayoutView:
    """A message: texts, pictures and rows from top to bottom. Empty texts are left out, and the last ones cut to fit together."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=colour)
    room = TEXT_IN_MESSAGE
    for block in blocks:
        if isinstance(block, Picture):
            box.add_item(ui.MediaGallery(block.item))
        elif isinstance(block, str):
            if block and room > 1:
                text = fit(block, room)
                room -= len(text)
                box.add_item(ui.TextDisplay(text))
        elif block is not None:
            box.add_item(block)
    view.add_item(box)
    # Our buttons need no view. discord.py would keep an ephemeral view that has not ended, and a task, for 15 minutes.
    view.stop()
    return view
