"""SIGTERM: what was asked before it is answered and posted, what comes after it waits for the next start."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from engine.host.store.drivers.opening import open_store
from engine.ops import doctor
from tests.process.fake_discord import ANA, BEN, GAMES, FakeDiscord
from tests.process.kept import Kept
from tests.process.payloads import pressed, walk
from tests.process.program import Program


async def begun(discord: FakeDiscord) -> tuple[int, str]:
    """A game begins; Ana's panel is open: its message, and the id of the button that makes her Scott."""
    await discord.connected()
    lobby = await discord.response(await discord.slash(ANA, "play", game="amundsen"))
    await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
    await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
    await discord.until(lambda: len(discord.posts()) > 1)
    board = discord.posts()[-1]
    panel = await discord.response(await discord.press(ANA, int(board["id"]), pressed(board, "Your move")))
    scott = next(part["custom_id"] for part in walk(panel["components"]) if "scott" in part.get("custom_id", ""))
    return int(panel["id"]), scott


@pytest.mark.slow
async def test_a_stop_waits_for_answer_and_post(tmp_path: Path, kept: Kept) -> None:
    async with (
        FakeDiscord() as discord,
        await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment) as bot,
    ):
        panel, scott = await begun(discord)
        before = len(discord.posts())
        with discord.hold("POST", "/interactions/*/*/callback") as gate:
            asked = await discord.press(ANA, panel, scott)
            await gate.reached()
            bot.signal(signal.SIGTERM)
            await asyncio.sleep(0.5)  # without patience it would be gone by now
        assert await bot.end() == 0
        assert (await discord.answer(asked)).status == 200, "the press that was under way is answered"
        assert len(discord.posts()) == before + 1, "and its board is posted"
    assert "Traceback" not in bot.err, bot.err
    assert [report.verdict for report in doctor.examine(kept.where)] == ["same"]


@pytest.mark.slow
@pytest.mark.evening
async def test_a_stop_does_not_wait_for_ever(tmp_path: Path, kept: Kept) -> None:
    async with (
        FakeDiscord() as discord,
        await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment) as bot,
    ):
        panel, scott = await begun(discord)
        with discord.hold("POST", f"/channels/{GAMES}/messages") as gate:
            await discord.answer(await discord.press(ANA, panel, scott))
            await gate.reached()
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0, "within PATIENCE, though the post is held for ever"
    async with await open_store(kept.where) as store:
        assert [row["words"] for row in await store.all("SELECT words FROM entries WHERE kind = 'move'")] == [
            "choose scott"
        ]
        if isinstance(kept.where, Path):
            assert (await store.all("PRAGMA journal_mode"))[0][0] == "wal"


@pytest.mark.slow
@pytest.mark.evening
async def test_a_stop_does_not_wait_for_a_silent_gateway(tmp_path: Path) -> None:
    async with (
        FakeDiscord() as discord,
        await Program.start(tmp_path, env=discord.environment(tmp_path)) as bot,
    ):
        await discord.connected()
        with discord.hold("GET", "/gw") as gate:
            await discord.hang_up()
            await gate.reached()
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0
    assert "Traceback" not in bot.err, bot.err
