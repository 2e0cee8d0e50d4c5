"""Calls on both databases: which rows of the outbox one message stands for, and who follows a table."""

from __future__ import annotations

import pytest

from engine.host.model.table import BoardPost
from engine.host.store import followers
from engine.kernel.text import UserError
from tests.host.harness import ANA, CHANNEL, DEE, ServiceHarness


async def test_a_reminder_is_in_the_bundle_of_its_player(paced_trio: ServiceHarness) -> None:
    tables = paced_trio.tables
    table = await tables.find_channel_table(CHANNEL)
    paced_trio.advance_clock(hours=13)
    reminders = [item for item in await tables.outbox.list_due() if item.kind == "remind"]
    by_user = {table.find_seat_user(item.subject_id): item for item in reminders}
    bundle = await tables.calls.load_bundle(by_user[ANA])
    assert (bundle.user_id, bundle.reason, bundle.more_count) == (ANA, "turn", 0)
    assert bundle.items == (by_user[ANA],)
    assert await tables.calls.is_first(by_user[ANA])


async def test_a_follower_hears_of_each_post_until_they_are_erased(paced_trio: ServiceHarness) -> None:
    tables = paced_trio.tables
    table = await tables.find_channel_table(CHANNEL)
    with pytest.raises(UserError, match="called anyway"):
        await tables.following.toggle(table, ANA)
    assert await tables.following.toggle(table, DEE)
    await tables.calls.record_post(table, BoardPost(table.revision, CHANNEL, 900, ()), [])
    (item,) = [item for item in await tables.outbox.list_due() if item.subject_id == DEE]
    bundle = await tables.calls.load_bundle(item)
    assert (bundle.is_followed, bundle.reason) == (True, "news")
    assert await tables.history.find_posted_move(CHANNEL, 900) == (table.id, 0)
    assert await tables.history.find_posted_move(CHANNEL, 901) is None
    await tables.erasure.erase(DEE)
    assert await followers.list_followers(tables.context.store, table.id) == []
    assert not [item for item in await tables.outbox.list_due() if item.subject_id == DEE]


@pytest.mark.parametrize(("ahead_h", "is_called_again"), [(0.3, False), (48, True)])
async def test_after_a_clock_was_ahead_nobody_is_called_twice_or_waits_for_days(
    paced_trio: ServiceHarness, ahead_h: float, *, is_called_again: bool
) -> None:
    calls = paced_trio.tables.calls
    paced_trio.advance_clock(hours=ahead_h)
    first_at = await calls.find_call_time(ANA, "one")
    paced_trio.advance_clock(hours=-ahead_h)
    wait_s = await calls.find_call_time(ANA, "two") - (first_at - round(ahead_h * 3600))
    assert (wait_s == 0) == is_called_again
    assert wait_s <= 2 * 3600
