"""Fair weeks on Discord: nobody is called in their quiet hours, and what concerns all is asked of all."""

from __future__ import annotations

import discord
import simcord

from tests.discord.camp import bid, called, pass_hours, play, reminders, sent, walker
from tests.discord.hut import Hut, controls, text


async def test_closing_a_running_game_asks_all_who_play(camp: Hut) -> None:
    asked = (await camp.slash(camp.ana, "close")).response
    assert asked is not None
    assert asked.ephemeral
    assert "All who play are asked" in text(asked)
    await camp.click(camp.ana, asked, "Ask the others")
    motion = next(m for m in camp.games.history() if "asks to close this table" in text(m))
    assert f"<@{camp.ben.id}>, <@{camp.cy.id}>: **Ana** asks to close this table" in text(motion)
    assert "not in this game" in text((await camp.click(camp.dee, motion, "Agree")).response)
    shown = (await camp.click(camp.ben, motion, "Agree")).response
    assert "**Ben**: agrees" in text(shown)
    assert (await camp.table()).status == "running"
    done = (await camp.click(camp.cy, motion, "Agree")).response
    assert "this game is abandoned, without a result" in text(done)
    assert not controls(done)  # type: ignore[arg-type]
    assert (await camp.table()).status == "closed"
    boards = "".join(text(m) for m in camp.games.history())
    assert "All who play have agreed: the game is abandoned" in boards
    assert "This table is closed" in boards


async def test_somebody_would_rather_play_on(camp: Hut) -> None:
    asked = (await camp.slash(camp.ana, "close")).response
    assert asked is not None
    await camp.click(camp.ana, asked, "Ask the others")
    motion = next(m for m in camp.games.history() if "asks to close this table" in text(m))
    shown = (await camp.click(camp.cy, motion, "No, leave it as it is")).response
    assert "The game goes on" in text(shown)
    assert (await camp.table()).status == "running"


# -------------------------------------------------------------- quiet
async def test_a_turn_in_quiet_hours_is_called_once_when_they_end(camp: Hut) -> None:
    """It is midnight UTC. All sleep until ten: the board is posted for all to see, and calls nobody."""
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.slash(who, "quiet", **{"from": "22", "to": "10"})
    await bid(camp, camp.cy)
    who = await walker(camp)
    assert f"**{who.name.capitalize()}**, it is your move" in text(camp.post)
    assert called(sent(camp)[-1]) == []
    await pass_hours(camp, 5.9)
    assert reminders(camp) == []
    await camp.restart()
    await pass_hours(camp, 4.2)
    (body,) = reminders(camp)
    assert called(body) == [who.id]
    assert "has been waiting" in text(camp.post), (
        "the reminder of half the time has become due meanwhile: one call, not two"
    )


async def test_the_call_says_whose_move_it_is_and_opens_the_panel(camp: Hut) -> None:
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.slash(who, "quiet", **{"from": "22", "to": "3"})
    await bid(camp, camp.cy)
    who = await walker(camp)
    await pass_hours(camp, 3.1)
    assert [called(body) for body in reminders(camp)] == [[who.id]]
    assert f"<@{who.id}>, it is your move: Camp, <#{camp.games.id}>" in text(camp.post)
    panel = (await camp.click(who, camp.post, "Your move")).response
    assert panel is not None
    assert controls(panel)
    await pass_hours(camp, 2)
    assert len(reminders(camp)) == 1


async def test_who_moves_before_the_quiet_hours_end_is_not_called(camp: Hut) -> None:
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.slash(who, "quiet", **{"from": "22", "to": "5"})
    await bid(camp, camp.cy)
    game, posts = camp.bot.catalogue.game("toy"), len(sent(camp))
    for _ in range(12):
        who = (await waiting(camp))[0]
        _, seat, menu = await camp.bot.tables.moves.menu(1, who.id)
        await play(camp, who, " ".join(game.stall(seat, menu)))
    assert len(sent(camp)) > posts + 3
    assert [called(body) for body in sent(camp)[posts:] if called(body)] == []
    owing = await waiting(camp)
    await pass_hours(camp, 5.1)
    assert sorted(called(body)[0] for body in reminders(camp)) == sorted(one.id for one in owing)


