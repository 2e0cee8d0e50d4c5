"""`python -m engine health`, `doctor` and systemd next to a bot that runs against the fake Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.process.fake_discord import FakeDiscord
from tests.process.program import BOT_FILE, PROCESS_TIMEOUT_S, BotProcess
from tests.process.store_location import StoreLocation


async def run_health(folder: Path, *command: str, store_location: StoreLocation | None = None) -> tuple[int, str]:
    """Run the command, and return its exit code and its output."""
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine", *(command or ("health",)), "--config", str(folder / "config.toml")),
        cwd=BOT_FILE.parent,
        env=os.environ | (store_location.environment if store_location else {}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asked.communicate()
    assert asked.returncode is not None
    return asked.returncode, said.decode().strip()


@pytest.mark.slow
async def test_health_and_systemd_follow_a_bot_through_its_life(tmp_path: Path, store_location: StoreLocation) -> None:
    (tmp_path / "config.toml").write_text("")
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as systemd:
        systemd.bind(str(tmp_path / "notify"))

        async def told(what: str) -> None:
            async with asyncio.timeout(PROCESS_TIMEOUT_S):
                while what not in (await loop.sock_recv(systemd, 4096)).decode().splitlines():
                    pass

        async with FakeDiscord() as discord:
            assert await run_health(tmp_path) == (1, "No bot runs on this database.")
            env = (
                discord.build_environment(tmp_path)
                | store_location.environment
                | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
            )
            async with await BotProcess.fork(tmp_path, env=env) as bot:
                await told("READY=1")
                code, said = await run_health(tmp_path)
                assert code == 0, said
                assert "serves people on Discord" in said
                assert await run_health(tmp_path, "doctor", "--online", store_location=store_location) == (0, "")

                discord.refused_calls = 1000
                await discord.hang_up()
                await told("STATUS=The bot runs, and is not connected to Discord.")
                assert await run_health(tmp_path) == (1, "The bot runs, and is not connected to Discord.")

                bot.send_signal(signal.SIGTERM)
                await told("STOPPING=1")
                assert await bot.await_end() == 0
            assert await run_health(tmp_path) == (1, "No bot runs on this database.")

            discord.refused_calls = 0
            async with await BotProcess.fork(tmp_path, env=env) as bot:
                await told("READY=1")
                bot.kill()
                await bot.await_end()
            code, said = await run_health(tmp_path)
            assert code == 1
            assert f"process {bot.process_id}) does not run any more" in said
