"""A bot on simcord. At its end everything that it has sent and stored is checked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cogs.interactions import limits
from tests.discord.api_description import DESCRIPTION_FILE, fail_on_invalid_request
from tests.discord.fake_server import FakeServer, find_message, open_server
from tests.host.cache_check import check_cache


@asynccontextmanager
async def open_checked_server(tmp_path: Path) -> AsyncIterator[FakeServer]:
    async with open_server(tmp_path) as running:
        yield running
        if not running.bot.is_closed():
            await check_cache(running.bot.tables.context)
        for message in [*running.games.history(), *running.expedition.history()]:
            assert not limits.find_problems(find_message(message)), limits.find_problems(find_message(message))
        if DESCRIPTION_FILE.is_file():
            fail_on_invalid_request(running)
