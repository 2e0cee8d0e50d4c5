"""Discord's rate limit of a token, shared by processes: never exceeded in any second, with little waiting for a single process."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.host.model.clock import Clock
from engine.host.service.fair_slots import FairSlots, current_server
from engine.host.service.rate_limit import IDENTIFY_INTERVAL_MS, MAX_REQUESTS_PER_S, REQUESTS_PER_BATCH, RateLimit
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from tests.host.stepped_clock import FlakyStore, SteppedClock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class RateLimitedProcesses:
    """Processes with one token. Each has its own clock, which may be wrong by some seconds."""

    def __init__(self, stepped_clock: SteppedClock, store: Any, *skews: float) -> None:
        self._time, self.began = stepped_clock, stepped_clock.now_s
        self.sent_at: list[float] = []
        to_store: Any = FlakyStore(stepped_clock, store)
        self.rate_limits = [
            RateLimit(to_store, self._create_clock(skew), stepped_clock.read_seconds, stepped_clock.pause)
            for skew in skews
        ]

    def _create_clock(self, skew: float) -> Clock:
        return lambda: NOON + timedelta(seconds=self._time.now_s + skew)

    async def send(self, process: int, times: int = 1) -> None:
        for _ in range(times):
            await self.rate_limits[process].await_request()
            self.sent_at.append(self._time.now_s)

    async def send_all(self, times: int) -> float:
        """Send a number of requests from every process as fast as allowed, and return the duration."""
        began = self._time.now_s
        tasks = [asyncio.create_task(self.send(process, times)) for process in range(len(self.rate_limits))]
        while not all(task.done() for task in tasks):
            await self._time.advance(0.025, 0.025)
        return self._time.now_s - began

    def find_peak_rate(self) -> int:
        return max(sum(begin <= at < begin + 1 for at in self.sent_at) for begin in self.sent_at)


@pytest.fixture
async def store(store_address: Path | str) -> AsyncIterator[Store]:
    async with await open_store(store_address) as opened:
        yield opened


@pytest.fixture
def stepped_clock() -> SteppedClock:
    return SteppedClock()


@pytest.mark.parametrize("processes", [1, 3])
async def test_those_in_a_hurry_send_fifty_in_a_second_at_most(
    stepped_clock: SteppedClock, store: Store, processes: int
) -> None:
    some = RateLimitedProcesses(stepped_clock, store, *[0.0] * processes)
    took = await some.send_all(240 // processes)
    assert some.find_peak_rate() <= 50
    assert took == pytest.approx(240 / MAX_REQUESTS_PER_S, abs=1), "and not much fewer"


async def test_who_sends_little_never_waits(stepped_clock: SteppedClock, store: Store) -> None:
    pair = RateLimitedProcesses(stepped_clock, store, 0, 0)
    for n in range(100):
        stepped_clock.now_s += 0.25
        await asyncio.wait_for(pair.send(n % 2), 10)
    assert len(pair.sent_at) == 100


async def test_what_is_left_of_a_batch_is_not_saved_up(stepped_clock: SteppedClock, store: Store) -> None:
    trio = RateLimitedProcesses(stepped_clock, store, 0, 0, 0)
    await trio.send_all(1)
    await stepped_clock.advance(60, 60)
    await trio.send_all(40)
    assert trio.find_peak_rate() <= 50


async def test_machines_whose_clocks_differ_somewhat(stepped_clock: SteppedClock, store: Store) -> None:
    """A time server leaves such differences: a clock that is ahead books ahead, and the other process waits for it."""
    pair = RateLimitedProcesses(stepped_clock, store, 0, 0.2)
    assert await pair.send_all(60) < 120 / MAX_REQUESTS_PER_S + 1
    assert pair.find_peak_rate() <= 50 + 0.2 * MAX_REQUESTS_PER_S


@pytest.mark.parametrize("hours", [-48, 48])
async def test_a_clock_that_stood_wrong_keeps_nobody_waiting(
    stepped_clock: SteppedClock, store: Store, hours: int
) -> None:
    await RateLimitedProcesses(stepped_clock, store, hours * 3600).send_all(20)
    assert await RateLimitedProcesses(stepped_clock, store, 0).send_all(20) < 1


async def test_shards_of_a_key_sign_in_one_after_the_other_whichever_process_they_are_in(
    stepped_clock: SteppedClock, store: Store
) -> None:
    pair = RateLimitedProcesses(stepped_clock, store, 0, 0)
    signed: dict[int, float] = {}

    async def sign_in(shard: int) -> None:
        await pair.rate_limits[shard // 4].await_identify(shard, 2)
        signed[shard] = stepped_clock.now_s

    tasks = [asyncio.create_task(sign_in(shard)) for shard in range(8)]
    await stepped_clock.advance(20, 0.1)
    assert all(task.done() for task in tasks)
    for key in (0, 1):
        moments = sorted(moment for shard, moment in signed.items() if shard % 2 == key)
        assert all(later - earlier >= 5 for earlier, later in pairwise(moments))
        assert moments[-1] - moments[0] < 3 * IDENTIFY_INTERVAL_MS / 1000 + 1


async def test_who_waited_for_the_store_signs_in_late_and_the_next_one_later(
    stepped_clock: SteppedClock, store: Store
) -> None:
    class Busy(FlakyStore):
        """A store in which another process writes for three seconds."""

        async def write(self, work: Any) -> Any:
            if stepped_clock.now_s < 1003:
                await stepped_clock.pause(1003 - stepped_clock.now_s)
            return await super().write(work)

    way: Any = Busy(stepped_clock, store)
    allowance = RateLimit(
        way, lambda: NOON + timedelta(seconds=stepped_clock.now_s), stepped_clock.read_seconds, stepped_clock.pause
    )
    signed: list[float] = []

    async def sign_in(shard: int) -> None:
        await allowance.await_identify(shard, 1)
        signed.append(stepped_clock.now_s)

    first = asyncio.create_task(sign_in(0))
    await stepped_clock.advance(2, 0.1)
    tasks = [first, asyncio.create_task(sign_in(1))]
    await stepped_clock.advance(20, 0.1)
    assert all(task.done() for task in tasks)
    assert signed[1] - signed[0] >= 5


async def test_a_store_that_does_not_answer_holds_nobody_up(
    stepped_clock: SteppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord's own answer, 429, then applies, and discord.py waits for it."""

    class Broken:
        async def write(self, _work: Any) -> int:
            raise StoreError("Gone.")

    caplog.set_level(logging.WARNING, "overwinter.shards")
    await asyncio.wait_for(RateLimitedProcesses(stepped_clock, Broken(), 0).send(0, REQUESTS_PER_BATCH), 10)
    assert len(caplog.records) == 1


