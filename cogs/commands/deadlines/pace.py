"""The pace of a table and the turns of a person: /pace, /mytables, /early, /follow, and the buttons of reminders."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.i18n.text_formatter import TextFormatter, format_computer_name, format_name
from cogs.interactions import custom_ids, deferral
from cogs.interactions.errors import answer_privately
from cogs.interactions.press import Press
from cogs.interactions.visibility import find_guild_id
from cogs.messages.call import WAITING_ACT
from cogs.messages.layout import (
    build_button,
    build_button_rows,
    build_link_button,
    build_message,
    build_message_url,
    build_section,
)
from cogs.messages.lobby import build_options_message
from engine.host.model.pace import DAY_S, PACES_H, SILENCE_LIMIT_S, format_pace
from engine.host.model.table import PendingRequestKind, UserTable, format_place
from engine.kernel.text import Text, UserError, count, say, write_plain_text

TABLES_PER_PAGE = 8
"""Tables on one page of /mytables: each is a section with a button."""
QUESTION_TEXTS: Mapping[PendingRequestKind, Text] = MappingProxyType(
    {
        "undo": say("**you are asked** whether a move may be taken back"),
        "vote": say("**you are asked** in a vote about a seat"),
        "motion": say("**you are asked** what all at the table agree on"),
        "offer": say("**a seat is held out to you**"),
    }
)
"""The decisions besides a move that may wait for a person."""


class PaceCommands(TableCog):
    """The commands and buttons for pace, turns and reminders."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(self, {"pace": self._on_choose_pace, "mute": self._on_mute}, audience="player")
        self.bot.press_handlers.register(
            self,
            {"mytables": self._on_page, WAITING_ACT: self._on_waiting, "unfollow": self._on_unfollow},
            is_allowed_anywhere=True,
        )

    # ------------------------------------------------------------- commands
    @app_commands.command(description="How long a move may take at this channel's table; reminders follow it")
    @app_commands.describe(time="The time for one move")
    @app_commands.choices(
        time=[app_commands.Choice(name=write_plain_text(format_pace(hours)), value=hours) for hours in PACES_H]
    )
    async def pace(self, interaction: discord.Interaction, time: int) -> None:
        """Set the pace of the table."""
        table = await self.load_channel_table(interaction)
        proposal = await self.tables.proposals.set_pace(table.id, interaction.user.id, time)
        if proposal is not None:
            await self.post_proposal(interaction, table, proposal)
            return
        await answer_privately(interaction, _describe_pace(time), table)
        self.board_posts.request_post(table.id)

    @app_commands.command(description="Your tables on all servers: what waits for you there, and since when")
    @allow_everywhere
    async def mytables(self, interaction: discord.Interaction) -> None:
        """Show the first page to this person."""
        view = await self._build_list(interaction, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(description="Get a word when your turn comes near at this channel's table, or no more")
    async def early(self, interaction: discord.Interaction) -> None:
        """Turn the notice before the person's turn on or off."""
        table = await self.load_channel_table(interaction)
        if await self.tables.reminders.set_early_notice(table.id, interaction.user.id):
            text = say("You will get a word when the player before you is on the move. {/early} again ends it.")
        else:
            text = say("No more early words. You are called when it is your turn, as before.")
        await answer_privately(interaction, text, table)

    @app_commands.command(description="Hear of each turn of this channel’s game by a direct message, or no more")
    async def follow(self, interaction: discord.Interaction) -> None:
        """Let a spectator follow the table of this channel, or no more."""
        table = await self.load_channel_table(interaction)
        looking_up = self.bot.members.can_see_channel(table, interaction.user.id)
        if not await deferral.await_or_defer(interaction, looking_up):
            raise UserError(say("A game in a private thread cannot be followed from outside. {/board} shows it here."))
        if await self.tables.following.toggle(table, interaction.user.id):
            text = say("You follow this game: a direct message tells you when it goes on, at most one an hour.")
        else:
            text = say("You follow this game no more.")
        await answer_privately(interaction, text, table)

    # -------------------------------------------------------------- buttons
    async def _on_choose_pace(self, press: Press) -> None:
        table = await self.tables.load_table(press.table_id)
        proposal = await self.tables.proposals.set_pace(press.table_id, press.interaction.user.id, press.chosen_number)
        if proposal is not None:
            await self.post_proposal(press.interaction, table, proposal)
            return
        table = await self.tables.load_table(press.table_id)
        language = await self.bot.locales.find_person_language(press.interaction)
        view = build_options_message(
            table, self.bot.catalogue.load_game(table.game), language, press.interaction.user.id
        )
        await press.interaction.response.edit_message(view=view)
        self.board_posts.request_post(table.id)

    async def _on_mute(self, press: Press) -> None:
        await self.tables.reminders.mute_turn(press.table_id, press.interaction.user.id, press.revision)
        table = await self.tables.load_table(press.table_id)
        await answer_privately(
            press.interaction,
            say("You hear no more about this turn. When it is your turn again, you are called."),
            table,
        )

    async def _on_page(self, press: Press) -> None:
        view = await self._build_list(press.interaction, press.number)
        await press.interaction.response.edit_message(view=view)

    async def _on_waiting(self, press: Press) -> None:
        view = await self._build_list(press.interaction, 0)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_unfollow(self, press: Press) -> None:
        await self.tables.following.stop(press.number, press.interaction.user.id)
        await answer_privately(press.interaction, say("You follow this game no more."))

    # ---------------------------------------------------------------- parts
    async def _build_list(self, interaction: discord.Interaction, page: int) -> discord.ui.LayoutView:
        fmt = await self.create_private_formatter(interaction)
        tables = await self.tables.schedules.list_user_tables(interaction.user.id)
        if not tables:
            return build_message(fmt(say("You are at no table. {/play} opens one, Join takes a seat.")))
        last_page = (len(tables) - 1) // TABLES_PER_PAGE
        page = min(max(page, 0), last_page)
        waiting_count = sum(bool(table.is_waiting_for_user or table.pending_requests) for table in tables)
        head = count("{n} of your tables waits for you.", "{n} of your tables wait for you.", waiting_count)
        buttons = []
        if page > 0:
            buttons.append(build_button(fmt(say("Back")), custom_ids.build_button_id("mytables", 0, 0, str(page - 1))))
        if page < last_page:
            buttons.append(build_button(fmt(say("More")), custom_ids.build_button_id("mytables", 0, 0, str(page + 1))))
        guild_id = find_guild_id(interaction)
        rows = []
        for table in tables[page * TABLES_PER_PAGE : (page + 1) * TABLES_PER_PAGE]:
            rows.append(self._build_row(table, guild_id, fmt))
        return build_message(f"### {fmt(head)}", *rows, *build_button_rows(buttons))

    def _build_row(self, table: UserTable, guild_id: int, fmt: TextFormatter) -> discord.ui.Section[Any]:
        """Build the row of a table for a message on the server `guild_id`: what waits there, and a button that leads to it."""
        lines = [QUESTION_TEXTS[kind] for kind in table.pending_requests]
        state = _describe_state(table, fmt)
        if state is not None:
            lines.append(state)
        title = self.bot.catalogue.load_game(table.game).title
        head = " · ".join(filter(None, [f"**{title}**", self._format_location(table, guild_id, fmt)]))
        button = build_link_button(
            fmt(say("Go there")), build_message_url(table.guild_id, table.channel_id, table.message_id)
        )
        return build_section("\n".join((head, *map(fmt, lines))), button)

    def _format_location(self, table: UserTable, guild_id: int, fmt: TextFormatter) -> str:
        """Format the location of a table: its channel if it is on the server `guild_id` or in direct messages, else its server."""
        if table.guild_id == guild_id or table.guild_id < 0:
            channel = fmt(format_place(table.guild_id, table.channel_id))
            if channel:
                return channel
        guild = self.bot.get_guild(table.guild_id)
        if guild:
            return format_name(guild.name, fmt.translate)
        return ""


def _describe_state(table: UserTable, fmt: TextFormatter) -> Text | None:
    """Describe who is to move at a person's table. Return None if only the pending requests matter."""
    since = f"<t:{table.waiting_since_at}:R>"
    if "offer" in table.pending_requests:
        return None  # they have no seat at the table yet
    if not table.is_running and not table.pending_requests:
        return say("not begun; opened {since}", since=since)
    if table.is_waiting_for_user and len(table.waiting_names) == 1:
        return say("**your move**, asked {since}", since=since)
    if table.is_waiting_for_user:
        return say("**your move**, and others’, asked {since}", since=since)
    if not table.is_running:
        return None
    names: list[str] = []
    for name in table.waiting_names:
        shown = format_name(name, fmt.translate)
        names.append(format_computer_name(shown, fmt.translate) if name in table.computer_names else shown)
    return say("{names} to move, asked {since}", names=names, since=since)


def _describe_pace(hours: int) -> Text:
    if not hours:
        return say(
            "This table gives every move all the time it needs, and nobody is reminded. After {n} days of silence the others "
            "may vote.",
            n=SILENCE_LIMIT_S // DAY_S,
        )
    return say(
        "Set: {pace}. Whoever is slower is reminded, kindly and at most three times a turn.", pace=format_pace(hours)
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(PaceCommands(bot))
