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
    """Run tests that open a store on both databases, except tests of the file and, unless all are requested, whole games."""
    if "kind" in metafunc.fixturenames:
        long = (
            metafunc.module.__name__.rpartition(".")[2] in WHOLE_GAME_MODULES
            and os.environ.get(STORES_VARIABLE) != "all"
        )
        only = long or metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("kind", ["sqlite"] if only else ["sqlite", "postgres"])


STORES_VARIABLE = "OVERWINTER_STORES"
"""The environment variable that `make soak` sets to "all" to play whole games on PostgreSQL too."""
WHOLE_GAME_MODULES = ("test_imports", "test_undo_barriers", "test_undo_in_games")
"""Slow modules whose use of the store is covered by other tests."""


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
