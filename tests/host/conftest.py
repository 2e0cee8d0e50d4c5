"""A host with one game, Camp (the kernel's toy), on a fresh file, with a clock that moves when told and known seeds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.kernel import registry
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn
from tests.host.kept import kept_is_stored
from tests.migrated import lay_out


@pytest.fixture
async def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inn]:
    monkeypatch.setattr(registry, "HOME", "tests.kernel.games")
    home = Inn(tmp_path / "bot.db")
    lay_out(home.path)
    await home.open()
    yield home
    with suppress(ValueError):  # some tests close the file themselves
        await home.store.all("PRAGMA user_version")
        await kept_is_stored(home.tables.context)
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
