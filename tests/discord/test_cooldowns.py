"""Commands that call other players: each once in four hours for one target, and then refused in private."""

from __future__ import annotations

import simcord

from tests.discord.call_counts import count_calls
from tests.discord.camp_game import HOUR_S, pass_hours, play_first_bid
from tests.discord.fake_server import FakeServer, read_text

PATIENCE_S = 4 * HOUR_S


async def ask_to_close(server: FakeServer, user: simcord.MemberActor) -> str:
    """Ask the others to close the table. Return the last private answer."""
    asked = (await server.run_command(user, "close")).response
    assert asked is not None
    return read_text((await server.click_button(user, asked, "Ask the others")).response)


def read_posted_text(server: FakeServer, message_id: int) -> str:
    return next(read_text(message) for message in server.games.history() if message.id == message_id)


async def test_a_standing_question_is_named_again_without_a_new_call(camp: FakeServer) -> None:
    before = count_calls(camp, camp.ben)
    posts = len(camp.games.history())
    for _ in range(4):
        await ask_to_close(camp, camp.ana)
    assert count_calls(camp, camp.ben) == before + 1
    assert len(camp.games.history()) == posts + 1
    shown = await camp.run_command(camp.ana, "pace", time=24)
    assert not shown.response.ephemeral
    again = (await camp.run_command(camp.cy, "pace", time=24)).response
    assert again.ephemeral
    assert f"/{shown.response.id}" in read_text(again)
    assert "You can call the others again <t:" in read_text(again)
    await camp.env.advance_time(PATIENCE_S)
    again = (await camp.run_command(camp.cy, "pace", time=24)).response
    assert not again.ephemeral
    assert "goes on in a newer message" in read_posted_text(camp, shown.response.id)


async def test_a_refused_proposal_is_not_made_again_at_once(camp: FakeServer) -> None:
    asked = (await camp.run_command(camp.ana, "pace", time=24)).response
    for voter in (camp.ben, camp.cy):
        await camp.click_button(voter, asked, "No, leave it as it is")
    again = (await camp.run_command(camp.ana, "pace", time=24)).response
    assert again.ephemeral
    assert "You can call them again <t:" in read_text(again)
    await camp.restart()
    assert (await camp.run_command(camp.ana, "pace", time=24)).response.ephemeral, "the store keeps it"
    await camp.env.advance_time(PATIENCE_S)
    assert not (await camp.run_command(camp.ana, "pace", time=24)).response.ephemeral


async def test_a_vote_calls_its_voters_once(camp: FakeServer) -> None:
    await pass_hours(camp, 12.1)
    before = count_calls(camp, camp.ben)
    vote = (await camp.run_command(camp.ana, "vote")).response
    again = (await camp.run_command(camp.ana, "vote", heir=camp.dee)).response
    assert again.ephemeral
    assert f"/{vote.id}" in read_text(again)
    assert "Hand the seat to Dee" in read_posted_text(camp, vote.id), "the friend is named in the vote"
    assert count_calls(camp, camp.ben) == before + 1


async def test_a_seat_a_board_and_an_invitation_call_once(camp: FakeServer) -> None:
    for command, options in (("replace", {"who": camp.dee}), ("board", {"who": "everybody"})):
        await camp.run_command(camp.cy, command, **options)
        posts = len(camp.games.history())
        again = (await camp.run_command(camp.cy, command, **options)).response
        assert again.ephemeral
        assert "<t:" in read_text(again)
        assert len(camp.games.history()) == posts
    await pass_hours(camp, 1)
    await camp.run_command(camp.ana, "play", camp.expedition, game="toy")
    await camp.run_command(camp.ana, "invite", camp.expedition, friend=camp.dee)
    assert (await camp.run_command(camp.ana, "invite", camp.expedition, friend=camp.dee)).response.ephemeral
    assert count_calls(camp, camp.dee) == 2


async def test_five_invitations_an_hour(camp: FakeServer) -> None:
    await camp.run_command(camp.ana, "play", camp.expedition, game="toy")
    guests = [camp.guild.add_member(camp.env.create_user(f"guest{n}")) for n in range(6)]
    answers = [(await camp.run_command(camp.ana, "invite", camp.expedition, friend=guest)).response for guest in guests]
    assert [answer.ephemeral for answer in answers] == [False] * 5 + [True]
    assert "You can call them again <t:" in read_text(answers[-1])
    await camp.env.advance_time(HOUR_S)
    assert not (await camp.run_command(camp.ana, "invite", camp.expedition, friend=guests[-1])).response.ephemeral


async def test_the_others_are_asked_once_about_a_move(camp: FakeServer) -> None:
    await play_first_bid(camp, camp.cy)
    before = count_calls(camp, camp.ben)
    for words in ("The others are asked", "were asked about this move already"):
        told = (await camp.run_command(camp.cy, "undo")).response
        answer = await camp.click_button(camp.cy, told, "Ask the others")
        assert words in read_text(answer.response)
        for message in camp.games.history():
            if "would like to take back" in read_text(message):
                await camp.click_button(camp.ben, message, "No, it stands")
    assert count_calls(camp, camp.ben) == before + 1
