"""A running bot, whose commands can be looked at."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.hut import Hut, hut


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Hut]:
    async with hut(tmp_path) as running:
        yield running
