"""Shards against the fake Discord: the recommended number, a given list, and the end of their process."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.host.store.drivers.opening import open_store
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, FakeDiscord
from tests.process.fast_timers import SPEED_FACTOR, SPEED_UP_CODE
from tests.process.payloads import find_custom_id
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation

SECOND_GUILD_ID = payloads.neighbour_guild_id(1)
"""A server on the second of two shards."""


def write_settings(folder: Path, shards: str) -> Path:
    (folder / "config.toml").write_text(f'[discord]\nshards = "{shards}"\n')
    return folder


async def start_game(discord: FakeDiscord, guild: int) -> dict[str, Any]:
    """Start a game in #games of a server, and return its board."""
    discord.current_channel = payloads.games_channel_id(guild)
    channel = int(discord.current_channel["id"])
    lobby = await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
    await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
    await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
    await discord.await_condition(lambda: len(discord.list_posts(channel)) > 1)
    return discord.list_posts(channel)[-1]


async def open_panel(discord: FakeDiscord, board: dict[str, Any], guild: int) -> None:
    """Open Ana's panel below a board."""
    discord.current_channel = payloads.games_channel_id(guild)
    await discord.await_response(await discord.press(ANA, int(board["id"]), find_custom_id(board, "Your move")))


@pytest.mark.slow
async def test_discord_says_how_many_shards_there_are(tmp_path: Path, store_location: StoreLocation) -> None:
    async with FakeDiscord(shards=2) as discord:
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path) | store_location.environment
        ) as bot:
            await discord.await_call("GET", "/gateway/bot")
            await discord.await_condition(lambda: discord.is_online(0))
            await start_game(discord, discord.guilds[0])  # one waits: Discord lets one sign in every five seconds
            await discord.await_connected()
            await start_game(discord, SECOND_GUILD_ID)
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0
        assert not discord.unknown_calls


@pytest.mark.slow
async def test_a_standby_process_takes_over_from_a_killed_one(tmp_path: Path) -> None:
    """On an SQLite file, the lock on the file shows at once that its holder has ended; test_pairs covers PostgreSQL."""
    write_settings(tmp_path, "0-1/2")
    async with FakeDiscord(shards=2) as discord:
        here = discord.build_environment(tmp_path, SPEED_UP_CODE)
        async with await BotProcess.fork(tmp_path, env=here) as first:
            await discord.await_connected()
            boards = {guild: await start_game(discord, guild) for guild in discord.guilds}
            async with await BotProcess.fork(tmp_path, env=here) as second:
                await second.await_log("standing by")
                assert len(discord.identified_shards) == 2
                first.kill()
                await first.await_end()
                await discord.await_disconnected()
                killed = asyncio.get_running_loop().time()
                await discord.await_connected()
                assert asyncio.get_running_loop().time() - killed < 30
                for guild, board in boards.items():
                    await open_panel(discord, board, guild)
                second.send_signal(signal.SIGTERM)
                assert await second.await_end() == 0
    assert len(discord.identified_shards) == 4


@pytest.mark.slow
async def test_who_has_lost_the_lease_sends_nothing_more_and_asks_for_a_new_start(
    tmp_path: Path, store_location: StoreLocation
) -> None:
    write_settings(tmp_path, "0-1/2")
    async with FakeDiscord(shards=2) as discord:
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path, SPEED_UP_CODE) | store_location.environment
        ) as bot:
            await discord.await_connected()
            board = await start_game(discord, SECOND_GUILD_ID)
            async with await open_store(store_location.address) as store:
                await store.write(lambda tx: tx.execute("UPDATE leases SET holder = 'another process'"))
            discord.current_channel = payloads.games_channel_id(SECOND_GUILD_ID)
            asked = await discord.press(ANA, int(board["id"]), find_custom_id(board, "Your move"))
            assert await bot.await_end() == 75
            assert "Another process serves the shards 0-1/2 now" in bot.stderr_text.splitlines()[-1]
        before = len(discord.calls)
        await discord.await_disconnected()
        async with await open_store(store_location.address) as store:
            (row,) = await store.fetch_all("SELECT holder FROM leases")
        assert row["holder"] == "another process", "what is another's is not given back"
        assert len(discord.calls) == before
        assert asked.id


@pytest.mark.slow
async def test_shards_of_one_key_sign_in_one_after_the_other(tmp_path: Path, store_location: StoreLocation) -> None:
    write_settings(tmp_path, "0-1/2")
    async with FakeDiscord(shards=2) as discord:
        discord.max_concurrency = 1
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path, SPEED_UP_CODE) | store_location.environment
        ) as bot:
            await discord.await_connected()
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0
        (_, first), (_, second) = discord.identified_shards
        assert second - min(first, discord.limit_requests) >= 5 / SPEED_FACTOR, (
            "a busy machine may deliver the first one late"
        )
