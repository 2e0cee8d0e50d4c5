"""/note: a private note at a table, written in a modal and shown in one's own panel."""

from __future__ import annotations

import discord
from discord import app_commands, ui

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer
from cogs.interactions.press import Press
from engine.host.service.play.notes import LONGEST
from engine.kernel.text import Refusal, say


class Notes(TableCog):
    """Private notes."""

    async def cog_load(self) -> None:
        """Register the modal."""
        self.bot.presses.register(self, {"note": self._written})

    @app_commands.command(description="Your private note at this channel's table; your panel shows it to you alone")
    @ANYWHERE
    async def note(self, interaction: discord.Interaction) -> None:
        """Open the note for writing."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        user = interaction.user.id
        if user not in [person.user for person in table.seats]:
            raise Refusal(say("Notes are for the people at a table, and you have no seat at this one."))
        fmt = await self.private_formatter(interaction, table)
        modal = ui.Modal(title=fmt(say("Your note at this table")), custom_id=custom_ids.modal("note", table.id, 0))
        field: ui.TextInput[ui.Modal] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            default=await self.tables.notes.read(table.id, user) or None,
            required=False,
            max_length=LONGEST,
        )
        modal.add_item(
            ui.Label(
                text=fmt(say("Only you can read it")),
                description=fmt(say("Your panel shows it. Empty it to forget it.")),
                component=field,
            )
        )
        modal.stop()  # a modal is handled by its custom id, after a restart too
        await interaction.response.send_modal(modal)

    async def _written(self, press: Press) -> None:
        text = press.chosen
        await self.tables.notes.write(press.table, press.interaction.user.id, text)
        table = await self.tables.table(press.table)
        kept = say("Noted. Your panel shows it to you alone.") if text.strip() else say("Your note is forgotten.")
        await answer(press.interaction, kept, table)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Notes(bot))
