"""The file: made, kept, migrated, and refused with a sentence when it cannot be trusted."""

import asyncio
import itertools
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from engine.host.store.database import Reader, Store, StoreError, Transaction, migrations
from engine.host.store.drivers.sqlite import statements


async def test_a_new_file_gets_todays_schema_and_safe_settings(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "deep" / "bot.db") as store:
        assert (await store.all("PRAGMA user_version"))[0][0] == len(migrations())
        assert (await store.all("PRAGMA journal_mode"))[0][0] == "wal"
        assert (await store.all("PRAGMA foreign_keys"))[0][0] == 1
        assert (await store._writer.execute_fetchall("PRAGMA synchronous"))[0][0] == 2  # FULL


async def test_a_fact_survives_closing(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "bot.db") as store:
        await store.set_fact("ship", "Fram")
    async with await Store.open(tmp_path / "bot.db") as store:
        assert await store.fact("ship") == "Fram"


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.all("SELECT 1")
    with pytest.raises(StoreError, match="is closed"):
        await store.read(lambda reader: reader.all("SELECT 1"))
    with pytest.raises(StoreError, match="is closed"):
        await store.set_fact("ship", "Fram")


async def test_a_failing_transaction_leaves_nothing_behind(tmp_path: Path) -> None:
    async def half(tx: Transaction) -> None:
        await tx.run("INSERT INTO facts VALUES ('ship', 'Fram')")
        raise RuntimeError("the plug is pulled")

    async with await Store.open(tmp_path / "bot.db") as store:
        with pytest.raises(RuntimeError):
            await store.write(half)
        assert await store.fact("ship") is None
        await store.set_fact("ship", "Terra Nova")
        assert await store.fact("ship") == "Terra Nova"


async def test_a_transaction_waits_for_nothing_but_its_statements(tmp_path: Path) -> None:
    """It runs in SQLite's thread in one go; what would keep the file locked while it waits is refused, and undone."""

    async def dawdling(tx: Transaction) -> None:
        await tx.run("INSERT INTO facts VALUES ('ship', 'Fram')")
        await asyncio.sleep(0)

    async with await Store.open(tmp_path / "bot.db") as store:
        with pytest.raises(RuntimeError, match="nothing but its own statements"):
            await store.write(dawdling)
        assert await store.fact("ship") is None
        await store.set_fact("ship", "Terra Nova")


async def test_a_read_sees_one_moment(tmp_path: Path) -> None:
    """Whatever is committed between its queries."""
    between, go_on = threading.Event(), threading.Event()

    async def twice(at: Reader) -> list[Any]:
        before = await at.first("SELECT value FROM facts WHERE name = 'ship'")
        between.set()
        assert go_on.wait(60)
        return [before, await at.first("SELECT value FROM facts WHERE name = 'ship'")]

    async with await Store.open(tmp_path / "bot.db") as store:
        reading = asyncio.create_task(store.read(twice))
        await asyncio.to_thread(between.wait, 60)
        await store.set_fact("ship", "Fram")
        go_on.set()
        assert await reading == [None, None]
        assert await store.fact("ship") == "Fram"


async def test_a_failing_migration_leaves_the_old_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    await (await Store.open(path)).close()
    today = migrations()
    broken = "CREATE TABLE new (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"
    monkeypatch.setattr("engine.host.store.drivers.sqlite.migrations", lambda: [*today, broken])
    with pytest.raises(StoreError, match="nowhere"):
        await Store.open(path)
    monkeypatch.undo()
    async with await Store.open(path) as store:
        assert (await store.all("PRAGMA user_version"))[0][0] == len(today)
        assert not await store.all("SELECT * FROM sqlite_master WHERE name = 'new'")


