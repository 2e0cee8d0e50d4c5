"""A deleted channel loses nothing: the table waits, its players are told, and any of them names another channel."""

from __future__ import annotations

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.host.service.table_channels import CLOCKS_HELD_S, LOST_CHANNEL_KEPT_S
from engine.host.store import turn_deadlines
from engine.ops import backup
from tests.discord.call_counts import count_calls
from tests.discord.camp_game import HOUR_S, list_called_users, list_sent_bodies, pass_hours, play_first_bid
from tests.discord.fake_server import FakeServer, read_text
from tests.discord.held_interactions import answer_after_deferral


async def delete_channel(server: FakeServer) -> None:
    server.env.backend.delete_channel(server.games.id)
    await server.env.settle()


async def find_clock_start(server: FakeServer, seat: int) -> int:
    """Return when the clock of a seat that owes an answer starts."""
    deadlines = await turn_deadlines.load_deadlines(server.bot.store, 1)
    return next(turn.clock_started_at for turn in deadlines if turn.seat == seat)


async def test_a_direct_message_tells_the_players(camp: FakeServer) -> None:
    await delete_channel(camp)
    assert (await camp.bot.tables.load_table(1)).status == "running"
    for who in (camp.ana, camp.ben, camp.cy):
        told = read_text(who.user.dm_channel.last_message)
        assert "Nothing is lost" in told
        assert "/continue with table 1" in told
    await pass_hours(camp, 24 * 20)
    assert (await camp.bot.tables.load_table(1)).status == "running", "nobody was reminded or voted on"


