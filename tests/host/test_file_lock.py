"""Two processes on one file: the second refuses to start, and a kill leaves nothing to clean up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.host.store.database import StoreError
from engine.host.store.drivers.opening import open_store
from engine.host.store.file_lock import FileLock
from engine.ops import doctor

HOLD_LOCK_SCRIPT = """
import sys
from pathlib import Path
from engine.host.store.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_lock_is_refused_until_the_first_is_released(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "data" / "bot.db")
    with pytest.raises(StoreError, match="in use by another Overwinter"):
        FileLock(tmp_path / "data" / "bot.db")
    (tmp_path / "link").symlink_to(tmp_path / "data")
    with pytest.raises(StoreError, match="in use by another Overwinter"):
        FileLock(tmp_path / "link" / "bot.db")
    FileLock(tmp_path / "data" / "other.db").release()
    first.release()
    first.release()
    FileLock(tmp_path / "data" / "bot.db").release()


def test_a_killed_process_holds_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "bot.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_LOCK_SCRIPT, file],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="in use by another Overwinter"):
            FileLock(file)
        other.kill()
        other.wait()
    FileLock(file).release()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreError, match=r"bot\.db cannot be written"):
        FileLock(tmp_path / "data" / "bot.db")


async def test_the_doctor_reads_a_locked_file(tmp_path: Path) -> None:
    claim = FileLock(tmp_path / "bot.db")
    async with await open_store(tmp_path / "bot.db"):
        assert doctor.check_tables(tmp_path / "bot.db") == []
    claim.release()
