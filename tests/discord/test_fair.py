"""Fair weeks on Discord: nobody is mentioned in their quiet hours, and questions to all go to all."""

from __future__ import annotations

import discord
import simcord

from tests.discord.camp_game import (
    find_mover,
    list_called_users,
    list_reminders,
    list_sent_bodies,
    pass_hours,
    play_first_bid,
    play_words,
)
from tests.discord.fake_server import FakeServer, list_controls, read_text


async def test_closing_a_running_game_asks_all_who_play(camp: FakeServer) -> None:
    asked = (await camp.run_command(camp.ana, "close")).response
    assert asked is not None
    assert asked.ephemeral
    assert "All who play are asked" in read_text(asked)
    await camp.click_button(camp.ana, asked, "Ask the others")
    motion = next(m for m in camp.games.history() if "asks to close this table" in read_text(m))
    assert f"<@{camp.ben.id}>, <@{camp.cy.id}>: **Ana** asks to close this table" in read_text(motion)
    assert "not in this game" in read_text((await camp.click_button(camp.dee, motion, "Agree")).response)
    shown = (await camp.click_button(camp.ben, motion, "Agree")).response
    assert "**Ben**: agrees" in read_text(shown)
    assert (await camp.load_table()).status == "running"
    done = (await camp.click_button(camp.cy, motion, "Agree")).response
    assert "this game is abandoned, without a result" in read_text(done)
    assert not list_controls(done)  # type: ignore[arg-type]
    assert (await camp.load_table()).status == "closed"
    boards = "".join(read_text(m) for m in camp.games.history())
    assert "All who play have agreed: the game is abandoned" in boards
    assert "This table is closed" in boards


async def test_somebody_would_rather_play_on(camp: FakeServer) -> None:
    asked = (await camp.run_command(camp.ana, "close")).response
    assert asked is not None
    await camp.click_button(camp.ana, asked, "Ask the others")
    motion = next(m for m in camp.games.history() if "asks to close this table" in read_text(m))
    shown = (await camp.click_button(camp.cy, motion, "No, leave it as it is")).response
    assert "The game goes on" in read_text(shown)
    assert (await camp.load_table()).status == "running"


# -------------------------------------------------------------- quiet
async def test_a_turn_in_quiet_hours_is_called_once_when_they_end(camp: FakeServer) -> None:
    """It is midnight UTC, and all sleep until ten: the board is posted without mentions."""
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.run_command(who, "quiet", **{"from": "22", "to": "10"})
    await play_first_bid(camp, camp.cy)
    who = await find_mover(camp)
    assert f"**{who.name.capitalize()}**, it is your move" in read_text(camp.newest_post)
    assert list_called_users(list_sent_bodies(camp)[-1]) == []
    await pass_hours(camp, 5.9)
    assert list_reminders(camp) == []
    await camp.restart()
    await pass_hours(camp, 4.2)
    (body,) = list_reminders(camp)
    assert list_called_users(body) == [who.id]
    assert "has been waiting" in read_text(camp.newest_post), (
        "the reminder of half the time has become due meanwhile: one call, not two"
    )


async def test_the_call_says_whose_move_it_is_and_opens_the_panel(camp: FakeServer) -> None:
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.run_command(who, "quiet", **{"from": "22", "to": "3"})
    await play_first_bid(camp, camp.cy)
    who = await find_mover(camp)
    await pass_hours(camp, 3.1)
    assert [list_called_users(body) for body in list_reminders(camp)] == [[who.id]]
    assert f"<@{who.id}>, it is your move: Toy, <#{camp.games.id}>" in read_text(camp.newest_post)
    panel = (await camp.click_button(who, camp.newest_post, "Your move")).response
    assert panel is not None
    assert list_controls(panel)
    await pass_hours(camp, 2)
    assert len(list_reminders(camp)) == 1


async def test_taking_back_a_bid_calls_nobody_again(camp: FakeServer) -> None:
    shown = (await camp.run_command(camp.ben, "undo")).response
    assert shown is not None
    await camp.click_button(camp.ben, shown, "Take back")
    assert "each of you has a choice to make" in read_text(camp.newest_post)
    assert camp.cy.id not in list_called_users(list_sent_bodies(camp)[-1])
    await play_first_bid(camp, camp.ben)
    await play_first_bid(camp, camp.cy)
    assert list_called_users(list_sent_bodies(camp)[-1])


