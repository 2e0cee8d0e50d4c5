"""Processes that want the same shards: one acts, the others wait, and no clock time matters."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.host.model.shard_range import ShardRange
from engine.host.service import shard_group
from engine.host.service.shard_group import (
    LEASE_LIFETIME_S,
    RENEWAL_INTERVAL_S,
    STANDBY_INTERVAL_S,
    TAKEOVER_AFTER_S,
    LeaseLostError,
    ShardGroup,
)
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards import leases
from tests.host.stepped_clock import FlakyStore, SteppedClock

HALF_OF_SHARDS = ShardRange.parse("0-3/8")


class ShardProcess:
    """A process that wants a group, and its state."""

    def __init__(self, stepped_clock: SteppedClock, store: Store, share: ShardRange = HALF_OF_SHARDS) -> None:
        self.flaky_store = FlakyStore(stepped_clock, store)
        to_store: Any = self.flaky_store
        self.shard_group = ShardGroup(to_store, share, stepped_clock.read_seconds, stepped_clock.pause)
        self.has_lost_lease = False
        self._task: asyncio.Task[None] | None = None

    def start(self, has_ended: Callable[[str], bool] = lambda _: False) -> None:
        self._task = asyncio.create_task(self._run(has_ended))

    async def _run(self, has_ended: Callable[[str], bool]) -> None:
        await self.shard_group.acquire(has_ended)
        await self.shard_group.hold()
        self.has_lost_lease = True

    @property
    def is_active(self) -> bool:
        return self.shard_group.holds_lease

    async def kill(self) -> None:
        """Stop without releasing the group."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self.shard_group.stop_acting()


@pytest.fixture
async def store(store_address: Path | str) -> AsyncIterator[Store]:
    async with await open_store(store_address) as opened:
        yield opened


@pytest.fixture
def stepped_clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture
async def shard_processes(stepped_clock: SteppedClock, store: Store) -> AsyncIterator[Callable[..., ShardProcess]]:
    processes: list[ShardProcess] = []

    def more(share: str = "0-3/8") -> ShardProcess:
        processes.append(ShardProcess(stepped_clock, store, ShardRange.parse(share)))
        return processes[-1]

    yield more
    for process in processes:
        await process.kill()


