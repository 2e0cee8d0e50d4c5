"""What SQLite leaves behind where rows move from page to page is wiped out, and nothing else is touched."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.drivers import leftovers
from engine.host.store.drivers.leftovers import RawFile
from engine.host.store.drivers.sqlite import SqliteStore

NAME = "Zebulon Quirk"
LETTERS = "abcdefghijklmnopqrstuvwxyz "


def found(folder: Path) -> list[str]:
    """The files in which the name stands."""
    return sorted(file.name for file in folder.iterdir() if NAME.encode() in file.read_bytes())


async def live_and_leave(store: Store, seed: int) -> None:
    """Rows come in any order, of all lengths, with the name in many; they change and go. In the end no row has the name."""
    dice = random.Random(seed)  # noqa: S311 - a test's dice

    def text() -> str:
        length = dice.choice((3, 40, 900, 9000))  # the longest go on on pages of their own
        return "".join(dice.choices(LETTERS, k=length)) + (NAME if dice.random() < 0.4 else "")

    async def begin(tx: Transaction) -> None:
        await tx.run("CREATE TABLE numbered (id INTEGER PRIMARY KEY, what TEXT) STRICT")
        await tx.run("CREATE TABLE named (place TEXT PRIMARY KEY, who TEXT) STRICT, WITHOUT ROWID")
        await tx.run("CREATE INDEX by_what ON numbered (what)")

    async def some(tx: Transaction) -> None:
        await tx.many(
            "INSERT OR REPLACE INTO named VALUES (?, ?)", [(f"{dice.randrange(10_000)}", NAME) for _ in range(150)]
        )
        for _ in range(60):
            key = dice.randrange(10_000)
            match dice.randrange(6):
                case 0:
                    await tx.run("DELETE FROM numbered WHERE id < ? AND id > ?", key, key - 200)
                case 1:
                    await tx.run(
                        "UPDATE named SET who = ? WHERE place > ? AND place < ?", text(), f"{key}", f"{key + 9}"
                    )
                case _:
                    await tx.run("INSERT OR REPLACE INTO numbered VALUES (?, ?)", key, text())
                    await tx.run("INSERT OR REPLACE INTO named VALUES (?, ?)", f"{key} {text()[:200]}", text())

    async def leave(tx: Transaction) -> None:
        await tx.run("DELETE FROM numbered WHERE what LIKE ? AND id % 2 = 0", f"%{NAME}")
        await tx.run("UPDATE numbered SET what = 'gone' WHERE what LIKE ?", f"%{NAME}")
        await tx.run("DELETE FROM named WHERE place LIKE ?", f"%{NAME}")
        await tx.run("UPDATE named SET who = 'gone' WHERE who LIKE ?", f"%{NAME}")

    await store.write(begin)
    for _ in range(8):
        await store.write(some)
    await store.write(leave)


async def rows(store: Store) -> list[tuple[object, ...]]:
    """Everything that stands in the tables."""
    return [
        tuple(row)
        for table in ("numbered", "named")
        for row in await store.all(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608
    ]


def sound(path: Path) -> bool:
    """What SQLite says of the file."""
    with closing(sqlite3.connect(path)) as base:
        return bool(base.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_left_and_nothing_else_is_touched(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "bot.db"
    async with await Store.open(path) as store:
        await live_and_leave(store, seed)
        before = await rows(store)
        assert found(tmp_path), "else this could not fail"
        assert await store.sweep()
        assert found(tmp_path) == []
        assert await rows(store) == before
    async with await Store.open(path) as store:
        assert await rows(store) == before
        await live_on(store)
        assert found(tmp_path) == []
    assert sound(path)


async def live_on(store: Store) -> None:
    """Every page is written again, and no row needs another place."""
    await store.write(lambda tx: tx.run("UPDATE numbered SET what = replace(what, 'o', '0')"))
    await store.write(lambda tx: tx.run("UPDATE named SET who = replace(who, 'o', '0')"))


async def test_pages_in_memory_do_not_bring_it_back(tmp_path: Path) -> None:
    """SQLite keeps pages that it has written, leftovers and all, and writes them whole when a row on them changes."""
    async with await Store.open(tmp_path / "bot.db") as store:
        await live_and_leave(store, 1)
        assert await store.sweep()
        await live_on(store)
        assert found(tmp_path) == []
        assert await store.sweep()
        assert found(tmp_path) == []
    assert sound(tmp_path / "bot.db")


async def test_a_sweep_goes_in_small_steps_and_lets_writers_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []
    said: list[str] = []
    wipe = RawFile.wipe

    def counted(self: RawFile, pages: list[int]) -> None:
        steps.append(len(pages))
        wipe(self, pages)

    monkeypatch.setattr(RawFile, "wipe", counted)
    monkeypatch.setattr("engine.host.store.drivers.sqlite.PAGES", 8)
    async with await Store.open(tmp_path / "bot.db") as store:
        assert isinstance(store, SqliteStore)
        await live_and_leave(store, 2)
        await store._writer.set_trace_callback(said.append)
        sweeping, written = asyncio.create_task(store.sweep()), 0
        while not sweeping.done():
            await store.set_fact("beside", str(written))
            written += 1
        assert await sweeping
        assert found(tmp_path) == []
    assert len(steps) > 5
    assert max(steps) <= 8
    assert written >= len(steps), "each waits for one step at most"
    assert not [sql for sql in said if "VACUUM" in sql.upper()]


async def test_a_sweep_that_is_torn_leaves_the_file_sound_and_is_done_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wipe = RawFile.wipe

    def torn(self: RawFile, pages: list[int]) -> None:
        wipe(self, pages[: len(pages) // 2])
        if pages:
            raise OSError("the plug is pulled")

    async with await Store.open(tmp_path / "bot.db") as store:
        await live_and_leave(store, 5)
        before = await rows(store)
        with monkeypatch.context() as patched:
            patched.setattr(RawFile, "wipe", torn)
            with pytest.raises(StoreError, match="the plug is pulled"):
                await store.sweep()
        assert found(tmp_path)
    assert sound(tmp_path / "bot.db")
    async with await Store.open(tmp_path / "bot.db") as store:
        assert await rows(store) == before
        assert await store.sweep()
        assert found(tmp_path) == []


async def test_a_sweep_ends_when_the_store_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.host.store.drivers.sqlite.PAGES", 1)
    store = await Store.open(tmp_path / "bot.db")
    await live_and_leave(store, 3)
    sweeping = asyncio.create_task(store.sweep())
    await store.set_fact("beside", "it has begun")
    await store.close()
    assert not await sweeping
    assert sound(tmp_path / "bot.db")


async def test_a_file_whose_free_pages_are_given_back_is_made_a_plain_one(tmp_path: Path) -> None:
    """It has pages of another kind, which say of every page where it belongs."""
    path = tmp_path / "bot.db"
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA auto_vacuum=FULL")
        base.execute("CREATE TABLE of_before (what TEXT)")
        base.execute("INSERT INTO of_before VALUES ('ice')")
        base.commit()
    with closing(RawFile(path)) as file:
        assert not file.plain
    async with await Store.open(path) as store:
        await live_and_leave(store, 4)
        assert await store.sweep()
        assert found(tmp_path) == []
        assert (await store.all("SELECT what FROM of_before"))[0]["what"] == "ice"
    assert sound(path)


async def test_what_an_earlier_program_has_deleted_is_gone_after_the_first_start(tmp_path: Path) -> None:
    """It left everything where it was, and /forget-me came later."""
    path = tmp_path / "bot.db"
    with closing(sqlite3.connect(path)) as base:
        base.executescript((Path(__file__).parent / "schemas/V5.sql").read_text("utf-8"))
        base.execute("PRAGMA secure_delete=OFF")
        base.executemany("INSERT INTO facts VALUES (?, ?)", [(f"{n}", NAME * 40) for n in range(40)])
        base.commit()
        base.execute("DELETE FROM facts")
        base.commit()
    assert "bot.db" in found(tmp_path)
    async with await Store.open(path) as store:
        assert await store.sweep()
        assert found(tmp_path) == []


async def test_a_file_so_large_that_kinds_of_pages_are_not_certain_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "MOST", 10)
    async with await Store.open(tmp_path / "bot.db") as store:
        with pytest.raises(StoreError, match="too large"):
            await store.sweep()
