"""The heartbeat file next to the database, and the messages to systemd."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from cogs.services.heartbeat import Heartbeat
from engine import __version__
from engine.host.store.database import StoreError
from engine.ops import heartbeat_file, systemd
from engine.ops.heartbeat_file import (
    BEAT_INTERVAL_S,
    DEGRADED,
    FAILING,
    SERVING,
    SILENCE_LIMIT_S,
    Health,
    HeartbeatStatus,
)
from engine.ops.process_identity import ProcessIdentity

SERVING_TEXT = f"Overwinter {__version__} (process {os.getpid()}) serves people on Discord."
STANDBY_TEXT = "The bot stands by: another process serves its servers."
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass
class FakeBot:
    """A bot with the problems that a test sets."""

    is_connected: bool = True
    holds_store: bool = True
    is_standing_by: bool = False
    store_error: BaseException | None = None
    degradations: tuple[str, ...] = ()
    uses_recorded: int = 0

    async def record_use(self) -> None:
        self.uses_recorded += 1

    async def check_store(self) -> bool:
        if self.store_error is not None:
            raise self.store_error
        return True

    def list_degradations(self) -> tuple[str, ...]:
        return self.degradations


class ManualHeartbeat:
    """A heartbeat that beats on request, with a clock that advances by its pauses."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.now, self.database = NOON, folder / "overwinter.db"
        self._continue = asyncio.Semaphore(0)
        self._paused = asyncio.Event()
        self.heartbeat = Heartbeat(self.database, lambda: self.now, environ, self._pause)
        self._task: asyncio.Task[None] | None = None

    async def _pause(self, seconds: float) -> None:
        self._paused.set()
        await self._continue.acquire()
        self.now += timedelta(seconds=seconds)

    async def await_beat(self) -> HeartbeatStatus | None:
        """Wait for the next heartbeat, and return it."""
        self._paused.clear()
        if self._task is None:
            self._task = asyncio.create_task(self.heartbeat.run())
        else:
            self._continue.release()
        await self._paused.wait()
        return self.read_status()

    def read_status(self) -> HeartbeatStatus | None:
        return heartbeat_file.read_heartbeat(heartbeat_file.find_heartbeat_path(self.database))

    def assess(self, later_s: int = 0) -> Health:
        return heartbeat_file.assess_health(self.read_status(), int(self.now.timestamp()) + later_s)

    def find_trouble(self, later_s: int = 0) -> str | None:
        health = self.assess(later_s)
        return health.sentence if health.exit_code else None

    async def stop(self) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def test_a_bot_is_ready_only_while_gateway_and_store_work(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "overwinter")
    watched, bot = ManualHeartbeat(tmp_path), FakeBot(is_connected=False)
    assert watched.find_trouble() == "No bot runs on this database."
    watched.heartbeat.bot = bot
    await watched.await_beat()
    assert watched.find_trouble() == "The bot runs, and is not connected to Discord."
    assert bot.uses_recorded == 0, "without a connection nobody can play, so no time counts"
    bot.is_connected = True
    await watched.await_beat()
    assert watched.find_trouble() is None
    bot.store_error = StoreError("It is locked.")
    await watched.await_beat()
    assert watched.find_trouble() == "The bot runs, and its database does not answer."
    assert bot.uses_recorded == 1
    bot.store_error = None
    await watched.await_beat()
    assert watched.find_trouble() is None
    assert [record.message for record in caplog.records] == [
        SERVING_TEXT,
        "The bot runs, and its database does not answer.",
        SERVING_TEXT,
    ]
    await watched.stop()
    assert watched.find_trouble() == "No bot runs on this database."


async def test_a_silent_bot_hangs_or_was_killed(tmp_path: Path) -> None:
    watched = ManualHeartbeat(tmp_path)
    watched.heartbeat.bot = FakeBot()
    await watched.await_beat()
    assert watched.find_trouble(SILENCE_LIMIT_S) is None
    assert "no sign of life for 31 seconds" in str(watched.find_trouble(SILENCE_LIMIT_S + 1))
    await watched.stop()


