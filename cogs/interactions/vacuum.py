"""Acknowledgement of interactions that arrive during the nightly VACUUM or a take-over, so that Discord waits for their
transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, cast

import aiohttp
import discord

from engine.host.store.database import Store
from engine.kernel.text import Text, say

ACKNOWLEDGE_AFTER_S = 1.5
"""Seconds after which an interaction is acknowledged. Discord waits for three; most handlers have answered by then."""
ACKNOWLEDGED = "acknowledged while it waits"
SAVED: Text = say("It is saved. The bot was busy for a moment; look again to see how it stands.")


class Bot(Protocol):
    """The part of the bot that this module uses."""

    store: Store


@asynccontextmanager
async def acknowledge_in_time(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Acknowledge an interaction that arrives during a VACUUM, if its handler does not answer within ACKNOWLEDGE_AFTER_S.

    A handler that uses `deferral.await_or_defer` works as always. One that sends its response after its transaction raises
    `InteractionResponded`, and `errors.answer_error` answers with SAVED.
    """
    if not cast("Bot", interaction.client).store.is_vacuuming:
        yield
        return
    task = asyncio.create_task(_acknowledge_later(interaction))
    try:
        yield
    finally:
        task.cancel()


async def _acknowledge_later(interaction: discord.Interaction[Any]) -> None:
    await asyncio.sleep(ACKNOWLEDGE_AFTER_S)
    await acknowledge(interaction)


async def acknowledge(interaction: discord.Interaction[Any]) -> bool:
    """Acknowledge an interaction that has no response yet. Return whether Discord has accepted that."""
    is_command = interaction.type is discord.InteractionType.application_command
    if interaction.response.is_done() or interaction.type is discord.InteractionType.autocomplete:
        return False
    interaction.extras[ACKNOWLEDGED] = True
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await interaction.response.defer(ephemeral=is_command, thinking=is_command)
    return interaction.response.is_done()
