"""Who may see a table from another channel: people who have played there, and people who can see its channel. In the table's
own channel Discord has checked that. The bot checks it elsewhere, and shows nothing of a private thread from outside."""

from __future__ import annotations

from collections.abc import Collection

import discord

from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.host.store.history.past_tables import PastTable
from engine.kernel.text import UserError, say


def find_guild_id(interaction: discord.Interaction) -> int:
    """Return the id of the server of an interaction. Direct messages count as a server, with the negative id of their channel."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    return -(interaction.channel_id or 0)


def can_see_channel(
    interaction: discord.Interaction,
    guild_id: int,
    channel_id: int,
    parent_channel_id: int | None,
    users: Collection[int],
) -> bool:
    """Return whether the person may see the table of a channel in which `users` have played.

    `parent_channel_id` is the channel of a public thread. A member's roles come with every interaction.
    """
    if (find_guild_id(interaction), interaction.channel_id) == (guild_id, channel_id):
        return True
    if interaction.user.id in users:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        if channel.is_private():
            return False
        channel = channel.parent
    if channel is None and parent_channel_id is not None:
        channel = guild.get_channel(parent_channel_id)
    if channel is None:
        return False
    return channel.permissions_for(member).view_channel


def can_see_table(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether the person may see a table."""
    users = {person.user_id for person in table.seats} | {person.user_id for person in table.past_holders}
    return can_see_channel(interaction, table.guild_id, table.channel_id, table.parent_channel_id, users)


def can_see_past_table(interaction: discord.Interaction, table: PastTable) -> bool:
    """Return whether the person may see a table of the archive."""
    return can_see_channel(interaction, table.guild_id, table.channel_id, table.parent_channel_id, table.user_ids)


async def load_visible_table(tables: TableServices, interaction: discord.Interaction, table_id: int) -> Table:
    """Load a table by its number. Raises UserError if there is none that this person may see."""
    unknown = UserError(
        say(
            "There is no table {n} that you could see. Choose one of the suggestions; {/history} lists them.",
            n=table_id,
        )
    )
    try:
        table = await tables.load_table(table_id)
    except UserError:
        raise unknown from None
    if not can_see_table(interaction, table):
        raise unknown
    return table


def find_public_parent(channel: object) -> int | None:
    """Return the channel of a public thread, whose readers can also read the thread; None for anything else."""
    if isinstance(channel, discord.Thread) and not channel.is_private():
        return channel.parent_id
    return None
