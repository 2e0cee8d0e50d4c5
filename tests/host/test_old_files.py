"""A database of every earlier version of the program opens, is migrated, and its games go on to their end."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.database import Store, StoreError, migrations
from engine.ops import doctor
from tests.host.harness import over_for_good
from tests.programs.make_schema import LONGEST, SCHEMAS, newest, play_on

OLD = sorted(SCHEMAS.glob("V*.sql"), key=lambda file: int(file.stem[1:]))


def test_the_first_schema_and_todays_have_their_file() -> None:
    """Those between have one, too, if a program with them was ever merged."""
    assert OLD[0].stem == "V1"
    assert OLD[-1] == newest(), f"{newest().name} is missing: python -m tests.programs.make_schema"


def loaded(file: Path, path: Path) -> closing[sqlite3.Connection]:
    """The database that a dump stands for, made at `path`."""
    base = sqlite3.connect(path)
    base.executescript(file.read_text("utf-8"))
    return closing(base)


@pytest.mark.slow
@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
async def test_an_old_file_opens_and_its_games_go_on(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    with loaded(file, path) as base:
        states = Counter(base.execute("SELECT game, status FROM tables").fetchall())
        before = base.execute("SELECT table_id, seq, words, digest FROM entries ORDER BY 1, 2").fetchall()
    assert {status for _, status in states} == {"lobby", "running", "finished", "closed"}
    async with await Store.open(path) as store:
        assert (await store.all("PRAGMA user_version"))[0][0] == len(migrations())
        tables = Tables(store, Catalogue(), lambda: datetime(2027, 1, 1, tzinfo=UTC))
        for table_id in await tables.live_tables():
            table = await tables.table(table_id)
            if table.status == "running":
                assert (await play_on(tables, table, LONGEST)).status == "finished"
                await over_for_good(tables, table_id)
            else:
                others = range(12, 12 + max(tables.catalogue.game(table.game).seats) - 1)
                for user in others:
                    await tables.lobby.join(table_id, user, f"friend {user}")
                assert (await tables.lobby.start(table_id, 11)).status == "running"
        for row in await store.all("SELECT id FROM tables WHERE status = 'finished'"):
            assert await tables.history.log(row["id"], None)
            assert (await tables.history.record(row["id"])).seed.startswith("seed ")
        after = [
            tuple(row) for row in await store.all("SELECT table_id, seq, words, digest FROM entries ORDER BY 1, 2")
        ]
        assert set(before) <= set(after), "what was played stays played"
    assert all(report.in_order for report in doctor.examine(path)), doctor.examine(path)


def left(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
async def test_before_a_migration_the_file_is_copied(file: Path, tmp_path: Path) -> None:
    path, version = tmp_path / "bot.db", int(file.stem[1:])
    with loaded(file, path) as base:
        rows = base.execute("SELECT count(*) FROM entries").fetchone()
    for _ in range(2):
        await (await Store.open(path)).close()
    kept = [one.name for one in left(tmp_path) if one != path]
    if version == len(migrations()):
        assert kept == []
        return
    assert kept == [f"bot-before-V{version + 1}.db"]
    with closing(sqlite3.connect(tmp_path / kept[0])) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (version,)
        assert copy.execute("SELECT count(*) FROM entries").fetchone() == rows


async def test_without_room_for_the_copy_nothing_is_migrated(tmp_path: Path) -> None:
    path, version = tmp_path / "bot.db", int(OLD[0].stem[1:])
    with loaded(OLD[0], path):
        pass
    (tmp_path / f"bot-before-V{version + 1}.half").mkdir()
    with pytest.raises(StoreError):
        await Store.open(path)
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (version,)
