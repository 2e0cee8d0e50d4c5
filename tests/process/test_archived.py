"""Threads that Discord archives: the bot still posts there, and live tables' threads stay active."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.discord.api_description import DESCRIPTION_FILE, find_problem
from tests.process.fake_discord import ANA, GAMES_CHANNEL_ID, FakeDiscord
from tests.process.program import BotProcess
from tests.process.store_location import StoreLocation


def read_first_controls(discord: FakeDiscord) -> str:
    """Return the controls of the first post as JSON."""
    return json.dumps(discord.list_posts()[0]["components"])


@pytest.mark.slow
async def test_an_archived_thread_is_reopened_and_a_locked_one_waited_for(
    tmp_path: Path, store_location: StoreLocation
) -> None:
    async with FakeDiscord() as discord:
        async with await BotProcess.fork(
            tmp_path, env=discord.build_environment(tmp_path) | store_location.environment
        ):
            await discord.await_connected()
            await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))

            discord.archived_threads.add(GAMES_CHANNEL_ID)
            await discord.await_answer(await discord.run_command(ANA, "options", name="row", value="6"))
            await discord.await_condition(lambda: "Six" in read_first_controls(discord))
            woken = await discord.await_call("PATCH", f"/channels/{GAMES_CHANNEL_ID}")
            assert woken.json == {"archived": False, "auto_archive_duration": 10080}
            if DESCRIPTION_FILE.is_file():
                assert find_problem("PATCH", f"/channels/{GAMES_CHANNEL_ID}", woken.json) is None

            discord.archived_threads.add(GAMES_CHANNEL_ID)
            discord.locked_threads.add(GAMES_CHANNEL_ID)
            await discord.await_answer(await discord.run_command(ANA, "options", name="patrons", value="yes"))
            refused = await discord.await_call("PATCH", f"/channels/{GAMES_CHANNEL_ID}", 2)
            await discord.await_condition(lambda: refused.status == 403)
            before = read_first_controls(discord)
            await discord.change_thread(GAMES_CHANNEL_ID, archived=False)
            await discord.await_condition(lambda: read_first_controls(discord) != before)
        assert not discord.unknown_calls


@pytest.mark.slow
async def test_a_silent_threads_table_keeps_it_awake_unless_it_is_locked(
    tmp_path: Path, store_location: StoreLocation
) -> None:
    async with (
        FakeDiscord() as discord,
        await BotProcess.fork(tmp_path, env=discord.build_environment(tmp_path) | store_location.environment),
    ):
        await discord.await_connected()
        await discord.await_response(await discord.run_command(ANA, "play", game="amundsen"))
        await discord.change_thread(GAMES_CHANNEL_ID, archived=True)
        await discord.await_condition(lambda: GAMES_CHANNEL_ID not in discord.archived_threads)
        await discord.change_thread(GAMES_CHANNEL_ID, archived=True, locked=True)
        await discord.change_thread(GAMES_CHANNEL_ID + 1, archived=True)
        await discord.await_answer(await discord.run_command(ANA, "log"))
        assert sum(call.method == "PATCH" and call.path.startswith("/channels/") for call in discord.calls) == 1
