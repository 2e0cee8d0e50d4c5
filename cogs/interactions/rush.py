"""A rush: what is asked while too much is under way is turned away at once, in a sentence that says so.

Discord waits three seconds. Whatever is let in shares one processor with all else that is under way, so beyond some number
everybody would be answered too late; a sentence costs next to nothing.
"""

from __future__ import annotations

import discord

from cogs.interactions.errors import send_private
from cogs.words.languages import Languages
from cogs.words.text_formatter import TextFormatter
from engine.kernel.text import say

MOST = 100
"""Interactions under way at once. Each takes some hundredths of a second, so the last of them is still in time."""


async def turned_away(interaction: discord.Interaction, running: int, languages: Languages) -> bool:
    """Whether an interaction is one too many; then it has been answered. `running` are under way without it.

    The language is that of the person's Discord: what they have chosen is in the store, which has enough to do.
    """
    if running < MOST:
        return False
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
        return True
    fmt = TextFormatter(translate=languages.of(interaction.locale.value))
    await send_private(
        interaction, fmt(say("The bot is very busy just now, so nothing was done. Try again in half a minute."))
    )
    return True