async def test_a_process_that_has_ended_serves_nobody(tmp_path: Path) -> None:
    """Seconds after a kill the heartbeat is still young. A process of another host cannot be seen; only its age counts."""
    watched = ManualHeartbeat(tmp_path)
    watched.heartbeat.bot = FakeBot()
    status = await watched.await_beat()
    assert status is not None
    own, now = status.process, status.at + 2
    child = await asyncio.create_subprocess_exec("sleep", "0")
    await child.wait()
    for dead in (
        msgspec.structs.replace(own, id=child.pid),
        msgspec.structs.replace(own, started_at=own.started_at - 1),
    ):
        health = heartbeat_file.assess_health(msgspec.structs.replace(status, process=dead), now)
        assert (health.exit_code, "does not run any more" in health.sentence) == (FAILING, True)
        elsewhere = msgspec.structs.replace(status, process=msgspec.structs.replace(dead, host="elsewhere"))
        assert heartbeat_file.assess_health(elsewhere, now).exit_code == SERVING
        assert "it hangs or was killed" in heartbeat_file.assess_health(elsewhere, now + SILENCE_LIMIT_S).sentence
        heartbeat_file.write_heartbeat(
            heartbeat_file.find_heartbeat_path(watched.database), msgspec.structs.replace(status, process=dead)
        )
        successor = ManualHeartbeat(tmp_path)
        successor.heartbeat.bot = FakeBot(is_connected=False, holds_store=False)
        await successor.await_beat()
        assert successor.find_trouble() == "The bot runs, and is not connected to Discord.", (
            "it need not wait for silence"
        )
        await successor.stop()
    await watched.stop()


async def test_a_part_that_fails_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    watched, bot = ManualHeartbeat(tmp_path), FakeBot()
    watched.heartbeat.bot = bot
    await watched.await_beat()
    bot.degradations = ("The painter has died.", "Upkeep fails.")
    await watched.await_beat()
    await watched.await_beat()
    sentence = "The bot serves people, degraded: The painter has died. Upkeep fails."
    assert watched.assess() == Health(DEGRADED, sentence)
    assert [record.message for record in caplog.records] == [sentence]
    bot.degradations = ()
    await watched.await_beat()
    assert watched.assess() == Health(SERVING, SERVING_TEXT)
    await watched.stop()