async def test_no_server_waits_for_the_league_night_of_another(stepped_clock: SteppedClock) -> None:
    """A thousand boards of one server take 25 seconds; a board of another server, asked for after them, is next."""
    limit = RateLimit(None, lambda: NOON, stepped_clock.read_seconds, stepped_clock.pause)
    sent_at: dict[int, list[float]] = defaultdict(list)

    async def post(server: int) -> None:
        current_server.set(server)
        await limit.await_request()
        sent_at[server].append(stepped_clock.now_s)

    began = stepped_clock.now_s
    league = [asyncio.create_task(post(1)) for _ in range(1000)]
    await stepped_clock.advance(5, 0.025)
    asked_at = stepped_clock.now_s
    others = [asyncio.create_task(post(server)) for server in range(2, 42)]
    await stepped_clock.advance(25, 0.025)
    await asyncio.gather(*league, *others)
    assert all(at - asked_at < 3 for server in range(2, 42) for at in sent_at[server])
    moments = sorted(at for times in sent_at.values() for at in times)
    assert max(sum(begin <= at < begin + 1 for at in moments) for begin in moments) <= 50
    assert moments[-1] - began == pytest.approx(1040 / MAX_REQUESTS_PER_S, abs=1)


async def test_a_slot_that_a_cancelled_task_got_is_given_on() -> None:
    slots, entered = FairSlots(1), list[int]()

    async def enter(number: int) -> None:
        async with slots.hold():
            entered.append(number)

    async with slots.hold():
        waiting = [asyncio.create_task(enter(number)) for number in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
    waiting[0].cancel()  # at the moment at which it got the slot
    await asyncio.gather(*waiting, return_exceptions=True)
    assert entered == [2]
