"""A bot on simcord of which everything that it has sent and stored is checked in the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cogs.interactions import limits
from tests.discord.api_description import DESCRIPTION, requests_are_valid
from tests.discord.hut import Hut, hut, sent
from tests.host.kept import kept_is_stored


@asynccontextmanager
async def checked(tmp_path: Path) -> AsyncIterator[Hut]:
    async with hut(tmp_path) as running:
        yield running
        if not running.bot.is_closed():
            await kept_is_stored(running.bot.tables.context)
        for message in [*running.games.history(), *running.expedition.history()]:
            assert not limits.problems(sent(message)), limits.problems(sent(message))
        if DESCRIPTION.is_file():
            requests_are_valid(running)
