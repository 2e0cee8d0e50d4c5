"""A host with one game, Camp (the kernel's toy), on a fresh file, with a clock that moves when told and known seeds."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.kernel import registry
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn
from tests.host.kept import kept_is_stored
from tests.migrated import lay_out
from tests.postgres import Server


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever opens a store runs on both, but for what is about the file itself, and, unless all is asked for, whole games."""
    if "kind" in metafunc.fixturenames:
        long = metafunc.module.__name__.rpartition(".")[2] in WHOLE_GAMES and os.environ.get(STORES) != "all"
        only = long or metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("kind", ["sqlite"] if only else ["sqlite", "postgres"])


STORES = "OVERWINTER_STORES"
"""Set to "all" by `make soak`: then whole games are played on PostgreSQL, too."""
WHOLE_GAMES = ("test_imports", "test_undo_barriers", "test_undo_in_games")
"""What takes long, and asks the store nothing that other tests do not ask."""


@pytest.fixture
async def where(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Path | str:
    """An empty store of today's schema: a file, or the address of a database."""
    if kind == "postgres":
        server: Server = request.getfixturevalue("postgres_server")
        return await server.emptied()
    lay_out(tmp_path / "bot.db")
    return tmp_path / "bot.db"


@pytest.fixture
async def inn(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inn]:
    monkeypatch.setattr(registry, "HOME", "tests.kernel.games")
    home = Inn(where)
    await home.open()
    try:
        yield home
        with suppress(ValueError):  # some tests close the store themselves
            await home.store.fact("")
            await kept_is_stored(home.tables.context)
    finally:
        await home.store.close()


@pytest.fixture
async def camp(inn: Inn) -> Inn:
    """Ana and Ben at a running table: both owe a secret bid."""
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    await inn.tables.lobby.start(table.id, ANA)
    return inn


@pytest.fixture
async def duo(inn: Inn) -> Inn:
    """Ana and Ben at a running table with 24 hours a move: both owe a secret bid."""
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    await inn.tables.motions.set_pace(table.id, ANA, 24)
    await inn.tables.lobby.start(table.id, ANA)
    return inn


@pytest.fixture
async def trio(inn: Inn) -> Inn:
    """Ana, Ben and Cy at a running table with 24 hours a move: all owe a secret bid."""
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.motions.set_pace(table.id, ANA, 24)
    await inn.tables.lobby.start(table.id, ANA)
    return inn
