"""A finished game stays available by channel, person and game, even when another table has its channel."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.host.model.table import BoardPost
from tests.discord.camp_game import find_mover, finish_game, list_sent_bodies
from tests.discord.fake_server import FakeServer, list_components, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.player import RandomPlayer

SECTION_TYPE, THUMBNAIL_TYPE = 9, 11


async def finish_race(server: FakeServer) -> FakeServer:
    """Let Ana give up, so that Ben has won."""
    await server.start_game("amundsen", 2)
    await server.run_command(server.ana, "amundsen choose", explorer="scott")
    asked = (await server.run_command(server.ana, "resign")).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Give up")
    return server


async def hide_games_channel(server: FakeServer) -> None:
    """Hide #games from Dee."""
    rule = Overwrite(
        target_id=server.dee.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(view_channel=True).value,
    )
    server.env.backend.set_overwrite(server.games.id, rule)
    await server.env.settle()


async def test_a_rematch_hides_nothing(server: FakeServer) -> None:
    await finish_race(server)
    await server.click_button(server.ana, server.newest_post, "Rematch")
    await server.click_button(server.ben, server.newest_post, "Join")
    await server.run_command(server.ben, "start")
    for command in ("log", "record", "board", "replay", "audit"):
        shown = (await server.run_command(server.cy, command, table=1)).response
        assert shown is not None
        assert "no table" not in read_text(shown)
        assert shown.ephemeral
    assert "gives up" in read_text((await server.run_command(server.cy, "log", table=1)).response)
    assert "gives up" not in read_text((await server.run_command(server.cy, "log")).response)
    offers = await server.cy.autocomplete(server.games, "log", "table", "")
    assert [offer["value"] for offer in offers] == [2, 1]
    assert offers[1]["name"].startswith("#1 · ")
    assert "Ana, Ben" in offers[1]["name"]


async def test_the_list_shows_the_still_the_result_and_a_link(server: FakeServer) -> None:
    final = (await finish_race(server)).newest_post
    shown = (await server.run_command(server.cy, "history", server.expedition)).response
    assert shown is not None
    assert shown.ephemeral
    assert "1 game that is over" in read_text(shown)
    assert "**Ben** has won!" in read_text(shown)
    assert f"/{server.games.id}/{final.id})" in read_text(shown)
    (still,) = [part for part in list_components(shown) if part["type"] == SECTION_TYPE]
    assert still["accessory"]["type"] == THUMBNAIL_TYPE
    assert shown.attachments[0].filename == "game-1.png"


async def test_one_of_them_in_full_and_back(server: FakeServer) -> None:
    final = (await finish_race(server)).newest_post
    shown = (await server.run_command(server.cy, "history", server.expedition)).response
    assert shown is not None
    opened = (await server.choose_values(server.cy, shown, "1")).response
    assert opened is not None
    assert "is the last one in the game" in read_text(opened)
    assert f"/{server.games.id}/{final.id})" in read_text(opened)
    assert opened.attachments
    for label in ("Log", "Record", "Replay"):
        looked = (await server.click_button(server.cy, opened, label)).response
        assert looked is not None
        assert "another channel" not in read_text(looked)
    assert "1 game that is over" in read_text((await server.click_button(server.cy, opened, "Back")).response)


async def test_by_channel_person_and_game(server: FakeServer) -> None:
    await finish_race(server)
    none = "No such finished game is found"
    assert none in read_text(
        (await server.run_command(server.ana, "history", server.expedition, where="channel")).response
    )
    assert "1 game that is over" in read_text(
        (await server.run_command(server.ana, "history", where="channel")).response
    )
    assert "1 game that is over" in read_text(
        (await server.run_command(server.ana, "history", person=server.ben)).response
    )
    assert none in read_text((await server.run_command(server.ana, "history", person=server.cy)).response)
    assert "1 game that is over" in read_text(
        (await server.run_command(server.ana, "history", game="amundsen")).response
    )
    assert none in read_text((await server.run_command(server.ana, "history", game="paso")).response)
    assert "no game called" in read_text((await server.run_command(server.ana, "history", game="chess")).response)


