"""/record: a game as a text file, and a text file as a game; /audit: whether it was dealt from the sealed seed."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.choosing import AnyTable
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import deferral
from cogs.interactions.errors import answer
from cogs.interactions.permissions import require_opening, require_posting
from cogs.interactions.press import Press
from cogs.interactions.visibility import place_of, public_parent
from cogs.messages.past.audit import audit_message, seal_note
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.host.model.table import Table
from engine.host.service.past.records import LARGEST
from engine.kernel.record import Record, dump
from engine.kernel.text import Refusal, Text, say


class Records(TableCog):
    """Exporting and importing games."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.presses.register(self, {"record": self._pressed}, reading=True)

    @app_commands.command(description="This channel's game as a text file; with a file, that game opened here")
    @app_commands.describe(
        file="A record to open as a new table in this channel",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @ANYWHERE
    async def record(
        self, interaction: discord.Interaction, file: discord.Attachment | None = None, table: AnyTable = 0
    ) -> None:
        """Send the record to this person, or open the one they attached."""
        if file is not None:
            await self._open(interaction, file)
            return
        await self._send(interaction, await self.chosen_table(interaction, table))

    async def _pressed(self, press: Press) -> None:
        await self._send(press.interaction, await self.tables.table(press.table))

    async def _send(self, interaction: discord.Interaction, table: Table) -> None:
        if table.status == "lobby":
            raise Refusal(
                say("The game has not begun, so there is nothing to record. Press Start when everybody has joined.")
            )
        kept = await self.tables.history.record(table.id)
        fmt = await self.private_formatter(interaction, table)
        made = discord.File(
            io.BytesIO((self._seal(table, kept, fmt) + dump(kept)).encode()), f"{table.game}-{table.id}.record.txt"
        )
        note = _note(table, kept)
        await interaction.response.send_message(fmt(note), file=made, ephemeral=True)

    @app_commands.command(
        description="Check that this channel's game was dealt from the seed that was sealed at its start"
    )
    @app_commands.describe(table="Another table than this channel’s: the suggestions list those you may see")
    @ANYWHERE
    async def audit(self, interaction: discord.Interaction, table: AnyTable = 0) -> None:
        """Hold the game against its seed, and say how to do it by hand."""
        looked = await self.chosen_table(interaction, table)
        if looked.status == "lobby":
            raise Refusal(say("The game has not begun. Its seal is shown when it does, and /audit checks it."))
        audit = await deferral.in_time(interaction, self.tables.audits.audit(looked.id))
        fmt = await self.private_formatter(interaction, looked)
        await deferral.send(interaction, audit_message(audit, self.bot.catalogue.game(looked.game).title, fmt), [])

    def _seal(self, table: Table, kept: Record, fmt: TextFormatter) -> str:
        """The comment above a record that tells its seal; "" where there is none, or its seed is still the seal."""
        if kept.sealed or table.imported or not self.bot.catalogue.game(table.game).kind.chance:
            return ""
        return f"; {plain_label(seal_note(kept.seed), None, fmt.translate)}\n"

    async def _open(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        require_posting(interaction)
        await require_opening(self.tables, interaction)
        if file.size > LARGEST:
            raise Refusal(say("This file is too large for a record. /record gives one."))
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            text = (await file.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refusal(say("This file is not text. /record gives one that can be opened.")) from None
        except discord.HTTPException:
            raise Refusal(say("Discord did not hand over the file. Send it once more.")) from None
        user = interaction.user
        table = await self.tables.lobby.open_record(
            place_of(interaction),
            interaction.channel_id or 0,
            user.id,
            user.display_name,
            text,
            parent=public_parent(interaction.channel),
        )
        self.posts.poke(table.id)
        await answer(
            interaction,
            say("The record plays from its first move to its last. Choose your seats, then press Start."),
            table,
        )


def _note(table: Table, kept: Record) -> Text:
    if table.status == "closed":
        return say(
            "The game as far as it went. It was closed before its end, so the seed and what was secret stay untold."
        )
    if table.status != "finished":
        return say("The game so far. The seed and what is still secret follow when it is over.")
    if kept.sealed:
        return say(
            "The game as it ended. The seed and what is still secret follow when it is over for good, at the latest {time}.",
            time=f"<t:{table.sealed_until}:f>",
        )
    if kept.origin:
        return say(
            "The game from where its rules were corrected, with the position at that moment. /log tells what went before."
        )
    return say("The whole game. It can be replayed move by move, and opened in any channel: /record file:")


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Records(bot))