async def test_who_moves_before_the_quiet_hours_end_is_not_called(camp: FakeServer) -> None:
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.run_command(who, "quiet", **{"from": "22", "to": "5"})
    await play_first_bid(camp, camp.cy)
    game, posts = camp.bot.catalogue.load_game("toy"), len(list_sent_bodies(camp))
    for _ in range(12):
        who = (await start_waiting_game(camp))[0]
        _, seat, menu = await camp.bot.tables.moves.load_menu(1, who.id)
        await play_words(camp, who, " ".join(game.safe_move(seat, menu)))
    assert len(list_sent_bodies(camp)) > posts + 3
    assert [list_called_users(body) for body in list_sent_bodies(camp)[posts:] if list_called_users(body)] == []
    owing = await start_waiting_game(camp)
    await pass_hours(camp, 5.1)
    assert sorted(list_called_users(body)[0] for body in list_reminders(camp)) == sorted(one.id for one in owing)


async def start_waiting_game(server: FakeServer) -> list[simcord.MemberActor]:
    table = await server.load_table()
    return [
        server.find_actor(table.find_seat_user(seat))
        for seat in (await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats
    ]


async def test_a_vacation_and_a_free_weekend_hold_calls_too(camp: FakeServer) -> None:
    """It is Thursday; on Saturday all are free."""
    for who in (camp.ana, camp.ben):
        await camp.run_command(who, "quiet", weekends="off")
        await camp.run_command(who, "vacation", **{"from": "2026-01-01", "to": "2026-01-02"})
    await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-01"})
    await play_first_bid(camp, camp.cy)
    who = await find_mover(camp)
    assert list_called_users(list_sent_bodies(camp)[-1]) == []
    await pass_hours(camp, 23.9 if who == camp.cy else 95.9)
    assert list_reminders(camp) == []
    await pass_hours(camp, 0.2)
    assert [list_called_users(body) for body in list_reminders(camp)] == [[who.id]]


async def test_who_ends_their_quiet_hours_is_called_at_once(camp: FakeServer) -> None:
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.run_command(who, "quiet", **{"from": "22", "to": "10"})
    await play_first_bid(camp, camp.cy)
    who = await find_mover(camp)
    await camp.run_command(who, "quiet", **{"from": "8", "to": "8"})
    await camp.env.settle()
    assert [list_called_users(body) for body in list_reminders(camp)] == [[who.id]]


async def test_quiet_hours_are_not_the_whole_day(camp: FakeServer) -> None:
    assert "at most 14 of 24" in read_text(
        (await camp.run_command(camp.cy, "quiet", **{"from": "8", "to": "23"})).response
    )
    assert "22:00 to 12:00" in read_text(
        (await camp.run_command(camp.cy, "quiet", **{"from": "22", "to": "12"})).response
    )


async def test_a_vacation_says_how_much_is_left_and_ends(camp: FakeServer) -> None:
    shown = read_text(
        (await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-05"})).response
    )
    assert "16 days of 21 are left" in shown
    assert "time that is over already stays over" in shown
    await pass_hours(camp, 24 * 6)
    after = (await camp.run_command(camp.cy, "vacation")).response
    assert "You are here: no vacation is set." in read_text(after), "one that is over is not shown as present"
    assert "16 days of 21 are left" in read_text(after)
    assert not list_controls(after)  # type: ignore[arg-type]
    assert "/replace" in read_text(
        (await camp.run_command(camp.cy, "vacation", **{"from": "2026-02-01", "to": "2026-02-28"})).response
    )


# -------------------------------------------------------------- giving up
async def test_resign_counts_people_not_seats(camp: FakeServer) -> None:
    first = (await camp.run_command(camp.ben, "resign")).response
    assert first is not None
    assert "A computer plays on in your seat" in read_text(first)
    await camp.click_button(camp.ben, first, "Give up")
    then = (await camp.run_command(camp.cy, "resign")).response
    assert "Give up? **Ana** wins then, and the game is over." in read_text(then)


async def test_a_moderator_gives_a_seat_back(camp: FakeServer) -> None:
    asked = (await camp.run_command(camp.ben, "resign")).response
    assert asked is not None
    await camp.click_button(camp.ben, asked, "Give up")
    command = next(one for one in await camp.bot.tree.fetch_commands() if one.name == "reinstate")
    camp.guild.set_command_permissions(command, {camp.ana: True})  # a server can show the command to anybody
    assert "Moderators give a seat back" in read_text(
        (await camp.run_command(camp.ana, "reinstate", who=camp.ben)).response
    )
    role = camp.guild.create_role("moderators", permissions=discord.Permissions(manage_channels=True))
    eve = camp.guild.add_member(camp.env.create_user("eve", global_name="Eve"), roles=[role])
    assert "given up no seat" in read_text((await camp.run_command(eve, "reinstate", who=camp.cy)).response)
    told = (await camp.run_command(eve, "reinstate", who=camp.ben)).response
    assert "**Ben** has the seat again" in read_text(told)
    assert (await camp.load_table()).find_seat(camp.ben.id) == 1


async def test_no_bots_are_invited(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    assert "A bot cannot play" in read_text((await server.run_command(server.ana, "invite", friend=robot)).response)
