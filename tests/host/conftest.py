"""A host with one game, Camp (the kernel's toy), on a fresh file, with a clock that moves when told and known seeds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.database import Store
from engine.kernel import registry
from tests.host.kept import kept_is_stored

ANA, BEN, CY, DEE = 11, 12, 13, 14
GUILD, CHANNEL = 1, 100


class Inn:
    """The tables of one file, which can be opened again as after a restart."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self._seeds = count(1)

    async def open(self) -> Tables:
        self.store = await Store.open(self.path)
        self.tables = Tables(self.store, Catalogue(), lambda: self.now, lambda: f"seed {next(self._seeds)}")
        return self.tables

    def later(self, **passed: float) -> None:
        """Time passes, or jumps: `hours=12`, `days=-1`."""
        self.now += timedelta(**passed)

    async def restart(self) -> Tables:
        await self.store.close()
        return await self.open()


@pytest.fixture
async def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inn]:
    monkeypatch.setattr(registry, "HOME", "tests.kernel.games")
    home = Inn(tmp_path / "bot.db")
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
async def trio(inn: Inn) -> Inn:
    """Ana, Ben and Cy at a running table with 24 hours a move: all owe a secret bid."""
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.reminders.set_pace(table.id, ANA, 24)
    await inn.tables.lobby.start(table.id, ANA)
    return inn
