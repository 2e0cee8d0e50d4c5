"""A thread for a table if the server's rights allow it; otherwise the channel."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.discord.fake_server import FakeServer, list_controls, read_text


def list_threads(server: FakeServer) -> list[Any]:
    return [channel for channel in server.env.backend.channels.values() if channel.parent_id == server.games.id]


async def test_a_table_in_a_thread_of_its_own(server: FakeServer) -> None:
    answer = await server.run_command(server.ana, "play", game="amundsen", thread="yes")
    (thread,) = list_threads(server)
    assert f"<#{thread.id}>" in read_text(answer.response)
    assert thread.name == "1911 Amundsen vs Scott · Ana"
    there = simcord.ChannelHandle(server.env, server.guild, thread)
    lobby = there.last_message
    assert lobby is not None
    assert "Waiting for friends" in read_text(lobby)
    await server.click_button(server.ben, lobby, "Join")
    assert there.last_message is not None
    await server.click_button(server.ana, there.last_message, "Start")
    assert "it is your move" in read_text(there.last_message)
    assert "no table in this channel" in read_text((await server.run_command(server.ana, "log")).response), (
        "the channel stays free"
    )


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_without_the_right_the_table_is_in_the_channel(server: FakeServer, right: str) -> None:
    assert server.bot.user is not None
    deny = discord.Permissions(**{right: True}).value
    rule = Overwrite(target_id=server.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    server.env.backend.set_overwrite(server.games.id, rule)
    answer = await server.run_command(server.ana, "play", game="amundsen", thread="yes")
    assert not list_threads(server)
    assert "Waiting for friends" in read_text(server.newest_post)
    assert "may not open threads" in read_text(answer.followups[0])


async def test_an_unknown_game_opens_no_thread(server: FakeServer) -> None:
    assert "no game called" in read_text(
        (await server.run_command(server.ana, "play", game="chess", thread="yes")).response
    )
    assert not list_threads(server)


async def test_when_discord_refuses_a_thread_nothing_is_opened(server: FakeServer) -> None:
    server.env.inject_error("POST", f"/channels/{server.games.id}/threads", status=400, code=160006)
    answer = await server.run_command(server.ana, "play", game="amundsen", thread="yes")
    assert "would not open a thread" in read_text(answer.response) + read_text(next(iter(answer.followups), None))
    assert not await server.bot.tables.list_live_tables()


async def test_a_busy_channel_offers_a_thread(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    refused = await server.run_command(server.ben, "play", game="amundsen")
    assert "already a table in this channel" in read_text(refused.response)
    opened = await server.click_button(server.ben, refused.response, "Open it in a thread")
    (thread,) = list_threads(server)
    assert f"<#{thread.id}>" in read_text(opened.response)
    assert thread.name == "1911 Amundsen vs Scott · Ben"


async def test_a_busy_channel_without_the_right_to_open_threads_offers_none(server: FakeServer) -> None:
    assert server.bot.user is not None
    deny = discord.Permissions(create_public_threads=True).value
    rule = Overwrite(target_id=server.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    server.env.backend.set_overwrite(server.games.id, rule)
    await server.run_command(server.ana, "play", game="amundsen")
    refused = await server.run_command(server.ben, "play", game="amundsen")
    assert "already a table in this channel" in read_text(refused.response)
    assert not list_controls(refused.response)
