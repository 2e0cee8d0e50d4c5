"""What a running bot tells those who watch it: the file beside the database, and systemd."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cogs.services.heartbeat import Heartbeat
from engine.host.store.database import StoreError
from engine.ops import pulse, systemd
from engine.ops.pulse import BEAT, SILENCE, Pulse

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass
class Bot:
    """A bot whose troubles are ours to make."""

    connected: bool = True
    holds_store: bool = True
    standing_by: bool = False
    broken: BaseException | None = None

    async def store_answers(self) -> bool:
        if self.broken is not None:
            raise self.broken
        return True


class Watched:
    """A heartbeat that beats when told, on a clock that goes on by its pauses."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.now, self.database = NOON, folder / "overwinter.db"
        self._go = asyncio.Semaphore(0)
        self._rests = asyncio.Event()
        self.heart = Heartbeat(self.database, lambda: self.now, environ, self._pause)
        self._task: asyncio.Task[None] | None = None

    async def _pause(self, seconds: float) -> None:
        self._rests.set()
        await self._go.acquire()
        self.now += timedelta(seconds=seconds)

    async def beat(self) -> Pulse | None:
        """The pulse after the next beat."""
        self._rests.clear()
        if self._task is None:
            self._task = asyncio.create_task(self.heart.beat())
        else:
            self._go.release()
        await self._rests.wait()
        return self.read()

    def read(self) -> Pulse | None:
        return pulse.read(pulse.beside(self.database))

    def trouble(self, later: int = 0) -> str | None:
        return pulse.trouble(self.read(), int(self.now.timestamp()) + later)

    async def stop(self) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def test_a_bot_is_ready_only_while_gateway_and_store_work(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "overwinter")
    watched, bot = Watched(tmp_path), Bot(connected=False)
    assert watched.trouble() == "No bot runs on this database."
    watched.heart.alive = bot
    await watched.beat()
    assert watched.trouble() == "The bot runs, and is not connected to Discord."
    bot.connected = True
    await watched.beat()
    assert watched.trouble() is None
    bot.broken = StoreError("It is locked.")
    await watched.beat()
    assert watched.trouble() == "The bot runs, and its database does not answer."
    bot.broken = None
    await watched.beat()
    assert watched.trouble() is None
    assert [record.message for record in caplog.records] == [
        "The bot serves people again.",
        "The bot runs, and its database does not answer.",
        "The bot serves people again.",
    ]
    await watched.stop()
    assert watched.trouble() == "No bot runs on this database."


async def test_a_silent_bot_hangs_or_was_killed(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.heart.alive = Bot()
    await watched.beat()
    assert watched.trouble(SILENCE) is None
    assert "no sign of life for 31 seconds" in str(watched.trouble(SILENCE + 1))
    await watched.stop()


async def test_a_full_disk_shows_as_silence_and_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watched = Watched(tmp_path)
    watched.heart.alive = Bot()
    await watched.beat()

    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        for _ in range(SILENCE // BEAT + 2):
            await watched.beat()
    assert "no sign of life" in str(watched.trouble())
    assert len([record for record in caplog.records if "No space left" in record.message]) == 1
    await watched.beat()
    assert watched.trouble() is None, "there is room again"
    await watched.stop()


async def test_a_second_bot_that_will_be_refused_leaves_the_firsts_pulse(tmp_path: Path) -> None:
    first, second = Watched(tmp_path), Watched(tmp_path)
    first.heart.alive = Bot()
    before = await first.beat()
    second.heart.alive = Bot(connected=False, holds_store=False)
    assert await second.beat() == before
    await second.stop()
    assert first.read() == before
    await first.stop()


async def test_a_process_that_stands_by_is_well_and_says_so(tmp_path: Path) -> None:
    at = str(tmp_path / "notify")
    line, heard = listening(at)
    with line:
        watched, bot = Watched(tmp_path, NOTIFY_SOCKET=at), Bot(connected=False, holds_store=False, standing_by=True)
        watched.heart.alive = bot
        await watched.beat()
        assert watched.trouble() == pulse.STANDS_BY
        assert heard() == ["READY=1", f"STATUS={pulse.STANDS_BY}\nWATCHDOG=1"]
        bot.connected, bot.holds_store, bot.standing_by = True, True, False
        await watched.beat()
        assert watched.trouble() is None
        assert heard() == ["STATUS=Serving.\nWATCHDOG=1"]
        await watched.stop()


async def test_what_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that never answers: the beat goes on after a while."""
    monkeypatch.setattr("cogs.services.heartbeat.ANSWER", 0.01)

    class Stuck(Bot):
        async def store_answers(self) -> bool:
            await asyncio.Event().wait()
            return True

    watched = Watched(tmp_path)
    watched.heart.alive = Stuck()
    await watched.beat()
    assert "does not answer" in str(watched.trouble())
    await watched.stop()


async def test_a_folder_that_nothing_else_has_made_is_made(tmp_path: Path) -> None:
    """Where the tables are in PostgreSQL there is no database file beside which the pulse lies."""
    watched = Watched(tmp_path / "data")
    watched.heart.alive = Bot()
    await watched.beat()
    assert watched.trouble() is None
    await watched.stop()


def test_whatever_lies_in_the_file_is_no_bot(tmp_path: Path) -> None:
    file = tmp_path / "overwinter.db.pulse"
    for junk in (b"", b"{", b'{"at": "soon"}', b"\xff"):
        file.write_bytes(junk)
        assert pulse.read(file) is None


# ---------------------------------------------------------------- systemd
def listening(at: str) -> tuple[socket.socket, Callable[[], list[str]]]:
    """A socket as systemd's, and what has arrived there."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
    line.bind("\0" + at[1:] if at.startswith("@") else at)

    def heard() -> list[str]:
        found = []
        while True:
            try:
                found.append(line.recv(4096).decode())
            except BlockingIOError:
                return found

    return line, heard


@pytest.mark.parametrize("where", ["file", "abstract"])
async def test_systemd_hears_when_the_bot_is_ready_and_that_it_lives(tmp_path: Path, where: str) -> None:
    at = str(tmp_path / "notify") if where == "file" else f"@overwinter-{os.getpid()}-{tmp_path.name}"
    line, heard = listening(at)
    with line:
        watched, bot = Watched(tmp_path, NOTIFY_SOCKET=at), Bot(connected=False)
        watched.heart.alive = bot
        await watched.beat()
        assert heard() == ["STATUS=The bot runs, and is not connected to Discord.\nWATCHDOG=1"]
        bot.connected = True
        await watched.beat()
        assert heard() == ["READY=1", "STATUS=Serving.\nWATCHDOG=1"]
        bot.connected = False
        await watched.beat()
        assert "WATCHDOG=1" in heard()[0], "discord.py connects again by itself"
        bot.broken = OSError(5, "Input/output error")
        await watched.beat()
        assert "WATCHDOG" not in heard()[0], "a new start may help"
        await watched.stop()
        assert heard() == ["STOPPING=1"]


@pytest.mark.parametrize("address", [None, "", "relative", "/nobody/listens"])
def test_nobody_listening_is_no_error(address: str | None) -> None:
    systemd.tell({} if address is None else {"NOTIFY_SOCKET": address}, READY=1)
