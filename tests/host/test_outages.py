"""Time in which players could not use the bot does not count, and costs nobody a seat."""

from __future__ import annotations

from datetime import date

import pytest

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.votes import Vote
from engine.host.store import turn_deadlines
from engine.host.store.shards import outages
from engine.kernel.text import UserError
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, play_bid, undo_last_move

HOUR_S = 3600


@pytest.fixture
async def waiting_trio(paced_trio: ServiceHarness) -> ServiceHarness:
    """Start a table where Ana and Ben have bid and Cy has 14 of his 24 hours left. The bot has just been in use."""
    await play_bid(paced_trio.tables, ANA)
    await play_bid(paced_trio.tables, BEN)
    paced_trio.advance_clock(hours=10)
    await paced_trio.tables.outages.record_use()
    return paced_trio


async def compute_hours_left(service: ServiceHarness) -> float:
    (turn,) = await turn_deadlines.load_deadlines(service.store, 1)
    return (turn.expires_at() - int(service.now.timestamp())) / HOUR_S


async def use_bot(service: ServiceHarness, **duration: float) -> None:
    """Let a time pass in which the bot can be used."""
    service.advance_clock(**duration)
    now = int(service.now.timestamp())
    await service.store.write(lambda tx: outages.save_run(tx, ALL_SHARDS, now))


async def be_down(service: ServiceHarness, **duration: float) -> None:
    """Let the bot be down for a time, and start again."""
    service.advance_clock(**duration)
    await service.restart()
    await service.tables.outages.end_downtime()


async def open_vote(service: ServiceHarness) -> Vote:
    return await service.tables.votes.open(1, ANA, 2)


async def test_time_in_which_the_bot_was_down_does_not_count(waiting_trio: ServiceHarness) -> None:
    await be_down(waiting_trio, days=3)
    assert await compute_hours_left(waiting_trio) == 14
    assert await waiting_trio.tables.outbox.list_due() == [], "the first reminder comes two hours later"
    waiting_trio.advance_clock(hours=2)
    assert [item.kind for item in await waiting_trio.tables.outbox.list_due()] == ["remind"]


async def test_a_connection_that_was_lost_is_an_outage_too(waiting_trio: ServiceHarness) -> None:
    waiting_trio.advance_clock(hours=5)
    assert waiting_trio.tables.outages.is_interrupted
    await waiting_trio.tables.outages.record_use()
    assert not waiting_trio.tables.outages.is_interrupted
    assert await compute_hours_left(waiting_trio) == 14


async def test_while_the_bot_is_in_use_time_counts(waiting_trio: ServiceHarness) -> None:
    for _ in range(90):
        waiting_trio.advance_clock(minutes=2)
        await waiting_trio.tables.outages.record_use()
    assert await compute_hours_left(waiting_trio) == 11


async def test_days_off_during_an_outage_are_left_out_once(waiting_trio: ServiceHarness) -> None:
    await waiting_trio.tables.schedules.set_vacation(CY, date(2026, 1, 2), date(2026, 1, 3))
    await be_down(waiting_trio, days=4)
    (turn,) = await turn_deadlines.load_deadlines(waiting_trio.store, 1)
    assert turn.lost_s == 2 * 24 * HOUR_S, "14 hours of January 1 and 34 after the vacation"
    assert await compute_hours_left(waiting_trio) == 14


async def test_an_undone_answer_keeps_the_time_that_an_outage_cost(waiting_trio: ServiceHarness) -> None:
    await be_down(waiting_trio, days=3)
    before = await compute_hours_left(waiting_trio)
    await play_bid(waiting_trio.tables, CY)
    await undo_last_move(waiting_trio.tables, await waiting_trio.tables.load_table(1))
    assert await compute_hours_left(waiting_trio) == before


# -------------------------------------------------------------- votes
async def test_after_a_long_outage_there_is_no_vote_for_a_day(waiting_trio: ServiceHarness) -> None:
    await use_bot(waiting_trio, hours=14)
    vote = await open_vote(waiting_trio)
    await waiting_trio.tables.votes.cast(1, ANA, vote.id, "drop")
    await be_down(waiting_trio, days=3)
    assert (await waiting_trio.tables.votes.recount(1, vote.id)).state == "open"
    assert (await waiting_trio.tables.votes.cast(1, BEN, vote.id, "drop")).state == "open", "Cy has a day to move"
    waiting_trio.advance_clock(hours=23.9)
    assert (await waiting_trio.tables.votes.recount(1, vote.id)).state == "open"
    waiting_trio.advance_clock(hours=0.1)
    assert (await waiting_trio.tables.votes.recount(1, vote.id)).state == "drop"


