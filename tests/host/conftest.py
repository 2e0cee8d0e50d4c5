"""A host with one game, the kernel's toy game, on an empty store, with a manual clock and known seeds."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.kernel import registry
from tests.host.cache_check import check_cache
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness
from tests.migrated_file import write_migrated_file
from tests.postgres import PostgresServer


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that open a store on both databases, except tests of the file.

    Unless all are requested, whole games run on SQLite only, and three quarters of the tests of the services.
    """
    if "kind" not in metafunc.fixturenames:
        return
    is_for_sqlite = metafunc.definition.get_closest_marker("sqlite") is not None
    if not is_for_sqlite and os.environ.get(STORES_VARIABLE) != "all":
        module = metafunc.module.__name__.rpartition(".")[2]
        tests = [name for name in vars(metafunc.module) if name.startswith("test_")]
        is_left_out = tests.index(metafunc.function.__name__) % 4 > 0
        is_for_sqlite = module in WHOLE_GAME_MODULES or (is_left_out and module not in STORE_MODULES)
    metafunc.parametrize("kind", ["sqlite"] if is_for_sqlite else ["sqlite", "postgres"])


STORES_VARIABLE = "OVERWINTER_STORES"
"""The environment variable that `make soak` sets to "all" to run every test on PostgreSQL too."""
WHOLE_GAME_MODULES = ("test_imports", "test_undo_barriers", "test_undo_in_games")
"""Slow modules whose use of the store is covered by other tests."""
STORE_MODULES = (
    "test_backup",
    "test_concurrent_changes",
    "test_erasure",
    "test_outages",
    "test_postgres",
    "test_shard_group",
    "test_shard_membership",
    "test_sharded_tables",
    "test_statistics",
    "test_store",
    "test_store_copy",
)
"""Modules about the store, or with statements of their own."""


@pytest.fixture
async def store_address(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Path | str:
    """Create an empty store of the current schema: a file, or the address of a database."""
    if kind == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return await server.empty_database()
    write_migrated_file(tmp_path / "bot.db")
    return tmp_path / "bot.db"


@pytest.fixture
async def service(store_address: Path | str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServiceHarness]:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    home = ServiceHarness(store_address)
    await home.open()
    try:
        yield home
        with suppress(ValueError):  # some tests close the store themselves
            await home.store.load_fact("")
            await check_cache(home.tables.context)
    finally:
        await home.store.close()


@pytest.fixture
async def running_table(service: ServiceHarness) -> ServiceHarness:
    """Start a table of Ana and Ben: both owe a secret bid."""
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await service.tables.lobby.join(table.id, BEN, "Ben")
    await service.tables.lobby.start(table.id, ANA)
    return service


@pytest.fixture
async def paced_duo(service: ServiceHarness) -> ServiceHarness:
    """Start a table of Ana and Ben with 24 hours a move: both owe a secret bid."""
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await service.tables.lobby.join(table.id, BEN, "Ben")
    await service.tables.proposals.set_pace(table.id, ANA, 24)
    await service.tables.lobby.start(table.id, ANA)
    return service


@pytest.fixture
async def paced_trio(service: ServiceHarness) -> ServiceHarness:
    """Start a table of Ana, Ben and Cy with 24 hours a move: all owe a secret bid."""
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.proposals.set_pace(table.id, ANA, 24)
    await service.tables.lobby.start(table.id, ANA)
    return service
