"""A parameter that names a table: the suggestions are those that the person may see, newest first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands

from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, SELECT_TEXT, fit
from cogs.interactions.visibility import may_see, place_of
from cogs.words.text_formatter import name_of
from engine.host.store.past.games import PastTable
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
        language, typed = await bot.locales.to_person(interaction), str(value or "").casefold()
        titles = {game.slug: game.title for game in bot.catalogue.games()}
        found = [
            (table_label(one, titles, language), one.id)
            for one in await bot.tables.archive.begun(place_of(interaction))
            if may_see(interaction, one.guild, one.channel, one.parent, one.users)
        ]
        return [
            app_commands.Choice(name=fit(label, SELECT_TEXT), value=number)
            for label, number in found
            if typed in label.casefold()
        ][:AUTOCOMPLETE_CHOICES]


def table_label(one: PastTable, titles: dict[str, str], translate: Translate) -> str:
    """A table in one line without markup: number, day, game, people."""
    day = datetime.fromtimestamp(one.at, UTC).date().isoformat()
    return (
        f"#{one.id} · {day} · {titles.get(one.game, one.game)} · {', '.join(name_of(p, translate) for p in one.seats)}"
    )


AnyTable = app_commands.Transform[int, TableOption]
"""The annotation of such a parameter; 0, the default, is the table of this channel."""
