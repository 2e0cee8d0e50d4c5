"""Where an act may be used, and by whom: the one place at which a press is let in.

An id says which table it is about, but anybody can make one up. So a press is taken only from the channel of its table, where
Discord has already checked who may read and write, and where a moderator's rights are those of this server.
"""

from __future__ import annotations

from typing import Literal

import discord
import msgspec

from cogs.interactions.visibility import may_see_table, place_of
from engine.host.model.table import Table
from engine.host.service.play.live import seated
from engine.host.service.tables import Tables
from engine.kernel.text import Refusal, say

Who = Literal["anybody", "player", "manager"]


class Terms(msgspec.Struct, frozen=True):
    """On what terms an act may be used.

    `who`: anybody who sees it, a player of the table while it is live, or whoever manages the server. `anywhere`: it is about
    no table, or works away from its channel; then whoever uses it must have a seat at the table that it names. `reading`: it only
    shows what whoever may see the table reads there, so that works from elsewhere for them.
    """

    who: Who = "anybody"
    anywhere: bool = False
    reading: bool = False


async def admit(tables: Tables, interaction: discord.Interaction, table_id: int, terms: Terms) -> None:
    """Let a press in. Raises Refusal with what to do instead."""
    if terms.who == "manager" and not interaction.permissions.manage_guild:
        raise Refusal(say("The settings of a server are for those who manage it. /settings has yours."))
    if terms.anywhere and not table_id:
        return
    table = await tables.table(table_id)
    elsewhere = terms.reading and may_see_table(interaction, table)
    if not terms.anywhere and not elsewhere and not _here(interaction, table):
        raise Refusal(
            say("That button is about a table in another channel. Use it there; /mytables finds your tables.")
        )
    if terms.anywhere or (terms.who == "player" and table.live):
        seated(table, interaction.user.id)


def _here(interaction: discord.Interaction, table: Table) -> bool:
    """Whether a press comes from the channel of its table; a thread is a channel of its own."""
    return (place_of(interaction), interaction.channel_id) == (table.guild, table.channel)
