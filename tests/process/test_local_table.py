"""The local table from outside: two friends at one page, a restart, refusals, and clean ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from pathlib import Path

import aiohttp
import discord
import pytest
import simcord

from cogs.local_table import page_state, secret, server, world
from tests.process.program import BotProcess
from tests.process.tab import BrowserTab

ADDRESS_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"


def find_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


async def test_two_friends_play_and_find_their_table_again_at_the_same_address(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"[local]\nport = {find_free_port()}\n")
    async with await BotProcess.start(tmp_path) as bot, aiohttp.ClientSession() as browser:
        url = await bot.await_output(ADDRESS_PATTERN)
        ana, ben = await BrowserTab.open(browser, url, "Ana"), await BrowserTab.open(browser, url, "Ben")
        await ana.await_text("Which game")  # a new table lists the games
        await ana.press("1911 Amundsen vs Scott")
        await ben.await_text("Join")  # nobody has pressed anything in Ben's tab
        await ben.press("Join")
        await ana.await_text("Ben")
        await ana.press("Start")
        await ana.await_text("it is your move")
        assert [friend["waiting"] for friend in ana.last_state["friends"]] == [True, False]
        assert [place["waiting"] for place in ana.last_state["places"]] == [True, False]
        await ben.load_state(channel=ana.last_state["places"][1]["id"])
        assert [friend["waiting"] for friend in ben.last_state["friends"]] == [False, False], "nobody is to move there"
        await ben.load_state(channel=ana.last_state["channel"])
        before = await ana.read_text()
        await ana.press("Your move")
        asked, newest = (await ana.read_text()).removeprefix(before), ana.message_ids[-1]
        assert "Which explorer" not in await ben.read_text(), "only Ana sees her panel"
        await ana.run_command("play", game="paso", thread="yes")
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
        assert url.partition("#")[2] not in bot.stderr_text, "the secret of the address is in the log"

    async with await BotProcess.fork(tmp_path) as bot, aiohttp.ClientSession() as browser:
        assert await bot.await_output(ADDRESS_PATTERN) == url
        ana, ben = await BrowserTab.open(browser, url, "Ana"), await BrowserTab.open(browser, url, "Ben")
        await ben.await_text("Your move")
        assert [place["kind"] for place in ben.last_state["places"]].count("thread") == 1, (
            "the lobby has its thread again"
        )
        again = await ben.read_text()
        assert ben.message_ids[0] > newest, "ids come twice: a click could be taken for one of the last process"
        await ana.press("Your move")
        asked_again = (await ana.read_text()).removeprefix(again)
        # A question is explained once, in place of what has been chosen.
        without_help = re.sub("💡.*", "Choose an explorer", asked.replace("No more help\n", ""))
        assert without_help == asked_again, "Ana is asked something else now"
        bot.send_signal(signal.SIGINT)
        assert await bot.await_end() == 0


async def test_a_modal_suggestions_threads_and_the_readers_language(tmp_path: Path) -> None:
    async with await BotProcess.fork(tmp_path, "--port", "0") as bot, aiohttp.ClientSession() as browser:
        ana = await BrowserTab.open(browser, await bot.await_output(ADDRESS_PATTERN), "Ana")
        (plays,) = [one for one in await ana.post("commands", language="es") if one["name"] == "play"]
        assert plays["shown"] == "jugar"
        await ana.run_command("play", game="amundsen", thread="yes")
        thread = await ana.await_place("thread")
        await ana.load_state(channel=thread["id"])
        await ana.await_text("Join")
        offered = await ana.send_action("suggest", command="rules", option="rule", typed="pole", options={})
        assert any("Pole" in choice["name"] for choice in offered["choices"])
        opened = await ana.run_command("note")
        (field,) = [part["component"] for part in opened["modal"]["components"]]
        await ana.send_action("submit", modal=opened["modal"]["id"], values={field["custom_id"]: "Dogs first"})
        told = await ana.run_command("mytables")
        assert told["answered"]
        await ana.send_action("run", command="mytables", options={}, language="es-MX")
        await ana.await_text("mesas")
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text


async def test_the_page_answers_nobody_without_the_secret_and_refuses_what_is_gone_with_a_reason(
    tmp_path: Path,
) -> None:
    async with await BotProcess.fork(tmp_path, "--port", "0") as bot, aiohttp.ClientSession() as stranger:
        url = await bot.await_output(ADDRESS_PATTERN)
        base, _, known = url.partition("/#")
        right = {server.AUTH_HEADER_NAME: known}
        async with stranger.get(base) as page:
            assert page.status == 200
            policy = page.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            html = await page.text()
        for asked in re.findall(r'(?:src|href)="([^"]+)"', html):
            async with stranger.get(base + asked) as part:
                assert part.status == 200, asked
        for headers, status in (
            ({}, 401),
            ({server.AUTH_HEADER_NAME: "guess"}, 401),
            (right | {"Host": "hut.example"}, 403),
            (right | {"Origin": "https://hut.example"}, 403),
            (right, 200),
        ):
            async with stranger.post(f"{base}/api/look", json={}, headers=headers) as answer:
                assert answer.status == status, headers
        async with stranger.get(f"{base}/api/file/../../bot.py", headers=right) as refused:
            assert refused.status == 404
        async with stranger.post(f"{base}/api/look", data=b"{", headers=right) as refused:
            assert refused.status == 400
        ana = await BrowserTab.open(stranger, url, "Ana")
        for deed in (
            {"kind": "press", "message": "1", "custom_id": "x"},
            {"kind": "press", "message": str(ana.message_ids[-1]), "custom_id": "x"},
            {"kind": "run", "command": "dance"},
            {"kind": "run", "command": "card", "options": {"name": 7, "pace": "much"}},
            {"kind": "submit", "modal": "1", "values": {}},
            {"kind": "write", "channel": "17", "words": "hello"},
            {"kind": "fly"},
        ):
            assert (await ana.post("act", **deed))["refused"], deed
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text


async def test_the_developers_page_is_behind_a_link(tmp_path: Path) -> None:
    async with await BotProcess.fork(tmp_path, "--port", "0") as bot, aiohttp.ClientSession() as browser:
        ana = await BrowserTab.open(browser, await bot.await_output(ADDRESS_PATTERN), "Ana")
        address = (await ana.post("developer"))["url"]
        assert (await ana.post("developer"))["url"] == address, "it is opened once"
        base, _, capability = address.partition("/#")
        async with browser.post(f"{base}/api/pages", json={}, headers={"X-Simcord-Capability": capability}) as page:
            shown = await page.json()
        deed = {
            "kind": "refresh",
            "protocol_version": shown["protocolVersion"],
            "sequence": 1,
            "request_id": "r1",
            "generation": shown["context"]["generation"],
            "bot_generation": shown["botGeneration"],
        }
        headers = {"X-Simcord-Capability": capability, "X-Simcord-Context": shown["context"]["id"]}
        async with browser.post(f"{base}/api/action", json=deed, headers=headers) as done:
            assert (await done.json())["settlement"] == "settled"
        await ana.press("1911 Amundsen vs Scott")
        await ana.await_text("Join")
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text


def test_the_secret_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    database = tmp_path / "data" / "local.db"
    made = secret.load_secret(database)
    file = database.with_name("local.secret")
    assert secret.load_secret(database) == made
    assert os.name != "posix" or oct(file.stat().st_mode & 0o777) == "0o600"
    file.write_text("short")
    assert secret.SECRET_PATTERN.fullmatch(secret.load_secret(database)), "a spoilt one is replaced"


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
def test_a_secret_that_others_could_read_is_replaced(tmp_path: Path) -> None:
    database = tmp_path / "local.db"
    made = secret.load_secret(database)
    database.with_suffix(".secret").chmod(0o644)
    fresh = secret.load_secret(database)
    assert fresh != made
    assert secret.load_secret(database) == fresh


@pytest.mark.parametrize("more", [(), ("Cy",), ("Cy", "Dora")])
def test_places_and_people_keep_their_ids_when_friends_join(more: tuple[str, ...]) -> None:
    def ids(*names: str) -> dict[str, int]:
        made = world.create_world(simcord.Env(discord.Client(intents=discord.Intents.none())), names)
        return (
            {"guild": made.guild.id}
            | {str(place.name): place.id for place in made.channels}
            | {friend.name: friend.id for friend in made.users}
        )

    assert ids("Ana", "Ben").items() <= ids("Ana", "Ben", *more).items()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (1650).to_bytes(4, "big") + (1050).to_bytes(4, "big"), (1650, 1050)),
        (b"GIF89a" + (800).to_bytes(2, "little") + (509).to_bytes(2, "little"), (800, 509)),
        (b"a record", (0, 0)),
    ],
)
def test_a_pictures_size_is_known_before_it_is_shown(data: bytes, size: tuple[int, int]) -> None:
    assert page_state.read_size(data) == size


async def test_a_taken_port_is_named(tmp_path: Path) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    async with taken, await BotProcess.fork(tmp_path, "--port", str(port)) as bot:
        assert await bot.await_end() == 1
        assert f"Is port {port} free?" in bot.stderr_text
        assert "Traceback" not in bot.stderr_text, bot.stderr_text
