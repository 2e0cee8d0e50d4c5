"""Backups: complete and checked, made during writes, kept for a time, and restored."""

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

from engine.__main__ import run_command
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.store.database import StoreError
from engine.host.store.drivers.schema import find_newest_version
from engine.host.store.drivers.sqlite import SqliteStore
from engine.host.store.drivers.sqlite_file import migration_copy_path
from engine.ops import backup, doctor
from engine.ops.backup import Backups, restore_backup
from engine.ops.config import BackupConfig
from tests.host.harness import ANA, BEN, CHANNEL, ServiceHarness, play_bid, play_to_end

pytestmark = pytest.mark.sqlite


class NightlyBackups:
    """A manual clock, and the backups of a running table."""

    def __init__(self, running_table: ServiceHarness, folder: Path, **settings: int) -> None:
        self.now = datetime(2026, 1, 5, 3, 0, tzinfo=UTC)
        self.folder = folder
        self.backups = Backups(running_table.store, BackupConfig(str(folder), **settings), lambda: self.now)

    def pass_hours(self, hours: float) -> None:
        self.now += timedelta(hours=hours)

    @property
    def file_names(self) -> list[str]:
        return sorted(file.name for file in self.folder.iterdir())


@pytest.fixture
def nightly_backups(running_table: ServiceHarness, tmp_path: Path) -> NightlyBackups:
    return NightlyBackups(running_table, tmp_path / "backups", keep=3)


async def test_a_backup_plays_on_like_the_table_it_was_made_from(
    running_table: ServiceHarness, nightly_backups: NightlyBackups
) -> None:
    await play_bid(running_table.tables, ANA)
    made = await nightly_backups.backups.make_backup()
    await play_bid(running_table.tables, BEN)
    assert nightly_backups.file_names == ["bot-20260105-030000.db"]
    assert made.size_bytes == made.file.stat().st_size
    assert [report.verdict for report in doctor.check_tables(made.file)] == ["same"]
    other = ServiceHarness(made.file)
    tables = await other.open()
    assert len((await tables.history.build_record(1)).moves) == 1
    await play_bid(tables, BEN)
    await play_to_end(tables)
    await other.store.close()


async def test_a_backup_made_while_others_write_is_whole(
    running_table: ServiceHarness, nightly_backups: NightlyBackups
) -> None:
    made, _ = await asyncio.gather(nightly_backups.backups.make_backup(), play_from_start(running_table))
    assert backup.check_database(made.file) == find_newest_version()
    assert [report.verdict for report in doctor.check_tables(made.file)] == ["same"]


def copy_database(source: Path, target: Path, size: int | None = None) -> None:
    target.write_bytes(source.read_bytes()[:size])


def write_torn_copy(source: Path, target: Path) -> None:
    data = source.read_bytes()
    target.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))


