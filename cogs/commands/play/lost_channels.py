"""/continue: a game whose channel was deleted goes on in another one."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.i18n.text_formatter import list_names
from cogs.interactions import deferral
from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from cogs.interactions.permissions import require_place, require_posting
from cogs.interactions.visibility import find_public_parent
from cogs.messages.layout import build_message
from engine.host.model.table import Table, mention_people
from engine.kernel.text import say


class LostChannelCommands(TableCog):
    """The command that gives a game a new channel."""

    @app_commands.command(name="continue", description="Go on here with a game whose channel was deleted")
    @app_commands.describe(table="The table’s number; the suggestions list your games without a channel")
    async def continue_table(self, interaction: discord.Interaction, table: int) -> None:
        """Move the table to this channel, and tell its players."""
        require_posting(interaction)
        await require_place(self.tables, interaction)
        lost = await self.tables.load_table(table)
        looking_up = self._find_blind_users(interaction, lost)
        blind_users = await deferral.await_or_defer(interaction, looking_up, private=False)
        moved = await self.tables.channels.continue_table(
            table,
            interaction.user.id,
            interaction.guild_id or 0,
            interaction.channel_id or 0,
            find_public_parent(interaction.channel),
            blind_users,
        )
        fmt = await self.create_public_formatter(moved)
        people = mention_people(moved.remaining_players)
        told = say(
            "{people}: your game {title} goes on here. A clock starts when its player presses a button here, or after seven days.",
            people=people,
            title=self.bot.catalogue.load_game(moved.game).title,
        )
        try:
            await deferral.send_answer(interaction, build_message(fmt(told)), [], private=False)
        finally:  # the board follows below the answer
            self.board_posts.request_post(moved.id)

    @continue_table.autocomplete("table")
    async def _suggest_tables(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        language = await self.bot.locales.find_person_language(interaction)
        choices: list[app_commands.Choice[int]] = []
        for table in await self.tables.channels.list_lost_tables(interaction.user.id):
            if table.guild_id == interaction.guild_id and str(table.id).startswith(typed):
                label = f"#{table.id} · {table.game} · {', '.join(list_names(table, language))}"
                choices.append(app_commands.Choice(name=shorten(label, MAX_SELECT_CHARS), value=table.id))
        return choices[:MAX_SUGGESTIONS]

    async def _find_blind_users(self, interaction: discord.Interaction, table: Table) -> list[int]:
        """Find the players who cannot see this channel, and those who have left the server."""
        guild, channel = interaction.guild, interaction.channel
        place = channel
        if isinstance(channel, discord.Thread):
            place = channel.parent
        if guild is None or not isinstance(place, discord.abc.GuildChannel):
            return []
        users = [person.user_id for person in table.remaining_players]
        can_see = await asyncio.gather(*(self.bot.members.can_see_place(place, user) for user in users))
        return [user for user, sees in zip(users, can_see, strict=True) if not sees]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(LostChannelCommands(bot))
