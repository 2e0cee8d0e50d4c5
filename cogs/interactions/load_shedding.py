"""A rush: in a crowd whoever asks is told first that an answer comes, and beyond some number turned away at once.

Discord waits three seconds. Whatever is let in shares one processor with all else that is under way; a promise, or a sentence,
costs next to nothing (see `cogs.interactions.deferral`).
"""

from __future__ import annotations

from typing import Protocol, cast

import discord

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions.errors import send_private
from engine.kernel.text import say

DEFER_FROM_RUNNING = 6
"""Interactions under way at once from which on people are promised an answer before anything is done for them."""
MAX_RUNNING = 100
"""Interactions under way at once. Each takes some hundredths of a second, so the last has its answer after a few seconds."""


class RunningCounter(Protocol):
    """What counts interactions."""

    @property
    def running_count(self) -> int:
        """Those that are under way."""


class CountingBot(Protocol):
    """What is asked of the bot."""

    @property
    def metrics(self) -> RunningCounter:
        """What counts interactions."""


def is_crowded(interaction: discord.Interaction) -> bool:
    """Whether so many are under way, this one among them, that a promise comes first."""
    return cast("CountingBot", interaction.client).metrics.running_count >= DEFER_FROM_RUNNING


async def shed_interaction(interaction: discord.Interaction, running: int, languages: LanguageRegistry) -> bool:
    """Whether an interaction is one too many; then it has been answered. `running_count` are under way without it.

    The language is that of the person's Discord: what they have chosen is in the store, which has enough to do.
    """
    if running < MAX_RUNNING:
        return False
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
        return True
    fmt = TextFormatter(translate=languages.find_language(interaction.locale.value))
    await send_private(
        interaction, fmt(say("The bot is very busy just now, so nothing was done. Try again in half a minute."))
    )
    return True
