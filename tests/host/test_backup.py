"""Backups: whole and checked, made while others write, kept for a while, and put back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.host.model.catalogue import Catalogue
from engine.host.store.database import StoreError
from engine.host.store.drivers.schema import newest_version
from engine.host.store.drivers.sqlite import before
from engine.ops import backup, doctor
from engine.ops.backup import Backups, restore
from engine.ops.config import Backup
from tests.host.harness import ANA, BEN, CHANNEL, Inn, bid, finish

pytestmark = pytest.mark.sqlite


class Night:
    """A clock to turn, and the backups of a running table by it."""

    def __init__(self, camp: Inn, folder: Path, **settings: int) -> None:
        self.now = datetime(2026, 1, 5, 3, 0, tzinfo=UTC)
        self.folder = folder
        self.backups = Backups(camp.store, Backup(str(folder), **settings), lambda: self.now)

    def pass_hours(self, hours: float) -> None:
        self.now += timedelta(hours=hours)

    @property
    def files(self) -> list[str]:
        return sorted(file.name for file in self.folder.iterdir())


@pytest.fixture
def night(camp: Inn, tmp_path: Path) -> Night:
    return Night(camp, tmp_path / "backups", keep=3)


async def test_a_backup_plays_on_like_the_table_it_was_made_from(camp: Inn, night: Night) -> None:
    await bid(camp.tables, ANA)
    made = await night.backups.make()
    await bid(camp.tables, BEN)
    assert night.files == ["bot-20260105-030000.db"]
    assert made.size == made.file.stat().st_size
    assert [report.verdict for report in doctor.examine(made.file)] == ["same"]
    other = Inn(made.file)
    tables = await other.open()
    assert len((await tables.history.record(1)).moves) == 1
    await bid(tables, BEN)
    await finish(tables)
    await other.store.close()


async def test_a_backup_made_while_others_write_is_whole(camp: Inn, night: Night) -> None:
    made, _ = await asyncio.gather(night.backups.make(), finish_from_the_start(camp))
    assert backup.check(made.file) == newest_version()
    assert [report.verdict for report in doctor.examine(made.file)] == ["same"]


def copied(source: Path, target: Path, size: int | None = None) -> None:
    target.write_bytes(source.read_bytes()[:size])


def torn_copy(source: Path, target: Path) -> None:
    data = source.read_bytes()
    target.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))


async def finish_from_the_start(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    await finish(camp.tables)


async def test_the_newest_are_kept(night: Night) -> None:
    (night.folder).mkdir()
    (night.folder / "bot-of-mine.db").write_text("not ours to remove")
    for _ in range(5):
        made = await night.backups.make()
        night.pass_hours(24)
    assert made.dropped == 1
    assert night.files == [
        "bot-20260107-030000.db", "bot-20260108-030000.db", "bot-20260109-030000.db", "bot-of-mine.db",
    ]  # fmt: skip


async def test_copies_from_before_a_migration_go_when_every_backup_is_newer(camp: Inn, night: Night) -> None:
    """They hold people who have asked to be forgotten since."""
    old, new = (before(camp.path, number) for number in ("4", "5"))
    old.touch()
    os.utime(old, (0, 0))
    for _ in range(3):
        await night.backups.make()
        night.pass_hours(24)
        assert old.exists()
    new.touch()
    await night.backups.make()
    assert (old.exists(), new.exists()) == (False, True)


async def test_a_backup_is_due_once_a_night(night: Night) -> None:
    assert night.backups.due(), "there is none at all, so yesterday's was missed"
    await night.backups.make()
    assert not night.backups.due()
    night.pass_hours(0.99)
    assert not night.backups.due(), "it is not four yet"
    night.pass_hours(0.01)
    assert night.backups.due(), "it is four"
    await night.backups.make()
    night.pass_hours(23.9)
    assert not night.backups.due()
    night.pass_hours(48)
    assert night.backups.due(), "the bot was away for two nights: one backup makes up for both"


async def test_a_clock_that_was_wrong_holds_up_no_backup(night: Night) -> None:
    night.pass_hours(24 * 365)
    await night.backups.make()
    night.pass_hours(-24 * 365)
    assert night.backups.due()


async def test_none_are_due_where_none_are_kept(camp: Inn, tmp_path: Path) -> None:
    night = Night(camp, tmp_path / "none", keep=0)
    assert not night.backups.due()
    await night.backups.make()  # but who asks gets one
    assert len(night.files) == 1


async def test_a_copy_that_is_not_sound_takes_no_ones_place(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    await night.backups.make()
    night.pass_hours(24)

    async def torn(target: Path) -> None:
        torn_copy(night.folder / "bot-20260105-030000.db", target)

    monkeypatch.setattr(night.backups._store, "backup", torn)
    with pytest.raises(StoreError, match="damaged"):
        await night.backups.make()
    assert night.files == ["bot-20260105-030000.db"]


async def test_a_folder_that_cannot_be_made_is_named(camp: Inn, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="No backup could be made in"):
        await Night(camp, tmp_path / "file").backups.make()


# ---------------------------------------------------------------- putting back
@pytest.fixture
async def saved(camp: Inn, night: Night) -> AsyncIterator[Path]:
    """A backup from before the first move of a game that went on; the bot is stopped."""
    made = await night.backups.make()
    await bid(camp.tables, ANA)
    await camp.store.close()
    yield made.file
    await camp.open()  # the fixture closes it


async def moves(path: Path) -> int:
    inn = Inn(path)
    tables = await inn.open()
    try:
        return len((await tables.history.record((await tables.in_channel(CHANNEL)).id)).moves)
    finally:
        await inn.store.close()


async def test_restoring_by_the_command_line(camp: Inn, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", str(saved), "--to", str(camp.path)]) == 0
    told = capsys.readouterr().out
    (aside,) = camp.path.parent.glob("bot.db.replaced-*")
    assert str(aside) in told
    assert "Start the bot" in told
    assert await moves(camp.path) == 0
    assert await moves(aside) == 1, "what was there before is kept, with its last move"
    assert backup.check(saved) == newest_version(), "the backup stays"


async def test_restoring_is_refused_while_the_bot_runs(
    camp: Inn, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDS, str(camp.path),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    assert main(["restore", str(saved), "--to", str(camp.path)]) == 1
    assert "is in use. Stop the bot" in capsys.readouterr().err
    await other.communicate(b"\n")
    assert not list(camp.path.parent.glob("*.restoring"))
    assert not list(camp.path.parent.glob("*.replaced-*"))
    assert await moves(camp.path) == 1


HOLDS = """
import asyncio, sys
from engine.host.store.drivers.opening import open_store

