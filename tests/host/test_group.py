"""Processes that want the same shards: one acts, the others wait, and nobody's clock on the wall matters."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.host.model.share import Share
from engine.host.service import group
from engine.host.service.group import BEAT, LIFE, LOOK, SILENCE, Group, Lost
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards import leases
from tests.host.stepped import Time, Way

HALF = Share.parse("0-3/8")


class Process:
    """A process that wants a group, and whether it acts."""

    def __init__(self, time: Time, store: Store, share: Share = HALF) -> None:
        self.way = Way(time, store)
        to_store: Any = self.way
        self.group = Group(to_store, share, time.ticks, time.pause)
        self.lost = False
        self._task: asyncio.Task[None] | None = None

    def start(self, *, alone: bool = False) -> None:
        self._task = asyncio.create_task(self._run(alone))

    async def _run(self, alone: bool) -> None:
        await self.group.enter(alone=alone)
        await self.group.keep()
        self.lost = True

    @property
    def acts(self) -> bool:
        return self.group.held

    async def kill(self) -> None:
        """It is no more, and has had no time to say so."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self.group._said = None


@pytest.fixture
async def store(where: Path | str) -> AsyncIterator[Store]:
    async with await open_store(where) as opened:
        yield opened


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def party(time: Time, store: Store) -> AsyncIterator[Callable[..., Process]]:
    processes: list[Process] = []

    def more(share: str = "0-3/8") -> Process:
        processes.append(Process(time, store, Share.parse(share)))
        return processes[-1]

    yield more
    for process in processes:
        await process.kill()


async def test_the_only_one_acts_at_once_and_goes_on(time: Time, party: Callable[..., Process]) -> None:
    one = party()
    one.start()
    await time.settle()
    assert one.acts
    for _ in range(30):
        await time.passes(10)
        assert one.acts


async def test_a_second_one_stands_by_and_takes_over_within_thirty_seconds(
    time: Time, party: Callable[..., Process], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "overwinter.shards")
    one, two = party(), party()
    one.start()
    await time.settle()
    two.start()
    await time.passes(300)
    assert (one.acts, two.acts) == (True, False)
    assert "standing by: another process serves the shards 0-3/8." in caplog.text
    await one.kill()
    waited = 0
    while not two.acts:
        await time.passes(1)
        waited += 1
    assert SILENCE - BEAT <= waited <= SILENCE + LOOK < 30


async def test_one_that_ends_in_order_hands_over_at_once(time: Time, party: Callable[..., Process]) -> None:
    one, two = party(), party()
    one.start()
    await time.settle()
    two.start()
    await time.passes(20)
    await one.group.leave()
    assert not one.acts
    await time.passes(LOOK)
    assert two.acts


async def test_of_two_that_stand_by_one_takes_over(time: Time, party: Callable[..., Process]) -> None:
    one, two, three = party(), party(), party()
    for process in (one, two, three):
        process.start()
        await time.settle()
    await time.passes(30)
    await one.kill()
    await time.passes(60)
    assert sorted((two.acts, three.acts)) == [False, True]
    await (two if two.acts else three).kill()
    await time.passes(60)
    assert sorted((two.acts, three.acts)) == [False, True]


async def test_two_that_begin_together(time: Time, party: Callable[..., Process]) -> None:
    one, two = party(), party()
    one.start()
    two.start()
    await time.passes(60)
    assert sorted((one.acts, two.acts)) == [False, True]


async def test_other_groups_are_nobodys_rivals(time: Time, party: Callable[..., Process]) -> None:
    halves = [party("0-3/8"), party("4-7/8")]
    for half in halves:
        half.start()
    await time.passes(60)
    assert all(half.acts for half in halves)


@pytest.mark.parametrize("list_", ["3-5/8", "0-7/8", "0/1", "2/16"])
async def test_lists_with_servers_in_common_do_not_act_together(
    time: Time, party: Callable[..., Process], list_: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "overwinter.shards")
    one, wrong = party(), party(list_)
    one.start()
    await time.settle()
    wrong.start()
    await time.passes(60)
    assert (one.acts, wrong.acts) == (True, False)
    assert f"which have servers in common with {list_}: correct one of the lists" in caplog.text
    await one.kill()  # an owner who divides the shards anew starts with all processes stopped, or killed
    await time.passes(SILENCE + LOOK)
    assert wrong.acts


async def test_the_holder_of_a_file_waits_for_nobody(time: Time, party: Callable[..., Process]) -> None:
    """The lock on an SQLite file says more surely than silence that whoever had it is no more."""
    one, two = party(), party()
    one.start()
    await time.settle()
    await one.kill()
    two.start(alone=True)
    await time.settle()
    assert two.acts


