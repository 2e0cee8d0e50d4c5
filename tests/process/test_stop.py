"""SIGTERM: earlier requests are answered and posted, later ones wait for the next start."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from engine.host.store.drivers.opening import open_store
from engine.ops import doctor
from tests.process.fake_discord import ANA, BEN, GAMES_CHANNEL_ID, FakeDiscord
from tests.process.payloads import find_custom_id, iterate_components
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation


async def start_game(discord: FakeDiscord) -> tuple[int, str]:
    """Start a game, and open Ana's panel. Return its message and the id of the button that makes her Scott."""
    await discord.await_connected()
    lobby = await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
    await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
    await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
    await discord.await_condition(lambda: len(discord.list_posts()) > 1)
    board = discord.list_posts()[-1]
    panel = await discord.await_response(await discord.press(ANA, int(board["id"]), find_custom_id(board, "Your move")))
    scott = next(
        part["custom_id"] for part in iterate_components(panel["components"]) if "scott" in part.get("custom_id", "")
    )
    return int(panel["id"]), scott


@pytest.mark.slow
async def test_a_stop_waits_for_answer_and_post(tmp_path: Path, store_location: StoreLocation) -> None:
    async with (
        FakeDiscord() as discord,
        await BotProcess.fork(tmp_path, env=discord.build_environment(tmp_path) | store_location.environment) as bot,
    ):
        panel, scott = await start_game(discord)
        before = len(discord.list_posts())
        with discord.hold_requests("POST", "/interactions/*/*/callback") as gate:
            asked = await discord.press(ANA, panel, scott)
            await gate.await_first()
            bot.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.5)  # without the wait it would have ended by now
        assert await bot.await_end() == 0
        assert (await discord.await_answer(asked)).status == 200, "the press that was under way is answered"
        assert len(discord.list_posts()) == before + 1, "and its board is posted"
    assert "Traceback" not in bot.stderr_text, bot.stderr_text
    assert [report.verdict for report in doctor.check_tables(store_location.address)] == ["same"]


@pytest.mark.slow
async def test_a_stop_does_not_wait_for_ever(tmp_path: Path, store_location: StoreLocation) -> None:
    async with (
        FakeDiscord() as discord,
        await BotProcess.fork(tmp_path, env=discord.build_environment(tmp_path) | store_location.environment) as bot,
    ):
        panel, scott = await start_game(discord)
        with discord.hold_requests("POST", f"/channels/{GAMES_CHANNEL_ID}/messages") as gate:
            await discord.await_answer(await discord.press(ANA, panel, scott))
            await gate.await_first()
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0, "within PATIENCE, though the post is held for ever"
    async with await open_store(store_location.address) as store:
        assert [row["words"] for row in await store.fetch_all("SELECT words FROM entries WHERE kind = 'move'")] == [
            "choose scott"
        ]
        if isinstance(store_location.address, Path):
            assert (await store.fetch_all("PRAGMA journal_mode"))[0][0] == "wal"


@pytest.mark.slow
async def test_a_stop_does_not_wait_for_a_silent_gateway(tmp_path: Path) -> None:
    async with (
        FakeDiscord() as discord,
        await BotProcess.fork(tmp_path, env=discord.build_environment(tmp_path)) as bot,
    ):
        await discord.await_connected()
        with discord.hold_requests("GET", "/gw") as gate:
            await discord.hang_up()
            await gate.await_first()
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text
