"""The bot on a real connection: it signs in, also at the second attempt, answers, and leaves when told."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from cogs.pictures.render_process import count_cores
from tests.process.fake_discord import ANA, BEN, FakeDiscord
from tests.process.payloads import find_custom_id, iterate_components
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation


@pytest.mark.slow
async def test_a_game_begins_and_goes_on_in_the_next_process(tmp_path: Path, store_location: StoreLocation) -> None:
    (tmp_path / "config.toml").write_text('[log]\nlevel = "debug"\n')
    async with FakeDiscord() as discord:
        here = discord.build_environment(tmp_path) | store_location.environment
        discord.refused_calls = 1
        async with await BotProcess.start(tmp_path, env=here) as bot:
            await discord.await_connected()
            lobby = await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
            await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
            await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
            await discord.await_condition(lambda: len(discord.list_posts()) > 1)
            bot.send_signal(signal.SIGTERM)
            assert await bot.await_end() == 0
        assert "Discord cannot be reached" in bot.stderr_text
        assert "not.a.token" not in bot.stderr_text
        assert "Traceback" not in bot.stderr_text, bot.stderr_text

        async with await BotProcess.fork(tmp_path, env=here) as bot:
            await discord.await_connected()
            board = discord.list_posts()[-1]
            panel = await discord.await_response(
                await discord.press(ANA, int(board["id"]), find_custom_id(board, "Your move"))
            )
            assert any("custom_id" in part for part in iterate_components(panel["components"]))
            beside = bot.child_processes if sys.platform == "linux" else []
            assert len(beside) == (sys.platform == "linux" and count_cores() > 1), "pictures are drawn beside the bot"
            bot.send_signal(signal.SIGINT)
            assert await bot.await_end() == 0
            assert not [one for one in beside if os.path.exists(f"/proc/{one}")]  # noqa: ASYNC240, PTH110
        assert sum(call.method == "PUT" for call in discord.calls) == 1, "unchanged commands are not sent again"
        assert not discord.unknown_calls
