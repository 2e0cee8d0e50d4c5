"""One of several processes: which process waits for which on each store, and the checks before its requests."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web

from cogs.services.request_guard import RequestGuard
from cogs.services.shard_membership import ShardMembership
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.service.shard_group import LeaseExpiredError
from engine.host.store.database import Store
from engine.host.store.drivers.opening import open_store
from engine.host.store.file_lock import FileLockedError
from engine.host.store.shards import leases

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def create_membership(
    share: str = "", *, has_several_processes: bool = False, database: Path | None = None
) -> ShardMembership:
    return ShardMembership(
        ShardRange.parse(share) if share else None, lambda: NOON, has_standby=has_several_processes, database=database
    )


@pytest.fixture
async def store(store_address: Path | str) -> AsyncIterator[Store]:
    async with await open_store(store_address) as opened:
        yield opened


async def test_a_process_alone_on_its_file_leaves_nothing_in_the_store(store: Store) -> None:
    alone = create_membership()
    await alone.join(store, is_alone=True)
    assert (alone.lease_check, alone.request_guard.shard_group) == (None, None)
    assert not alone.request_guard.rate_limit.is_shared
    assert await leases.load_leases(store) == []
    await alone.leave()


async def test_one_of_several_has_a_lease_and_shares_the_limits(store: Store) -> None:
    one = create_membership("0-7/16")
    await one.join(store, is_alone=True)
    assert [lease.shard_range for lease in await leases.load_leases(store)] == [ShardRange(0, 7, 16)]
    assert one.lease_check is not None
    assert one.request_guard.rate_limit.is_shared
    await store.write(one.lease_check)
    await one.leave()
    assert await leases.load_leases(store) == []


async def test_who_serves_everybody_has_one_too_where_others_could_reach_the_store(store: Store) -> None:
    """Two bots on one PostgreSQL server that both serve all shards would do everything twice."""
    one, two = create_membership(has_several_processes=True), create_membership(has_several_processes=True)
    await one.join(store, is_alone=False)
    assert [lease.shard_range for lease in await leases.load_leases(store)] == [ALL_SHARDS]
    assert not one.request_guard.rate_limit.is_shared, "one process counts for itself"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(two.join(store, is_alone=False), 0.2)
    assert two.is_standing_by
    assert two.request_guard.shard_group is None
    await one.leave()
    await two.join(store, is_alone=False)
    assert not two.is_standing_by
    await two.leave()


HOLD_LOCK_CODE = """
import sys
from pathlib import Path
from engine.host.store.file_lock import HolderLock
lock = HolderLock(Path(sys.argv[1]), "former")
print("locked", flush=True)
sys.stdin.read()
"""


async def test_the_lease_of_a_killed_process_of_this_machine_is_taken_at_once(store: Store, tmp_path: Path) -> None:
    database = tmp_path / "data" / "bot.db"
    await store.write(lambda tx: leases.insert_lease(tx, ALL_SHARDS, "former"))
    former = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLD_LOCK_CODE, str(database)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert former.stdout is not None
    await former.stdout.readline()
    successor = create_membership(has_several_processes=True, database=database)
    joining = asyncio.create_task(successor.join(store, is_alone=False))
    done, _ = await asyncio.wait({joining}, timeout=0.2)
    assert not done
    assert successor.is_standing_by
    former.kill()
    await former.wait()
    await asyncio.wait_for(joining, 10)
    (lease,) = await leases.load_leases(store)
    assert lease.holder != "former"
    assert sorted(path.name for path in database.parent.iterdir()) == [f"bot.db.{lease.holder}.lock"]
    await successor.leave()
    assert list(database.parent.iterdir()) == []


async def test_a_file_in_use_refuses_who_names_no_shards(tmp_path: Path) -> None:
    claim = await create_membership().acquire_file_lock(tmp_path / "bot.db")
    with pytest.raises(FileLockedError):
        await create_membership().acquire_file_lock(tmp_path / "bot.db")
    one = create_membership("0/1")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(one.acquire_file_lock(tmp_path / "bot.db"), 0.2)
    assert one.is_standing_by
    claim.release()
    (await one.acquire_file_lock(tmp_path / "bot.db")).release()


class FakeLease:
    """A lease that can be lost."""

    holds_lease = True
    may_answer = True


class CountingRateLimit:
    """A rate limit that allows everything and can cancel the lease meanwhile."""

    def __init__(self, group: FakeLease) -> None:
        self.group, self.asked, self.loses = group, 0, False

    async def await_request(self) -> None:
        self.asked += 1
        self.group.holds_lease = not self.loses


async def test_nothing_leaves_a_process_that_has_lost_its_lease() -> None:
    arrived: list[str] = []

    async def note(request: web.Request) -> web.Response:
        arrived.append(request.path)
        return web.Response()

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", note)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    group = FakeLease()
    allowance = CountingRateLimit(group)
    gate = RequestGuard(cast("Any", allowance))
    async with aiohttp.ClientSession(trace_configs=[gate.create_trace_config()]) as session:

        async def send(path: str) -> None:
            async with session.post(address + path) as answer:
                assert answer.status == 200

        await send("/users/@me")  # the login comes before the lease
        gate.shard_group = cast("Any", group)
        await send("/channels/1/messages")
        await send("/interactions/1/token/callback")
        await send("/webhooks/1/token")
        assert allowance.asked == 2, "answers to people are not counted by Discord"
        group.holds_lease = False
        await send("/webhooks/1/token")  # without a database, people are told so as long as nobody else serves them
        group.may_answer = False
        for path in ("/channels/1/messages", "/interactions/1/token/callback"):
            with pytest.raises(LeaseExpiredError):
                await send(path)
        group.holds_lease = group.may_answer = allowance.loses = True
        with pytest.raises(LeaseExpiredError):  # the lease was lost while the request waited
            await send("/channels/1/messages")
    await runner.cleanup()
    assert len(arrived) == 5
