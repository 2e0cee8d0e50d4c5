"""Players who are asleep: no message calls them then, and one message calls them in the morning to all that still waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import simcord

from tests.discord.call_counts import count_calls
from tests.discord.camp_game import list_called_users, list_reminders, list_sent_bodies, pass_hours, play_first_bid
from tests.discord.fake_server import FakeServer, read_text

Event = Callable[[FakeServer], Awaitable[None]]


async def set_night(server: FakeServer, user: simcord.MemberActor, first_hour: int, last_hour: int) -> None:
    hours = {"from": f"{first_hour}:00", "to": f"{last_hour}:00"}
    await server.run_command(user, "quiet", zone="UTC", **hours)


async def ask_for_pace(server: FakeServer) -> None:
    await server.run_command(server.ben, "pace", time=24)


async def ask_to_close(server: FakeServer) -> None:
    asked = (await server.run_command(server.ben, "close")).response
    assert asked is not None
    await server.click_button(server.ben, asked, "Ask the others")


async def ask_for_undo(server: FakeServer) -> None:
    await play_first_bid(server, server.cy)
    told = (await server.run_command(server.cy, "undo")).response
    assert told is not None
    await server.click_button(server.cy, told, "Ask the others")


async def call_vote(server: FakeServer) -> None:
    await pass_hours(server, 12.1)
    await server.run_command(server.ben, "vote")


async def wait_for_last_reminder(server: FakeServer) -> None:
    await pass_hours(server, 24.1)


async def offer_seat(server: FakeServer) -> None:
    await server.run_command(server.cy, "replace", who=server.dee)


async def invite_friend(server: FakeServer) -> None:
    await server.run_command(server.ben, "play", server.expedition, game="toy")
    await server.run_command(server.ben, "invite", server.expedition, friend=server.dee)


@pytest.mark.parametrize(
    ("event", "sleeper", "first_hour", "last_hour", "words"),
    [
        (ask_for_pace, "ana", 0, 8, "you were asked something"),
        (ask_to_close, "ana", 0, 8, "you were asked something"),
        (ask_for_undo, "ben", 0, 8, "you were asked something"),
        (call_vote, "ana", 11, 20, "you were asked something"),
        (wait_for_last_reminder, "ana", 23, 7, "there is news at your table"),
        (offer_seat, "dee", 0, 8, "a seat is held out to you"),
        (invite_friend, "dee", 0, 8, "you are invited to a game"),
    ],
)
async def test_nobody_is_called_at_night_and_everybody_once_in_the_morning(
    camp: FakeServer, event: Event, sleeper: str, first_hour: int, last_hour: int, words: str
) -> None:
    user: simcord.MemberActor = getattr(camp, sleeper)
    await set_night(camp, user, first_hour, last_hour)
    before = count_calls(camp, user)
    await event(camp)
    assert count_calls(camp, user) == before
    await pass_hours(camp, 9)
    channel = camp.expedition if event is invite_friend else camp.games
    morning = [body for body in list_sent_bodies(camp, channel) if user.id in list_called_users(body)][-1]
    assert count_calls(camp, user) == before + 1
    assert words in str(morning)
    await pass_hours(camp, 2)
    assert count_calls(camp, user) == before + 1


async def test_one_message_stands_for_all_tables_of_a_server(camp: FakeServer) -> None:
    await set_night(camp, camp.ana, 0, 8)
    await ask_to_close(camp)
    await camp.env.advance_time(60)
    await camp.run_command(camp.ben, "play", camp.expedition, game="toy")
    await camp.run_command(camp.ben, "invite", camp.expedition, friend=camp.ana)
    before = count_calls(camp, camp.ana)
    await camp.restart()
    await pass_hours(camp, 8.1)
    assert count_calls(camp, camp.ana) == before + 1
    (call,) = [body for body in list_sent_bodies(camp) if list_called_users(body) == [camp.ana.id]][-1:]
    assert "you were asked something" in str(call)
    assert f"And 1 more: </mytables:{camp.bot.languages.command_ids['mytables']}>" in str(call)
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM outbox WHERE kind = 'call'")


async def test_who_is_awake_to_answer_is_not_called_any_more(camp: FakeServer) -> None:
    await set_night(camp, camp.ana, 0, 8)
    asked = (await camp.run_command(camp.ben, "pace", time=24)).response
    assert asked is not None
    await camp.click_button(camp.ana, asked, "No, leave it as it is")
    before = count_calls(camp, camp.ana)
    await pass_hours(camp, 8.1)
    assert count_calls(camp, camp.ana) == before


async def test_the_subject_of_a_vote_is_called_and_told_of_its_outcome(camp: FakeServer) -> None:
    await pass_hours(camp, 13.1)
    before = count_calls(camp, camp.cy)
    vote = (await camp.run_command(camp.ana, "vote")).response
    assert vote is not None
    assert count_calls(camp, camp.cy) == before + 1
    for voter in (camp.ana, camp.ben):
        await camp.click_button(voter, vote, "Wait")
    assert "The table has voted, and waits for **Cy**." in read_text(camp.newest_post)
    assert count_calls(camp, camp.cy) == before + 1
    await pass_hours(camp, 1)
    assert count_calls(camp, camp.cy) == before + 2
    assert f"<@{camp.cy.id}>, it is your move" in read_text(camp.newest_post)


async def test_who_was_called_within_the_hour_is_called_when_it_is_over(camp: FakeServer) -> None:
    before = count_calls(camp, camp.ana)
    await ask_for_pace(camp)
    await ask_to_close(camp)
    await camp.run_command(camp.ben, "play", camp.expedition, game="toy")
    await camp.run_command(camp.ben, "invite", camp.expedition, friend=camp.ana)
    assert count_calls(camp, camp.ana) == before + 1
    await camp.restart()
    await pass_hours(camp, 1)
    assert count_calls(camp, camp.ana) == before + 2
    (call,) = [body for body in list_sent_bodies(camp) if list_called_users(body) == [camp.ana.id]][-1:]
    assert "you were asked something" in str(call)
    assert f"And 1 more: </mytables:{camp.bot.languages.command_ids['mytables']}>" in str(call)
    await pass_hours(camp, 2)
    assert count_calls(camp, camp.ana) == before + 2


async def test_a_call_whose_message_fails_is_not_spent(camp: FakeServer) -> None:
    camp.env.inject_error("POST", f"/channels/{camp.games.id}/messages", status=503, times=1)
    await pass_hours(camp, 6.1)
    failed, sent = list_reminders(camp)
    assert failed["nonce"] == sent["nonce"]
    assert list_called_users(sent) == [camp.cy.id]


async def test_who_has_joined_needs_no_invitation_any_more(camp: FakeServer) -> None:
    asked = (await camp.run_command(camp.ben, "pace", time=24)).response
    assert asked is not None
    await camp.click_button(camp.ana, asked, "No, leave it as it is")
    await camp.run_command(camp.ben, "play", camp.expedition, game="toy")
    await camp.run_command(camp.ben, "invite", camp.expedition, friend=camp.ana)
    await camp.run_command(camp.ana, "join", camp.expedition)
    before = count_calls(camp, camp.ana)
    await pass_hours(camp, 2)
    assert count_calls(camp, camp.ana) == before
