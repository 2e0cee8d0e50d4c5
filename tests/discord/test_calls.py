"""Calls where people want them: direct messages, one call for many tables, and spectators who follow a table."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from tests.discord.call_counts import count_calls
from tests.discord.camp_game import (
    finish_work,
    list_called_users,
    list_sent_bodies,
    pass_hours,
    play_first_bid,
)
from tests.discord.fake_server import FakeServer, list_components, read_text

CROWD = 40
"""The tables of one server at which one person is waited for."""


async def choose_direct_messages(server: FakeServer, user: simcord.MemberActor) -> None:
    await server.bot.tables.settings.save_setting("person", user.id, "calls", "message")


async def set_night(server: FakeServer, user: simcord.MemberActor, first_hour: int, last_hour: int) -> None:
    hours = {"from": f"{first_hour}:00", "to": f"{last_hour}:00"}
    await server.run_command(user, "quiet", zone="UTC", **hours)


def list_direct_messages(user: simcord.MemberActor) -> list[Any]:
    """List the direct messages that a user has got, oldest first."""
    channel = user.user.dm_channel
    return [] if channel is None else list(channel.history())


async def play_until_asked(server: FakeServer, user: simcord.MemberActor) -> None:
    """Let everybody play until a user has waited for others and is asked again."""
    tables, table = server.bot.tables, await server.load_table()
    has_waited = False
    while True:
        snapshot = await tables.snapshots.take_snapshot(table.id, None)
        users = [table.find_seat_user(seat) for seat in snapshot.waiting_seats]
        if has_waited and user.id in users:
            return
        has_waited = has_waited or user.id not in users
        mover = users[0]
        _, seat, menu = await tables.moves.load_menu(table.id, mover)
        await tables.moves.play(table.id, mover, server.bot.catalogue.load_game(table.game).safe_move(seat, menu))
        await post_board(server)


async def post_board(server: FakeServer) -> None:
    """Post the board of the table in #games, and send what follows."""
    server.bot.board_posts.request_post((await server.load_table()).id)
    await finish_work(server)


async def start_crowd(server: FakeServer, pace_h: int = 0) -> None:
    """Start a game of Ana and Ben in each of many channels; both are asked for a bid."""
    lobby = server.bot.tables.lobby
    for number in range(CROWD):
        channel = server.guild.create_text_channel(f"camp-{number}")
        table = await lobby.open(server.guild.id, channel.id, server.ana.id, "Ana", "toy", {})
        await lobby.join(table.id, server.ben.id, "Ben")
        await server.bot.tables.proposals.set_pace(table.id, server.ana.id, pace_h)
        await lobby.start(table.id, server.ana.id)
        server.bot.board_posts.request_post(table.id)
    await finish_work(server)


# ------------------------------------------------------------- direct messages
async def test_a_turn_comes_as_a_direct_message_with_the_public_board(camp: FakeServer) -> None:
    await choose_direct_messages(camp, camp.ana)
    before = count_calls(camp, camp.ana)
    await play_first_bid(camp, camp.cy)
    await post_board(camp)
    (told,) = list_direct_messages(camp.ana)
    assert "it is your move: Toy" in read_text(told)
    assert "Round" in read_text(told), "the board with its alt text"
    links = [part["url"] for part in list_components(told) if part.get("url")]
    assert links == [f"https://discord.com/channels/{camp.guild.id}/{camp.games.id}/{camp.newest_post.id}"]
    assert count_calls(camp, camp.ana) == before, "no mention beside it"
    mine = (await camp.click_button(camp.ana.user, told, "My tables")).response
    assert "waits for you" in read_text(mine)


async def test_closed_direct_messages_are_told_once_in_the_channel(camp: FakeServer) -> None:
    await choose_direct_messages(camp, camp.ana)
    camp.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    before = count_calls(camp, camp.ana)
    await play_first_bid(camp, camp.cy)
    await post_board(camp)
    (call,) = [body for body in list_sent_bodies(camp) if camp.ana.id in list_called_users(body)][-1:]
    assert "from now on you are called in the channel" in str(call)
    assert count_calls(camp, camp.ana) == before + 1
    settings = await camp.bot.tables.settings.load_settings("person", camp.ana.id)
    assert settings.values["calls"] == "channel"
    await pass_hours(camp, 14)
    told = [str(body) for body in list_sent_bodies(camp) if camp.ana.id in list_called_users(body)]
    assert sum("from now on you are called in the channel" in body for body in told) == 1
    assert count_calls(camp, camp.ana) > before + 1, "reminders come in the channel"


