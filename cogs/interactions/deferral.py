"""Answers that may take long, mostly because of a picture: the interaction is acknowledged in time and answered later."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import aiohttp
import discord
from discord import ui

from cogs.interactions import load_shedding
from cogs.interactions.metrics import measure_age_s

T = TypeVar("T")
DEFER_AFTER_S = 0.15
"""Seconds after its arrival at which an interaction is acknowledged at the latest. Discord waits for three seconds. On a quiet
machine nearly all answers are ready by then and need no second request."""


async def await_or_defer(
    interaction: discord.Interaction, work: Coroutine[Any, Any, T], *, private: bool = True, edits: bool = False
) -> T:
    """Return the result of `work`. Acknowledge the interaction if that takes longer than DEFER_AFTER_S since its arrival.

    The acknowledgement promises a new message, which only this person sees if `private`, or with `edits` a change of the message
    that was pressed. While many interactions are running it is sent before the work: it is cheap, so all are sent in time.
    """
    if load_shedding.is_crowded(interaction) and not interaction.response.is_done():
        try:
            await _defer(interaction, private=private, edits=edits)
        except BaseException:
            work.close()  # Discord takes no answer any more
            raise
        return await work
    task = asyncio.ensure_future(work)
    try:
        remaining_s = DEFER_AFTER_S - measure_age_s(interaction)
        if remaining_s > 0:
            await asyncio.wait({task}, timeout=remaining_s)
        else:
            await asyncio.sleep(0)  # work that waits for nothing is done after this
        if not task.done() and not interaction.response.is_done():
            # If Discord refuses the acknowledgement, the work that was begun is still completed.
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await _defer(interaction, private=private, edits=edits)
        return await task
    finally:
        task.cancel()


async def _defer(interaction: discord.Interaction, *, private: bool, edits: bool) -> None:
    """Tell Discord that an answer will follow."""
    if edits:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=private, thinking=True)


async def send_answer(
    interaction: discord.Interaction, view: ui.LayoutView, files: Sequence[discord.File], *, private: bool = True
) -> None:
    """Answer with a new message, or fill in the message that `await_or_defer` promised."""
    if interaction.response.is_done():
        await interaction.followup.send(view=view, files=files, ephemeral=private)
    else:
        await interaction.response.send_message(view=view, files=files, ephemeral=private)