async def waiting(home: Hut) -> list[simcord.MemberActor]:
    table = await home.table()
    return [home.actor(table.user_of(seat)) for seat in (await home.bot.tables.snapshots.take(table.id, None)).waiting]


async def test_a_vacation_and_a_free_weekend_hold_calls_too(camp: Hut) -> None:
    """It is Thursday; on Saturday all are free."""
    for who in (camp.ana, camp.ben):
        await camp.slash(who, "quiet", weekends="off")
        await camp.slash(who, "vacation", **{"from": "2026-01-01", "to": "2026-01-02"})
    await camp.slash(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-01"})
    await bid(camp, camp.cy)
    who = await walker(camp)
    assert called(sent(camp)[-1]) == []
    await pass_hours(camp, 23.9 if who == camp.cy else 95.9)
    assert reminders(camp) == []
    await pass_hours(camp, 0.2)
    assert [called(body) for body in reminders(camp)] == [[who.id]]


async def test_who_ends_their_quiet_hours_is_called_at_once(camp: Hut) -> None:
    for who in (camp.ana, camp.ben, camp.cy):
        await camp.slash(who, "quiet", **{"from": "22", "to": "10"})
    await bid(camp, camp.cy)
    who = await walker(camp)
    await camp.slash(who, "quiet", **{"from": "8", "to": "8"})
    await camp.env.settle()
    assert [called(body) for body in reminders(camp)] == [[who.id]]


async def test_quiet_hours_are_not_the_whole_day(camp: Hut) -> None:
    assert "at most 14 of 24" in text((await camp.slash(camp.cy, "quiet", **{"from": "8", "to": "23"})).response)
    assert "22:00 to 12:00" in text((await camp.slash(camp.cy, "quiet", **{"from": "22", "to": "12"})).response)


async def test_a_vacation_says_how_much_is_left_and_ends(camp: Hut) -> None:
    shown = text((await camp.slash(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-05"})).response)
    assert "16 days of 21 are left" in shown
    await pass_hours(camp, 24 * 6)
    after = (await camp.slash(camp.cy, "vacation")).response
    assert "You are here: no vacation is set." in text(after), "one that is over is not shown as present"
    assert "16 days of 21 are left" in text(after)
    assert not controls(after)  # type: ignore[arg-type]
    assert "/replace" in text(
        (await camp.slash(camp.cy, "vacation", **{"from": "2026-02-01", "to": "2026-02-28"})).response
    )


# -------------------------------------------------------------- giving up
async def test_resign_counts_people_not_seats(camp: Hut) -> None:
    first = (await camp.slash(camp.ben, "resign")).response
    assert first is not None
    assert "A computer plays on in your seat" in text(first)
    await camp.click(camp.ben, first, "Give up")
    then = (await camp.slash(camp.cy, "resign")).response
    assert "Give up? **Ana** wins then, and the game is over." in text(then)


async def test_a_moderator_gives_a_seat_back(camp: Hut) -> None:
    asked = (await camp.slash(camp.ben, "resign")).response
    assert asked is not None
    await camp.click(camp.ben, asked, "Give up")
    command = next(one for one in await camp.bot.tree.fetch_commands() if one.name == "reinstate")
    camp.guild.set_command_permissions(command, {camp.ana: True})  # a server can let anybody see it
    assert "Moderators give a seat back" in text((await camp.slash(camp.ana, "reinstate", who=camp.ben)).response)
    role = camp.guild.create_role("moderators", permissions=discord.Permissions(manage_channels=True))
    eve = camp.guild.add_member(camp.env.create_user("eve", global_name="Eve"), roles=[role])
    assert "given up no seat" in text((await camp.slash(eve, "reinstate", who=camp.cy)).response)
    told = (await camp.slash(eve, "reinstate", who=camp.ben)).response
    assert "**Ben** has the seat again" in text(told)
    assert (await camp.table()).seat_of(camp.ben.id) == 1


async def test_no_bots_are_invited(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    robot = home.guild.add_member(home.env.create_user("robot", bot=True))
    assert "A bot cannot play" in text((await home.slash(home.ana, "invite", friend=robot)).response)
