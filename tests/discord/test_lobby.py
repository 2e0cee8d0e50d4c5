"""The lobby by buttons and by commands, and every wrong request there."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.discord.call_counts import count_calls
from tests.discord.camp_game import HOUR_S
from tests.discord.fake_server import FakeServer, list_components, list_controls, read_text


async def test_two_friends_sit_down_and_start(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    assert "1911 Amundsen vs Scott" in read_text(server.newest_post)
    assert "Waiting for friends" in read_text(server.newest_post)
    await server.click_button(server.ben, server.newest_post, "Join")
    assert "**Ben**" in read_text(server.newest_post)
    assert "Ready" in read_text(server.newest_post)
    assert len(server.games.history()) == 1, "the lobby is one message, kept up to date"
    await server.click_button(server.ana, server.newest_post, "Start")
    assert len(server.games.history()) == 2
    assert f"<@{server.ana.id}>, it is your move" in read_text(server.newest_post)
    assert server.newest_post.attachments
    assert not list_controls(server.games.history()[0])


async def test_a_lobby_says_what_the_game_is_and_teaches_it(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    assert "About 30 turns each" in read_text(server.newest_post)
    lesson = (await server.click_button(server.cy, server.newest_post, "Teach me")).response
    assert lesson is not None
    assert lesson.ephemeral
    assert "A first turn" in read_text(lesson)
    rules = (await server.click_button(server.cy, server.newest_post, "Rules")).response
    assert "Take cards" in read_text(rules)


async def test_play_without_a_game_shows_them_all(server: FakeServer) -> None:
    offered = (await server.run_command(server.ana, "play")).response
    assert offered is not None
    assert offered.ephemeral
    shown = read_text(offered)
    for game in server.bot.catalogue.list_games():
        assert game.title in shown
    assert "2 to 4 players" in shown
    lesson = await server.choose_values(server.ana, offered, "paso")
    assert "The first turns · 1 of" in read_text(lesson.response)
    opened = await server.click_button(server.ana, offered, "Expedition: Northwest Passage")
    assert opened.response is not None
    assert not opened.response.ephemeral
    assert "Waiting for friends" in read_text(server.newest_post)
    assert (await server.load_table()).game == "northwest"
    again = await server.click_button(server.ana, offered, "1911 Amundsen vs Scott")
    assert "already" in read_text(again.response)
    assert (await server.load_table()).game == "northwest"
    await server.click_button(server.ben, server.newest_post, "Join")
    assert len((await server.load_table()).seats) == 2


async def test_the_lobby_by_commands(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    assert "seat 2" in read_text((await server.run_command(server.ben, "join")).response)
    await server.run_command(server.ben, "leave")
    await server.run_command(server.ben, "join")
    result = await server.run_command(server.ana, "options", name="row", value="6")
    assert "Cards in the row: **Six" in read_text(result.response)
    assert "six" in read_text(server.newest_post).casefold()
    assert "has begun" in read_text((await server.run_command(server.ana, "start")).response)
    assert (await server.load_table()).options["row"] == "6"


async def test_who_must_press_start_again_is_called_once(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="northwest")
    for guest in (server.ben, server.cy):
        await server.click_button(guest, server.newest_post, "Join")
    for value in ("no", "yes", "no"):
        await server.run_command(server.ana, "options", name="rated", value=value)
    before = [count_calls(server, guest) for guest in server.people]
    await server.env.advance_time(HOUR_S)
    assert [count_calls(server, guest) for guest in server.people] == [
        before[0],
        before[1] + 1,
        before[2] + 1,
        before[3],
    ]
    assert "press Start if you still want to play it" in read_text(server.newest_post)
    await server.run_command(server.ben, "start")
    await server.run_command(server.ana, "options", name="hints", value="yes")
    await server.run_command(server.ben, "leave")
    await server.env.advance_time(HOUR_S)
    assert count_calls(server, server.ben) == before[1] + 1, "who has left is not asked"


async def test_options_by_selects(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    panel = (await server.click_button(server.ana, server.newest_post, "Options")).response
    assert panel is not None
    chooser = next(
        part for part in list_components(panel) if part["type"] == 3 and part["custom_id"].endswith("patrons")
    )
    await server.ana.select(panel, ["yes"], custom_id=chooser["custom_id"])
    assert (await server.load_table()).options["patrons"] == "yes"
    assert "You have no seat" in read_text(
        (await server.click_button(server.ben, server.newest_post, "Options")).response
    )


REFUSALS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
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
)


async def test_what_cannot_be_done_in_a_lobby(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    before = await server.load_table()
    for who, command, options, sentence in REFUSALS:
        result = await server.run_command(getattr(server, who), command, **options)
        assert result.response is not None
        assert result.response.ephemeral
        assert sentence in read_text(result.response)
        assert await server.load_table() == before


async def test_without_a_table_every_command_says_how_to_open_one(server: FakeServer) -> None:
    commands = "join leave start close move undo resign board hand log record replay note"
    for command in commands.split():
        options = {"words": "take 1"} if command == "move" else {}
        result = await server.run_command(server.ana, command, **options)
        assert "/play opens one" in read_text(result.response)


async def test_an_unknown_game(server: FakeServer) -> None:
    assert "no game called “chess”" in read_text((await server.run_command(server.ana, "play", game="chess")).response)
    assert [choice["value"] for choice in await server.ana.autocomplete(server.games, "play", "game", "amu")] == [
        "amundsen"
    ]


async def test_a_full_table(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    await server.click_button(server.ben, server.newest_post, "Join")
    assert "All 2 seats are taken" in read_text(
        (await server.click_button(server.cy, server.newest_post, "Join")).response
    )


async def test_closing_asks_first(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    asked = (await server.click_button(server.ana, server.newest_post, "Close")).response
    assert asked is not None
    assert (await server.load_table()).is_live
    await server.click_button(server.ana, asked, "Keep it")
    assert (await server.load_table()).is_live
    asked = (await server.run_command(server.ana, "close")).response
    assert asked is not None
    assert "It has not begun, so nothing is lost" in read_text(asked)
    await server.click_button(server.ana, asked, "Close the table")
    assert not (await server.load_table()).is_live
    assert "closed" in read_text(server.newest_post)
    assert not list_controls(server.newest_post)


async def test_two_tables_in_two_channels(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    await server.run_command(server.ana, "play", server.expedition, game="amundsen")
    assert len(await server.bot.tables.list_live_tables()) == 2


async def test_a_thread_is_a_table_of_its_own(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    await server.find_channel().create_thread(name="the race", type=discord.ChannelType.public_thread)
    await server.env.settle()
    (thread,) = server.games.threads
    await server.run_command(server.ana, "play", thread, game="amundsen")
    assert len(await server.bot.tables.list_live_tables()) == 2
    for who, label in ((server.ben, "Join"), (server.ana, "Start")):
        lobby = thread.last_message
        assert lobby is not None
        await server.click_button(who, lobby, label)
    board = thread.last_message
    assert board is not None
    assert f"<@{server.ana.id}>, it is your move" in read_text(board)
    server.env.backend.delete_channel(thread.id)
    await server.env.settle()
    assert [table.id for table in await server.bot.tables.channels.list_lost_tables(server.ana.id)] == [2]


@pytest.mark.parametrize(("right", "name"), [("send_messages", "Send Messages"), ("attach_files", "Attach Files")])
async def test_a_channel_where_the_bot_may_not_post(server: FakeServer, right: str, name: str) -> None:
    assert server.bot.user is not None
    deny = discord.Permissions(**{right: True}).value
    rule = Overwrite(target_id=server.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    server.env.backend.set_overwrite(server.games.id, rule)
    assert f"I lack the right to {name}" in read_text(
        (await server.run_command(server.ana, "play", game="amundsen")).response
    )
    assert not await server.bot.tables.list_live_tables()


async def test_a_channel_closed_to_the_bot_in_mid_game(race: FakeServer) -> None:
    assert race.bot.user is not None
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    deny = discord.Permissions(send_messages=True).value
    race.env.backend.set_overwrite(
        race.games.id, Overwrite(target_id=race.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )
    scott = next(part for part in list_controls(panel) if "scott" in part["custom_id"])
    await race.click_button(race.ana, panel, custom_id=scott["custom_id"])
    result = await race.run_command(race.ben, "board")
    assert result.response is not None
    assert result.response.attachments
    race.env.backend.delete_overwrite(race.games.id, race.bot.user.id)
    await race.env.settle()
    assert f"<@{race.ben.id}>, it is your move" in read_text(race.newest_post)
    await race.run_command(race.ben, "board", who="everybody")
    assert "**Ben**, it is your move" in read_text(race.newest_post), "nobody is called twice to the same move"


async def test_a_game_is_opened_by_its_whole_title(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="Expedition: Northwest Passage")
    assert (await server.load_table()).game == "northwest"
