"""A thread for a table, where the server's rights allow it; otherwise the channel."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.discord.hut import Hut, text


def threads(home: Hut) -> list[Any]:
    return [channel for channel in home.env.backend.channels.values() if channel.parent_id == home.games.id]


async def test_a_table_in_a_thread_of_its_own(home: Hut) -> None:
    answer = await home.slash(home.ana, "play", game="amundsen", thread="yes")
    (thread,) = threads(home)
    assert f"<#{thread.id}>" in text(answer.response)
    assert thread.name == "1911 Amundsen vs Scott · Ana"
    there = simcord.ChannelHandle(home.env, home.guild, thread)
    lobby = there.last_message
    assert lobby is not None
    assert "Waiting for friends" in text(lobby)
    await home.click(home.ben, lobby, "Join")
    assert there.last_message is not None
    await home.click(home.ana, there.last_message, "Start")
    assert "it is your move" in text(there.last_message)
    assert "no table in this channel" in text((await home.slash(home.ana, "log")).response), "the channel stays free"


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_without_the_right_the_table_is_in_the_channel(home: Hut, right: str) -> None:
    assert home.bot.user is not None
    deny = discord.Permissions(**{right: True}).value
    rule = Overwrite(target_id=home.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    home.env.backend.set_overwrite(home.games.id, rule)
    answer = await home.slash(home.ana, "play", game="amundsen", thread="yes")
    assert not threads(home)
    assert "Waiting for friends" in text(home.post)
    assert "may not open threads" in text(answer.followups[0])


async def test_an_unknown_game_opens_no_thread(home: Hut) -> None:
    assert "no game called" in text((await home.slash(home.ana, "play", game="chess", thread="yes")).response)
    assert not threads(home)


async def test_when_discord_refuses_a_thread_nothing_is_opened(home: Hut) -> None:
    home.env.inject_error("POST", f"/channels/{home.games.id}/threads", status=400, code=160006)
    answer = await home.slash(home.ana, "play", game="amundsen", thread="yes")
    assert "would not open a thread" in text(answer.response) + text(next(iter(answer.followups), None))
    assert not await home.bot.tables.live_tables()
