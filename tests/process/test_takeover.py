"""`--take-over`: a process signs in while another one serves, takes the store from it, and people notice nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest

from engine.host.store.database import is_address
from tests.process.fake_discord import ANA, FakeDiscord
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation
from tests.programs.soak.takeovers import run_takeovers


@pytest.mark.soak
async def test_nobody_goes_without_an_answer_when_processes_take_over_from_each_other(
    tmp_path: Path, store_location: StoreLocation
) -> None:
    database = store_location.address if is_address(store_location.address) else ""
    result = await run_takeovers(tmp_path, database, 1, rate=5, seed="two", table_count=4)
    assert not result.violations, result
    assert result.move_count > 2


@pytest.mark.slow
async def test_a_bot_starts_its_successor_and_tells_systemd(tmp_path: Path) -> None:
    said: list[str] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        asyncio.get_running_loop().add_reader(systemd, lambda: said.extend(systemd.recv(4096).decode().splitlines()))
        async with FakeDiscord() as discord:
            here = discord.build_environment(tmp_path) | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
            async with await BotProcess.start(tmp_path, "--discord", env=here) as bot:
                await bot.await_log("serves people on Discord")
                bot.send_signal(signal.SIGUSR1)
                assert await bot.await_exit() == 0
                (successor,) = (int(line.removeprefix("MAINPID=")) for line in said if line.startswith("MAINPID="))
                assert successor != bot.process_id
                assert await discord.await_response(await discord.run_command(ANA, "tables"))
                await bot.await_log(f"(process {successor}) serves people on Discord")
                os.kill(successor, signal.SIGTERM)
                await bot.await_end()
                await discord.await_disconnected()
        asyncio.get_running_loop().remove_reader(systemd)
    assert "Traceback" not in bot.stderr_text, bot.stderr_text