async def test_the_only_one_acts_at_once_and_goes_on(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one = shard_processes()
    one.start()
    await stepped_clock.settle()
    assert one.is_active
    for _ in range(30):
        await stepped_clock.advance(10)
        assert one.is_active


async def test_a_standby_process_takes_over_within_thirty_seconds(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "overwinter.shards")
    one, two = shard_processes(), shard_processes()
    one.start()
    await stepped_clock.settle()
    two.start()
    await stepped_clock.advance(300)
    assert (one.is_active, two.is_active) == (True, False)
    assert "standing by: another process serves the shards 0-3/8." in caplog.text
    await one.kill()
    waited = 0
    while not two.is_active:
        await stepped_clock.advance(1)
        waited += 1
    assert TAKEOVER_AFTER_S - RENEWAL_INTERVAL_S <= waited <= TAKEOVER_AFTER_S + STANDBY_INTERVAL_S < 30


async def test_one_that_ends_in_order_hands_over_at_once(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one, two = shard_processes(), shard_processes()
    one.start()
    await stepped_clock.settle()
    two.start()
    await stepped_clock.advance(20)
    await one.shard_group.release()
    assert not one.is_active
    await stepped_clock.advance(STANDBY_INTERVAL_S)
    assert two.is_active


async def test_one_of_two_standby_processes_takes_over(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one, two, three = shard_processes(), shard_processes(), shard_processes()
    for process in (one, two, three):
        process.start()
        await stepped_clock.settle()
    await stepped_clock.advance(30)
    await one.kill()
    await stepped_clock.advance(60)
    assert sorted((two.is_active, three.is_active)) == [False, True]
    await (two if two.is_active else three).kill()
    await stepped_clock.advance(60)
    assert sorted((two.is_active, three.is_active)) == [False, True]


async def test_two_that_begin_together(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one, two = shard_processes(), shard_processes()
    one.start()
    two.start()
    await stepped_clock.advance(60)
    assert sorted((one.is_active, two.is_active)) == [False, True]


async def test_other_groups_are_nobodys_rivals(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    halves = [shard_processes("0-3/8"), shard_processes("4-7/8")]
    for half in halves:
        half.start()
    await stepped_clock.advance(60)
    assert all(half.is_active for half in halves)


@pytest.mark.parametrize("list_", ["3-5/8", "0-7/8", "0/1", "2/16"])
async def test_lists_with_servers_in_common_do_not_act_together(
    stepped_clock: SteppedClock,
    shard_processes: Callable[..., ShardProcess],
    list_: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "overwinter.shards")
    one, wrong = shard_processes(), shard_processes(list_)
    one.start()
    await stepped_clock.settle()
    wrong.start()
    await stepped_clock.advance(60)
    assert (one.is_active, wrong.is_active) == (True, False)
    assert f"which have servers in common with {list_}: correct one of the lists" in caplog.text
    await one.kill()  # an owner who changes the shards starts with all processes stopped, or killed
    await stepped_clock.advance(TAKEOVER_AFTER_S + STANDBY_INTERVAL_S)
    assert wrong.is_active


async def test_the_lease_of_a_process_that_has_ended_is_taken_at_once(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one, two = shard_processes(), shard_processes()
    ended: set[str] = set()
    one.start()
    await stepped_clock.settle()
    two.start(ended.__contains__)
    await stepped_clock.advance(1)
    assert not two.is_active
    await one.kill()
    ended.add(one.shard_group.holder)
    await stepped_clock.advance(STANDBY_INTERVAL_S)
    assert two.is_active


async def test_who_has_slept_too_long_finds_another_in_its_place(
    stepped_clock: SteppedClock, store: Store, shard_processes: Callable[..., ShardProcess]
) -> None:
    """A process that was stopped for a minute (SIGSTOP, a suspended machine) does nothing when it wakes."""
    other = SteppedClock()
    one, two = shard_processes(), ShardProcess(other, store)
    one.start()
    await stepped_clock.settle()
    two.start()
    await other.advance(2 * TAKEOVER_AFTER_S)
    assert two.is_active
    stepped_clock.now_s += 60
    assert not one.is_active, "before anything else can run"
    await stepped_clock.wake_due()
    assert one.has_lost_lease
    await two.kill()


async def test_who_has_slept_and_was_not_missed_goes_on(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one = shard_processes()
    one.start()
    await stepped_clock.settle()
    await stepped_clock.jump(3600)
    assert (one.is_active, one.has_lost_lease) == (True, False)


async def test_the_clock_on_the_wall_may_jump(
    stepped_clock: SteppedClock, store: Store, shard_processes: Callable[..., ShardProcess]
) -> None:
    """No stored value is a time: the lease is a count."""
    one = shard_processes()
    one.start()
    await stepped_clock.advance(45)
    (row,) = await store.fetch_all("SELECT * FROM leases")
    assert {name: type(row[name]) for name in row.keys()} == {"shard_group": str, "holder": str, "renewals": int}  # noqa: SIM118
    assert row["renewals"] == 4


async def test_a_store_that_hiccups_costs_nobody_the_lease(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one, two = shard_processes(), shard_processes()
    way = one.flaky_store
    one.start()
    await stepped_clock.settle()
    two.start()
    for _ in range(5):
        await stepped_clock.advance(RENEWAL_INTERVAL_S - 1)
        way.is_broken = StoreError("The disk is full.", is_disk_full=True)
        await stepped_clock.advance(3)
        way.is_broken = None
        await stepped_clock.advance(2)
        assert (one.is_active, two.is_active, one.has_lost_lease) == (True, False, False)


@pytest.mark.parametrize("how", ["fails", "hangs", "breaks"])
async def test_a_process_that_cannot_write_pauses_before_another_starts(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess], how: str
) -> None:
    one, two = shard_processes(), shard_processes()
    way = one.flaky_store
    one.start()
    await stepped_clock.settle()
    two.start()
    await stepped_clock.advance(2 * RENEWAL_INTERVAL_S)
    way.is_hanging = how == "hangs"
    way.is_broken = {"fails": StoreError("Gone."), "breaks": RuntimeError("a driver's own")}.get(how)
    paused_at = None
    for second in range(40):
        await stepped_clock.advance(1)
        assert not (one.is_active and two.is_active)
        if not one.is_active and paused_at is None:
            paused_at = second
        if two.is_active:
            break
    assert paused_at is not None
    assert paused_at <= LEASE_LIFETIME_S < TAKEOVER_AFTER_S - 1
    assert two.is_active
    way.is_hanging, way.is_broken = False, None
    await stepped_clock.advance(LEASE_LIFETIME_S)
    assert (one.is_active, one.has_lost_lease, two.is_active) == (False, True, True)


@pytest.mark.parametrize("how", ["fails", "hangs"])
async def test_a_lone_process_waits_for_its_store_as_long_as_it_takes(
    stepped_clock: SteppedClock,
    shard_processes: Callable[..., ShardProcess],
    how: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one = shard_processes()
    one.start()
    await stepped_clock.settle()
    one.flaky_store.is_hanging = how == "hangs"
    one.flaky_store.is_broken = {"fails": StoreError("The disk is full.", is_disk_full=True)}.get(how)
    await stepped_clock.advance(600)
    assert (one.is_active, one.has_lost_lease) == (False, False)
    assert len(caplog.records) == 1, "not a line for each attempt"
    one.flaky_store.is_hanging, one.flaky_store.is_broken = False, None
    await stepped_clock.advance(LEASE_LIFETIME_S)
    assert (one.is_active, one.has_lost_lease) == (True, False)


async def test_a_standby_process_survives_a_store_failure(
    stepped_clock: SteppedClock, shard_processes: Callable[..., ShardProcess]
) -> None:
    one, two = shard_processes(), shard_processes()
    way = two.flaky_store
    one.start()
    await stepped_clock.settle()
    two.start()
    await stepped_clock.advance(4)
    way.is_broken = StoreError("Gone.")
    await stepped_clock.advance(60)
    way.is_broken = None
    await stepped_clock.advance(TAKEOVER_AFTER_S)
    assert (one.is_active, two.is_active) == (True, False), (
        "it was the way to the store that was gone, and one has spoken meanwhile"
    )
    await one.kill()
    await stepped_clock.advance(TAKEOVER_AFTER_S + STANDBY_INTERVAL_S)
    assert two.is_active


async def test_a_start_with_a_broken_store_says_so(stepped_clock: SteppedClock, store: Store) -> None:
    one = ShardProcess(stepped_clock, store)
    one.flaky_store.is_broken = StoreError("Gone.")
    with pytest.raises(StoreError, match="Gone"):
        await one.shard_group.acquire()


async def test_a_process_without_the_lease_writes_nothing(
    stepped_clock: SteppedClock, store: Store, shard_processes: Callable[..., ShardProcess]
) -> None:
    one = shard_processes()
    one.start()
    await stepped_clock.settle()
    await store.write(one.shard_group.require_lease)
    await store.write(lambda tx: leases.delete_leases(tx, [leases.Lease(HALF_OF_SHARDS, one.shard_group.holder, 0)]))
    with pytest.raises(LeaseLostError, match="0-3/8 are served by another process"):
        await store.write(one.shard_group.require_lease)
    assert not one.is_active


async def test_a_lost_lease_is_noticed_at_the_next_renewal(
    stepped_clock: SteppedClock, store: Store, shard_processes: Callable[..., ShardProcess]
) -> None:
    one = shard_processes()
    one.start()
    await stepped_clock.settle()
    await store.write(lambda tx: tx.execute("UPDATE leases SET holder = 'another'"))
    await stepped_clock.advance(RENEWAL_INTERVAL_S)
    assert (one.is_active, one.has_lost_lease) == (False, True)


def test_lease_times_leave_a_gap_between_two_holders() -> None:
    assert (
        shard_group.RENEWAL_INTERVAL_S + 2 * shard_group.RENEWAL_RETRY_S
        < LEASE_LIFETIME_S
        < TAKEOVER_AFTER_S - STANDBY_INTERVAL_S + 1
    )
    assert TAKEOVER_AFTER_S + STANDBY_INTERVAL_S < 30
