"""What the bot, and the person who uses it, may do in a channel."""

from __future__ import annotations

import discord

from engine.host.service.table_services import TableServices
from engine.kernel.text import Text, UserError, say

INVITE_PERMISSIONS = 309237763072
"""What the bot's invitation asks for: view channels, send messages (also in threads), create public threads, embed links, attach
files, read history."""


def list_missing_rights(interaction: discord.Interaction) -> list[Text]:
    """The rights that the bot lacks in this channel for showing boards."""
    if interaction.guild_id is None:
        return []  # in a conversation with one person nothing is forbidden
    may = interaction.app_permissions
    send = may.send_messages_in_threads if isinstance(interaction.channel, discord.Thread) else may.send_messages
    return [
        name
        for has, name in (
            (may.view_channel, say("View Channel")),
            (send, say("Send Messages")),
            (may.attach_files, say("Attach Files")),
        )
        if not has
    ]


def can_open_threads(interaction: discord.Interaction) -> bool:
    """Whether the bot may open threads in this channel and write in them."""
    may = interaction.app_permissions
    return may.create_public_threads and may.send_messages_in_threads


def require_posting(interaction: discord.Interaction) -> None:
    """Raise Refusal, naming what is missing, when the bot may not post pictures in this channel."""
    missing = list_missing_rights(interaction)
    if missing:
        raise UserError(
            say(
                "I cannot show a board in this channel: I lack the right to {rights}. "
                "Ask a moderator, or play in another channel.",
                rights=list(missing),
            )
        )


async def find_tables_forum(tables: TableServices, interaction: discord.Interaction) -> discord.ForumChannel | None:
    """The forum in which a table that is asked for here opens as a post; None: it opens here. Inside a thread or post it does."""
    guild = interaction.guild
    if guild is None or isinstance(interaction.channel, discord.Thread):
        return None
    number = (await tables.settings.load_settings("server", guild.id)).forum_id
    forum = None if number is None else guild.get_channel(number)
    return forum if isinstance(forum, discord.ForumChannel) else None


async def require_opening(tables: TableServices, interaction: discord.Interaction) -> None:
    """Raise Refusal where this server does not let this person open a table, or not in this channel, or not one more."""
    await require_place(tables, interaction)
    await tables.lobby.require_may_open(interaction.user.id)


async def require_place(tables: TableServices, interaction: discord.Interaction) -> None:
    """Raise Refusal where this server does not let this person open a table, or not in this channel."""
    if interaction.guild_id is None:
        return
    channel = interaction.channel
    places = [interaction.channel_id or 0, *([channel.parent_id] if isinstance(channel, discord.Thread) else [])]
    forum = await find_tables_forum(tables, interaction)
    if forum is not None:
        places.append(forum.id)
    moderator = interaction.permissions.manage_channels
    await tables.settings.require_may_open(interaction.guild_id, places, is_moderator=moderator)
