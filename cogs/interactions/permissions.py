"""The rights of the bot and of its users in a channel."""

from __future__ import annotations

import discord

from engine.host.service.table_services import TableServices
from engine.kernel.text import Text, UserError, say

INVITE_PERMISSIONS = 309237763072
"""The permissions in the bot's invitation: view channels, send messages (also in threads), create public threads, embed links,
attach files, read history."""


def list_missing_rights(interaction: discord.Interaction) -> list[Text]:
    """List the rights that the bot lacks in this channel for showing boards."""
    if interaction.guild_id is None:
        return []  # direct messages have no permissions
    permissions = interaction.app_permissions
    can_send = permissions.send_messages
    if isinstance(interaction.channel, discord.Thread):
        can_send = permissions.send_messages_in_threads
    rights = (
        (permissions.view_channel, say("View Channel")),
        (can_send, say("Send Messages")),
        (permissions.attach_files, say("Attach Files")),
    )
    return [name for is_granted, name in rights if not is_granted]


def can_open_threads(interaction: discord.Interaction) -> bool:
    """Return whether the bot may open threads in this channel and write in them."""
    permissions = interaction.app_permissions
    return permissions.create_public_threads and permissions.send_messages_in_threads


def require_posting(interaction: discord.Interaction) -> None:
    """Raise UserError, naming the missing rights, if the bot may not post pictures in this channel."""
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
    """Find the forum in which a table that is requested here opens as a post.

    Return None if it opens in this channel. In a thread or post it always does.
    """
    guild = interaction.guild
    if guild is None or isinstance(interaction.channel, discord.Thread):
        return None
    forum_id = (await tables.settings.load_settings("server", guild.id)).forum_id
    if forum_id is None:
        return None
    forum = guild.get_channel(forum_id)
    if isinstance(forum, discord.ForumChannel):
        return forum
    return None


async def require_opening(tables: TableServices, interaction: discord.Interaction) -> None:
    """Raise UserError if this person may not open a table on this server, in this channel, or in addition to theirs."""
    await require_place(tables, interaction)
    await tables.lobby.require_may_open(interaction.user.id)


async def require_place(tables: TableServices, interaction: discord.Interaction) -> None:
    """Raise UserError if this person may not open a table on this server or in this channel."""
    if interaction.guild_id is None:
        return
    places = [interaction.channel_id or 0]
    if isinstance(interaction.channel, discord.Thread):
        places.append(interaction.channel.parent_id)
    forum = await find_tables_forum(tables, interaction)
    if forum is not None:
        places.append(forum.id)
    is_moderator = interaction.permissions.manage_channels
    await tables.settings.require_may_open(interaction.guild_id, places, is_moderator=is_moderator)
