"""`python -m engine health`, `doctor` and systemd beside a bot on the wire."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.process.fake_discord import FakeDiscord
from tests.process.kept import Kept
from tests.process.program import BOT, PATIENCE, Program


async def health(folder: Path, *command: str, kept: Kept | None = None) -> tuple[int, str]:
    """The exit code of the command, and what it says."""
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine", *(command or ("health",)), "--config", str(folder / "config.toml")),
        cwd=BOT.parent,
        env=os.environ | (kept.environment if kept else {}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asked.communicate()
    assert asked.returncode is not None
    return asked.returncode, said.decode().strip()


@pytest.mark.slow
@pytest.mark.evening
async def test_health_and_systemd_follow_a_bot_through_its_life(tmp_path: Path, kept: Kept) -> None:
    (tmp_path / "config.toml").write_text("")
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as systemd:
        systemd.bind(str(tmp_path / "notify"))

        async def told(what: str) -> None:
            async with asyncio.timeout(PATIENCE):
                while what not in (await loop.sock_recv(systemd, 4096)).decode().splitlines():
                    pass

        async with FakeDiscord() as discord:
            assert await health(tmp_path) == (1, "No bot runs on this database.")
            env = discord.environment(tmp_path) | kept.environment | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
            async with await Program.start(tmp_path, env=env) as bot:
                await told("READY=1")
                code, said = await health(tmp_path)
                assert code == 0, said
                assert "serves people on Discord" in said
                assert await health(tmp_path, "doctor", "--online", kept=kept) == (0, "")

                discord.turned_away = 1000
                await discord.hang_up()
                await told("STATUS=The bot runs, and is not connected to Discord.")
                assert await health(tmp_path) == (1, "The bot runs, and is not connected to Discord.")

                bot.signal(signal.SIGTERM)
                await told("STOPPING=1")
                assert await bot.end() == 0
            assert await health(tmp_path) == (1, "No bot runs on this database.")