async def play_from_start(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    await play_to_end(running_table.tables)


async def test_the_newest_are_kept(nightly_backups: NightlyBackups) -> None:
    (nightly_backups.folder).mkdir()
    (nightly_backups.folder / "bot-of-mine.db").write_text("not ours to remove")
    for _ in range(5):
        made = await nightly_backups.backups.make_backup()
        nightly_backups.pass_hours(24)
    assert made.deleted_count == 1
    assert nightly_backups.file_names == [
        "bot-20260107-030000.db", "bot-20260108-030000.db", "bot-20260109-030000.db", "bot-of-mine.db",
    ]  # fmt: skip


async def test_copies_from_before_a_migration_go_when_every_backup_is_newer(
    running_table: ServiceHarness, nightly_backups: NightlyBackups
) -> None:
    """Older copies still contain people who have asked for their erasure."""
    old, new = (migration_copy_path(running_table.path, number) for number in ("4", "5"))
    old.touch()
    os.utime(old, (0, 0))
    for _ in range(3):
        await nightly_backups.backups.make_backup()
        nightly_backups.pass_hours(24)
        assert old.exists()
    new.touch()
    await nightly_backups.backups.make_backup()
    assert (old.exists(), new.exists()) == (False, True)


async def test_a_backup_is_due_once_a_night(nightly_backups: NightlyBackups) -> None:
    assert nightly_backups.backups.is_due(), "there is none at all, so yesterday's was missed"
    await nightly_backups.backups.make_backup()
    assert not nightly_backups.backups.is_due()
    nightly_backups.pass_hours(0.99)
    assert not nightly_backups.backups.is_due(), "it is not four yet"
    nightly_backups.pass_hours(0.01)
    assert nightly_backups.backups.is_due(), "it is four"
    await nightly_backups.backups.make_backup()
    nightly_backups.pass_hours(23.9)
    assert not nightly_backups.backups.is_due()
    nightly_backups.pass_hours(48)
    assert nightly_backups.backups.is_due(), "the bot was away for two nights: one backup makes up for both"


async def test_a_clock_that_was_wrong_holds_up_no_backup(nightly_backups: NightlyBackups) -> None:
    nightly_backups.pass_hours(24 * 365)
    await nightly_backups.backups.make_backup()
    nightly_backups.pass_hours(-24 * 365)
    assert nightly_backups.backups.is_due()


async def test_none_are_due_where_none_are_kept(running_table: ServiceHarness, tmp_path: Path) -> None:
    night = NightlyBackups(running_table, tmp_path / "none", keep=0)
    assert not night.backups.is_due()
    await night.backups.make_backup()  # a backup on request is made
    assert len(night.file_names) == 1


async def test_a_copy_that_is_not_sound_takes_no_ones_place(
    nightly_backups: NightlyBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await nightly_backups.backups.make_backup()
    nightly_backups.pass_hours(24)

    async def torn(_store: SqliteStore, target: Path) -> None:
        write_torn_copy(nightly_backups.folder / "bot-20260105-030000.db", target)

    monkeypatch.setattr(SqliteStore, "write_backup", torn)
    with pytest.raises(StoreError, match="damaged"):
        await nightly_backups.backups.make_backup()
    assert nightly_backups.file_names == ["bot-20260105-030000.db"]


async def test_a_copy_of_a_damaged_store_is_made_again_after_a_full_disk(
    nightly_backups: NightlyBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = await nightly_backups.backups.make_backup()

    async def fill_disk(_store: SqliteStore, target: Path) -> None:
        write_torn_copy(saved.file, target)
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "write_backup", fill_disk)
        with pytest.raises(StoreError, match="No copy could be made"):
            await nightly_backups.backups.keep_damaged()
    assert nightly_backups.file_names == [saved.file.name]
    copy = await nightly_backups.backups.keep_damaged()
    assert copy is not None
    assert backup.check_database(copy) == find_newest_version()
    assert await nightly_backups.backups.keep_damaged() is None, "one a day is enough"


async def test_a_folder_that_cannot_be_made_is_named(running_table: ServiceHarness, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="No backup could be made in"):
        await NightlyBackups(running_table, tmp_path / "file").backups.make_backup()


# ---------------------------------------------------------------- restore
@pytest.fixture
async def saved_backup(running_table: ServiceHarness, nightly_backups: NightlyBackups) -> AsyncIterator[Path]:
    """Make a backup before the first move, play on, and stop the bot."""
    made = await nightly_backups.backups.make_backup()
    await play_bid(running_table.tables, ANA)
    await running_table.store.close()
    yield made.file
    await running_table.open()  # the fixture closes it


async def load_moves(path: Path) -> int:
    harness = ServiceHarness(path)
    tables = await harness.open()
    try:
        return len((await tables.history.build_record((await tables.find_channel_table(CHANNEL)).id)).moves)
    finally:
        await harness.store.close()


async def test_restoring_by_the_command_line(
    running_table: ServiceHarness, saved_backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["restore", str(saved_backup), "--to", str(running_table.path)]) == 0
    told = capsys.readouterr().out
    (aside,) = running_table.path.parent.glob("bot.db.replaced-*")
    assert str(aside) in told
    assert "Start the bot" in told
    assert await load_moves(running_table.path) == 0
    assert await load_moves(aside) == 1, "what was there before is kept, with its last move"
    assert backup.check_database(saved_backup) == find_newest_version(), "the backup stays"


async def test_restoring_is_refused_while_the_bot_runs(
    running_table: ServiceHarness, saved_backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD_DATABASE_SCRIPT, str(running_table.path),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    assert run_command(["restore", str(saved_backup), "--to", str(running_table.path)]) == 1
    assert "is in use. Stop the bot" in capsys.readouterr().err
    await other.communicate(b"\n")
    assert not list(running_table.path.parent.glob("*.restoring"))
    assert not list(running_table.path.parent.glob("*.replaced-*"))
    assert await load_moves(running_table.path) == 1


HOLD_DATABASE_SCRIPT = """
import asyncio, sys
from engine.host.store.drivers.opening import open_store

async def hold():
    async with await open_store(sys.argv[1]):
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(hold())
"""


async def test_restoring_after_a_kill_keeps_what_was_in_the_log_file(
    running_table: ServiceHarness, saved_backup: Path, tmp_path: Path
) -> None:
    """The newest moves of a killed bot are in the write-ahead log, so the copy of the replaced file includes it."""
    database = tmp_path / "killed" / "bot.db"
    database.parent.mkdir()
    tables = await running_table.open()
    await play_bid(tables, BEN)
    for ending in backup.DATABASE_FILE_SUFFIXES[:2]:
        copy_database(running_table.path.with_name(f"bot.db{ending}"), database.with_name(f"bot.db{ending}"))
    await running_table.store.close()
    aside = restore_backup(saved_backup, database, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert aside == database.with_name("bot.db.replaced-20260106-000000")
    assert await load_moves(database) == 0
    assert await load_moves(aside) == 2


async def test_restoring_over_a_damaged_database(saved_backup: Path, tmp_path: Path) -> None:
    database = tmp_path / "lost.db"
    database.write_bytes(b"This was a database once. " * 500)
    aside = restore_backup(saved_backup, database, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert aside is not None
    assert aside.read_bytes().startswith(b"This was a database")
    assert await load_moves(database) == 0


async def test_a_restore_that_fails_at_the_last_step_leaves_the_old_database(
    running_table: ServiceHarness, saved_backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def refuse_restored(file: Path, target: Path | str) -> Path:
        if file.name.endswith(".restoring"):
            raise OSError("Permission denied")
        return replace(file, target)

    monkeypatch.setattr(Path, "replace", refuse_restored)
    with pytest.raises(StoreError, match="could not be restored"):
        restore_backup(saved_backup, running_table.path, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert await load_moves(running_table.path) == 1
    assert sorted(running_table.path.parent.glob("bot.db*")) == [running_table.path]


async def test_restoring_to_where_nothing_is(saved_backup: Path, tmp_path: Path) -> None:
    assert restore_backup(saved_backup, tmp_path / "new" / "bot.db", lambda: datetime(2026, 1, 6, tzinfo=UTC)) is None
    assert await load_moves(tmp_path / "new" / "bot.db") == 0


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
async def test_what_is_no_backup_is_not_restored(
    running_table: ServiceHarness, saved_backup: Path, tmp_path: Path, what: str, words: str
) -> None:
    wrong = tmp_path / "wrong.db"
    match what:
        case "a letter":
            wrong.write_text("Dear friends, " * 1000)
        case "half":
            copy_database(saved_backup, wrong, 20_000)
        case "somebody else's":
            with closing(sqlite3.connect(wrong)) as other:
                other.execute("CREATE TABLE recipes (name TEXT)")
        case "newer":
            copy_database(saved_backup, wrong)
            with closing(sqlite3.connect(wrong)) as newer:
                newer.execute("PRAGMA user_version=99")
        case "unreleased 1" | "unreleased 11":
            copy_database(saved_backup, wrong)
            with closing(sqlite3.connect(wrong)) as unreleased:
                unreleased.execute(f"PRAGMA user_version={what.split()[1]}")
        case "itself":
            wrong = running_table.path
    before, wrong_before = running_table.path.read_bytes(), wrong.read_bytes() if wrong.exists() else b""
    with pytest.raises(StoreError, match=words):
        restore_backup(wrong, running_table.path, lambda: datetime(2026, 1, 6, tzinfo=UTC))
    assert running_table.path.read_bytes() == before
    assert (wrong.read_bytes() if wrong.exists() else b"") == wrong_before


# ---------------------------------------------------------------- reads during writes
async def test_doctor_sees_all_of_one_moment(running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move between reading a table's position and its log is in neither."""
    whole = doctor.check_table

    def overtaken(connection: sqlite3.Connection, catalogue: GameCatalogue, row: sqlite3.Row) -> doctor.ReplayReport:
        with closing(sqlite3.connect(running_table.path, isolation_level=None)) as other:
            other.execute(
                "INSERT INTO entries (table_id, seq, kind, seat, words, digest, written_at) "
                "VALUES (1, 99, 'move', 0, 'bid 1', 'x', 0)"
            )
        return whole(connection, catalogue, row)

    monkeypatch.setattr(doctor, "check_table", overtaken)
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same"]
