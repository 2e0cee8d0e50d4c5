"""Threads that Discord archives: what the bot has to show there is shown all the same, and live tables' threads stay awake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.discord.api_description import DESCRIPTION, problem
from tests.process.fake_discord import ANA, GAMES, FakeDiscord
from tests.process.kept import Kept
from tests.process.program import Program


def lobby(discord: FakeDiscord) -> str:
    return json.dumps(discord.posts()[0]["components"])


@pytest.mark.slow
@pytest.mark.evening
async def test_an_archived_thread_is_reopened_and_a_locked_one_waited_for(tmp_path: Path, kept: Kept) -> None:
    async with FakeDiscord() as discord:
        async with await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment):
            await discord.connected()
            await discord.response(await discord.slash(ANA, "play", game="amundsen"))

            discord.archived.add(GAMES)
            await discord.answer(await discord.slash(ANA, "options", name="row", value="6"))
            await discord.until(lambda: "Six" in lobby(discord))
            woken = await discord.call("PATCH", f"/channels/{GAMES}")
            assert woken.json == {"archived": False, "auto_archive_duration": 10080}
            if DESCRIPTION.is_file():
                assert problem("PATCH", f"/channels/{GAMES}", woken.json) is None

            discord.archived.add(GAMES)
            discord.locked.add(GAMES)
            await discord.answer(await discord.slash(ANA, "options", name="patrons", value="yes"))
            refused = await discord.call("PATCH", f"/channels/{GAMES}", 2)
            await discord.until(lambda: refused.status == 403)
            before = lobby(discord)
            await discord.thread_changes(GAMES, archived=False)
            await discord.until(lambda: lobby(discord) != before)
        assert not discord.unknown


@pytest.mark.slow
@pytest.mark.evening
async def test_a_silent_threads_table_keeps_it_awake_unless_it_is_locked(tmp_path: Path, kept: Kept) -> None:
    async with (
        FakeDiscord() as discord,
        await Program.start(tmp_path, env=discord.environment(tmp_path) | kept.environment),
    ):
        await discord.connected()
        await discord.response(await discord.slash(ANA, "play", game="amundsen"))
        await discord.thread_changes(GAMES, archived=True)
        await discord.until(lambda: GAMES not in discord.archived)
        await discord.thread_changes(GAMES, archived=True, locked=True)
        await discord.thread_changes(GAMES + 1, archived=True)
        await discord.answer(await discord.slash(ANA, "log"))
        assert sum(call.method == "PATCH" and call.path.startswith("/channels/") for call in discord.calls) == 1