async def test_continue_is_acknowledged_while_discord_is_asked_who_sees_the_channel(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await delete_channel(camp)
    answer_after_deferral(monkeypatch, camp.bot.members, "can_see_place", answer=True)
    told = (await camp.run_command(camp.ben, "continue", camp.expedition, table=1)).response
    assert "goes on here" in read_text(told)
    assert (await camp.bot.tables.load_table(1)).channel_id == camp.expedition.id


async def test_any_player_names_another_channel(camp: FakeServer) -> None:
    await delete_channel(camp)
    assert "You are not in this game" in read_text(
        (await camp.run_command(camp.dee, "continue", camp.expedition, table=1)).response
    )
    (offer,) = await camp.ben.autocomplete(camp.expedition, "continue", "table", "")
    assert offer["value"] == 1
    told = (await camp.run_command(camp.ben, "continue", camp.expedition, table=1)).response
    assert "goes on here" in read_text(told)
    camp.games = camp.expedition
    await camp.env.settle()
    table = await camp.load_table()
    assert (table.id, table.channel_lost_at) == (1, None)
    now = int(camp.env.now().timestamp())
    assert await find_clock_start(camp, 2) == now + CLOCKS_HELD_S
    await camp.click_button(camp.cy, camp.newest_post, "Your move")
    assert await find_clock_start(camp, 2) <= int(camp.env.now().timestamp()), "Cy has come"
    assert "has a channel" in read_text(
        (await camp.run_command(camp.ben, "continue", camp.expedition, table=1)).response
    )


async def move_to_expedition(server: FakeServer) -> None:
    """Delete the channel and let Ben name another one."""
    await delete_channel(server)
    await server.run_command(server.ben, "continue", server.expedition, table=1)
    server.games = server.expedition
    await server.env.settle()


def hide_channel_from(user: simcord.MemberActor) -> Overwrite:
    deny = discord.Permissions(view_channel=True).value
    return Overwrite(target_id=user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)


async def test_a_later_question_in_the_new_channel_waits_for_its_player_too(camp: FakeServer) -> None:
    """Ana and Cy are asked by Ben's and Cy's moves, long after the move, and have not been there yet."""
    await move_to_expedition(camp)
    moved_at = int(camp.env.now().timestamp())
    await pass_hours(camp, 30)
    await play_first_bid(camp, camp.cy)
    asked = {turn.seat: turn for turn in await turn_deadlines.load_deadlines(camp.bot.store, 1)}
    assert {turn.clock_started_at for turn in asked.values() if turn.seat != 1} == {moved_at + CLOCKS_HELD_S}
    assert all(turn.clock_started_at == turn.asked_at for turn in asked.values() if turn.seat == 1), (
        "Ben has been there"
    )


async def test_the_board_in_the_new_channel_calls_those_who_owe_an_answer_once(camp: FakeServer) -> None:
    """The call in the deleted channel told them of a place that is gone."""
    await move_to_expedition(camp)
    await pass_hours(camp, 24)
    calls = [list_called_users(body) for body in list_sent_bodies(camp, camp.expedition)]
    assert calls == [[camp.cy.id]]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_board_that_fails_in_the_new_channel_is_sent_again(camp: FakeServer, *, restarts: bool) -> None:
    await delete_channel(camp)
    camp.env.inject_error("POST", f"/channels/{camp.expedition.id}/messages", status=503, times=5)
    await camp.run_command(camp.ben, "continue", camp.expedition, table=1)
    camp.env.backend.faults.clear()
    if restarts:
        await camp.restart()
    await pass_hours(camp, 1)
    calls = [list_called_users(body) for body in list_sent_bodies(camp, camp.expedition)]
    assert calls[-1] == [camp.cy.id]
    assert "Your move" in str(list_sent_bodies(camp, camp.expedition)[-1])
    assert len(camp.expedition.history()) == 2, "the answer, and the board once"


async def test_who_slept_through_it_is_called_in_the_new_channel_in_the_morning(camp: FakeServer) -> None:
    await camp.bot.tables.schedules.set_hours(camp.ana.id, quiet_minutes=(0, 8 * 60))  # it is midnight
    before = count_calls(camp, camp.ana)
    await play_first_bid(camp, camp.cy)
    await move_to_expedition(camp)
    assert count_calls(camp, camp.ana) == before
    await pass_hours(camp, 9)
    assert count_calls(camp, camp.ana) == before + 1


async def test_a_typed_command_in_the_new_channel_starts_the_clock(camp: FakeServer) -> None:
    await move_to_expedition(camp)
    await pass_hours(camp, 2)
    await camp.run_command(camp.cy, "help", camp.games)
    assert await find_clock_start(camp, 2) == int(camp.env.now().timestamp())


async def test_who_cannot_see_the_new_channel_has_seven_days_from_when_they_can(camp: FakeServer) -> None:
    camp.env.backend.set_overwrite(camp.expedition.id, hide_channel_from(camp.cy))
    await move_to_expedition(camp)
    await pass_hours(camp, 24 * 9)
    assert await find_clock_start(camp, 2) > int(camp.env.now().timestamp()) + 24 * 9 * HOUR_S
    camp.env.backend.delete_overwrite(camp.expedition.id, camp.cy.id)
    await pass_hours(camp, backup.CHECK_INTERVAL_S / HOUR_S)
    now = int(camp.env.now().timestamp())
    assert now + CLOCKS_HELD_S - backup.CHECK_INTERVAL_S <= await find_clock_start(camp, 2) <= now + CLOCKS_HELD_S


async def test_who_cannot_see_the_channel_that_a_spiteful_player_named_names_another(camp: FakeServer) -> None:
    camp.env.backend.set_overwrite(camp.expedition.id, hide_channel_from(camp.cy))
    await move_to_expedition(camp)
    other = camp.guild.create_text_channel("other")
    assert "has a channel" in read_text((await camp.run_command(camp.ana, "continue", other, table=1)).response)
    assert "goes on here" in read_text((await camp.run_command(camp.cy, "continue", other, table=1)).response)
    assert (await camp.bot.tables.load_table(1)).channel_id == other.id
    assert "has a channel" in read_text((await camp.run_command(camp.cy, "continue", other, table=1)).response)


async def test_a_message_about_the_channel_that_fails_is_sent_again(camp: FakeServer) -> None:
    camp.env.inject_error("POST", "/users/@me/channels", status=503, times=20)
    await delete_channel(camp)
    assert await camp.bot.store.fetch_all("SELECT 1 FROM outbox WHERE kind = 'lost'")
    camp.env.backend.faults.clear()
    await camp.restart()
    await pass_hours(camp, 1)
    for who in (camp.ana, camp.ben, camp.cy):
        assert "Nothing is lost" in read_text(who.user.dm_channel.last_message)
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM outbox WHERE kind = 'lost'")


async def test_who_takes_no_messages_is_told_below_the_next_command(camp: FakeServer) -> None:
    camp.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await delete_channel(camp)
    await pass_hours(camp, 24)
    answered = await camp.run_command(camp.ana, "help", camp.expedition)
    assert "Nothing is lost" in "".join(read_text(message) for message in answered.followups)
    again = await camp.run_command(camp.ana, "help", camp.expedition)
    assert again.followups == []


async def test_after_thirty_days_it_is_over_and_its_record_opens(camp: FakeServer) -> None:
    await delete_channel(camp)
    await pass_hours(camp, LOST_CHANNEL_KEPT_S / 3600)
    await pass_hours(camp, backup.CHECK_INTERVAL_S / 3600)
    assert (await camp.bot.tables.load_table(1)).status == "closed"
    assert not (await camp.bot.tables.history.build_record(1)).is_sealed
    assert await camp.bot.store.fetch_all("SELECT * FROM outbox WHERE kind = 'lost'") == []
