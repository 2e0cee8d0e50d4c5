"""A forum for tables: /play opens a post there, with a tag that fits; inside a post it plays in that post."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import simcord

from cogs.commands.play.lobby import tags_for
from tests.discord.hut import Hut, parts, text


async def forum(home: Hut) -> Any:
    """A forum that a manager has chosen for tables."""
    made = home.guild.create_forum_channel("tables")
    await home.env.settle()
    await home.bot.tables.settings.choose_forum(home.guild.id, made.id)
    return made


def posts(home: Hut, made: Any) -> list[Any]:
    return [channel for channel in home.env.backend.channels.values() if channel.parent_id == made.id]


async def test_play_anywhere_opens_a_post_and_the_game_is_played_there(home: Hut) -> None:
    made = await forum(home)
    told = await home.slash(home.ana, "play", game="amundsen")
    (post,) = posts(home, made)
    assert f"<#{post.id}>" in text(told.response) + "".join(map(text, told.followups))
    assert post.name == "1911 Amundsen vs Scott · Ana"
    there = simcord.ChannelHandle(home.env, home.guild, post)
    assert there.last_message is not None
    assert "Waiting for friends" in text(there.last_message)
    assert len(there.history()) == 1, "the first message is the lobby"
    await home.click(home.ben, there.last_message, "Join")
    await home.slash(home.ana, "start", there)
    assert there.last_message is not None
    assert "it is your move" in text(there.last_message)
    assert (await home.bot.tables.table(1)).parent == made.id
    assert not home.games.history()


async def test_the_settings_panel_names_the_forum(home: Hut) -> None:
    made = await forum(home)
    await home.bot.tables.settings.choose_forum(home.guild.id, None)
    assert (await home.bot.tables.settings.chosen("server", home.guild.id)).forum is None
    await home.bot.tables.settings.choose_forum(home.guild.id, made.id)
    home.env.backend.delete_channel(made.id)
    await home.env.settle()
    assert (await home.bot.tables.settings.chosen("server", home.guild.id)).forum is None, "gone with its channel"
    await home.slash(home.ana, "play", game="amundsen")
    assert "Waiting for friends" in text(home.post)
    assert parts(home.post)


def test_a_tag_that_fits_is_taken_and_another_only_where_one_is_required() -> None:
    chess, paso, staff = (discord.ForumTag(name=name, moderated=name == "staff") for name in ("chess", "Paso", "staff"))
    title = "La Aventura del Paso del Noroeste"

    def tags(*there: discord.ForumTag, required: bool = False) -> list[discord.ForumTag]:
        forum: Any = SimpleNamespace(available_tags=there, flags=SimpleNamespace(require_tag=required))
        return tags_for(forum, "paso", title)

    assert tags(chess, paso) == [paso]
    assert tags(chess) == []
    assert tags(staff, chess, required=True) == [chess], "one that only moderators may use is no help"
    assert tags(staff, required=True) == []


async def test_inside_a_post_the_table_is_in_that_post(home: Hut) -> None:
    made = await forum(home)
    await home.slash(home.ana, "play", game="amundsen")
    (post,) = posts(home, made)
    there = simcord.ChannelHandle(home.env, home.guild, post)
    asked = (await home.slash(home.ana, "close", there)).response
    assert asked is not None
    await home.click(home.ana, asked, "Close the table")
    await home.slash(home.ben, "play", there, game="paso")
    assert len(posts(home, made)) == 1
    assert (await home.bot.tables.table(2)).channel == post.id