async def test_a_direct_message_waits_for_the_morning(camp: FakeServer) -> None:
    await choose_direct_messages(camp, camp.ana)
    await set_night(camp, camp.ana, 0, 8)
    await play_first_bid(camp, camp.cy)
    await post_board(camp)
    await pass_hours(camp, 7.9)
    assert not list_direct_messages(camp.ana)
    await pass_hours(camp, 0.2)
    assert len(list_direct_messages(camp.ana)) == 1


async def test_a_kill_after_the_send_sends_a_direct_message_once(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await choose_direct_messages(camp, camp.ana)

    async def die(*_: object) -> None:
        raise OSError("the machine has no power")

    with monkeypatch.context() as failing:
        failing.setattr(camp.bot.tables.calls, "settle_calls", die)
        await play_first_bid(camp, camp.cy)
        await post_board(camp)
        assert len(list_direct_messages(camp.ana)) == 1
        await camp.kill()
    await camp.restart()
    await pass_hours(camp, 1)
    assert len(list_direct_messages(camp.ana)) == 1
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM outbox WHERE kind = 'call'")


async def test_a_player_at_one_table_hears_of_each_turn_at_once(camp: FakeServer) -> None:
    await choose_direct_messages(camp, camp.cy)
    for count in (1, 2):
        await play_until_asked(camp, camp.cy)
        assert len(list_direct_messages(camp.cy)) == count


# ----------------------------------------------------------- many tables, one call
@pytest.mark.parametrize("place", ["channel", pytest.param("message", marks=pytest.mark.soak)])
async def test_forty_waiting_tables_of_a_server_make_one_call(camp: FakeServer, place: str) -> None:
    await camp.bot.tables.settings.save_setting("person", camp.ana.id, "calls", place)
    await set_night(camp, camp.ana, 0, 8)
    await start_crowd(camp)
    before = count_calls(camp, camp.ana)
    await set_night(camp, camp.ana, 0, 8)
    await pass_hours(camp, 8.5)
    messages = list_direct_messages(camp.ana)
    if place == "channel":
        assert count_calls(camp, camp.ana) == before + 1
        assert not messages
        return
    assert count_calls(camp, camp.ana) == before
    (told,) = messages
    shown = read_text(told)
    assert shown.count("[Toy](https://discord.com/channels/") == 10
    assert f"And {CROWD - 11} more: /mytables" in shown


@pytest.mark.parametrize("place", ["message", pytest.param("channel", marks=pytest.mark.soak)])
async def test_forty_reminders_of_a_server_are_one_call(camp: FakeServer, place: str) -> None:
    await start_crowd(camp, pace_h=12)
    await camp.bot.tables.settings.save_setting("person", camp.ana.id, "calls", place)
    before, sent_before = count_calls(camp, camp.ana), len(list_direct_messages(camp.ana))
    await camp.restart()
    await pass_hours(camp, 6.5)
    told = list_direct_messages(camp.ana)[sent_before:]
    assert (count_calls(camp, camp.ana) - before, len(told)) == ((1, 0) if place == "channel" else (0, 1))
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM outbox WHERE kind = 'remind'")


# ----------------------------------------------------------------- spectators
async def test_a_spectator_follows_a_table(camp: FakeServer) -> None:
    followed = (await camp.run_command(camp.dee, "follow")).response
    assert "You follow this game" in read_text(followed)
    before = count_calls(camp, camp.dee)
    await play_first_bid(camp, camp.cy)
    await post_board(camp)
    (told,) = list_direct_messages(camp.dee)
    assert "a game that you follow has gone on: Toy" in read_text(told)
    assert count_calls(camp, camp.dee) == before
    await camp.click_button(camp.dee.user, told, "Stop following")
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM followers")
    assert "called anyway" in read_text((await camp.run_command(camp.ana, "follow")).response)


async def test_a_follower_learns_nothing_that_spectators_do_not_see(camp: FakeServer) -> None:
    await camp.run_command(camp.dee, "follow")
    await play_first_bid(camp, camp.cy)
    await post_board(camp)
    (told,) = list_direct_messages(camp.dee)
    board = await camp.bot.board_posts.composer.draw_public_board(1, camp.bot.languages.english)
    assert board is not None
    (attached,) = told.attachments
    assert await attached.read() == board.data


async def test_a_follower_with_closed_messages_is_told_once(camp: FakeServer) -> None:
    await camp.run_command(camp.dee, "follow")
    camp.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await play_first_bid(camp, camp.cy)
    await post_board(camp)
    (call,) = [body for body in list_sent_bodies(camp) if list_called_users(body) == [camp.dee.id]]
    assert "you follow this table no more" in str(call)
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM followers")
