"""On PostgreSQL the holder of a lease has a session: a killed process is noticed by the end of its connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.host.model.shard_range import ShardRange
from engine.host.service.shard_group import SESSION_GONE_S, SESSION_GRACE_S, STANDBY_INTERVAL_S, ShardGroup
from engine.host.store.drivers.postgres import PostgresStore
from tests.host.stepped_clock import SteppedClock
from tests.postgres import PostgresServer
from tests.store_internals import get_postgres_writer

KILL_TAKEOVER_MAX_S = 6


@pytest.fixture
async def stores(postgres_server: PostgresServer) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    address = await postgres_server.empty_database()
    async with await PostgresStore.connect(address) as one, await PostgresStore.connect(address) as two:
        yield one, two


def create_group(store: PostgresStore, clock: SteppedClock) -> ShardGroup:
    return ShardGroup(store, ShardRange(), clock.read_seconds, clock.pause)


async def advance(clock: SteppedClock, seconds: int) -> None:
    """Advance, with time for the server to answer after each second."""
    for _ in range(seconds):
        await clock.advance(1)
        await asyncio.sleep(0.05)


async def test_postgres_a_killed_process_is_replaced_within_six_seconds(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    clock = SteppedClock()
    killed, successor = create_group(stores[0], clock), create_group(stores[1], clock)
    await killed.acquire()
    holding = asyncio.create_task(killed.hold())
    joining = asyncio.create_task(successor.acquire())
    await advance(clock, 30)
    assert (killed.holds_lease, successor.holds_lease) == (True, False)
    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)
    get_postgres_writer(stores[0]).terminate()
    async with asyncio.timeout(5):
        while await stores[1].has_session(killed.holder):  # noqa: ASYNC110 - the server reports nothing
            await asyncio.sleep(0.01)
    await advance(clock, KILL_TAKEOVER_MAX_S)
    await asyncio.wait_for(joining, 5)
    assert successor.holds_lease


async def test_postgres_a_holder_whose_connection_is_dropped_takes_its_session_up_again(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    clock = SteppedClock()
    holder, rival = create_group(stores[0], clock), create_group(stores[1], clock)
    await holder.acquire()
    holding = asyncio.create_task(holder.hold())
    joining = asyncio.create_task(rival.acquire())
    await advance(clock, 2)
    for _ in range(3):
        get_postgres_writer(stores[0]).terminate()
        await advance(clock, 2 * (SESSION_GONE_S + STANDBY_INTERVAL_S))
        assert await stores[1].has_session(holder.holder) is True
        assert (holder.holds_lease, rival.holds_lease) == (True, False)
    for task in (holding, joining):
        task.cancel()
    await asyncio.gather(holding, joining, return_exceptions=True)
    get_postgres_writer(stores[0]).terminate()
    await asyncio.sleep(0.05)
    clock.now_s += SESSION_GRACE_S
    assert (holder.holds_lease, holder.may_answer) == (False, True), (
        "it does nothing without its session but answer people"
    )


def test_session_times_leave_a_gap_between_two_holders() -> None:
    assert SESSION_GRACE_S + STANDBY_INTERVAL_S <= SESSION_GONE_S
    assert STANDBY_INTERVAL_S + SESSION_GONE_S + STANDBY_INTERVAL_S <= KILL_TAKEOVER_MAX_S
