"""Where an act may be used, and by whom: the one place at which a press is let in.

An id says which table it is about, but anybody can make one up. So a press is taken only from the channel of its table, where
Discord has already checked who may read and write, and where a moderator's rights are those of this server.
"""

from __future__ import annotations

from typing import Literal

import discord
import msgspec

from cogs.interactions.visibility import can_see_table, find_place
from engine.host.model.table import Table
from engine.host.service.seat_checks import require_seat
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError, say

Audience = Literal["anybody", "player", "manager"]


class AccessTerms(msgspec.Struct, frozen=True):
    """On what terms an act may be used.

    `audience`: anybody who sees it, a player of the table while it is live, or whoever manages the server.
    `is_allowed_anywhere`: it is about
    no table, or works away from its channel; then whoever uses it must have a seat at the table that it names.
    `is_read_only`: it only
    shows what whoever may see the table reads there, so that works from elsewhere for them.
    """

    audience: Audience = "anybody"
    is_allowed_anywhere: bool = False
    is_read_only: bool = False


async def require_access(
    tables: TableServices, interaction: discord.Interaction, table_id: int, terms: AccessTerms
) -> None:
    """Let a press in. Raises Refusal with what to do instead."""
    if terms.audience == "manager" and not interaction.permissions.manage_guild:
        raise UserError(say("The settings of a server are for those who manage it. /settings has yours."))
    if terms.is_allowed_anywhere and not table_id:
        return
    table = await tables.load_table(table_id)
    elsewhere = terms.is_read_only and can_see_table(interaction, table)
    if not terms.is_allowed_anywhere and not elsewhere and not _is_table_channel(interaction, table):
        raise UserError(
            say("That button is about a table in another channel. Use it there; /mytables finds your tables.")
        )
    if terms.is_allowed_anywhere or (terms.audience == "player" and table.is_live):
        require_seat(table, interaction.user.id)


def _is_table_channel(interaction: discord.Interaction, table: Table) -> bool:
    """Whether a press comes from the channel of its table; a thread is a channel of its own."""
    return (find_place(interaction), interaction.channel_id) == (table.guild_id, table.channel_id)
