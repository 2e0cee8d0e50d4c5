"""A forum for tables: /play opens a post there, with a tag that fits; inside a post it plays in that post."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import simcord

from cogs.commands.play.opening import choose_tags
from tests.discord.fake_server import FakeServer, list_components, read_text


async def create_forum(server: FakeServer) -> Any:
    """Create a forum that a manager has chosen for tables."""
    made = server.guild.create_forum_channel("tables")
    await server.env.settle()
    await server.bot.tables.settings.save_forum(server.guild.id, made.id)
    return made


def list_posts(server: FakeServer, forum: Any) -> list[Any]:
    return [channel for channel in server.env.backend.channels.values() if channel.parent_id == forum.id]


async def test_play_anywhere_opens_a_post_and_the_game_is_played_there(server: FakeServer) -> None:
    made = await create_forum(server)
    told = await server.run_command(server.ana, "play", game="amundsen")
    (post,) = list_posts(server, made)
    assert f"<#{post.id}>" in read_text(told.response) + "".join(map(read_text, told.followups))
    assert post.name == "1911 Amundsen vs Scott · Ana"
    there = simcord.ChannelHandle(server.env, server.guild, post)
    assert there.last_message is not None
    assert "Waiting for friends" in read_text(there.last_message)
    assert len(there.history()) == 1, "the first message is the lobby"
    await server.click_button(server.ben, there.last_message, "Join")
    await server.run_command(server.ana, "start", there)
    assert there.last_message is not None
    assert "it is your move" in read_text(there.last_message)
    assert (await server.bot.tables.load_table(1)).parent_channel_id == made.id
    assert not server.games.history()


async def test_the_settings_panel_names_the_forum(server: FakeServer) -> None:
    made = await create_forum(server)
    await server.bot.tables.settings.save_forum(server.guild.id, None)
    assert (await server.bot.tables.settings.load_settings("server", server.guild.id)).forum_id is None
    await server.bot.tables.settings.save_forum(server.guild.id, made.id)
    server.env.backend.delete_channel(made.id)
    await server.env.settle()
    assert (await server.bot.tables.settings.load_settings("server", server.guild.id)).forum_id is None, (
        "gone with its channel"
    )
    await server.run_command(server.ana, "play", game="amundsen")
    assert "Waiting for friends" in read_text(server.newest_post)
    assert list_components(server.newest_post)


def test_a_tag_that_fits_is_taken_and_another_only_where_one_is_required() -> None:
    chess, paso, staff = (discord.ForumTag(name=name, moderated=name == "staff") for name in ("chess", "Paso", "staff"))
    title = "La Aventura del Paso del Noroeste"

    def tags(*there: discord.ForumTag, required: bool = False) -> list[discord.ForumTag]:
        forum: Any = SimpleNamespace(available_tags=there, flags=SimpleNamespace(require_tag=required))
        return choose_tags(forum, "paso", title)

    assert tags(chess, paso) == [paso]
    assert tags(chess) == []
    assert tags(staff, chess, required=True) == [chess], "one that only moderators may use is no help"
    assert tags(staff, required=True) == []


async def test_inside_a_post_the_table_is_in_that_post(server: FakeServer) -> None:
    made = await create_forum(server)
    await server.run_command(server.ana, "play", game="amundsen")
    (post,) = list_posts(server, made)
    there = simcord.ChannelHandle(server.env, server.guild, post)
    asked = (await server.run_command(server.ana, "close", there)).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Close the table")
    await server.run_command(server.ben, "play", there, game="paso")
    assert len(list_posts(server, made)) == 1
    assert (await server.bot.tables.load_table(2)).channel_id == post.id
