"""A file of the first version: it opens, its table goes on, and what is due about it is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.host.service.tables import Tables
from engine.host.store.database import Conflict
from engine.host.store.drivers import sqlite
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, Inn, bid, finish

MOVED = ("entries", "said", "seats", "positions", "tables", "components")

pytestmark = pytest.mark.sqlite


async def test_a_file_of_the_first_version_plays_on(inn: Inn, tmp_path: Path) -> None:
    table = await inn.tables.lobby.open(1, CHANNEL, ANA, "Ana", "toy", {})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    await inn.tables.lobby.start(table.id, ANA)
    await bid(inn.tables, ANA)
    log = await inn.tables.history.log(table.id, 0)
    inn.path = _as_the_first_version_wrote_it(inn.path, tmp_path / "first.db")
    inn.later(hours=100)
    tables: Tables = await inn.restart()
    assert await tables.reminders.recover_pending() == [table.id]
    await tables.reminders.find_turns(table.id)
    assert await tables.history.log(table.id, 0) == log
    assert (await tables.table(table.id)).pace == 0
    (clock,) = (await tables.snapshots.take(table.id, None)).clocks
    assert clock.seat == 1
    assert clock.since == log[0].at, "asked when the game began, not when the program was updated"
    with pytest.raises(Conflict):
        await inn.store.write(lambda at: at.run("INSERT INTO said VALUES (99, 1, 0, NULL, '{}')"))
    await finish(tables)
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]


def _as_the_first_version_wrote_it(today: Path, first: Path) -> Path:
    """The same rows in a file that has been through the first script only."""
    old = sqlite3.connect(first)
    for statement in sqlite.statements(sqlite.migrations()[0]):
        old.execute(statement)
    old.execute("ATTACH DATABASE ? AS today", (str(today),))
    for name in reversed(MOVED):
        columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({name})"))
        old.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM today.{name}")  # noqa: S608
    old.execute("PRAGMA user_version=1")
    old.commit()
    old.close()
    return first
