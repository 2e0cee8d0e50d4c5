"""Protection against too many interactions at once: many are acknowledged before they are handled
(`cogs.interactions.deferral`), and above a limit they are refused. Discord waits three seconds for either."""

from __future__ import annotations

from typing import Protocol, cast

import discord

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.errors import send_private
from engine.kernel.text import say

DEFER_FROM_RUNNING = 6
"""The number of running interactions from which on each is acknowledged before it is handled."""
MAX_RUNNING = 100
"""The number of interactions that may run at once. Each takes some hundredths of a second, so the last waits a few seconds."""


class RunningCounter(Protocol):
    """The counter of interactions."""

    @property
    def running_count(self) -> int:
        """The number of running interactions."""


class CountingBot(Protocol):
    """The part of the bot that this module uses."""

    @property
    def metrics(self) -> RunningCounter:
        """The counter of interactions."""


def is_crowded(interaction: discord.Interaction) -> bool:
    """Return whether an interaction is acknowledged before it is handled, because many are running."""
    return cast("CountingBot", interaction.client).metrics.running_count >= DEFER_FROM_RUNNING


async def shed_interaction(interaction: discord.Interaction, running_count: int, languages: LanguageRegistry) -> bool:
    """Refuse an interaction if MAX_RUNNING others are running, without a query. Return whether it was refused."""
    if running_count < MAX_RUNNING:
        return False
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
        return True
    await refuse_interaction(interaction, languages)
    return True


async def refuse_interaction(interaction: discord.Interaction, languages: LanguageRegistry) -> None:
    """Tell the person that nothing was done, in the language of their Discord."""
    fmt = TextFormatter(translate=languages.find_language(interaction.locale.value, interaction.locale.value))
    await send_private(
        interaction, fmt(say("The bot is very busy just now, so nothing was done. Try again in half a minute."))
    )