async def test_who_has_slept_too_long_finds_another_in_its_place(
    time: Time, store: Store, party: Callable[..., Process]
) -> None:
    """A process that was stopped for a minute (SIGSTOP, a suspended machine) does nothing when it wakes."""
    other = Time()
    one, two = party(), Process(other, store)
    one.start()
    await time.settle()
    two.start()
    await other.passes(2 * SILENCE)
    assert two.acts
    time.now += 60
    assert not one.acts, "before anything else can run"
    await time.wake()
    assert one.lost
    await two.kill()


async def test_who_has_slept_and_was_not_missed_goes_on(time: Time, party: Callable[..., Process]) -> None:
    one = party()
    one.start()
    await time.settle()
    await time.jumps(3600)
    assert (one.acts, one.lost) == (True, False)


async def test_the_clock_on_the_wall_may_jump(time: Time, store: Store, party: Callable[..., Process]) -> None:
    """Nothing that is stored is a time: the lease is a count."""
    one = party()
    one.start()
    await time.passes(45)
    (row,) = await store.all("SELECT * FROM leases")
    assert {name: type(row[name]) for name in row.keys()} == {"shard_group": str, "holder": str, "renewals": int}  # noqa: SIM118
    assert row["renewals"] == 4


async def test_a_store_that_hiccups_costs_nobody_the_lease(time: Time, party: Callable[..., Process]) -> None:
    one, two = party(), party()
    way = one.way
    one.start()
    await time.settle()
    two.start()
    for _ in range(5):
        await time.passes(BEAT - 1)
        way.broken = StoreError("The disk is full.", full=True)
        await time.passes(3)
        way.broken = None
        await time.passes(2)
        assert (one.acts, two.acts, one.lost) == (True, False, False)


@pytest.mark.parametrize("how", ["fails", "hangs", "breaks"])
async def test_who_cannot_write_ends_before_another_acts(time: Time, party: Callable[..., Process], how: str) -> None:
    one, two = party(), party()
    way = one.way
    one.start()
    await time.settle()
    two.start()
    await time.passes(2 * BEAT)
    way.hangs = how == "hangs"
    way.broken = {"fails": StoreError("Gone."), "breaks": RuntimeError("a driver's own")}.get(how)
    ended = None
    for second in range(40):
        await time.passes(1)
        assert not (one.acts and two.acts)
        if one.lost and ended is None:
            ended = second
        if two.acts:
            break
    assert ended is not None
    assert ended <= LIFE < SILENCE - 1
    assert two.acts


async def test_who_stands_by_outlives_the_store(time: Time, party: Callable[..., Process]) -> None:
    one, two = party(), party()
    way = two.way
    one.start()
    await time.settle()
    two.start()
    await time.passes(4)
    way.broken = StoreError("Gone.")
    await time.passes(60)
    way.broken = None
    await time.passes(SILENCE)
    assert (one.acts, two.acts) == (True, False), (
        "it was the way to the store that was gone, and one has spoken meanwhile"
    )
    await one.kill()
    await time.passes(SILENCE + LOOK)
    assert two.acts


async def test_a_start_with_a_broken_store_says_so(time: Time, store: Store) -> None:
    one = Process(time, store)
    one.way.broken = StoreError("Gone.")
    with pytest.raises(StoreError, match="Gone"):
        await one.group.enter()


async def test_nothing_is_written_by_who_has_lost_the_lease(
    time: Time, store: Store, party: Callable[..., Process]
) -> None:
    one = party()
    one.start()
    await time.settle()
    await store.write(one.group.check)
    await store.write(lambda tx: leases.drop(tx, [leases.Lease(HALF, one.group._holder, 0)]))
    with pytest.raises(Lost, match="0-3/8 are served by another process"):
        await store.write(one.group.check)
    assert not one.acts


async def test_it_is_lost_by_the_next_word_at_the_latest(
    time: Time, store: Store, party: Callable[..., Process]
) -> None:
    one = party()
    one.start()
    await time.settle()
    await store.write(lambda tx: tx.run("UPDATE leases SET holder = 'another'"))
    await time.passes(BEAT)
    assert (one.acts, one.lost) == (False, True)


def test_the_spans_leave_room_between_the_last_deed_of_one_and_the_first_of_the_other() -> None:
    assert group.BEAT + 2 * group.SOON < LIFE < SILENCE - LOOK + 1
    assert SILENCE + LOOK < 30
