"""/note: a private note at a table, which is written in a modal and shown in the panel."""

from __future__ import annotations

import discord
from discord import app_commands, ui

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.press import Press
from engine.host.service.play.notes import MAX_NOTE_CHARS
from engine.kernel.text import UserError, say


class NoteCommands(TableCog):
    """The command and modal for private notes."""

    async def cog_load(self) -> None:
        """Register the modal."""
        self.bot.press_handlers.register(self, {"note": self._on_write})

    @app_commands.command(description="Your private note at this channel's table; your panel shows it to you alone")
    @allow_everywhere
    async def note(self, interaction: discord.Interaction) -> None:
        """Open the note for writing."""
        table = await self.load_channel_table(interaction, live_only=False)
        user = interaction.user.id
        if user not in [person.user_id for person in table.seats]:
            raise UserError(say("Notes are for the people at a table, and you have no seat at this one."))
        fmt = await self.create_private_formatter(interaction, table)
        modal = ui.Modal(
            title=fmt(say("Your note at this table")), custom_id=custom_ids.build_modal_id("note", table.id, 0)
        )
        field: ui.TextInput[ui.Modal] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            default=await self.tables.notes.load_note(table.id, user) or None,
            required=False,
            max_length=MAX_NOTE_CHARS,
        )
        modal.add_item(
            ui.Label(
                text=fmt(say("Only you can read it")),
                description=fmt(say("Your panel shows it. Empty it to forget it.")),
                component=field,
            )
        )
        modal.stop()  # `press.handle_modal` handles it by its custom id, also after a restart
        await interaction.response.send_modal(modal)

    async def _on_write(self, press: Press) -> None:
        text = press.chosen
        await self.tables.notes.save_note(press.table_id, press.interaction.user.id, text)
        table = await self.tables.load_table(press.table_id)
        if text.strip():
            kept = say("Noted. Your panel shows it to you alone.")
        else:
            kept = say("Your note is forgotten.")
        await answer_privately(press.interaction, kept, table)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(NoteCommands(bot))