async def test_who_cannot_see_the_channel_sees_nothing_of_it(server: FakeServer) -> None:
    await finish_race(server)
    await hide_games_channel(server)
    assert "No finished game" in read_text(
        (await server.run_command(server.dee, "history", server.expedition)).response
    )
    assert "that you could see" in read_text(
        (await server.run_command(server.dee, "log", server.expedition, table=1)).response
    )
    assert "that you could see" in read_text(
        (await server.run_command(server.dee, "log", server.expedition, table=99)).response
    )
    assert await server.dee.autocomplete(server.expedition, "log", "table", "") == []
    shown = (await server.run_command(server.ana, "history", server.expedition)).response
    assert "1 game that is over" in read_text(shown)


async def test_who_played_finds_it_also_without_seeing_the_channel(server: FakeServer) -> None:
    await finish_race(server)
    rule = Overwrite(
        target_id=server.ben.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(view_channel=True).value,
    )
    server.env.backend.set_overwrite(server.games.id, rule)
    await server.env.settle()
    assert "1 game that is over" in read_text(
        (await server.run_command(server.ben, "history", server.expedition)).response
    )
    assert "gives up" in read_text((await server.run_command(server.ben, "log", server.expedition, table=1)).response)


async def test_a_game_in_a_thread_is_found_from_its_channel(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen", thread="yes")
    (thread,) = server.games.threads
    lobby = thread.last_message
    assert lobby is not None
    await server.click_button(server.ben, lobby, "Join")
    await server.run_command(server.ana, "start", thread)
    await server.run_command(server.ana, "amundsen choose", thread, explorer="scott")
    asked = (await server.run_command(server.ana, "resign", thread)).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Give up")
    server.env.backend.delete_channel(thread.id)  # like an archived thread: the bot no longer has it
    await server.env.settle()
    assert "1 game that is over" in read_text(
        (await server.run_command(server.dee, "history", where="channel")).response
    )
    await hide_games_channel(server)
    assert "No finished game" in read_text(
        (await server.run_command(server.dee, "history", server.expedition)).response
    )


async def test_pages_of_five(server: FakeServer) -> None:
    tables = server.bot.tables
    for n in range(7):
        table = await tables.lobby.open(server.guild.id, server.games.id, server.ana.id, "Ana", "amundsen", {})
        await tables.lobby.join(table.id, server.ben.id, "Ben")
        table = await tables.lobby.start(table.id, server.ana.id)
        table = await tables.moves.resign(table.id, server.ana.id)
        await tables.snapshots.record_post(table.id, BoardPost(table.revision, table.channel_id, 1000 + n, ()))
    shown = (await server.run_command(server.ana, "history")).response
    assert shown is not None
    assert "Games 1–5 of 7" in read_text(shown)
    older = (await server.click_button(server.ana, shown, "Older")).response
    assert older is not None
    assert "Games 6–7 of 7" in read_text(older)
    assert "Games 1–5 of 7" in read_text((await server.click_button(server.ana, older, "Newer")).response)


async def test_the_board_of_another_channel_is_posted_there_only(server: FakeServer) -> None:
    await finish_race(server)
    told = read_text(
        (await server.run_command(server.ana, "board", server.expedition, table=1, who="everybody")).response
    )
    assert f"<#{server.games.id}>" in told
    told = read_text(
        (await server.run_command(server.ana, "replay", server.expedition, table=1, who="everybody")).response
    )
    assert f"<#{server.games.id}>" in told


# ------------------------------------------------- undo by a moderator
async def test_only_a_moderator_takes_a_table_back_to_any_move(camp: FakeServer) -> None:
    assert "Only a moderator" in read_text((await camp.run_command(camp.ana, "undo", move=0)).response)


@pytest.fixture
async def make_moderator(camp: FakeServer) -> FakeServer:
    """Make Dee a moderator with all rights."""
    rule = Overwrite(
        target_id=camp.dee.id,
        type=OverwriteType.MEMBER,
        allow=discord.Permissions(manage_channels=True).value,
        deny=0,
    )
    camp.env.backend.set_overwrite(camp.games.id, rule)
    await camp.env.settle()
    return camp


async def test_a_moderator_does_and_everybody_is_told(make_moderator: FakeServer) -> None:
    home, player = make_moderator, RandomPlayer(make_moderator, "on")
    for _ in range(6):
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
    made = len((await home.bot.tables.history.build_record(1)).moves)
    asked = (await home.run_command(home.dee, "undo", move=2)).response
    assert asked is not None
    assert "~~" in read_text(asked)
    assert len((await home.bot.tables.history.build_record(1)).moves) == made, "it asks first"
    pressed = next(part["custom_id"] for part in list_controls(asked) if part["label"] == "Take back")
    late = hold_interaction(home.env, home.dee, asked, pressed)
    await home.click_button(home.dee, asked, "Take back")
    assert len((await home.bot.tables.history.build_record(1)).moves) == 2
    assert f"<@{home.dee.id}>, a moderator, takes the table back to the board after move 2" in read_text(
        home.newest_post
    )
    log = read_text((await home.run_command(home.ana, "log")).response)
    assert "a moderator, takes the table back" in log
    assert "~~" in log
    rows = await home.bot.store.fetch_all("SELECT user_id FROM entries WHERE kind = 'undo'")
    assert [row["user_id"] for row in rows] == [home.dee.id]
    await deliver_held(home.env, late)
    assert "gone on since you asked" in read_text(late.result.response)
    await player.play_by_buttons(await find_mover(home))
    assert list_sent_bodies(home)


async def test_a_moderator_who_plays_asks_the_others(camp: FakeServer) -> None:
    """Ana manages the channel and has a seat; Ben and Cy decide."""
    allowed = discord.Permissions(manage_channels=True).value
    rule = Overwrite(target_id=camp.ana.id, type=OverwriteType.MEMBER, allow=allowed, deny=0)
    camp.env.backend.set_overwrite(camp.games.id, rule)
    await camp.env.settle()
    asked = (await camp.run_command(camp.ana, "undo", move=0)).response
    assert asked is not None
    assert "You have played here, so all are asked" in read_text(asked)
    await camp.click_button(camp.ana, asked, "Ask the others")
    question = camp.newest_post
    assert f"<@{camp.ben.id}>, <@{camp.cy.id}>: **Ana** asks, as a moderator, to take the table back" in read_text(
        question
    )
    await camp.click_button(camp.ben, question, "Agree")
    assert len((await camp.bot.tables.history.build_record(1)).moves) == 2
    closing = (await camp.run_command(camp.ana, "close")).response
    assert closing is not None
    assert [part["label"] for part in list_controls(closing)] == ["Ask the others", "Keep it"]
    told = (await camp.click_button(camp.cy, question, "Agree")).response
    assert "All have agreed: the table is back at the board after move 0" in read_text(told)
    assert len((await camp.bot.tables.history.build_record(1)).moves) == 0


async def test_a_move_that_there_is_not_is_told_so(make_moderator: FakeServer) -> None:
    assert "from 0 to 1" in read_text((await make_moderator.run_command(make_moderator.dee, "undo", move=50)).response)


async def test_a_finished_game_is_taken_back_until_it_is_over_for_good(make_moderator: FakeServer) -> None:
    home = make_moderator
    await finish_game(home)
    asked = (await home.run_command(home.dee, "undo", move=3)).response
    assert asked is not None
    await home.click_button(home.dee, asked, "Take back")
    assert (await home.load_table()).status == "running"
    await finish_game(home)
    final = home.newest_post
    for who in home.people[:3]:
        await home.click_button(who, final, "It is over")
    assert "goes on, or has just ended" in read_text((await home.run_command(home.dee, "undo", move=3)).response)


async def test_nothing_is_taken_back_beyond_somebody_who_gave_up(make_moderator: FakeServer) -> None:
    home = make_moderator
    asked = (await home.run_command(home.cy, "resign")).response
    assert asked is not None
    await home.click_button(home.cy, asked, "Give up")
    assert "somebody gave up" in read_text((await home.run_command(home.dee, "undo", move=0)).response)
