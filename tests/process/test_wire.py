"""The bot on a real wire: signs in, also at the second attempt, answers, and leaves when told."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from cogs.pictures.process import cores
from tests.process.fake_discord import ANA, BEN, FakeDiscord
from tests.process.kept import Kept
from tests.process.payloads import pressed, walk
from tests.process.program import Program


@pytest.mark.slow
@pytest.mark.evening
async def test_a_game_begins_and_goes_on_in_the_next_process(tmp_path: Path, kept: Kept) -> None:
    (tmp_path / "config.toml").write_text('[log]\nlevel = "debug"\n')
    async with FakeDiscord() as discord:
        here = discord.environment(tmp_path) | kept.environment
        discord.turned_away = 1
        async with await Program.start(tmp_path, env=here) as bot:
            await discord.connected()
            lobby = await discord.response(await discord.slash(ANA, "play", game="amundsen"))
            await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
            await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
            await discord.until(lambda: len(discord.posts()) > 1)
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0
        assert "Discord cannot be reached" in bot.err
        assert "not.a.token" not in bot.err
        assert "Traceback" not in bot.err, bot.err

        async with await Program.start(tmp_path, env=here) as bot:
            await discord.connected()
            board = discord.posts()[-1]
            panel = await discord.response(await discord.press(ANA, int(board["id"]), pressed(board, "Your move")))
            assert any("custom_id" in part for part in walk(panel["components"]))
            beside = bot.beside if sys.platform == "linux" else []
            assert len(beside) == (sys.platform == "linux" and cores() > 1), "pictures are drawn beside the bot"
            bot.signal(signal.SIGINT)
            assert await bot.end() == 0
            assert not [one for one in beside if os.path.exists(f"/proc/{one}")]  # noqa: ASYNC240, PTH110
        assert sum(call.method == "PUT" for call in discord.calls) == 1, "unchanged commands are not sent again"
        assert not discord.unknown
