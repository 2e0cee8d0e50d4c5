"""A parameter that names a table: the suggestions are those that the person may see, newest first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands

from cogs.i18n.text_formatter import format_name
from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from cogs.interactions.visibility import can_see_channel, find_place
from engine.host.store.history.past_tables import PastTable
from engine.kernel.text import Translate

if TYPE_CHECKING:
    from cogs.client import Overwinter


class TableOption(app_commands.Transformer):
    """The number of a table."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What Discord asks for."""
        return discord.AppCommandOptionType.integer

    async def transform(self, _interaction: discord.Interaction, value: int) -> int:
        """The number as it was typed; whether this person may see the table is settled by who looks it up."""
        return value

    async def autocomplete(self, interaction: discord.Interaction, value: object) -> list[app_commands.Choice[int]]:  # type: ignore[override]
        """Tables of this server that have begun."""
        bot = cast("Overwinter", interaction.client)
        language, typed = await bot.locales.find_person_language(interaction), str(value or "").casefold()
        titles = {game.slug: game.title for game in bot.catalogue.list_games()}
        found = [
            (format_table_label(one, titles, language), one.id)
            for one in await bot.tables.archive.list_started(find_place(interaction))
            if can_see_channel(interaction, one.guild_id, one.channel_id, one.parent_channel_id, one.user_ids)
        ]
        return [
            app_commands.Choice(name=shorten(label, MAX_SELECT_CHARS), value=number)
            for label, number in found
            if typed in label.casefold()
        ][:MAX_SUGGESTIONS]


def format_table_label(table: PastTable, titles: dict[str, str], translate: Translate) -> str:
    """A table in one line without markup: number, day, game, people."""
    day = datetime.fromtimestamp(table.last_changed_at, UTC).date().isoformat()
    return (
        f"#{table.id} · {day} · {titles.get(table.game, table.game)} · "
        f"{', '.join(format_name(p, translate) for p in table.seats)}"
    )


TableParameter = app_commands.Transform[int, TableOption]
"""The annotation of such a parameter; 0, the default, is the table of this channel."""
