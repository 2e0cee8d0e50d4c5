"""A store that is away at the start or in service, and comes back: the bot waits and goes on, without a restart."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.environment import STORE_URL
from engine.host.service.shard_group import LEASE_LIFETIME_S
from engine.host.store.database import StoreError
from engine.host.store.drivers.opening import open_store
from engine.host.store.file_lock import FileLock
from tests.postgres import PostgresServer, close_database
from tests.process.fake_discord import ANA, FakeDiscord
from tests.process.fast_timers import SPEED_FACTOR, SPEED_UP_CODE
from tests.process.program import BotProcess


@pytest.mark.slow
async def test_a_database_that_is_away_comes_back(postgres_server: PostgresServer, tmp_path: Path) -> None:
    address = await postgres_server.create_database()
    async with FakeDiscord() as discord:
        here = discord.build_environment(tmp_path, SPEED_UP_CODE) | {STORE_URL: address}
        async with close_database(address):
            bot = await BotProcess.fork(tmp_path, env=here)
            await bot.await_log("the bot waits for its store")
        async with bot:
            await discord.await_connected()
            async with close_database(address):
                refused = await discord.await_response(await discord.run_command(ANA, "tables"))
                assert "cannot get at its tables" in str(refused)
                for _ in range(20):
                    await discord.run_command(ANA, "tables")
                await asyncio.sleep(1.25 * LEASE_LIFETIME_S / SPEED_FACTOR)
                assert bot.exit_code is None
            await bot.await_log("the lease is renewed again")
            answer = await discord.await_response(await discord.run_command(ANA, "tables"))
            assert "cannot get at its tables" not in str(answer)
            assert len(discord.identified_shards) == 1, "it has stayed connected"
            lines = bot.stderr_text.splitlines()
            assert len(lines) < 25, bot.stderr_text
            assert "Traceback" not in bot.stderr_text, bot.stderr_text
            bot.kill()
            await bot.await_end()
        async with await BotProcess.fork(tmp_path, env=here) as successor:
            await discord.await_connected()
            assert "standing by" not in successor.stderr_text, "its own dead lease is taken at once"
            successor.send_signal(signal.SIGTERM)
            assert await successor.await_end() == 0


async def test_a_full_disk_at_the_start_can_be_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_disk(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "mkdir", fill_disk)
    with pytest.raises(StoreError, match="is full") as caught:
        await open_store(tmp_path / "bot.db")
    assert caught.value.is_temporary
    with pytest.raises(StoreError, match="is full") as caught:
        FileLock(tmp_path / "bot.db")
    assert caught.value.is_temporary