async def hold():
    async with await open_store(sys.argv[1]):
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(hold())
"""


async def test_restoring_after_a_kill_keeps_what_was_in_the_log_file(camp: Inn, saved: Path, tmp_path: Path) -> None:
    """A killed bot leaves its newest moves in the write-ahead log: they belong to what is kept beside."""
    database = tmp_path / "killed" / "bot.db"
    database.parent.mkdir()
    tables = await camp.open()
    await bid(tables, BEN)
    for ending in backup.BESIDE[:2]:
        copied(camp.path.with_name(f"bot.db{ending}"), database.with_name(f"bot.db{ending}"))
    await camp.store.close()
    aside = restore(saved, database, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert aside == database.with_name("bot.db.replaced-20260106-000000")
    assert await moves(database) == 0
    assert await moves(aside) == 2


async def test_restoring_over_a_damaged_database(saved: Path, tmp_path: Path) -> None:
    database = tmp_path / "lost.db"
    database.write_bytes(b"This was a database once. " * 500)
    aside = restore(saved, database, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert aside is not None
    assert aside.read_bytes().startswith(b"This was a database")
    assert await moves(database) == 0


async def test_restoring_to_where_nothing_is(saved: Path, tmp_path: Path) -> None:
    assert restore(saved, tmp_path / "new" / "bot.db", lambda: datetime(2026, 1, 6, tzinfo=UTC)) is None
    assert await moves(tmp_path / "new" / "bot.db") == 0


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("nothing", "is not there"),
        ("a letter", "damaged or not a database"),
        ("half", "damaged"),
        ("somebody else's", "not one of Overwinter"),
        ("newer", "newer Overwinter"),
        ("unreleased 1", r"earlier, unreleased Overwinter \(schema 1\)"),
        ("unreleased 11", r"earlier, unreleased Overwinter \(schema 11\)"),
        ("itself", "the database itself"),
    ],
)
async def test_what_is_no_backup_is_not_restored(camp: Inn, saved: Path, tmp_path: Path, what: str, words: str) -> None:
    wrong = tmp_path / "wrong.db"
    match what:
        case "a letter":
            wrong.write_text("Dear friends, " * 1000)
        case "half":
            copied(saved, wrong, 20_000)
        case "somebody else's":
            with closing(sqlite3.connect(wrong)) as other:
                other.execute("CREATE TABLE recipes (name TEXT)")
        case "newer":
            copied(saved, wrong)
            with closing(sqlite3.connect(wrong)) as newer:
                newer.execute("PRAGMA user_version=99")
        case "unreleased 1" | "unreleased 11":
            copied(saved, wrong)
            with closing(sqlite3.connect(wrong)) as unreleased:
                unreleased.execute(f"PRAGMA user_version={what.split()[1]}")
        case "itself":
            wrong = camp.path
    before, wrong_before = camp.path.read_bytes(), wrong.read_bytes() if wrong.exists() else b""
    with pytest.raises(StoreError, match=words):
        restore(wrong, camp.path, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert camp.path.read_bytes() == before
    assert (wrong.read_bytes() if wrong.exists() else b"") == wrong_before


# ---------------------------------------------------------------- looking while others write
async def test_doctor_sees_all_of_one_moment(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that comes between reading where a table stands and reading its log belongs to neither."""
    whole = doctor._table

    def overtaken(connection: sqlite3.Connection, catalogue: Catalogue, row: sqlite3.Row) -> doctor.Report:
        with closing(sqlite3.connect(camp.path, isolation_level=None)) as other:
            other.execute(
                "INSERT INTO entries (table_id, seq, kind, seat, words, digest, written_at) "
                "VALUES (1, 99, 'move', 0, 'bid 1', 'x', 0)"
            )
        return whole(connection, catalogue, row)

    monkeypatch.setattr(doctor, "_table", overtaken)
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same"]
