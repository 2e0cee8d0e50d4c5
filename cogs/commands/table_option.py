"""A command parameter that names a table. It suggests the tables that the person may see, newest first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands

from cogs.i18n.text_formatter import format_name
from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, shorten
from cogs.interactions.visibility import can_see_past_table, find_guild_id
from engine.host.store.history.past_tables import PastTable
from engine.kernel.text import Translate

if TYPE_CHECKING:
    from cogs.client import Overwinter


class TableOption(app_commands.Transformer):
    """The transformer of a table's number."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The type of value that Discord asks for."""
        return discord.AppCommandOptionType.integer

    async def transform(self, _interaction: discord.Interaction, value: int) -> int:
        """Return the number as it was typed. The command checks whether this person may see the table."""
        return value

    async def autocomplete(self, interaction: discord.Interaction, value: object) -> list[app_commands.Choice[int]]:  # type: ignore[override]
        """Suggest started tables of this server."""
        bot = cast("Overwinter", interaction.client)
        language, typed = await bot.locales.find_person_language(interaction), str(value or "").casefold()
        titles = {game.slug: game.title for game in bot.catalogue.list_games()}
        choices: list[app_commands.Choice[int]] = []
        for table in await bot.tables.archive.list_started(find_guild_id(interaction)):
            label = format_table_label(table, titles, language)
            if typed in label.casefold() and can_see_past_table(interaction, table):
                choices.append(app_commands.Choice(name=shorten(label, MAX_SELECT_CHARS), value=table.id))
        return choices[:MAX_SUGGESTIONS]


def format_table_label(table: PastTable, titles: dict[str, str], translate: Translate) -> str:
    """Format a table in one line without markup: number, day, game, people."""
    day = datetime.fromtimestamp(table.last_changed_at, UTC).date().isoformat()
    people = ", ".join(format_name(person, translate, is_label=True) for person in table.seats)
    return f"#{table.id} · {day} · {titles.get(table.game, table.game)} · {people}"


TableParameter = app_commands.Transform[int, TableOption]
"""The annotation of such a parameter. Its default, 0, is the table of this channel."""
