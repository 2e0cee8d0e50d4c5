"""Both stores for the process tests: a file in the bot's folder, or a PostgreSQL database of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.environment import STORE_URL
from engine.ops.config import Config
from tests.postgres import PostgresServer
from tests.process.store_location import StoreLocation

PROCESS_TEST_FOLDER = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that uses a store location on both stores."""
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", ["sqlite", "postgres"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep one parameter of each test for PostgreSQL, unless all are asked for: processes start slowly.

    Tests marked `soak` run on PostgreSQL only if all are asked for.
    """
    seen: set[str] = set()
    for item in list(items):
        kind = getattr(item, "callspec", None) and item.callspec.params.get("kind")  # type: ignore[attr-defined]
        if (
            item.path.parent != PROCESS_TEST_FOLDER
            or kind != "postgres"
            or os.environ.get("OVERWINTER_STORES") == "all"
        ):
            continue
        name = item.nodeid.partition("[")[0]
        if name in seen or item.get_closest_marker("soak"):
            items.remove(item)
        seen.add(name)


@pytest.fixture
async def store_location(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> StoreLocation:
    """Return where the tables of the bot under test are."""
    if kind == "sqlite":
        return StoreLocation(tmp_path / Config().store.path, {})
    server: PostgresServer = request.getfixturevalue("postgres_server")
    address = await server.create_database()
    return StoreLocation(address, {STORE_URL: address})
