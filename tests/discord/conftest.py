"""The hut, and two friends at a running table in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs import limits
from tests.discord.api import DESCRIPTION, requests_are_valid
from tests.discord.hut import Hut, hut, sent


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Hut]:
    async with hut(tmp_path) as running:
        yield running
        for message in [*running.games.history(), *running.expedition.history()]:
            assert not limits.problems(sent(message)), limits.problems(sent(message))
        if DESCRIPTION.is_file():
            requests_are_valid(running)


@pytest.fixture
async def race(home: Hut) -> Hut:
    """Ana and Ben at a running table of Amundsen vs Scott; Ana is asked for an explorer."""
    await home.begin("amundsen", 2)
    return home
