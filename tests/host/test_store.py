"""The file of the store: created, kept, migrated, and refused with a sentence if it is damaged."""

import asyncio
import itertools
import shutil
import sqlite3
import threading
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from engine.host.store.database import Reader, Store, StoreError, Transaction
from engine.host.store.drivers import sqlite, sqlite_file
from engine.host.store.drivers.opening import open_snapshot, open_store
from engine.host.store.drivers.schema import find_newest_version
from engine.host.store.drivers.sqlite_file import split_statements
from engine.host.store.drivers.sqlite_thread import run_in_thread
from tests.host.next_version import NEXT_VERSION_SCRIPT, add_migration
from tests.store_internals import get_sqlite_writer


async def test_a_new_file_gets_todays_schema_and_safe_settings(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "deep" / "bot.db") as store:
        assert (await store.fetch_all("PRAGMA user_version"))[0][0] == find_newest_version()
        assert (await store.fetch_all("PRAGMA journal_mode"))[0][0] == "wal"
        assert (await store.fetch_all("PRAGMA foreign_keys"))[0][0] == 1
        assert (await get_sqlite_writer(store).execute_fetchall("PRAGMA synchronous"))[0][0] == 2  # FULL


async def test_a_fact_survives_closing(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "bot.db") as store:
        await store.set_fact("ship", "Fram")
    async with await open_store(tmp_path / "bot.db") as store:
        assert await store.load_fact("ship") == "Fram"


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bot.db")
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.fetch_all("SELECT 1")
    with pytest.raises(StoreError, match="is closed"):
        await store.read(lambda reader: reader.fetch_all("SELECT 1"))
    with pytest.raises(StoreError, match="is closed"):
        await store.set_fact("ship", "Fram")


async def test_a_failing_transaction_leaves_nothing_behind(tmp_path: Path) -> None:
    async def half(tx: Transaction) -> None:
        await tx.execute("INSERT INTO facts VALUES ('ship', 'Fram')")
        raise RuntimeError("the plug is pulled")

    async with await open_store(tmp_path / "bot.db") as store:
        with pytest.raises(RuntimeError):
            await store.write(half)
        assert await store.load_fact("ship") is None
        await store.set_fact("ship", "Terra Nova")
        assert await store.load_fact("ship") == "Terra Nova"


async def test_a_transaction_waits_for_nothing_but_its_statements(tmp_path: Path) -> None:
    """It runs in SQLite's thread at once. A transaction that would wait with the file locked is refused and rolled back."""

    async def dawdling(tx: Transaction) -> None:
        await tx.execute("INSERT INTO facts VALUES ('ship', 'Fram')")
        await asyncio.sleep(0)

    async with await open_store(tmp_path / "bot.db") as store:
        with pytest.raises(RuntimeError, match="nothing but its own statements"):
            await store.write(dawdling)
        assert await store.load_fact("ship") is None
        await store.set_fact("ship", "Terra Nova")


