"""The parts from which all messages are built."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.interactions.limits import (
    MAX_BUTTON_CHARS,
    MAX_MESSAGE_CHARS,
    MAX_PLACEHOLDER_CHARS,
    MAX_ROW_BUTTONS,
    MAX_SELECT_CHARS,
    MAX_SELECT_OPTIONS,
    shorten,
)
from cogs.pictures.picture_service import Picture

GREY_STYLE, BLUE_STYLE, GREEN_STYLE, RED_STYLE = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)
ACCENT_COLOUR = discord.Colour(0xF6BE3B)
Button = ui.Button[Any]
"""A button of the bot: its custom id says what a press does, so it has no callback."""


def allow_mentions(*users: int) -> discord.AllowedMentions:
    """Notify only these users, even if the message mentions others."""
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])


def build_message_url(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Build the address of a message, or of its channel if there is no message."""
    address = f"https://discord.com/channels/{guild_id if guild_id > 0 else '@me'}/{channel_id}"
    if message_id:
        return f"{address}/{message_id}"
    return address


def format_bar(full_blocks: int, block_count: int) -> str:
    """Format a bar of blocks, the first ones full."""
    return "▰" * full_blocks + "▱" * (block_count - full_blocks)


def build_button(label: str, custom_id: str, style: discord.ButtonStyle = GREY_STYLE) -> Button:
    """Build a button with an id of `custom_ids`."""
    return ui.Button(label=shorten(label, MAX_BUTTON_CHARS), custom_id=custom_id, style=style)


def build_link_button(label: str, url: str) -> Button:
    """Build a button that opens an address."""
    return ui.Button(label=shorten(label, MAX_BUTTON_CHARS), url=url)


def build_button_rows(buttons: Sequence[Button]) -> list[ui.ActionRow[Any]]:
    """Arrange buttons in rows of MAX_ROW_BUTTONS."""
    return [ui.ActionRow(*buttons[i : i + MAX_ROW_BUTTONS]) for i in range(0, len(buttons), MAX_ROW_BUTTONS)]


def build_select(
    custom_id: str,
    placeholder: str,
    options: Iterable[tuple[str, str]],
    min_values: int = 1,
    max_values: int = 1,
    chosen: Collection[str] | None = None,
) -> ui.ActionRow[Any]:
    """Build a select of (value, label) pairs in its row, with the value or values of `chosen` selected."""
    preset_values = {chosen} if isinstance(chosen, str) else set(chosen or ())
    select_options = [
        discord.SelectOption(label=shorten(label, MAX_SELECT_CHARS), value=value, default=value in preset_values)
        for value, label in options
    ]
    select: ui.Select[Any] = ui.Select(
        custom_id=custom_id,
        placeholder=shorten(placeholder, MAX_PLACEHOLDER_CHARS),
        options=select_options,
        min_values=min_values,
        max_values=max_values,
    )
    return ui.ActionRow(select)


def build_channel_select(custom_id: str, placeholder: str, chosen: Sequence[int]) -> ui.ActionRow[Any]:
    """Build a select of any number of channels in its row."""
    select: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=shorten(placeholder, MAX_PLACEHOLDER_CHARS),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum],
        min_values=0,
        max_values=MAX_SELECT_OPTIONS,
        default_values=[
            discord.SelectDefaultValue(id=channel_id, type=discord.SelectDefaultValueType.channel)
            for channel_id in chosen[:MAX_SELECT_OPTIONS]
        ],
    )
    return ui.ActionRow(select)


def build_forum_select(custom_id: str, placeholder: str, chosen: int | None) -> ui.ActionRow[Any]:
    """Build a select of one forum or none in its row."""
    default_values = []
    if chosen is not None:
        default_values.append(discord.SelectDefaultValue(id=chosen, type=discord.SelectDefaultValueType.channel))
    select: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=shorten(placeholder, MAX_PLACEHOLDER_CHARS),
        channel_types=[discord.ChannelType.forum],
        min_values=0,
        max_values=1,
        default_values=default_values,
    )
    return ui.ActionRow(select)


def build_user_select(custom_id: str, placeholder: str) -> ui.ActionRow[Any]:
    """Build a select of one user of the server in its row."""
    return ui.ActionRow(ui.UserSelect(custom_id=custom_id, placeholder=shorten(placeholder, MAX_PLACEHOLDER_CHARS)))


def build_section(text: str, accessory: ui.Thumbnail[Any] | Button) -> ui.Section[Any]:
    """Build a text with a small picture or a button to its right."""
    return ui.Section(ui.TextDisplay(text), accessory=accessory)


def build_message(
    *blocks: str | Picture | ui.ActionRow[Any] | ui.Section[Any] | None, colour: discord.Colour = ACCENT_COLOUR
) -> ui.LayoutView:
    """Build a message of texts, pictures and rows, from top to bottom.

    Empty texts are left out. The last texts are cut if all together are too long.
    """
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=colour)
    chars_left = MAX_MESSAGE_CHARS
    for block in blocks:
        if isinstance(block, Picture):
            box.add_item(ui.MediaGallery(block.gallery_item))
        elif isinstance(block, str):
            if block and chars_left > 1:
                text = shorten(block, chars_left)
                chars_left -= len(text)
                box.add_item(ui.TextDisplay(text))
        elif block is not None:
            box.add_item(block)
    view.add_item(box)
    # Our buttons need no view. discord.py would keep an ephemeral view that has not ended, and a task, for 15 minutes.
    view.stop()
    return view
