"""/about says what this bot is and who runs it. /report tells that person what is wrong, with the public record of the table."""

from __future__ import annotations

import io
import re

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.table_option import TableParameter
from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions.errors import REPORT_ACT, answer_privately
from cogs.interactions.press import Press, describe_unknown_button
from cogs.messages.layout import build_button_rows, build_link_button, build_message, build_message_url
from cogs.services.notices.owner_mailbox import Delivery, OwnerMailbox
from engine import __version__
from engine.host.model.table import Table
from engine.kernel.record import format_record
from engine.kernel.text import Text, UserError, say

MAX_SENTENCE_CHARS = 500
INCIDENT_PATTERN = re.compile("[0-9a-f]{6}")
"""The numbers of incidents, see `errors.py`."""


class AboutCommands(TableCog):
    """The commands about the bot itself, and reports to the person who runs it."""

    async def cog_load(self) -> None:
        """Register the button below the answer about an incident."""
        self.bot.press_handlers.register(self, {REPORT_ACT: self._on_report}, is_allowed_anywhere=True)

    @app_commands.command(description="What this bot is, who runs it, its version, privacy and source")
    @allow_everywhere
    async def about(self, interaction: discord.Interaction) -> None:
        """Say what this bot is, and where to find its pages."""
        fmt, owner = await self.create_private_formatter(interaction), self.bot.config.owner
        pages = [
            (say("Privacy"), owner.privacy),
            (say("Terms"), owner.terms),
            (say("Source"), owner.source),
        ]
        links = [build_link_button(fmt(label), address) for label, address in pages if address]
        texts = [
            say(
                "Unofficial: a project of players. The designers and publishers of the games neither made nor endorse it. It is "
                "for people who own the games; please buy them."
            ),
            self._describe_contact(),
            say("{/privacy} says what the bot keeps about you, and gives it to you as a file."),
            say("The program is free software under the MIT licence."),
        ]
        await interaction.response.send_message(
            view=build_message(
                f"### Overwinter {__version__}",
                fmt.format_lines(texts, "- "),
                *build_button_rows(links),
            ),
            ephemeral=True,
        )

    @app_commands.command(
        description="Tell the person who runs the bot what is wrong; they get this table's public record"
    )
    @app_commands.describe(
        sentence="What is wrong, in a sentence or two",
        incident="The incident’s number, if the bot named one",
        table="Another table than this channel’s: the suggestions list those you may see",
    )
    @allow_everywhere
    async def report(
        self,
        interaction: discord.Interaction,
        sentence: app_commands.Range[str, 1, MAX_SENTENCE_CHARS],
        incident: str = "",
        table: TableParameter = 0,
    ) -> None:
        """Send a report about a table, or about the bot where there is no table."""
        number = incident.strip().casefold()
        if number and not INCIDENT_PATTERN.fullmatch(number):
            raise UserError(
                say("An incident’s number has six letters and digits, such as 3fa09c. You can leave it out.")
            )
        about: Table | None
        if table:
            about = await self.load_chosen_table(interaction, table)
        else:
            about = await self._find_table(interaction)
        await self._send_report(interaction, sentence, number, about)

    async def _on_report(self, press: Press) -> None:
        """Send a report about an incident."""
        if not INCIDENT_PATTERN.fullmatch(press.rest):
            raise describe_unknown_button()
        await self._send_report(press.interaction, "", press.rest, await self._find_table(press.interaction))

    async def _find_table(self, interaction: discord.Interaction) -> Table | None:
        """Find the table of this channel, None if there is none."""
        try:
            return await self.load_channel_table(interaction, live_only=False)
        except UserError:
            return None

    async def _send_report(
        self, interaction: discord.Interaction, sentence: str, incident: str, table: Table | None
    ) -> None:
        """Send a report to the person who runs the bot, and say what became of it. Discord's refusal uses up the hour, since
        refused requests count against the bot."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        user_id = interaction.user.id
        await self.tables.cooldowns.claim_report(user_id)
        record = await self._write_record(table)
        delivery = await OwnerMailbox(self.bot, self.bot.languages, self.bot.locales).send(
            lambda fmt: self._format_report(interaction, sentence, incident, table, fmt),
            lambda: _attach_record(table, record),
        )
        if delivery.may_retry and not delivery.was_sent:
            await self.tables.cooldowns.release_report(user_id)
        await answer_privately(interaction, self._describe_outcome(delivery, has_record=bool(record)))

    async def _write_record(self, table: Table | None) -> bytes:
        """Write the public record of a table, b"" if its game has not begun."""
        if table is None or table.status == "lobby":
            return b""
        try:
            return format_record(await self.tables.history.build_record(table.id)).encode()
        except UserError:  # the game cannot be played with this program, and the rest of the report says so
            return b""

    def _format_report(
        self, interaction: discord.Interaction, sentence: str, incident: str, table: Table | None, fmt: TextFormatter
    ) -> str:
        """Format a report: who sends it, the sentence, the incident and the table."""
        user = interaction.user
        lines = [
            fmt(
                say(
                    "**A report** from <@{user}> ({name}), Overwinter {version}:",
                    user=user.id,
                    name=format_name(user.display_name, fmt.translate),
                    version=__version__,
                )
            )
        ]
        if sentence:
            lines.append(f"> {format_name(sentence, fmt.translate)}")
        if incident:
            lines.append(fmt(say("Incident {incident}", incident=incident)))
            for one in self.bot.metrics.incidents:
                if one.id == incident:
                    lines.append(f"`{one.kind}: {one.place}`")
        if table is not None:
            link = build_message_url(table.guild_id, table.channel_id, None)
            lines.append(fmt(say("Table {table}, {game}: {link}", table=table.id, game=table.game, link=link)))
        return "\n".join(lines)

    def _describe_outcome(self, delivery: Delivery, *, has_record: bool) -> Text:
        """Say what became of a report."""
        if delivery.was_sent and has_record:
            return say(
                "Sent to the person who runs the bot: your words, your name and the public record of this table. No hand, no "
                "secret move and no closed seal is in it. Thank you!"
            )
        if delivery.was_sent:
            return say("Sent to the person who runs the bot: your words and your name. Thank you!")
        if delivery.may_retry:
            return say("Discord did not deliver your report. Send it once more in a minute.")
        if self.bot.config.owner.contact:
            return say(
                "The person who runs the bot takes no direct messages from it, so your report did not arrive. {contact}",
                contact=self._describe_contact(),
            )
        return say(
            "The person who runs the bot takes no direct messages from it, so your report did not arrive. Ask those who "
            "manage this server how to reach them."
        )

    def _describe_contact(self) -> Text:
        """Describe how to reach the person who runs the bot."""
        if self.bot.config.owner.contact:
            return say("You reach the person who runs it here: {contact}", contact=self.bot.config.owner.contact)
        return say("{/report} reaches the person who runs it.")


def _attach_record(table: Table | None, record: bytes) -> list[discord.File]:
    """Return the file with a record, if there is one."""
    if table is None or not record:
        return []
    return [discord.File(io.BytesIO(record), f"{table.game}-{table.id}.record.txt")]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(AboutCommands(bot))