async def test_a_full_disk_shows_as_silence_and_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watched = ManualHeartbeat(tmp_path)
    watched.heartbeat.bot = FakeBot()
    await watched.await_beat()

    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        for _ in range(SILENCE_LIMIT_S // BEAT_INTERVAL_S + 2):
            await watched.await_beat()
    assert "no sign of life" in str(watched.find_trouble())
    assert len([record for record in caplog.records if "No space left" in record.message]) == 1
    await watched.await_beat()
    assert watched.find_trouble() is None, "there is room again"
    await watched.stop()


async def test_a_refused_second_bot_keeps_the_first_heartbeat(tmp_path: Path) -> None:
    first, second = ManualHeartbeat(tmp_path), ManualHeartbeat(tmp_path)
    first.heartbeat.bot = FakeBot()
    before = await first.await_beat()
    second.heartbeat.bot = FakeBot(is_connected=False, holds_store=False)
    assert await second.await_beat() == before
    await second.stop()
    assert first.read_status() == before
    await first.stop()


async def test_the_end_of_a_former_process_keeps_the_heartbeat_of_its_successor(tmp_path: Path) -> None:
    former = ManualHeartbeat(tmp_path)
    former.heartbeat.bot = FakeBot()
    status = await former.await_beat()
    assert status is not None
    successor = msgspec.structs.replace(status, process=ProcessIdentity(1, "another", 7))
    heartbeat_file.write_heartbeat(heartbeat_file.find_heartbeat_path(former.database), successor)
    await former.stop()
    assert former.read_status() == successor


async def test_a_standby_process_is_healthy(tmp_path: Path) -> None:
    at = str(tmp_path / "notify")
    line, heard = open_socket(at)
    with line:
        watched, bot = (
            ManualHeartbeat(tmp_path, NOTIFY_SOCKET=at),
            FakeBot(is_connected=False, holds_store=False, is_standing_by=True),
        )
        watched.heartbeat.bot = bot
        await watched.await_beat()
        assert watched.assess() == Health(SERVING, STANDBY_TEXT)
        assert heard() == ["READY=1", f"STATUS={STANDBY_TEXT}\nWATCHDOG=1"]
        bot.is_connected, bot.holds_store, bot.is_standing_by = True, True, False
        await watched.await_beat()
        assert watched.find_trouble() is None
        assert heard() == [f"STATUS={SERVING_TEXT}\nWATCHDOG=1"]
        await watched.stop()


async def test_a_hanging_store_does_not_stop_the_heartbeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next beat comes after a while, although the store never answers."""
    monkeypatch.setattr("cogs.services.heartbeat.STORE_TIMEOUT_S", 0.01)

    class Stuck(FakeBot):
        async def check_store(self) -> bool:
            await asyncio.Event().wait()
            return True

    watched = ManualHeartbeat(tmp_path)
    watched.heartbeat.bot = Stuck()
    await watched.await_beat()
    assert "does not answer" in str(watched.find_trouble())
    await watched.stop()


async def test_a_folder_that_nothing_else_has_made_is_made(tmp_path: Path) -> None:
    """With PostgreSQL there is no database file next to the heartbeat file."""
    watched = ManualHeartbeat(tmp_path / "data")
    watched.heartbeat.bot = FakeBot()
    await watched.await_beat()
    assert watched.find_trouble() is None
    await watched.stop()


def test_a_broken_heartbeat_file_means_no_bot(tmp_path: Path) -> None:
    file = tmp_path / "overwinter.db.pulse"
    for junk in (b"", b"{", b'{"at": "soon"}', b"\xff"):
        file.write_bytes(junk)
        assert heartbeat_file.read_heartbeat(file) is None


# ---------------------------------------------------------------- systemd
def open_socket(address: str) -> tuple[socket.socket, Callable[[], list[str]]]:
    """Open a socket as systemd does, and return it with a function that reads the messages."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
    line.bind("\0" + address[1:] if address.startswith("@") else address)

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
    line, heard = open_socket(at)
    with line:
        watched, bot = ManualHeartbeat(tmp_path, NOTIFY_SOCKET=at), FakeBot(is_connected=False)
        watched.heartbeat.bot = bot
        await watched.await_beat()
        assert heard() == ["STATUS=The bot runs, and is not connected to Discord.\nWATCHDOG=1"]
        bot.is_connected = True
        await watched.await_beat()
        assert heard() == ["READY=1", f"STATUS={SERVING_TEXT}\nWATCHDOG=1"]
        bot.is_connected = False
        await watched.await_beat()
        assert "WATCHDOG=1" in heard()[0], "discord.py connects again by itself"
        bot.store_error = OSError(5, "Input/output error")
        await watched.await_beat()
        assert "WATCHDOG" not in heard()[0], "a new start may help"
        bot.store_error = StoreError("PostgreSQL cannot be reached.", is_server_away=True)
        await watched.await_beat()
        assert "does not answer.\nWATCHDOG=1" in heard()[0], "a new start would only wait for the server"
        await watched.stop()
        assert heard() == ["STOPPING=1"]


@pytest.mark.parametrize("address", [None, "", "relative", "/nobody/listens"])
def test_nobody_listening_is_no_error(address: str | None) -> None:
    systemd.notify_systemd({} if address is None else {"NOTIFY_SOCKET": address}, READY=1)