def test_statements_are_parted_where_sqlite_ends_them() -> None:
    parted = [
        "CREATE TABLE a (b TEXT DEFAULT '-- no; comment'); -- why; not\n",
        "/* nor; this */ INSERT INTO a VALUES ('it''s; -- there');\n",
        "CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM a; SELECT 1; END;",
    ]
    found = list(statements("".join(parted) + "\n-- the end;\n"))
    assert [one.split("\n")[-1] for one in found] == [
        "CREATE TABLE a (b TEXT DEFAULT '-- no; comment');",
        "/* nor; this */ INSERT INTO a VALUES ('it''s; -- there');",
        "CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM a; SELECT 1; END;",
    ]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        base.execute("BEGIN")
        for one in found:
            base.execute(one)
        assert base.in_transaction  # nothing was committed on the way
        assert base.execute("SELECT b FROM a").fetchall() == [("it's; -- there",)]


def test_an_unfinished_statement_is_no_migration() -> None:
    with pytest.raises(ValueError, match="unfinished"):
        list(statements("CREATE TABLE a (b INTEGER)"))


async def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await (await Store.open(path)).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version=99")
    raw.close()
    with pytest.raises(StoreError, match="newer Overwinter"):
        await Store.open(path)


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="damaged or not a database"):
        await Store.open(path)
    assert path.read_bytes().startswith(b"not a database")


async def test_a_locked_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    await (await Store.open(path)).close()
    monkeypatch.setattr("engine.host.store.drivers.sqlite.BUSY_MS", 50)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError, match="locked by another program"):
            await Store.open(path)
    finally:
        other.close()


async def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    await (await Store.open(path)).close()

    async def read_only(_path: Path) -> object:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    # The tests may run as root, whom no file mode stops: the driver's own words stand in for the mode.
    monkeypatch.setattr("engine.host.store.drivers.sqlite._connect", read_only)
    with pytest.raises(StoreError, match="cannot be written"):
        await Store.open(path)


async def test_a_backup_is_a_whole_database(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "bot.db") as store:
        await store.set_fact("ship", "Fram")
        await store.backup(tmp_path / "copy.db")
    async with await Store.open(tmp_path / "copy.db") as copy:
        assert await copy.fact("ship") == "Fram"


async def test_a_sweep_leaves_nothing_of_what_was_deleted(tmp_path: Path) -> None:
    """Rows that were moved from page to page leave copies behind, and overwriting what is deleted does not find those."""
    rows = [(7919 * n % 2000, "crevasse" if 7919 * n % 10 else "ice") for n in range(2000)]

    async def fill(tx: Transaction) -> None:
        await tx.run("CREATE TABLE finds (place INTEGER PRIMARY KEY, what TEXT)")
        await tx.run("CREATE INDEX by_what ON finds (what)")
        await tx.many("INSERT INTO finds VALUES (?, ?)", rows)

    async with await Store.open(tmp_path / "bot.db") as store:
        await store.write(fill)
        await store.write(lambda at: at.run("UPDATE finds SET what = 'gone' WHERE what = 'crevasse'"))
        assert await store.sweep()
        assert not _found(tmp_path, b"crevasse")
        assert (await store.all("SELECT count(*) FROM finds WHERE what = 'gone'"))[0][0] == 1800


def _found(folder: Path, needle: bytes) -> bool:
    return any(needle in file.read_bytes() for file in folder.iterdir())


@pytest.mark.parametrize("nth", [1, 2])
async def test_a_backup_or_a_start_that_is_stopped_leaves_no_connection_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    """Each has a thread that would keep the process alive for ever."""
    before, connect, made = set(threading.enumerate()), aiosqlite.connect, itertools.count(1)

    def stopped(*about: Any, **how: Any) -> Any:
        if next(made) % 2 == nth % 2:
            raise asyncio.CancelledError
        return connect(*about, **how)

    def left() -> set[threading.Thread]:
        for thread in set(threading.enumerate()) - before:
            thread.join(5)
        return set(threading.enumerate()) - before

    async with await Store.open(tmp_path / "bot.db") as store:
        mine = set(threading.enumerate())
        before |= mine
        monkeypatch.setattr(aiosqlite, "connect", stopped)
        with pytest.raises(asyncio.CancelledError):
            await store.backup(tmp_path / "copy.db")
        assert not left()
    made = itertools.count(1)
    with pytest.raises(asyncio.CancelledError):
        await Store.open(tmp_path / "bot.db")
    assert not left()