async def test_votes_pause_at_most_once_in_seven_days(waiting_trio: ServiceHarness) -> None:
    await use_bot(waiting_trio, hours=14)
    await be_down(waiting_trio, hours=2)
    with pytest.raises(UserError, match="a vote is possible"):
        await open_vote(waiting_trio)
    await use_bot(waiting_trio, days=1)
    await be_down(waiting_trio, hours=2)
    assert (await open_vote(waiting_trio)).state == "open", "the second outage pauses no votes"


async def test_a_short_outage_pauses_no_vote(waiting_trio: ServiceHarness) -> None:
    await use_bot(waiting_trio, hours=14)
    await be_down(waiting_trio, minutes=59)
    assert (await open_vote(waiting_trio)).state == "open"


async def test_the_48_hours_of_a_vote_do_not_run_during_an_outage(waiting_trio: ServiceHarness) -> None:
    await use_bot(waiting_trio, hours=14)
    vote = await open_vote(waiting_trio)
    motion = await waiting_trio.tables.proposals.propose_close(1, ANA)
    await be_down(waiting_trio, days=3)
    assert (await waiting_trio.tables.votes.load_vote(vote.id)).ends_at == vote.ends_at + 3 * 24 * HOUR_S
    assert (await waiting_trio.tables.proposals.expire_proposal(motion.id)).state == "open"


# -------------------------------------------------------------- one channel, one server
async def test_a_channel_in_which_the_bot_cannot_post_stops_the_clocks(waiting_trio: ServiceHarness) -> None:
    tables = waiting_trio.tables
    await tables.outages.stop_clocks(1)
    waiting_trio.advance_clock(days=3)
    with pytest.raises(UserError, match="cannot post"):
        await open_vote(waiting_trio)
    tables = await waiting_trio.restart()
    await tables.outages.resume_clocks(1)
    assert await compute_hours_left(waiting_trio) == 14
    await tables.outages.resume_clocks(1)
    assert await compute_hours_left(waiting_trio) == 14


async def test_a_server_that_removed_the_bot_and_a_downtime_count_once(waiting_trio: ServiceHarness) -> None:
    await waiting_trio.tables.departures.mark_departed(GUILD)
    waiting_trio.advance_clock(days=1)
    await be_down(waiting_trio, days=3)
    waiting_trio.advance_clock(days=1)
    await waiting_trio.tables.departures.mark_returned(GUILD)
    assert await compute_hours_left(waiting_trio) == 14


# -------------------------------------------------------------- clocks and processes
async def test_a_clock_that_was_a_year_ahead_stops_nothing_for_a_year(waiting_trio: ServiceHarness) -> None:
    motion = await waiting_trio.tables.proposals.propose_close(1, ANA)
    waiting_trio.advance_clock(days=365)
    await waiting_trio.tables.outages.record_use()
    waiting_trio.advance_clock(days=-365)
    await waiting_trio.tables.outages.record_use()
    await waiting_trio.tables.outbox.repair_times()
    (turn,) = await turn_deadlines.load_deadlines(waiting_trio.store, 1)
    assert turn.votes_from_at == int(waiting_trio.now.timestamp()) + 24 * HOUR_S
    assert await compute_hours_left(waiting_trio) <= 24
    assert (await waiting_trio.tables.proposals.load_proposal(motion.id)).opened_at <= waiting_trio.now.timestamp()
    (row,) = await waiting_trio.store.fetch_all("SELECT due_at FROM outbox WHERE kind = 'proposal'")
    assert row["due_at"] - waiting_trio.now.timestamp() <= 48 * HOUR_S


async def test_a_restart_starts_no_clock_that_waits_for_a_new_channel(waiting_trio: ServiceHarness) -> None:
    await waiting_trio.tables.channels.mark_lost(1)
    await waiting_trio.tables.outbox.repair_times()
    await be_down(waiting_trio, days=3)
    (turn,) = await turn_deadlines.load_deadlines(waiting_trio.store, 1)
    assert turn.clock_started_at > waiting_trio.now.timestamp()


async def test_another_division_of_shards_knows_when_its_shards_were_in_use(service: ServiceHarness) -> None:
    halves, whole = [ShardRange.parse("0-1/4"), ShardRange.parse("2-3/4")], ShardRange.parse("0-3/4")
    for at, half in enumerate(halves, 100):
        await service.store.write(lambda tx, half=half, at=at: outages.save_run(tx, half, at))
    assert [await outages.find_last_run(service.store, part) for part in (*halves, whole)] == [100, 101, 101]
    await service.store.write(lambda tx: outages.save_run(tx, whole, 200))
    assert [await outages.find_last_run(service.store, part) for part in (*halves, whole)] == [200, 200, 200]
    assert len(await service.store.fetch_all("SELECT 1 FROM facts WHERE name LIKE 'ran %'")) == 1


async def test_the_first_start_knows_of_no_outage(paced_trio: ServiceHarness) -> None:
    await paced_trio.tables.outages.end_downtime()
    assert not paced_trio.tables.outages.is_interrupted
    assert (await paced_trio.tables.find_channel_table(CHANNEL)).status == "running"
