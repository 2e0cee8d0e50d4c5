"""Reminders on the host: when they fall due, that none is lost or repeated, and what becomes of them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from engine.host.model.pace import LAST
from engine.host.service.play.live import Late
from engine.host.service.tables import Tables
from engine.host.service.time.reminders import TRIES
from engine.host.store.notices import Notice
from engine.host.store.questions import follows
from engine.kernel.text import Refusal, plain
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn, bid, finish, walker


async def the_table(inn: Inn) -> int:
    return (await inn.tables.in_channel(CHANNEL)).id


async def sent(inn: Inn) -> list[tuple[int, str, int]]:
    """Everything that is due now is sent, as the bot would: (seat, kind, step)."""
    found: list[Notice] = []
    for notice in await inn.tables.reminders.due_notices():
        if await inn.tables.reminders.trying(notice):
            await inn.tables.reminders.settle(notice, "sent", 1000 + notice.id)
            found.append(notice)
    return [(notice.seat, notice.kind, notice.step) for notice in found]


async def hours_until_due(inn: Inn) -> float | None:
    due = await inn.tables.reminders.next_due()
    return None if due is None else (due - inn.now.timestamp()) / 3600


async def turns_left(inn: Inn) -> list[float]:
    """Hours that are left, by seat."""
    clocks = (await inn.tables.snapshots.take(await the_table(inn), None)).clocks
    return [((one.ends or 0) - inn.now.timestamp()) / 3600 for one in clocks]


@pytest.fixture
async def paced(duo: Inn) -> Inn:
    """Ana and Ben at 24 hours a move; both owe a bid, Ana has made hers."""
    await bid(duo.tables, ANA)
    return duo


# -------------------------------------------------------------- escalation
async def test_three_reminders_and_then_the_table_is_told_once(paced: Inn) -> None:
    told = []
    for hour in range(24 * 7):
        told += [(hour, *one) for one in await sent(paced)]
        paced.later(hours=1)
    assert told == [(12, 1, "remind", 0), (24, 1, "remind", 1), (36, 1, "remind", 2), (48, 1, "last", LAST)]


async def test_nothing_is_due_without_a_pace(camp: Inn) -> None:
    assert await camp.tables.reminders.next_due() is None
    camp.later(days=30)
    assert await sent(camp) == []


async def test_only_those_who_owe_a_move_are_reminded(trio: Inn) -> None:
    await bid(trio.tables, BEN)
    trio.later(hours=12)
    assert await sent(trio) == [(0, "remind", 0), (2, "remind", 0)]


async def test_a_move_ends_the_reminders(paced: Inn) -> None:
    paced.later(hours=11)
    await bid(paced.tables, BEN)
    paced.later(hours=2)
    assert await sent(paced) == []
    assert await hours_until_due(paced) == 10, "the walk is a new question"


async def test_a_finished_or_closed_table_reminds_nobody(paced: Inn) -> None:
    await finish(paced.tables)
    assert await paced.tables.reminders.next_due() is None
    table = await paced.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await paced.tables.lobby.join(table.id, BEN, "Ben")
    await paced.tables.motions.set_pace(table.id, ANA, 12)
    await paced.tables.lobby.start(table.id, ANA)
    assert await hours_until_due(paced) == 6
    await paced.tables.lobby.close(table.id, ANA, moderator=True)
    assert await paced.tables.reminders.next_due() is None


async def test_who_may_set_a_pace(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="no seat at this table"):
        await inn.tables.motions.set_pace(table.id, BEN, 12)
    with pytest.raises(Refusal, match="Choose one of these"):
        await inn.tables.motions.set_pace(table.id, ANA, 13)
    before = table.rev
    assert await inn.tables.motions.set_pace(table.id, ANA, 168) is None
    after = await inn.tables.table(table.id)
    assert after.pace == 168
    assert after.rev > before, "the lobby shows it"


# -------------------------------------------------------------- mute
async def test_a_muted_turn_is_not_reminded_but_the_table_is_told(paced: Inn) -> None:
    table = await paced.tables.in_channel(CHANNEL)
    paced.later(hours=12)
    assert await sent(paced) == [(1, "remind", 0)]
    await paced.tables.reminders.mute(table.id, BEN, table.asked)
    await paced.tables.reminders.mute(table.id, BEN, table.asked)
    paced.later(hours=35)
    assert await sent(paced) == []
    paced.later(hours=1)
    assert await sent(paced) == [(1, "last", LAST)]


async def test_only_ones_own_present_turn_can_be_muted(paced: Inn) -> None:
    table = await paced.tables.in_channel(CHANNEL)
    with pytest.raises(Late, match="earlier turn"):
        await paced.tables.reminders.mute(table.id, ANA, table.asked)
    with pytest.raises(Refusal, match="not in this game"):
        await paced.tables.reminders.mute(table.id, CY, table.asked)
    await bid(paced.tables, BEN)
    with pytest.raises(Late, match="earlier turn"):
        await paced.tables.reminders.mute(table.id, BEN, table.asked)


async def test_a_reminder_that_was_muted_while_it_waited_is_not_sent(paced: Inn) -> None:
    table = await paced.tables.in_channel(CHANNEL)
    paced.later(hours=12)
    (notice,) = await paced.tables.reminders.due_notices()
    await paced.tables.reminders.mute(table.id, BEN, table.asked)
    assert await paced.tables.reminders.trying(notice) is False
    assert await paced.tables.reminders.due_notices() == []


# -------------------------------------------------------------- people's days
async def test_quiet_hours_hold_a_reminder_back_until_the_morning(paced: Inn) -> None:
    """It is 1 January, 00:00 UTC: 01:00 in Madrid, and the first reminder is due at 13:00 there."""
    await paced.tables.people.set_hours(BEN, zone="Europe/Madrid", quiet=(12 * 60, 2 * 60))
    assert await hours_until_due(paced) == 12 + 13, "02:00 in Madrid on the next day"
    await paced.tables.people.set_hours(BEN, quiet=None)
    assert await hours_until_due(paced) == 12
    assert (await paced.tables.people.person(BEN)).zone == "Europe/Madrid"


async def test_the_others_hours_change_nothing_for_ben(paced: Inn) -> None:
    await paced.tables.people.set_hours(ANA, zone="Asia/Tokyo", quiet=(0, 14 * 60))
    assert await hours_until_due(paced) == 12


async def test_equal_quiet_times_are_none(inn: Inn) -> None:
    assert (await inn.tables.people.set_hours(ANA, quiet=(60, 60))).quiet is None


async def test_a_vacation_rests_the_reminders_and_the_table_sees_it(paced: Inn) -> None:
    """1 January 2026 is a Thursday."""
    table_id = await the_table(paced)
    await paced.tables.people.set_vacation(BEN, date(2026, 1, 1), date(2026, 1, 10))
    assert await hours_until_due(paced) == 10 * 24 + 12
    snapshot = await paced.tables.snapshots.take(table_id, None)
    assert snapshot.clocks[0].back == int(datetime(2026, 1, 11, tzinfo=UTC).timestamp())
    assert "seat 2 is away from 2026-01-01 to 2026-01-10" in plain(snapshot.news[-1].text)
    rev = snapshot.table.rev
    await paced.tables.people.set_vacation(BEN, date(2026, 1, 1), date(2026, 1, 10))
    assert (await paced.tables.table(table_id)).rev == rev, "the same vacation is told once"
    paced.later(days=3)
    await paced.tables.people.end_vacation(BEN)
    assert await hours_until_due(paced) == 12, "the days that were off stay off"
    assert "seat 2 is back" in plain((await paced.tables.history.log(table_id, None))[-1].text)


async def test_a_vacation_is_told_at_every_running_table_of_the_person(paced: Inn) -> None:
    lobby = await paced.tables.lobby.open(GUILD, CHANNEL + 1, BEN, "Ben", "toy", {})
    other = await paced.tables.lobby.open(GUILD, CHANNEL + 2, BEN, "Ben", "toy", {})
    await paced.tables.lobby.join(other.id, CY, "Cy")
    await paced.tables.lobby.start(other.id, BEN)
    await paced.tables.people.set_vacation(BEN, date(2026, 2, 1), date(2026, 2, 2))
    assert not await paced.tables.history.log(lobby.id, None)
    for table_id in (await the_table(paced), other.id):
        assert "2026-02-01" in plain((await paced.tables.history.log(table_id, None))[-1].text)
    await bid(paced.tables, BEN)  # the controls of an open question stay good


async def test_a_vacation_does_not_make_open_controls_late(paced: Inn) -> None:
    asked = (await paced.tables.in_channel(CHANNEL)).asked
    await paced.tables.people.set_vacation(ANA, date(2026, 1, 1), date(2026, 1, 2))
    await bid(paced.tables, BEN, asked=asked)


# -------------------------------------------------------------- never twice, never lost
async def test_a_restart_between_two_reminders_changes_nothing(paced: Inn) -> None:
    paced.later(hours=12)
    assert await sent(paced) == [(1, "remind", 0)]
    tables = await paced.restart()
    await tables.reminders.recover_pending()
    assert await sent(paced) == []
    assert await hours_until_due(paced) == 12


async def test_killed_after_the_mark_and_before_the_send(paced: Inn) -> None:
    """What was never tried is sent after the restart, once."""
    paced.later(hours=12)
    assert len(await paced.tables.reminders.due_notices()) == 1
    tables = await paced.restart()
    await tables.reminders.recover_pending()
    (notice,) = await tables.reminders.due_notices()
    assert (notice.tried, notice.step) == (False, 0)
    assert await sent(paced) == [(1, "remind", 0)]
    assert await sent(paced) == []


async def test_killed_during_the_send(paced: Inn) -> None:
    """What was tried says so after the restart, at once: Discord is asked whether it has it."""
    paced.later(hours=12)
    (notice,) = await paced.tables.reminders.due_notices()
    await paced.tables.reminders.trying(notice)
    assert await paced.tables.reminders.due_notices() == [], "not while it may be under way"
    tables = await paced.restart()
    await tables.reminders.recover_pending()
    (again,) = await tables.reminders.due_notices()
    assert (again.id, again.tried, again.made_at) == (notice.id, True, notice.made_at)
    await tables.reminders.settle(again, "sent", 5)
    assert await tables.reminders.due_notices() == []


async def test_a_send_that_fails_is_tried_ever_more_seldom(paced: Inn) -> None:
    paced.later(hours=12)
    pauses = []
    for _ in range(TRIES):
        (notice,) = await paced.tables.reminders.due_notices()
        await paced.tables.reminders.trying(notice)
        due = await paced.tables.reminders.next_due()
        assert due is not None
        pauses.append(due - int(paced.now.timestamp()))
        paced.later(seconds=pauses[-1])
    assert pauses[:5] == [30, 60, 120, 240, 480]
    assert max(pauses) == 900
    assert 3600 < sum(pauses) < 10000


async def test_days_of_downtime_bring_one_reminder_not_four(paced: Inn) -> None:
    paced.later(days=5)
    tables = await paced.restart()
    await tables.reminders.recover_pending()
    assert await sent(paced) == [(1, "remind", 0)]
    assert await hours_until_due(paced) == 6
    paced.later(hours=6)
    assert await sent(paced) == [(1, "remind", 1)]


async def test_a_notice_that_a_move_has_overtaken_is_not_sent(paced: Inn) -> None:
    paced.later(hours=12)
    (notice,) = await paced.tables.reminders.due_notices()
    await bid(paced.tables, BEN)
    assert await paced.tables.reminders.trying(notice) is False
    assert await paced.tables.reminders.due_notices() == []


async def test_a_clock_that_jumps_ahead_and_comes_back(paced: Inn) -> None:
    paced.later(days=400)
    assert await sent(paced) == [(1, "remind", 0)]
    paced.later(days=-400)
    await paced.tables.reminders.clock_went_back()
    due = await hours_until_due(paced)
    assert due is not None
    assert due <= 24, "the next reminder does not wait for next year"
    paced.later(hours=due)
    assert await sent(paced) == [(1, "remind", 1)]


async def test_a_turn_from_a_clock_that_was_ahead_counts_from_now(paced: Inn) -> None:
    paced.later(days=400)
    await bid(paced.tables, BEN)
    paced.later(days=-400)
    tables = await paced.restart()
    await tables.reminders.recover_pending()
    assert await hours_until_due(paced) == 12


async def test_taking_back_leaves_the_clocks_alone(paced: Inn) -> None:
    paced.later(hours=5)
    assert await paced.tables.undo.take_back(await the_table(paced), ANA) is None
    assert await hours_until_due(paced) == 7, "Ben owes the same bid as before"
    assert await turns_left(paced) == [24, 19], "Ana moved at once: five hours were not hers to think"


async def test_a_resignation_leaves_the_others_time_as_it_is(trio: Inn) -> None:
    trio.later(hours=5)
    await trio.tables.moves.resign(await the_table(trio), CY)
    assert await hours_until_due(trio) == 7


# -------------------------------------------------------------- gone
async def test_somebody_who_has_left_the_server_is_told_of_once(paced: Inn) -> None:
    paced.later(hours=12)
    (notice,) = await paced.tables.reminders.due_notices()
    await paced.tables.reminders.has_left_server(notice)
    assert await sent(paced) == [(1, "gone", 0)]
    assert await paced.tables.reminders.next_due() is None
    paced.later(days=30)
    assert await sent(paced) == []
    await bid(paced.tables, BEN)  # back again: from the next question on all is as before
    assert await hours_until_due(paced) == 12


# -------------------------------------------------------------- early words
async def test_an_early_word_to_the_one_who_is_probably_next_once(trio: Inn) -> None:
    table_id = await the_table(trio)
    for user in (ANA, BEN, CY):
        assert await trio.tables.reminders.wish_early_word(table_id, user) is True
    for user in (ANA, BEN):
        assert await sent(trio) == [], "while several owe a move nobody is next"
        await bid(trio.tables, user)
    assert await sent(trio) == [], "perhaps Cy moves at once"
    trio.later(minutes=1)
    assert await sent(trio) == [(0, "early", 0)], "all wait for Cy, and Ana sits next to him"
    await bid(trio.tables, CY)
    walking = [ANA, BEN, CY].index(await walker(trio.tables))
    trio.later(minutes=1)
    told = await sent(trio)
    moved = [move.seat for move in (await trio.tables.history.record(table_id)).moves]
    follower = follows(walking, moved, [0, 1, 2])
    assert told == ([] if follower == 0 else [(follower, "early", 0)]), "Ana has had her word"


async def test_no_early_word_without_a_wish_and_none_to_sleepers(trio: Inn) -> None:
    table_id = await the_table(trio)
    assert await trio.tables.reminders.wish_early_word(table_id, ANA) is True
    assert await trio.tables.reminders.wish_early_word(table_id, ANA) is False
    for user in (BEN, CY):
        await trio.tables.reminders.wish_early_word(table_id, user, wished=True)
        await trio.tables.people.set_hours(user, quiet=(0, 14 * 60))
    for user in (ANA, BEN, CY):
        await bid(trio.tables, user)
    trio.later(minutes=1)
    assert await sent(trio) == []


def test_who_follows_whom() -> None:
    assert follows(0, [], [0, 1, 2]) == 1
    assert follows(2, [], [0, 1, 2]) == 0
    assert follows(0, [0, 0, 2, 1, 0], [0, 1, 2]) == 2, "as last time, whatever the seats"
    assert follows(0, [0, 2, 0, 1], [0, 1, 2]) == 1, "the newest time counts"
    assert follows(0, [0, 2], [0, 1]) == 1, "whoever has left does not follow"


# -------------------------------------------------------------- my tables
async def test_my_tables_lists_what_waits_for_me_first(paced: Inn) -> None:
    await paced.tables.lobby.open(GUILD, CHANNEL + 1, BEN, "Ben", "toy", {})
    paced.later(hours=3)
    third = await paced.tables.lobby.open(GUILD, CHANNEL + 2, CY, "Cy", "toy", {})
    await paced.tables.lobby.join(third.id, BEN, "Ben")
    await paced.tables.lobby.start(third.id, CY)
    await bid(Channelled(paced.tables, CHANNEL + 2), BEN)  # type: ignore[arg-type]
    listed = await paced.tables.people.my_tables(BEN)
    assert [(t.channel - CHANNEL, t.running, t.mine, t.waiting) for t in listed] == [
        (0, True, True, ("Ben",)),
        (2, True, False, ("Cy",)),
        (1, False, False, ()),
    ]
    assert listed[0].since == int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    assert [t.channel - CHANNEL for t in await paced.tables.people.my_tables(ANA)] == [0]
    away = await paced.tables.lobby.open(GUILD + 1, CHANNEL + 3, ANA, "Ana", "toy", {})
    assert (away.id, GUILD + 1) in [(t.id, t.guild) for t in await paced.tables.people.my_tables(ANA)]


async def test_my_tables_tells_of_questions_that_wait_for_me(paced: Inn) -> None:
    tables = paced.tables
    table = await tables.in_channel(CHANNEL)
    users = [person.user for person in table.seats]

    async def asks(user: int) -> list[str]:
        return [ask for one in await tables.people.my_tables(user) for ask in one.asks]

    assert [await asks(user) for user in users] == [[] for _ in users]
    await tables.handover.offer(table.id, users[0], 77, "Eve")
    assert await asks(77) == ["offer"]
    assert await asks(users[0]) == []
    await tables.motions.set_pace(table.id, users[0], 168)
    assert "motion" in await asks(users[1])
    assert "motion" not in await asks(users[0])


class Channelled:
    """The tables, with `in_channel` looking elsewhere."""

    def __init__(self, tables: Tables, channel: int) -> None:
        self._tables, self._channel = tables, channel

    async def in_channel(self, _channel: int) -> object:
        return await self._tables.in_channel(self._channel)

    def __getattr__(self, name: str) -> object:
        return getattr(self._tables, name)