async def test_a_read_sees_one_moment(tmp_path: Path) -> None:
    """Commits between the queries of a read do not change its result."""
    between, go_on = threading.Event(), threading.Event()

    async def twice(at: Reader) -> list[Any]:
        before = await at.fetch_first("SELECT value FROM facts WHERE name = 'ship'")
        between.set()
        assert go_on.wait(60)
        return [before, await at.fetch_first("SELECT value FROM facts WHERE name = 'ship'")]

    async with await open_store(tmp_path / "bot.db") as store:
        reading = asyncio.create_task(store.read(twice))
        await asyncio.to_thread(between.wait, 60)
        await store.set_fact("ship", "Fram")
        go_on.set()
        assert await reading == [None, None]
        assert await store.load_fact("ship") == "Fram"


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def test_a_file_is_migrated_to_the_next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, today = tmp_path / "bot.db", find_newest_version()
    async with await open_store(path) as store:
        await store.set_fact("ship", "Fram")
    add_migration(monkeypatch, NEXT_VERSION_SCRIPT)
    for _ in range(2):
        async with await open_store(path) as store:
            assert (await store.fetch_all("PRAGMA user_version"))[0][0] == today + 1
            assert await store.load_fact("ship") == "Fram"
            assert await store.fetch_all("SELECT * FROM depots") == []
    assert names_in(tmp_path) == [f"bot-before-V{today + 1}.db", "bot.db"]
    with closing(sqlite3.connect(tmp_path / f"bot-before-V{today + 1}.db")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (today,)
        assert copy.execute("SELECT value FROM facts").fetchall() == [("Fram",)]


async def test_without_room_for_the_copy_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, today = tmp_path / "bot.db", find_newest_version()
    await (await open_store(path)).close()
    add_migration(monkeypatch, NEXT_VERSION_SCRIPT)
    (tmp_path / f"bot-before-V{today + 1}.half").mkdir()
    with pytest.raises(StoreError):
        await open_store(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (today,)


async def test_a_failing_migration_leaves_the_old_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, today = tmp_path / "bot.db", find_newest_version()
    await (await open_store(path)).close()
    with monkeypatch.context() as broken:
        add_migration(broken, "CREATE TABLE depots (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);")
        with pytest.raises(StoreError, match="nowhere"):
            await open_store(path)
    async with await open_store(path) as store:
        assert (await store.fetch_all("PRAGMA user_version"))[0][0] == today
        assert not await store.fetch_all("SELECT * FROM sqlite_master WHERE name = 'depots'")


def make_unreleased(path: Path, version: int) -> None:
    """Write a file as an unreleased program left it: in WAL mode, with rows, and with a write-ahead log."""
    live = path.with_name("live.db")
    with closing(sqlite3.connect(live, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("CREATE TABLE entries (table_id INTEGER, words TEXT)")
        file.execute(f"PRAGMA user_version={version}")
        file.execute("INSERT INTO entries VALUES (1, 'bid 3')")
        for ending in (
            "",
            "-wal",
        ):  # as a killed program leaves both files: this connection would check the log into the file
            path.with_name(f"{path.name}{ending}").write_bytes(live.with_name(f"live.db{ending}").read_bytes())
    for file_of_live in path.parent.glob("live.db*"):
        file_of_live.unlink()


@pytest.mark.parametrize("has_log", [False, True])
@pytest.mark.parametrize("version", [1, 11])
async def test_a_file_of_an_unreleased_program_is_refused_and_left_unchanged(
    tmp_path: Path, version: int, *, has_log: bool
) -> None:
    path = tmp_path / "bot.db"
    make_unreleased(path, version)
    log = path.with_name("bot.db-wal")
    if not has_log:
        with closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert not log.exists()
    before = {file: file.read_bytes() for file in (path, log) if file.exists()}
    sentence = f"earlier, unreleased Overwinter \\(schema {version}\\).*left it unchanged"
    with pytest.raises(StoreError, match=sentence):
        await open_store(path)
    with pytest.raises(StoreError, match=sentence), open_snapshot(path):
        pass
    assert {file: file.read_bytes() for file in (path, log) if file.exists()} == before
    if not has_log:
        assert names_in(tmp_path) == ["bot.db"]


def test_statements_are_parted_where_sqlite_ends_them() -> None:
    parted = [
        "CREATE TABLE a (b TEXT DEFAULT '-- no; comment'); -- why; not\n",
        "/* nor; this */ INSERT INTO a VALUES ('it''s; -- there');\n",
        "CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM a; SELECT 1; END;",
    ]
    found = list(split_statements("".join(parted) + "\n-- the end;\n"))
    assert [one.split("\n")[-1] for one in found] == [
        "CREATE TABLE a (b TEXT DEFAULT '-- no; comment');",
        "/* nor; this */ INSERT INTO a VALUES ('it''s; -- there');",
        "CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM a; SELECT 1; END;",
    ]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        base.execute("BEGIN")
        for one in found:
            base.execute(one)
        assert base.in_transaction  # nothing was committed meanwhile
        assert base.execute("SELECT b FROM a").fetchall() == [("it's; -- there",)]


def test_an_unfinished_statement_is_no_migration() -> None:
    with pytest.raises(ValueError, match="unfinished"):
        list(split_statements("CREATE TABLE a (b INTEGER)"))


async def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await (await open_store(path)).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version=99")
    raw.close()
    with pytest.raises(StoreError, match="newer Overwinter"):
        await open_store(path)


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="damaged or not a database"):
        await open_store(path)
    assert path.read_bytes().startswith(b"not a database")


async def test_a_locked_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    await (await open_store(path)).close()
    monkeypatch.setattr("engine.host.store.drivers.sqlite_file.LOCK_TIMEOUT_MS", 50)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError, match="locked by another program"):
            await open_store(path)
    finally:
        other.close()


async def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    await (await open_store(path)).close()

    async def read_only(_path: Path) -> object:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    # Tests may run as root, whom no file mode stops, so the driver's own error replaces the mode.
    monkeypatch.setattr("engine.host.store.drivers.sqlite.open_connection", read_only)
    with pytest.raises(StoreError, match="cannot be written"):
        await open_store(path)


async def test_a_backup_is_a_whole_database(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "bot.db") as store:
        await store.set_fact("ship", "Fram")
        await store.write_backup(tmp_path / "copy.db")
    async with await open_store(tmp_path / "copy.db") as copy:
        assert await copy.load_fact("ship") == "Fram"


async def fill_with_moved_rows(store: Store) -> None:
    """Write, move and delete rows: SQLite leaves copies of moved rows behind, and `secure_delete` does not find them."""
    rows = [(7919 * n % 2000, "crevasse" if 7919 * n % 10 else "ice") for n in range(2000)]

    async def fill(tx: Transaction) -> None:
        await tx.execute("CREATE TABLE finds (place INTEGER PRIMARY KEY, what TEXT)")
        await tx.execute("CREATE INDEX by_what ON finds (what)")
        await tx.execute_many("INSERT INTO finds VALUES (?, ?)", rows)

    await store.write(fill)
    await store.write(lambda tx: tx.execute("UPDATE finds SET what = 'gone' WHERE what = 'crevasse'"))


def is_in_files(folder: Path, needle: bytes) -> bool:
    return any(needle in file.read_bytes() for file in folder.iterdir())


async def test_a_vacuum_leaves_no_byte_of_what_was_deleted(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "bot.db") as store:
        await fill_with_moved_rows(store)
        assert is_in_files(tmp_path, b"crevasse")
        await store.vacuum()
        assert not is_in_files(tmp_path, b"crevasse")
        assert (await store.fetch_all("SELECT count(*) FROM finds WHERE what = 'gone'"))[0][0] == 1800


async def test_transactions_wait_for_a_vacuum_and_queries_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, go_on, run = threading.Event(), threading.Event(), sqlite.vacuum_file

    def hold(connection: sqlite3.Connection, path: Path) -> None:
        began.set()
        assert go_on.wait(60)
        run(connection, path)

    monkeypatch.setattr(sqlite, "vacuum_file", hold)
    async with await open_store(tmp_path / "bot.db") as store:
        await store.set_fact("ship", "Fram")
        vacuum = asyncio.create_task(store.vacuum())
        await asyncio.to_thread(began.wait, 60)
        assert store.is_vacuuming
        write = asyncio.create_task(store.set_fact("ship", "Terra Nova"))
        assert await store.load_fact("ship") == "Fram"
        assert not write.done()
        go_on.set()
        await asyncio.gather(vacuum, write)
        assert await store.load_fact("ship") == "Terra Nova"
        assert not store.is_vacuuming


async def test_a_vacuum_needs_twice_the_file_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    async with await open_store(path) as store:
        await fill_with_moved_rows(store)
        usage = shutil.disk_usage(tmp_path)
        size = path.stat().st_size
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=2 * size - 1))
        with pytest.raises(StoreError, match="MB free") as told:
            await store.vacuum()
        assert told.value.is_disk_full
        await store.set_fact("ship", "Fram")
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=2 * size))
        await store.vacuum()
    assert not is_in_files(tmp_path, b"crevasse")


