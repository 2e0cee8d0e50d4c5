"""What Discord allows a token, shared by processes: never too much in any second, and hardly any waiting for one alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.host.model.clock import Clock
from engine.host.service.allowance import BATCH, RATE, SIGNING_IN, Allowance
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from tests.host.stepped import Time, Way

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Processes:
    """Some with one token, each with a clock of its own that may stand wrong by some seconds."""

    def __init__(self, time: Time, store: Any, *skews: float) -> None:
        self._time, self.began = time, time.now
        self.sent: list[float] = []
        to_store: Any = Way(time, store)
        self.all = [Allowance(to_store, self._clock(skew), time.ticks, time.pause) for skew in skews]

    def _clock(self, skew: float) -> Clock:
        return lambda: NOON + timedelta(seconds=self._time.now + skew)

    async def send(self, process: int, times: int = 1) -> None:
        for _ in range(times):
            await self.all[process].request()
            self.sent.append(self._time.now)

    async def hurry(self, times: int) -> float:
        """All send so many as fast as they may; returns how long that took."""
        began = self._time.now
        tasks = [asyncio.create_task(self.send(process, times)) for process in range(len(self.all))]
        while not all(task.done() for task in tasks):
            await self._time.passes(0.025, 0.025)
        return self._time.now - began

    def most_in_a_second(self) -> int:
        return max(sum(begin <= at < begin + 1 for at in self.sent) for begin in self.sent)


@pytest.fixture
async def store(where: Path | str) -> AsyncIterator[Store]:
    async with await open_store(where) as opened:
        yield opened


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.mark.parametrize("processes", [1, 3])
async def test_those_in_a_hurry_send_fifty_in_a_second_at_most(time: Time, store: Store, processes: int) -> None:
    some = Processes(time, store, *[0.0] * processes)
    took = await some.hurry(240 // processes)
    assert some.most_in_a_second() <= 50
    assert took == pytest.approx(240 / RATE, abs=1), "and not much fewer"


async def test_who_sends_little_never_waits(time: Time, store: Store) -> None:
    pair = Processes(time, store, 0, 0)
    for n in range(100):
        time.now += 0.25
        await asyncio.wait_for(pair.send(n % 2), 10)
    assert len(pair.sent) == 100


async def test_what_is_left_of_a_batch_is_not_saved_up(time: Time, store: Store) -> None:
    trio = Processes(time, store, 0, 0, 0)
    await trio.hurry(1)
    await time.passes(60, 60)
    await trio.hurry(40)
    assert trio.most_in_a_second() <= 50


async def test_machines_whose_clocks_differ_somewhat(time: Time, store: Store) -> None:
    """By what a time server leaves: a clock that is ahead books ahead, and the other waits for it, no more."""
    pair = Processes(time, store, 0, 0.2)
    assert await pair.hurry(60) < 120 / RATE + 1
    assert pair.most_in_a_second() <= 50 + 0.2 * RATE


@pytest.mark.parametrize("hours", [-48, 48])
async def test_a_clock_that_stood_wrong_keeps_nobody_waiting(time: Time, store: Store, hours: int) -> None:
    await Processes(time, store, hours * 3600).hurry(20)
    assert await Processes(time, store, 0).hurry(20) < 1


async def test_shards_of_a_key_sign_in_one_after_the_other_whichever_process_they_are_in(
    time: Time, store: Store
) -> None:
    pair = Processes(time, store, 0, 0)
    signed: dict[int, float] = {}

    async def sign_in(shard: int) -> None:
        await pair.all[shard // 4].identify(shard, 2)
        signed[shard] = time.now

    tasks = [asyncio.create_task(sign_in(shard)) for shard in range(8)]
    await time.passes(20, 0.1)
    assert all(task.done() for task in tasks)
    for key in (0, 1):
        moments = sorted(moment for shard, moment in signed.items() if shard % 2 == key)
        assert all(later - earlier >= 5 for earlier, later in pairwise(moments))
        assert moments[-1] - moments[0] < 3 * SIGNING_IN / 1000 + 1


async def test_who_waited_for_the_store_signs_in_late_and_the_next_one_later(time: Time, store: Store) -> None:
    class Busy(Way):
        """Somebody else is writing for three seconds."""

        async def write(self, work: Any) -> Any:
            if time.now < 1003:
                await time.pause(1003 - time.now)
            return await super().write(work)

    way: Any = Busy(time, store)
    allowance = Allowance(way, lambda: NOON + timedelta(seconds=time.now), time.ticks, time.pause)
    signed: list[float] = []

    async def sign_in(shard: int) -> None:
        await allowance.identify(shard, 1)
        signed.append(time.now)

    first = asyncio.create_task(sign_in(0))
    await time.passes(2, 0.1)
    tasks = [first, asyncio.create_task(sign_in(1))]
    await time.passes(20, 0.1)
    assert all(task.done() for task in tasks)
    assert signed[1] - signed[0] >= 5


async def test_a_store_that_does_not_answer_holds_nobody_up(time: Time, caplog: pytest.LogCaptureFixture) -> None:
    """Then there is Discord's own answer, 429, which discord.py waits for."""

    class Broken:
        async def write(self, _work: Any) -> int:
            raise StoreError("Gone.")

    caplog.set_level(logging.WARNING, "overwinter.shards")
    await asyncio.wait_for(Processes(time, Broken(), 0).send(0, BATCH), 10)
    assert len(caplog.records) == 1
