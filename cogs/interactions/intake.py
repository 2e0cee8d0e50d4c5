"""Which of two processes answers an interaction while one takes over from the other: Discord sends it to both.

The old process answers what it took up before it closed its intake. The new one holds everything back until it has the store, and
then answers the rest. If that takes long, it acknowledges what it holds; Discord refuses that where the old one has answered.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import aiohttp
import discord

from cogs.i18n.languages import LanguageRegistry
from cogs.interactions import errors, vacuum
from cogs.interactions.discord_internals import time_response
from cogs.interactions.load_shedding import refuse_interaction

ANSWER_LIMIT_S = 3
"""Seconds that Discord waits for an answer. An interaction that was held back for longer has failed, and nothing is done for it."""
MAX_IDS_KEPT = 1000
"""Ids that are handed over. A process takes up fewer interactions in the seconds for which the other one holds them back."""


class InteractionIntake:
    """Takes up interactions, holds them back, or leaves them to another process."""

    def __init__(self) -> None:
        self.is_closed = False
        """Whether another process answers all interactions from now on."""
        self.is_handover_requested = False
        """Whether the other process has been asked to take up nothing more."""
        self._opened = asyncio.Event()
        self._opened.set()
        self._taken_ids: deque[int] = deque(maxlen=MAX_IDS_KEPT)
        self._foreign_ids: frozenset[int] = frozenset()
        self._acknowledged: list[discord.Interaction[Any]] = []
        """What was acknowledged while it was held back."""

    @property
    def taken_ids(self) -> list[int]:
        """The newest interactions that this process has taken up."""
        return list(self._taken_ids)

    def hold(self) -> None:
        """Hold interactions back until `open`."""
        self._opened.clear()

    def open(self, foreign_ids: Iterable[int]) -> None:
        """Take up the held interactions, except those that the former process has taken up."""
        self._foreign_ids = frozenset(foreign_ids)
        self._opened.set()

    async def refuse_held(self, languages: LanguageRegistry) -> None:
        """Tell those whose interactions were acknowledged that nothing was done: this process cannot take over."""
        for interaction in self._acknowledged:
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await refuse_interaction(interaction, languages)

    def close(self) -> None:
        """Take up nothing more."""
        self.is_closed = True

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether this process answers an interaction, as soon as that is certain."""
        arrived_at = time.perf_counter()
        is_acknowledged = not self._opened.is_set() and await self._hold_back(interaction)
        if interaction.id in self._foreign_ids:
            if is_acknowledged:  # by this process before the other one, which has done what was asked
                await errors.answer_privately(interaction, vacuum.SAVED)
            return False
        is_late = not is_acknowledged and time.perf_counter() - arrived_at >= ANSWER_LIMIT_S
        if self.is_closed or is_late:
            return False
        self._taken_ids.append(interaction.id)
        return True

    async def _hold_back(self, interaction: discord.Interaction[Any]) -> bool:
        """Wait until `open`. Return whether the interaction had to be acknowledged meanwhile."""
        time_response(interaction)
        with suppress(TimeoutError):
            async with asyncio.timeout(vacuum.ACKNOWLEDGE_AFTER_S):
                await self._opened.wait()
                return False
        is_acknowledged = self.is_handover_requested and await vacuum.acknowledge(interaction)
        if is_acknowledged:
            self._acknowledged.append(interaction)
        await self._opened.wait()
        return is_acknowledged