async def test_a_long_query_of_another_program_makes_a_vacuum_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "LOCK_TIMEOUT_MS", 20)
    async with await open_store(tmp_path / "bot.db") as store:
        await fill_with_moved_rows(store)
        with closing(sqlite3.connect(tmp_path / "bot.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM finds").fetchall()
            with pytest.raises(StoreError, match="is being read"):
                await store.vacuum()
        await store.vacuum()
    assert not is_in_files(tmp_path, b"crevasse")


@pytest.mark.parametrize("nth", [1, 2])
async def test_a_backup_or_a_start_that_is_stopped_leaves_no_connection_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    """Each connection has a thread that would keep the process alive forever."""
    before, connect, made = set(threading.enumerate()), aiosqlite.connect, itertools.count(1)

    def stopped(*about: Any, **how: Any) -> Any:
        if next(made) % 2 == nth % 2:
            raise asyncio.CancelledError
        return connect(*about, **how)

    def left() -> set[threading.Thread]:
        for thread in set(threading.enumerate()) - before:
            thread.join(5)
        return set(threading.enumerate()) - before

    async with await open_store(tmp_path / "bot.db") as store:
        mine = set(threading.enumerate())
        before |= mine
        monkeypatch.setattr(aiosqlite, "connect", stopped)
        with pytest.raises(asyncio.CancelledError):
            await store.write_backup(tmp_path / "copy.db")
        assert not left()
    made = itertools.count(1)
    with pytest.raises(asyncio.CancelledError):
        await open_store(tmp_path / "bot.db")
    assert not left()


async def test_a_function_runs_in_the_thread_of_a_connection_with_the_callers_context(tmp_path: Path) -> None:
    """The private part of aiosqlite that the store uses still does this."""
    origin: ContextVar[str] = ContextVar("origin")
    origin.set("a press")

    def read(inner: sqlite3.Connection) -> tuple[int, str, int]:
        return inner.execute("SELECT 7").fetchone()[0], origin.get(), threading.get_ident()

    async with aiosqlite.connect(tmp_path / "bot.db") as connection:
        value, context, thread = await run_in_thread(connection, read)
    assert (value, context) == (7, "a press")
    assert thread != threading.get_ident()
