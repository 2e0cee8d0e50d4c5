"""The local table from outside: two friends at one browser page, a restart, and clean ends."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import aiohttp
import discord
import pytest
import simcord

from cogs import local_table
from tests.process.program import Program
from tests.process.tab import Tab

ADDRESS = r"http://127\.0\.0\.1:\d+/#\S+"


async def test_two_friends_play_and_find_their_table_again_after_a_restart(tmp_path: Path) -> None:
    async with await Program.start(tmp_path) as bot, aiohttp.ClientSession() as browser:
        url = await bot.says(ADDRESS)
        ana, ben = await Tab.open(browser, url, "Ana"), await Tab.open(browser, url, "Ben")
        await ana.reads("Which game")  # a new table shows what there is to play
        await ana.press("1911 Amundsen vs Scott")
        await ben.reads("Join")  # nobody has pressed anything in Ben's tab
        await ben.press("Join")
        await ana.reads("Ben")
        await ana.press("Start")
        await ana.reads("it is your move")
        before = await ana.text()
        await ana.press("Your move")
        asked, newest = (await ana.text()).removeprefix(before), ana.messages[-1]
        bot.signal(signal.SIGTERM)
        assert await bot.end() == 0
        assert url.partition("#")[2] not in bot.err, "the secret of the address is in the log"

    async with await Program.start(tmp_path) as bot, aiohttp.ClientSession() as browser:
        url = await bot.says(ADDRESS)
        ana, ben = await Tab.open(browser, url, "Ana"), await Tab.open(browser, url, "Ben")
        again = await ben.text()
        assert "Your move" in again, "the board was not posted again"
        assert ben.messages[0] > newest, "ids come twice: a click could be taken for one of the last process"
        await ana.press("Your move")
        assert (await ana.text()).removeprefix(again) == asked, "Ana is asked something else now"
        bot.signal(signal.SIGINT)
        assert await bot.end() == 0


async def test_the_page_answers_nobody_without_the_secret(tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--port", "0") as bot, aiohttp.ClientSession() as stranger:
        base = (await bot.says(ADDRESS)).partition("/#")[0]
        async with stranger.get(base) as page:
            assert page.status == 200
        async with stranger.post(f"{base}/api/pages", json={}) as refused:
            assert refused.status == 401
        async with stranger.get(base, headers={"Host": "hut.example"}) as refused:
            assert refused.status == 403
        bot.signal(signal.SIGTERM)
        assert await bot.end() == 0


@pytest.mark.parametrize("more", [(), ("Cy",), ("Cy", "Dora")])
def test_places_and_people_keep_their_ids_when_friends_join(more: tuple[str, ...]) -> None:
    def ids(*names: str) -> dict[str, int]:
        games, friends = local_table._world(simcord.Env(discord.Client(intents=discord.Intents.none())), names)
        assert games.guild is not None
        return {"guild": games.guild.id, "games": games.id} | {friend.name: friend.id for friend in friends}

    assert ids("Ana", "Ben").items() <= ids("Ana", "Ben", *more).items()


async def test_a_taken_port_is_named(tmp_path: Path) -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, await Program.start(tmp_path, "--port", str(port)) as bot:
        assert await bot.end() == 1
        assert f"Is port {port} free?" in bot.err
        assert "Traceback" not in bot.err
