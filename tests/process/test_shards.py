"""Shards on the wire: as many as Discord recommends, those of a list, and what becomes of them when their process ends."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.host.store.drivers.opening import open_store
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, FakeDiscord
from tests.process.hurry import HURRY, TIMES
from tests.process.kept import Kept
from tests.process.payloads import pressed
from tests.process.program import Program

TENT = payloads.neighbour(1)
"""A server on the second of two shards."""


def settings(folder: Path, shards: str) -> Path:
    (folder / "config.toml").write_text(f'[discord]\nshards = "{shards}"\n')
    return folder


async def begun(discord: FakeDiscord, guild: int) -> dict[str, Any]:
    """A game has begun in #games of a server; returns its board."""
    discord.place = payloads.channel(guild)
    channel = int(discord.place["id"])
    lobby = await discord.response(await discord.slash(ANA, "play", game="amundsen"))
    await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
    await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
    await discord.until(lambda: len(discord.posts(channel)) > 1)
    return discord.posts(channel)[-1]


async def looked(discord: FakeDiscord, board: dict[str, Any], guild: int) -> None:
    """Ana has opened her panel below a board."""
    discord.place = payloads.channel(guild)
    await discord.response(await discord.press(ANA, int(board["id"]), pressed(board, "Your move")))


@pytest.mark.slow
@pytest.mark.evening
async def test_discord_says_how_many_shards_there_are(tmp_path: Path, kept: Kept) -> None:
    async with FakeDiscord(shards=2) as discord:
        async with await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment) as bot:
            await discord.call("GET", "/gateway/bot")
            await discord.until(lambda: discord.online(0))
            await begun(
                discord, discord.guilds[0]
            )  # while the other waits: Discord lets one sign in every five seconds
            await discord.connected()
            await begun(discord, TENT)
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0
        assert not discord.unknown


@pytest.mark.slow
async def test_a_list_that_stands_by_takes_over_from_a_killed_process(tmp_path: Path) -> None:
    """On an SQLite file the lock on the file tells at once that its holder is no more; test_pairs does it on PostgreSQL."""
    settings(tmp_path, "0-1/2")
    async with FakeDiscord(shards=2) as discord:
        here = discord.environment(tmp_path, HURRY)
        async with await Program.start(tmp_path, env=here) as first:
            await discord.connected()
            boards = {guild: await begun(discord, guild) for guild in discord.guilds}
            async with await Program.start(tmp_path, env=here) as second:
                await second.logs("standing by")
                assert len(discord.identified) == 2
                first.kill()
                await first.end()
                await discord.disconnected()
                killed = asyncio.get_running_loop().time()
                await discord.connected()
                assert asyncio.get_running_loop().time() - killed < 30
                for guild, board in boards.items():
                    await looked(discord, board, guild)
                second.signal(signal.SIGTERM)
                assert await second.end() == 0
    assert len(discord.identified) == 4


@pytest.mark.slow
async def test_who_has_lost_the_lease_sends_nothing_more_and_asks_for_a_new_start(tmp_path: Path, kept: Kept) -> None:
    settings(tmp_path, "0-1/2")
    async with FakeDiscord(shards=2) as discord:
        async with await Program.start(tmp_path, env=discord.environment(tmp_path, HURRY) | kept.environment) as bot:
            await discord.connected()
            board = await begun(discord, TENT)
            async with await open_store(kept.where) as store:
                await store.write(lambda tx: tx.run("UPDATE leases SET holder = 'another process'"))
            discord.place = payloads.channel(TENT)
            asked = await discord.press(ANA, int(board["id"]), pressed(board, "Your move"))
            assert await bot.end() == 75
            assert "Another process serves the shards 0-1/2 now" in bot.err.splitlines()[-1]
        before = len(discord.calls)
        await discord.disconnected()
        async with await open_store(kept.where) as store:
            (row,) = await store.all("SELECT holder FROM leases")
        assert row["holder"] == "another process", "what is another's is not given back"
        assert len(discord.calls) == before
        assert asked.id


@pytest.mark.slow
@pytest.mark.evening
async def test_shards_of_one_key_sign_in_one_after_the_other(tmp_path: Path, kept: Kept) -> None:
    settings(tmp_path, "0-1/2")
    async with FakeDiscord(shards=2) as discord:
        discord.max_concurrency = 1
        async with await Program.start(tmp_path, env=discord.environment(tmp_path, HURRY) | kept.environment) as bot:
            await discord.connected()
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0
        (_, first), (_, second) = discord.identified
        assert second - min(first, discord.limits_asked) >= 5 / TIMES, "a busy machine may deliver the first one late"
