"""Access checks of presses: where an act may be used, and by whom. An id names its table, but anybody can forge one. So a press
must come from its table's channel, where Discord has checked who reads and writes and where moderators have their rights."""

from __future__ import annotations

from typing import Literal

import discord
import msgspec

from cogs.interactions.visibility import can_see_table, find_guild_id
from engine.host.model.table import Table
from engine.host.service.seat_checks import require_seat
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError, say

Audience = Literal["anybody", "player", "manager"]


class AccessTerms(msgspec.Struct, frozen=True):
    """The terms on which an act may be used.

    `audience`: anybody who sees it, a player of the table while it is live, or a manager of the server.
    `is_allowed_anywhere`: it works in every channel; if its id names a table, the person must have a seat there.
    `is_read_only`: it only shows the table, so it works in every channel for people who may see the table.
    """

    audience: Audience = "anybody"
    is_allowed_anywhere: bool = False
    is_read_only: bool = False


async def require_access(
    tables: TableServices, interaction: discord.Interaction, table_id: int, terms: AccessTerms
) -> None:
    """Raise UserError, with what to do instead, if a press does not meet its terms."""
    if terms.audience == "manager" and not interaction.permissions.manage_guild:
        raise UserError(say("The settings of a server are for those who manage it. {/settings} has yours."))
    if terms.is_allowed_anywhere and not table_id:
        return
    table = await tables.load_table(table_id)
    if terms.is_allowed_anywhere:
        require_seat(table, interaction.user.id)
        return
    if not _is_table_channel(interaction, table) and not (terms.is_read_only and can_see_table(interaction, table)):
        raise UserError(
            say("That button is about a table in another channel. Use it there; {/mytables} finds your tables.")
        )
    if terms.audience == "player" and table.is_live:
        require_seat(table, interaction.user.id)


def _is_table_channel(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether a press comes from the channel of its table. A thread is a channel."""
    return (find_guild_id(interaction), interaction.channel_id) == (table.guild_id, table.channel_id)
