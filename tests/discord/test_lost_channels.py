"""A deleted channel loses nothing: the table waits, its players are told, and any of them names another channel."""

from __future__ import annotations

from engine.host.service.table_channels import CLOCKS_HELD_S, LOST_CHANNEL_KEPT_S
from engine.host.store import turn_deadlines
from engine.ops import backup
from tests.discord.camp_game import pass_hours
from tests.discord.fake_server import FakeServer, read_text


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


async def test_who_takes_no_messages_is_told_below_the_next_command(camp: FakeServer) -> None:
    await camp.bot.tables.channels.mark_lost(1)
    await camp.bot.tables.channels.record_notice(1, camp.ana.id, was_told=False)
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
    assert await camp.bot.store.fetch_all("SELECT * FROM lost_channel_notices") == []
