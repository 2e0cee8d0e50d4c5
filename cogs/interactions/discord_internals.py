"""The private parts of discord.py that the bot needs where the library has no public way. The library is pinned to one
release, and tests/discord/test_discord_internals.py shows whether another release still has them."""

from __future__ import annotations

import time
from typing import Any, TypeVar

import discord
from discord import app_commands

ClientT = TypeVar("ClientT", bound=discord.Client)


class TimedResponse(discord.InteractionResponse[Any]):
    """The response of an interaction, with the moments of its arrival and of its first answer (`time.perf_counter`)."""

    answered_at: float | None = None

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        super().__init__(interaction)
        self.arrived_at = time.perf_counter()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        # discord.py sets the type of a response once Discord has accepted it.
        if name == "_response_type" and value is not None:
            self.answered_at = time.perf_counter()


def time_response(interaction: discord.Interaction[Any]) -> TimedResponse:
    """Replace the interaction's response by one that records its times, and return it. A second call changes nothing."""
    if isinstance(interaction.response, TimedResponse):
        return interaction.response
    response = TimedResponse(interaction)
    interaction._cs_response = response  # type: ignore[attr-defined]  # noqa: SLF001 - discord.py has no hook for responses
    return response


class HookedCommandTree(app_commands.CommandTree[ClientT]):
    """A command tree with a method around every command and autocompletion."""

    async def _call(self, interaction: discord.Interaction[ClientT]) -> None:
        await self.run_command(interaction)

    async def run_command(self, interaction: discord.Interaction[ClientT]) -> None:
        """Run the command or autocompletion of an interaction. Override this to do something before or after it."""
        await super()._call(interaction)


def count_stored_views(client: discord.Client) -> int:
    """Return how many components and modals discord.py keeps in memory for the client, to dispatch interactions to them."""
    store = client._connection._view_store  # noqa: SLF001 - public are only the views that survive a restart
    components = sum(len(items) for items in store._views.values())  # noqa: SLF001
    return components + len(store._modals) + len(store._synced_message_views)  # noqa: SLF001
