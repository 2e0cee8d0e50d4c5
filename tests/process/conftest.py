"""Both stores for the process: a file in its folder, or a database of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.environment import STORE_URL
from engine.ops.config import Config
from tests.postgres import Server
from tests.process.kept import Kept

HERE = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever asks where the tables are runs on both stores."""
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", ["sqlite", "postgres"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Processes take seconds to start: unless all is asked for, one of each test's parameters is enough on PostgreSQL, and none
    of a test that is for the evening."""
    seen: set[str] = set()
    for item in list(items):
        kind = getattr(item, "callspec", None) and item.callspec.params.get("kind")  # type: ignore[attr-defined]
        if item.path.parent != HERE or kind != "postgres" or os.environ.get("OVERWINTER_STORES") == "all":
            continue
        name = item.nodeid.partition("[")[0]
        if name in seen or item.get_closest_marker("evening"):
            items.remove(item)
        seen.add(name)


@pytest.fixture
async def kept(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Kept:
    """Where the tables are."""
    if kind == "sqlite":
        return Kept(tmp_path / Config().store.path, {})
    server: Server = request.getfixturevalue("postgres_server")
    address = await server.new()
    return Kept(address, {STORE_URL: address})
