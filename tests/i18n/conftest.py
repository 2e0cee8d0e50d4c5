"""A running bot, for tests of its commands."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.fake_server import FakeServer, open_server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[FakeServer]:
    async with open_server(tmp_path) as running:
        yield running
