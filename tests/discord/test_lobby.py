"""The lobby by buttons and by commands, and everything that can be asked for wrongly there."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.discord.hut import Hut, controls, parts, text


async def test_two_friends_sit_down_and_start(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    assert "1911 Amundsen vs Scott" in text(home.post)
    assert "Waiting for friends" in text(home.post)
    await home.click(home.ben, home.post, "Join")
    assert "**Ben**" in text(home.post)
    assert "Ready" in text(home.post)
    assert len(home.games.history()) == 1, "the lobby is one message, kept up to date"
    await home.click(home.ana, home.post, "Start")
    assert len(home.games.history()) == 2
    assert f"<@{home.ana.id}>, it is your move" in text(home.post)
    assert home.post.attachments
    seal = text(home.games.history()[0])
    assert "sha256:" in seal
    assert not controls(home.games.history()[0])


async def test_play_without_a_game_shows_them_all(home: Hut) -> None:
    offered = (await home.slash(home.ana, "play")).response
    assert offered is not None
    assert offered.ephemeral
    shown = text(offered)
    for game in home.bot.catalogue.games():
        assert game.title in shown
    assert "2 to 4 players" in shown
    opened = await home.click(home.ana, offered, "Expedition: Northwest Passage")
    assert opened.response is not None
    assert not opened.response.ephemeral
    assert "Waiting for friends" in text(home.post)
    assert (await home.table()).game == "northwest"
    again = await home.click(home.ana, offered, "1911 Amundsen vs Scott")
    assert "already" in text(again.response)
    assert (await home.table()).game == "northwest"
    await home.click(home.ben, home.post, "Join")
    assert len((await home.table()).seats) == 2


async def test_the_lobby_by_commands(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    assert "seat 2" in text((await home.slash(home.ben, "join")).response)
    await home.slash(home.ben, "leave")
    await home.slash(home.ben, "join")
    result = await home.slash(home.ana, "options", name="row", value="6")
    assert "Cards in the row: **Six" in text(result.response)
    assert "six" in text(home.post).casefold()
    assert "has begun" in text((await home.slash(home.ana, "start")).response)
    assert (await home.table()).options["row"] == "6"


async def test_options_by_selects(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    panel = (await home.click(home.ana, home.post, "Options")).response
    assert panel is not None
    chooser = next(part for part in parts(panel) if part["type"] == 3 and part["custom_id"].endswith("patrons"))
    await home.ana.select(panel, ["yes"], custom_id=chooser["custom_id"])
    assert (await home.table()).options["patrons"] == "yes"
    assert "You have no seat" in text((await home.click(home.ben, home.post, "Options")).response)


@pytest.mark.parametrize(
    ("who", "command", "options", "sentence"),
    [
        ("ben", "play", {"game": "amundsen"}, "already a table in this channel"),
        ("ana", "join", {}, "already have a seat"),
        ("ben", "leave", {}, "no seat at this table"),
        ("ana", "start", {}, "needs 2 players; 1 so far"),
        ("ana", "options", {"name": "rwo", "value": "6"}, "no option “rwo”"),
        ("ana", "options", {"name": "row", "value": "5"}, "“5” is not a value of “row”"),
        ("ana", "move", {"words": "take 1"}, "has not begun"),
        ("ana", "undo", {}, "has not begun"),
        ("ana", "resign", {}, "/leave gives your seat back"),
        ("ana", "record", {}, "has not begun"),
        ("ana", "hand", {}, "has not begun"),
        ("ana", "replay", {}, "has not begun"),
        ("ben", "note", {}, "no seat at this one"),
        ("ben", "close", {}, "Only the person who opened"),
    ],
)
async def test_what_cannot_be_done_in_a_lobby(
    home: Hut, who: str, command: str, options: dict[str, Any], sentence: str
) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    before = await home.table()
    result = await home.slash(getattr(home, who), command, **options)
    assert result.response is not None
    assert result.response.ephemeral
    assert sentence in text(result.response)
    assert await home.table() == before


@pytest.mark.parametrize(
    "command",
    ["join", "leave", "start", "close", "move", "undo", "resign", "board", "hand", "log", "record", "replay", "note"],
)
async def test_without_a_table_every_command_says_how_to_open_one(home: Hut, command: str) -> None:
    options = {"words": "take 1"} if command == "move" else {}
    result = await home.slash(home.ana, command, **options)
    assert "/play opens one" in text(result.response)


async def test_an_unknown_game(home: Hut) -> None:
    assert "no game called “chess”" in text((await home.slash(home.ana, "play", game="chess")).response)
    assert [choice["value"] for choice in await home.ana.autocomplete(home.games, "play", "game", "amu")] == [
        "amundsen"
    ]


async def test_a_full_table(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    await home.click(home.ben, home.post, "Join")
    assert "All 2 seats are taken" in text((await home.click(home.cy, home.post, "Join")).response)


async def test_closing_asks_first(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    asked = (await home.click(home.ana, home.post, "Close")).response
    assert asked is not None
    assert (await home.table()).live
    await home.click(home.ana, asked, "Keep it")
    assert (await home.table()).live
    asked = (await home.slash(home.ana, "close")).response
    assert asked is not None
    await home.click(home.ana, asked, "Close the table")
    assert not (await home.table()).live
    assert "closed" in text(home.post)
    assert not controls(home.post)


async def test_two_tables_in_two_channels(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    await home.slash(home.ana, "play", home.expedition, game="amundsen")
    assert len(await home.bot.tables.live_tables()) == 2


async def test_a_thread_is_a_table_of_its_own(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    await home.channel().create_thread(name="the race", type=discord.ChannelType.public_thread)
    await home.env.settle()
    (thread,) = home.games.threads
    await home.slash(home.ana, "play", thread, game="amundsen")
    assert len(await home.bot.tables.live_tables()) == 2
    for who, label in ((home.ben, "Join"), (home.ana, "Start")):
        lobby = thread.last_message
        assert lobby is not None
        await home.click(who, lobby, label)
    board = thread.last_message
    assert board is not None
    assert f"<@{home.ana.id}>, it is your move" in text(board)
    home.env.backend.delete_channel(thread.id)
    await home.env.settle()
    assert len(await home.bot.tables.live_tables()) == 1


@pytest.mark.parametrize(("right", "name"), [("send_messages", "Send Messages"), ("attach_files", "Attach Files")])
async def test_a_channel_where_the_bot_may_not_post(home: Hut, right: str, name: str) -> None:
    assert home.bot.user is not None
    deny = discord.Permissions(**{right: True}).value
    rule = Overwrite(target_id=home.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    home.env.backend.set_overwrite(home.games.id, rule)
    assert f"I lack the right to {name}" in text((await home.slash(home.ana, "play", game="amundsen")).response)
    assert not await home.bot.tables.live_tables()


async def test_a_channel_closed_to_the_bot_in_mid_game(race: Hut) -> None:
    assert race.bot.user is not None
    panel = (await race.click(race.ana, race.post, "Your move")).response
    assert panel is not None
    deny = discord.Permissions(send_messages=True).value
    race.env.backend.set_overwrite(
        race.games.id, Overwrite(target_id=race.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )
    scott = next(part for part in controls(panel) if "scott" in part["custom_id"])
    await race.click(race.ana, panel, custom_id=scott["custom_id"])
    result = await race.slash(race.ben, "board")
    assert result.response is not None
    assert result.response.attachments
    race.env.backend.delete_overwrite(race.games.id, race.bot.user.id)
    await race.slash(race.ben, "board", who="everybody")
    assert f"<@{race.ben.id}>, it is your move" in text(race.post)


async def test_a_game_is_opened_by_its_whole_title(home: Hut) -> None:
    await home.slash(home.ana, "play", game="Expedition: Northwest Passage")
    assert (await home.table()).game == "northwest"
