"""Who may look at a table from elsewhere: whoever has played there, and whoever can see its channel.

In its own channel Discord has already checked who reads. Elsewhere the bot does: with the roles that come along with every
interaction, and the rights of the channel. A private thread that the person is not typing in stays closed.
"""

from __future__ import annotations

from collections.abc import Collection

import discord

from engine.host.model.table import Table
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError, say


def find_place(interaction: discord.Interaction) -> int:
    """The server of an interaction; a conversation with one person counts as a server of its own, with a number below 0."""
    return interaction.guild_id if interaction.guild_id is not None else -(interaction.channel_id or 0)


def can_see_channel(
    interaction: discord.Interaction,
    guild_id: int,
    channel_id: int,
    parent_channel_id: int | None,
    users: Collection[int],
) -> bool:
    """Whether somebody may see the table of a channel (`parent_channel_id`: the one its thread belongs to) where `users`
    have played."""
    if (find_place(interaction), interaction.channel_id) == (guild_id, channel_id) or interaction.user.id in users:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
        return False
    place = guild.get_channel_or_thread(channel_id)
    if isinstance(place, discord.Thread):
        if place.is_private():
            return False
        place = place.parent
    if place is None and parent_channel_id is not None:
        place = guild.get_channel(parent_channel_id)
    return place is not None and place.permissions_for(member).view_channel


def can_see_table(interaction: discord.Interaction, table: Table) -> bool:
    """The same of a table."""
    users = {*(person.user_id for person in table.seats), *(person.user_id for person in table.past_holders)}
    return can_see_channel(interaction, table.guild_id, table.channel_id, table.parent_channel_id, users)


async def load_visible_table(tables: TableServices, interaction: discord.Interaction, number: int) -> Table:
    """A table by its number. Raises Refusal for one that is not there, or not for this person."""
    unknown = UserError(
        say("There is no table {n} that you could see. Choose one of the suggestions; /history lists them.", n=number)
    )
    try:
        table = await tables.load_table(number)
    except UserError:
        raise unknown from None
    if not can_see_table(interaction, table):
        raise unknown
    return table


def find_public_parent(channel: object) -> int | None:
    """The channel that a thread belongs to, if whoever sees that channel sees the thread; None for anything else."""
    if isinstance(channel, discord.Thread) and not channel.is_private():
        return channel.parent_id
    return None
