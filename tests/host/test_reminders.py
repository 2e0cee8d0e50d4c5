"""Reminders on the host: when they are due, that each is sent exactly once, and what their delivery changes."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from engine.host.model.pace import MAX_REMINDERS
from engine.host.service.outbox import MAX_ATTEMPTS
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.table_services import TableServices
from engine.host.store.outbox import OutboxItem
from engine.host.store.questions import predict_next_seat
from engine.kernel.text import UserError, write_plain_text
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, find_walker, play_bid, play_to_end


async def load_table(service: ServiceHarness) -> int:
    return (await service.tables.find_channel_table(CHANNEL)).id


async def send_due_reminders(service: ServiceHarness) -> list[tuple[int, str, int]]:
    """Send all due reminders as the bot does, and return (seat, kind, step) of each."""
    found: list[OutboxItem] = []
    for notice in await service.tables.outbox.list_due():
        if await service.tables.outbox.begin_attempt(notice):
            await service.tables.outbox.settle(notice)
            found.append(notice)
    return [(notice.subject_id, notice.kind, notice.step) for notice in found]


async def compute_hours_until_due(service: ServiceHarness) -> float | None:
    due = (await service.tables.outbox.find_due_moments()).next_due_at
    return None if due is None else (due - service.now.timestamp()) / 3600


async def compute_hours_by_seat(service: ServiceHarness) -> list[float]:
    """Return the remaining hours by seat."""
    clocks = (await service.tables.snapshots.take_snapshot(await load_table(service), None)).seat_waits
    return [((one.ends_at or 0) - service.now.timestamp()) / 3600 for one in clocks]


@pytest.fixture
async def paced_table(paced_duo: ServiceHarness) -> ServiceHarness:
    """Start a table of Ana and Ben with 24 hours a move, in which only Ben still owes a bid."""
    await play_bid(paced_duo.tables, ANA)
    return paced_duo


# -------------------------------------------------------------- escalation
async def test_three_reminders_and_then_the_table_is_told_once(paced_table: ServiceHarness) -> None:
    told = []
    for hour in range(24 * 7):
        told += [(hour, *one) for one in await send_due_reminders(paced_table)]
        paced_table.advance_clock(hours=1)
    assert told == [(12, 1, "remind", 0), (24, 1, "remind", 1), (36, 1, "remind", 2), (48, 1, "last", MAX_REMINDERS)]


async def test_without_a_pace_the_table_is_told_once_after_two_weeks(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    running_table.advance_clock(days=13.9)
    assert await send_due_reminders(running_table) == []
    running_table.advance_clock(days=0.1)
    assert await send_due_reminders(running_table) == [(1, "last", MAX_REMINDERS)]
    running_table.advance_clock(days=30)
    assert await send_due_reminders(running_table) == []


async def test_only_those_who_owe_a_move_are_reminded(paced_trio: ServiceHarness) -> None:
    await play_bid(paced_trio.tables, BEN)
    paced_trio.advance_clock(hours=12)
    assert await send_due_reminders(paced_trio) == [(0, "remind", 0), (2, "remind", 0)]


async def test_a_move_ends_the_reminders(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(hours=11)
    await play_bid(paced_table.tables, BEN)
    paced_table.advance_clock(hours=2)
    assert await send_due_reminders(paced_table) == []
    assert await compute_hours_until_due(paced_table) == 10, "the walk is a new question"


async def test_a_finished_or_closed_table_reminds_nobody(paced_table: ServiceHarness) -> None:
    await play_to_end(paced_table.tables)
    assert (await paced_table.tables.outbox.find_due_moments()).next_due_at is None
    table = await paced_table.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await paced_table.tables.lobby.join(table.id, BEN, "Ben")
    await paced_table.tables.proposals.set_pace(table.id, ANA, 12)
    await paced_table.tables.lobby.start(table.id, ANA)
    assert await compute_hours_until_due(paced_table) == 6
    await paced_table.tables.lobby.close(table.id, 99, is_moderator=True)
    assert (await paced_table.tables.outbox.find_due_moments()).next_due_at is None


async def test_who_may_set_a_pace(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="no seat at this table"):
        await service.tables.proposals.set_pace(table.id, BEN, 12)
    with pytest.raises(UserError, match="Choose one of these"):
        await service.tables.proposals.set_pace(table.id, ANA, 13)
    before = table.revision
    assert await service.tables.proposals.set_pace(table.id, ANA, 168) is None
    after = await service.tables.load_table(table.id)
    assert after.pace_h == 168
    assert after.revision > before, "the lobby shows it"


# -------------------------------------------------------------- mute
async def test_a_muted_turn_is_not_reminded_but_the_table_is_told(paced_table: ServiceHarness) -> None:
    table = await paced_table.tables.find_channel_table(CHANNEL)
    paced_table.advance_clock(hours=12)
    assert await send_due_reminders(paced_table) == [(1, "remind", 0)]
    await paced_table.tables.reminders.mute_turn(table.id, BEN, table.asked_revision)
    await paced_table.tables.reminders.mute_turn(table.id, BEN, table.asked_revision)
    paced_table.advance_clock(hours=35)
    assert await send_due_reminders(paced_table) == []
    paced_table.advance_clock(hours=1)
    assert await send_due_reminders(paced_table) == [(1, "last", MAX_REMINDERS)]


async def test_only_ones_own_present_turn_can_be_muted(paced_table: ServiceHarness) -> None:
    table = await paced_table.tables.find_channel_table(CHANNEL)
    with pytest.raises(StaleControlsError, match="earlier turn"):
        await paced_table.tables.reminders.mute_turn(table.id, ANA, table.asked_revision)
    with pytest.raises(UserError, match="not in this game"):
        await paced_table.tables.reminders.mute_turn(table.id, CY, table.asked_revision)
    await play_bid(paced_table.tables, BEN)
    with pytest.raises(StaleControlsError, match="earlier turn"):
        await paced_table.tables.reminders.mute_turn(table.id, BEN, table.asked_revision)


async def test_a_reminder_that_was_muted_while_it_waited_is_not_sent(paced_table: ServiceHarness) -> None:
    table = await paced_table.tables.find_channel_table(CHANNEL)
    paced_table.advance_clock(hours=12)
    (notice,) = await paced_table.tables.outbox.list_due()
    await paced_table.tables.reminders.mute_turn(table.id, BEN, table.asked_revision)
    assert await paced_table.tables.outbox.begin_attempt(notice) is False
    assert await paced_table.tables.outbox.list_due() == []


# -------------------------------------------------------------- people's days
async def test_quiet_hours_hold_a_reminder_back_until_the_morning(paced_table: ServiceHarness) -> None:
    """It is 1 January, 00:00 UTC: 01:00 in Madrid, and the first reminder is due at 13:00 there."""
    await paced_table.tables.schedules.set_hours(BEN, time_zone="Europe/Madrid", quiet_minutes=(12 * 60, 2 * 60))
    assert await compute_hours_until_due(paced_table) == 12 + 13, "02:00 in Madrid on the next day"
    await paced_table.tables.schedules.set_hours(BEN, quiet_minutes=None)
    assert await compute_hours_until_due(paced_table) == 12
    assert (await paced_table.tables.schedules.load_schedule(BEN)).time_zone == "Europe/Madrid"


async def test_the_others_hours_change_nothing_for_ben(paced_table: ServiceHarness) -> None:
    await paced_table.tables.schedules.set_hours(ANA, time_zone="Asia/Tokyo", quiet_minutes=(0, 14 * 60))
    assert await compute_hours_until_due(paced_table) == 12


async def test_equal_quiet_times_are_none(service: ServiceHarness) -> None:
    assert (await service.tables.schedules.set_hours(ANA, quiet_minutes=(60, 60))).quiet_minutes is None


async def test_a_vacation_rests_the_reminders_and_the_table_sees_it(paced_table: ServiceHarness) -> None:
    """1 January 2026 is a Thursday."""
    table_id = await load_table(paced_table)
    await paced_table.tables.schedules.set_vacation(BEN, date(2026, 1, 1), date(2026, 1, 10))
    assert await compute_hours_until_due(paced_table) == 10 * 24 + 12
    snapshot = await paced_table.tables.snapshots.take_snapshot(table_id, None)
    assert snapshot.seat_waits[0].back_at == int(datetime(2026, 1, 11, tzinfo=UTC).timestamp())
    assert "seat 2 is away from 2026-01-01 to 2026-01-10" in write_plain_text(snapshot.new_lines[-1].text)
    rev = snapshot.table.revision
    await paced_table.tables.schedules.set_vacation(BEN, date(2026, 1, 1), date(2026, 1, 10))
    assert (await paced_table.tables.load_table(table_id)).revision == rev, "the same vacation is told once"
    paced_table.advance_clock(days=3)
    await paced_table.tables.schedules.end_vacation(BEN)
    assert await compute_hours_until_due(paced_table) == 12, "the days that were off stay off"
    assert "seat 2 is back" in write_plain_text((await paced_table.tables.history.load_log(table_id, None))[-1].text)


async def test_a_vacation_is_told_at_every_running_table_of_the_person(paced_table: ServiceHarness) -> None:
    lobby = await paced_table.tables.lobby.open(GUILD, CHANNEL + 1, BEN, "Ben", "toy", {})
    other = await paced_table.tables.lobby.open(GUILD, CHANNEL + 2, BEN, "Ben", "toy", {})
    await paced_table.tables.lobby.join(other.id, CY, "Cy")
    await paced_table.tables.lobby.start(other.id, BEN)
    await paced_table.tables.schedules.set_vacation(BEN, date(2026, 2, 1), date(2026, 2, 2))
    assert not await paced_table.tables.history.load_log(lobby.id, None)
    for table_id in (await load_table(paced_table), other.id):
        assert "2026-02-01" in write_plain_text((await paced_table.tables.history.load_log(table_id, None))[-1].text)
    await play_bid(paced_table.tables, BEN)  # the controls of an open question stay good


async def test_a_vacation_does_not_make_open_controls_late(paced_table: ServiceHarness) -> None:
    asked = (await paced_table.tables.find_channel_table(CHANNEL)).asked_revision
    await paced_table.tables.schedules.set_vacation(ANA, date(2026, 1, 1), date(2026, 1, 2))
    await play_bid(paced_table.tables, BEN, asked=asked)


# -------------------------------------------------------------- sent exactly once
async def test_a_restart_between_two_reminders_changes_nothing(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(hours=12)
    assert await send_due_reminders(paced_table) == [(1, "remind", 0)]
    tables = await paced_table.restart()
    await tables.outbox.repair_times()
    assert await send_due_reminders(paced_table) == []
    assert await compute_hours_until_due(paced_table) == 12


async def test_a_kill_before_the_send_loses_no_reminder(paced_table: ServiceHarness) -> None:
    """A reminder that was not tried is sent once after the restart."""
    paced_table.advance_clock(hours=12)
    assert len(await paced_table.tables.outbox.list_due()) == 1
    tables = await paced_table.restart()
    await tables.outbox.repair_times()
    (notice,) = await tables.outbox.list_due()
    assert (notice.was_tried, notice.step) == (False, 0)
    assert await send_due_reminders(paced_table) == [(1, "remind", 0)]
    assert await send_due_reminders(paced_table) == []


async def test_a_kill_during_the_send_marks_the_reminder_as_tried(paced_table: ServiceHarness) -> None:
    """A reminder that was tried is marked so after the restart, and Discord is asked whether it has the message."""
    paced_table.advance_clock(hours=12)
    (notice,) = await paced_table.tables.outbox.list_due()
    await paced_table.tables.outbox.begin_attempt(notice)
    assert await paced_table.tables.outbox.list_due() == [], "not while it may be under way"
    tables = await paced_table.restart()
    await tables.outbox.repair_times()
    (again,) = await tables.outbox.list_due()
    assert (again.id, again.was_tried, again.created_at) == (notice.id, True, notice.created_at)
    await tables.outbox.settle(again)
    assert await tables.outbox.list_due() == []


async def test_a_send_that_fails_is_tried_ever_more_seldom(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(hours=12)
    pauses = []
    for _ in range(MAX_ATTEMPTS):
        (notice,) = await paced_table.tables.outbox.list_due()
        await paced_table.tables.outbox.begin_attempt(notice)
        due = (await paced_table.tables.outbox.find_due_moments()).next_due_at
        assert due is not None
        pauses.append(due - int(paced_table.now.timestamp()))
        paced_table.advance_clock(seconds=pauses[-1])
    assert pauses[:5] == [30, 60, 120, 240, 480]
    assert max(pauses) == 900
    assert 3600 < sum(pauses) < 10000


async def test_days_of_downtime_bring_one_reminder_not_four(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(days=5)
    tables = await paced_table.restart()
    await tables.outbox.repair_times()
    assert await send_due_reminders(paced_table) == [(1, "remind", 0)]
    assert await compute_hours_until_due(paced_table) == 6
    paced_table.advance_clock(hours=6)
    assert await send_due_reminders(paced_table) == [(1, "remind", 1)]


async def test_a_reminder_of_an_answered_turn_is_not_sent(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(hours=12)
    (notice,) = await paced_table.tables.outbox.list_due()
    await play_bid(paced_table.tables, BEN)
    assert await paced_table.tables.outbox.begin_attempt(notice) is False
    assert await paced_table.tables.outbox.list_due() == []


async def test_a_clock_that_jumps_ahead_and_comes_back(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(days=400)
    assert await send_due_reminders(paced_table) == [(1, "remind", 0)]
    paced_table.advance_clock(days=-400)
    await paced_table.tables.outbox.repair_times()
    due = await compute_hours_until_due(paced_table)
    assert due is not None
    assert due <= 24, "the next reminder does not wait for next year"
    paced_table.advance_clock(hours=due)
    assert await send_due_reminders(paced_table) == [(1, "remind", 1)]


async def test_a_turn_from_a_clock_that_was_ahead_counts_from_now(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(days=400)
    await play_bid(paced_table.tables, BEN)
    paced_table.advance_clock(days=-400)
    tables = await paced_table.restart()
    await tables.outbox.repair_times()
    assert await compute_hours_until_due(paced_table) == 12


async def test_taking_back_leaves_the_clocks_alone(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(hours=5)
    assert await paced_table.tables.undo.take_back(await load_table(paced_table), ANA) is None
    assert await compute_hours_until_due(paced_table) == 7, "Ben owes the same bid as before"
    assert await compute_hours_by_seat(paced_table) == [24, 19], "Ana moved at once: five hours were not hers to think"


async def test_a_resignation_leaves_the_others_time_as_it_is(paced_trio: ServiceHarness) -> None:
    paced_trio.advance_clock(hours=5)
    await paced_trio.tables.moves.resign(await load_table(paced_trio), CY)
    assert await compute_hours_until_due(paced_trio) == 7


# -------------------------------------------------------------- unreachable players
async def test_somebody_who_has_left_the_server_is_told_of_once(paced_table: ServiceHarness) -> None:
    paced_table.advance_clock(hours=12)
    (notice,) = await paced_table.tables.outbox.list_due()
    await paced_table.tables.reminders.record_departure(notice)
    assert await send_due_reminders(paced_table) == [(1, "gone", 0)]
    assert (await paced_table.tables.outbox.find_due_moments()).next_due_at is None
    paced_table.advance_clock(days=30)
    assert await send_due_reminders(paced_table) == []
    await play_bid(paced_table.tables, BEN)  # reachable again: reminders return with the next question
    assert await compute_hours_until_due(paced_table) == 12


# -------------------------------------------------------------- early reminders
async def test_an_early_notice_goes_once_to_the_probable_next_player(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    for user in (ANA, BEN, CY):
        assert await paced_trio.tables.reminders.set_early_notice(table_id, user) is True
    for user in (ANA, BEN):
        assert await send_due_reminders(paced_trio) == [], "while several owe a move nobody is next"
        await play_bid(paced_trio.tables, user)
    assert await send_due_reminders(paced_trio) == [], "perhaps Cy moves at once"
    paced_trio.advance_clock(minutes=1)
    assert await send_due_reminders(paced_trio) == [(0, "early", 0)], "all wait for Cy, and Ana sits next to him"
    await play_bid(paced_trio.tables, CY)
    walking = [ANA, BEN, CY].index(await find_walker(paced_trio.tables))
    paced_trio.advance_clock(minutes=1)
    told = await send_due_reminders(paced_trio)
    moved = [move.seat for move in (await paced_trio.tables.history.build_record(table_id)).moves]
    follower = predict_next_seat(walking, moved, [0, 1, 2])
    assert told == ([] if follower == 0 else [(follower, "early", 0)]), "Ana has had her word"


async def test_no_early_notice_without_a_request_or_in_quiet_hours(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    assert await paced_trio.tables.reminders.set_early_notice(table_id, ANA) is True
    assert await paced_trio.tables.reminders.set_early_notice(table_id, ANA) is False
    for user in (BEN, CY):
        await paced_trio.tables.reminders.set_early_notice(table_id, user, is_wanted=True)
        await paced_trio.tables.schedules.set_hours(user, quiet_minutes=(0, 14 * 60))
    for user in (ANA, BEN, CY):
        await play_bid(paced_trio.tables, user)
    paced_trio.advance_clock(minutes=1)
    assert await send_due_reminders(paced_trio) == []


def test_who_follows_whom() -> None:
    assert predict_next_seat(0, [], [0, 1, 2]) == 1
    assert predict_next_seat(2, [], [0, 1, 2]) == 0
    assert predict_next_seat(0, [0, 0, 2, 1, 0], [0, 1, 2]) == 2, "as last time, whatever the seats"
    assert predict_next_seat(0, [0, 2, 0, 1], [0, 1, 2]) == 1, "the newest time counts"
    assert predict_next_seat(0, [0, 2], [0, 1]) == 1, "whoever has left does not follow"


# -------------------------------------------------------------- my tables
async def test_my_tables_lists_what_waits_for_me_first(paced_table: ServiceHarness) -> None:
    await paced_table.tables.lobby.open(GUILD, CHANNEL + 1, BEN, "Ben", "toy", {})
    paced_table.advance_clock(hours=3)
    third = await paced_table.tables.lobby.open(GUILD, CHANNEL + 2, CY, "Cy", "toy", {})
    await paced_table.tables.lobby.join(third.id, BEN, "Ben")
    await paced_table.tables.lobby.start(third.id, CY)
    await play_bid(OtherChannelTables(paced_table.tables, CHANNEL + 2), BEN)  # type: ignore[arg-type]
    listed = await paced_table.tables.schedules.list_user_tables(BEN)
    assert [(t.channel_id - CHANNEL, t.is_running, t.is_waiting_for_user, t.waiting_names) for t in listed] == [
        (0, True, True, ("Ben",)),
        (2, True, False, ("Cy",)),
        (1, False, False, ()),
    ]
    assert listed[0].waiting_since_at == int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    assert [t.channel_id - CHANNEL for t in await paced_table.tables.schedules.list_user_tables(ANA)] == [0]
    away = await paced_table.tables.lobby.open(GUILD + 1, CHANNEL + 3, ANA, "Ana", "toy", {})
    assert (away.id, GUILD + 1) in [
        (t.id, t.guild_id) for t in await paced_table.tables.schedules.list_user_tables(ANA)
    ]


async def test_my_tables_tells_of_questions_that_wait_for_me(paced_table: ServiceHarness) -> None:
    tables = paced_table.tables
    table = await tables.find_channel_table(CHANNEL)
    users = [person.user_id for person in table.seats]

    async def asks(user: int) -> list[str]:
        return [ask for one in await tables.schedules.list_user_tables(user) for ask in one.pending_requests]

    assert [await asks(user) for user in users] == [[] for _ in users]
    await tables.handover.offer_seat(table.id, users[0], 77, "Eve")
    assert await asks(77) == ["offer"]
    assert await asks(users[0]) == []
    await tables.proposals.set_pace(table.id, users[0], 168)
    assert "motion" in await asks(users[1])
    assert "motion" not in await asks(users[0])


class OtherChannelTables:
    """Tables whose `find_channel_table` looks at another channel."""

    def __init__(self, tables: TableServices, channel: int) -> None:
        self._tables, self._channel = tables, channel

    async def find_channel_table(self, _channel: int) -> object:
        return await self._tables.find_channel_table(self._channel)

    def __getattr__(self, name: str) -> object:
        return getattr(self._tables, name)
