"""/record exports a game as a text file and imports one; /audit checks that a game was dealt from its sealed seed."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.table_option import TableParameter
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import deferral
from cogs.interactions.errors import answer_privately
from cogs.interactions.permissions import require_opening, require_posting
from cogs.interactions.press import Press
from cogs.interactions.visibility import find_guild_id, find_public_parent
from cogs.messages.history.audit import build_audit_message, format_seal_note
from engine.host.model.table import Table
from engine.host.service.history.records import MAX_RECORD_CHARS
from engine.kernel.record import GameRecord, format_record
from engine.kernel.text import Text, UserError, say
from render.kit.poster.poster_text import describe_computer_moves


class RecordCommands(TableCog):
    """The commands that export, import and audit games."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.press_handlers.register(self, {"record": self._on_record}, is_read_only=True)

    @app_commands.command(description="This channel's game as a text file; with a file, that game opened here")
    @app_commands.describe(
        file="A record to open as a new table in this channel",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @allow_everywhere
    async def record(
        self, interaction: discord.Interaction, file: discord.Attachment | None = None, table: TableParameter = 0
    ) -> None:
        """Send the record to this person, or open the one they attached."""
        if file is not None:
            await self._open_record(interaction, file)
            return
        await self._send_record(interaction, await self.load_chosen_table(interaction, table))

    async def _on_record(self, press: Press) -> None:
        await self._send_record(press.interaction, await self.tables.load_table(press.table_id))

    async def _send_record(self, interaction: discord.Interaction, table: Table) -> None:
        if table.status == "lobby":
            raise UserError(
                say("The game has not begun, so there is nothing to record. Press Start when everybody has joined.")
            )
        record = await self.tables.history.build_record(table.id)
        fmt = await self.create_private_formatter(interaction, table)
        record_file = discord.File(
            io.BytesIO((self._format_comments(table, record, fmt) + format_record(record)).encode()),
            f"{table.game}-{table.id}.record.txt",
        )
        note = _format_note(table, record)
        await interaction.response.send_message(fmt(note), file=record_file, ephemeral=True)

    @app_commands.command(
        description="Check that this channel's game was dealt from the seed that was sealed at its start"
    )
    @app_commands.describe(table="Another table than this channel’s: the suggestions list those you may see")
    @allow_everywhere
    async def audit(self, interaction: discord.Interaction, table: TableParameter = 0) -> None:
        """Check the game against its seed, and say how to do it by hand."""
        looked = await self.load_chosen_table(interaction, table)
        if looked.status == "lobby":
            raise UserError(say("The game has not begun. Its seal is shown when it does, and {/audit} checks it."))
        audit = await deferral.await_or_defer(interaction, self.tables.audits.audit_table(looked.id))
        fmt = await self.create_private_formatter(interaction, looked)
        await deferral.send_answer(
            interaction, build_audit_message(audit, self.bot.catalogue.load_game(looked.game).title, fmt), []
        )

    def _format_comments(self, table: Table, record: GameRecord, fmt: TextFormatter) -> str:
        """Format the comments above a record: its seal, unless that is still closed, and the moves of computers."""
        notes: list[Text] = []
        has_chance = self.bot.catalogue.load_game(table.game).kind.has_chance
        if has_chance and not (record.is_sealed or table.is_imported):
            notes.append(format_seal_note(record.seed))
        if table.computer_moves:
            notes.append(describe_computer_moves(table.computer_moves))
        return "".join(f"; {format_plain_label(note, None, fmt.translate)}\n" for note in notes)

    async def _open_record(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        require_posting(interaction)
        await require_opening(self.tables, interaction)
        if file.size > MAX_RECORD_CHARS:
            raise UserError(say("This file is too large for a record. {/record} gives one."))
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            text = (await file.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise UserError(say("This file is not text. {/record} gives one that can be opened.")) from None
        except discord.HTTPException:
            raise UserError(say("Discord did not hand over the file. Send it once more.")) from None
        user = interaction.user
        table = await self.tables.lobby.open_record(
            find_guild_id(interaction),
            interaction.channel_id or 0,
            user.id,
            user.display_name,
            text,
            parent_channel_id=find_public_parent(interaction.channel),
        )
        self.board_posts.request_post(table.id)
        await answer_privately(
            interaction,
            say("The record plays from its first move to its last. Choose your seats, then press Start."),
            table,
        )


def _format_note(table: Table, record: GameRecord) -> Text:
    if table.status == "closed":
        return say(
            "The game as far as it went. It was closed before its end, so the seed and what was secret stay untold."
        )
    if table.status != "finished":
        return say("The game so far. The seed and what is still secret follow when it is over.")
    if record.is_sealed:
        return say(
            "The game as it ended. The seed and what is still secret follow when it is over for good, at the latest {time}.",
            time=f"<t:{table.seals_open_at}:f>",
        )
    if record.origin:
        return say(
            "The game from where its rules were corrected, with the position at that moment. {/log} tells what went before."
        )
    return say("The whole game. It can be replayed move by move, and opened in any channel: {/record} {/record@file}")


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(RecordCommands(bot))
