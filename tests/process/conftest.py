"""Both stores for the process tests: a file in the bot's folder, or a PostgreSQL database of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.environment import STORE_URL
from engine.ops.config import Config
from tests.postgres import PostgresServer
from tests.process.store_location import StoreLocation


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that uses a store location on a file, and if all stores are asked for or it says so on PostgreSQL too."""
    if "kind" not in metafunc.fixturenames:
        return
    on_both = os.environ.get("OVERWINTER_STORES") == "all" or metafunc.definition.get_closest_marker("postgres")
    metafunc.parametrize("kind", ["sqlite", "postgres"] if on_both else ["sqlite"])


@pytest.fixture
async def store_location(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> StoreLocation:
    """Return where the tables of the bot under test are."""
    if kind == "sqlite":
        return StoreLocation(tmp_path / Config().store.path, {})
    server: PostgresServer = request.getfixturevalue("postgres_server")
    address = await server.create_database()
    return StoreLocation(address, {STORE_URL: address})
