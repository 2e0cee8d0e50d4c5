"""Answers that may have to wait, for a picture above all: acknowledged in time, and filled in when they are ready."""

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
"""Seconds after its arrival at which an interaction is acknowledged at the latest; Discord waits for three. On a quiet machine
nearly all is ready by then, and needs no second request."""


async def await_or_defer(
    interaction: discord.Interaction, work: Coroutine[Any, Any, T], *, private: bool = True, edits: bool = False
) -> T:
    """What `work` returns. If it is not there PATIENCE seconds after the interaction came, Discord is told to wait: for a new
    message, which only this person sees if `private`, or for a change of the message that was pressed if `edits`.

    In a crowd that is told before anything is done: it costs next to nothing, so all are told in time, however long it takes then.
    """
    if load_shedding.is_crowded(interaction) and not interaction.response.is_done():
        try:
            await _defer(interaction, private=private, edits=edits)
        except BaseException:
            work.close()  # nobody would hear of it
            raise
        return await work
    task = asyncio.ensure_future(work)
    try:
        if (left := DEFER_AFTER_S - measure_age_s(interaction)) > 0:
            await asyncio.wait({task}, timeout=left)
        else:
            await asyncio.sleep(0)
        if not task.done() and not interaction.response.is_done():
            # Where Discord takes no promise, what has been begun is done all the same.
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await _defer(interaction, private=private, edits=edits)
        return await task
    finally:
        task.cancel()


async def _defer(interaction: discord.Interaction, *, private: bool, edits: bool) -> None:
    """Tell Discord that an answer comes."""
    if edits:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=private, thinking=True)


async def send_answer(
    interaction: discord.Interaction, view: ui.LayoutView, files: Sequence[discord.File], *, private: bool = True
) -> None:
    """Answer with a new message, or fill in the one that was promised."""
    if interaction.response.is_done():
        await interaction.followup.send(view=view, files=files, ephemeral=private)
    else:
        await interaction.response.send_message(view=view, files=files, ephemeral=private)
