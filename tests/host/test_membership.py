"""A process among several: who waits for whom on which store, and the door that it has to go through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web

from cogs.services.gate import Gate, Lapsed
from cogs.services.membership import Membership
from engine.host.model.share import EVERYTHING, Share
from engine.host.store.claim import InUse
from engine.host.store.database import Store
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards import leases

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def membership(share: str = "", *, several: bool = False) -> Membership:
    return Membership(Share.parse(share) if share else None, lambda: NOON, several=several)


@pytest.fixture
async def store(where: Path | str) -> AsyncIterator[Store]:
    async with await open_store(where) as opened:
        yield opened


async def test_a_process_alone_on_its_file_leaves_nothing_in_the_store(store: Store) -> None:
    alone = membership()
    await alone.join(store, alone=True)
    assert (alone.check, alone.gate.group, alone.gate.allowance) == (None, None, None)
    assert await leases.leases(store) == []
    await alone.leave()


async def test_one_of_several_has_a_lease_and_shares_the_limits(store: Store) -> None:
    one = membership("0-7/16")
    await one.join(store, alone=True)
    assert [lease.share for lease in await leases.leases(store)] == [Share(0, 7, 16)]
    assert one.check is not None
    assert one.gate.allowance is not None
    await store.write(one.check)
    await one.leave()
    assert await leases.leases(store) == []


async def test_who_serves_everybody_has_one_too_where_others_could_reach_the_store(store: Store) -> None:
    """Two bots on one PostgreSQL that both serve everybody would do everything twice."""
    one, two = membership(several=True), membership(several=True)
    await one.join(store, alone=False)
    assert [lease.share for lease in await leases.leases(store)] == [EVERYTHING]
    assert one.gate.allowance is None, "discord.py keeps to the limits of one process"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(two.join(store, alone=False), 0.2)
    assert two.standing_by
    assert two.gate.group is None
    await one.leave()
    await two.join(store, alone=False)
    assert not two.standing_by
    await two.leave()


async def test_a_file_in_use_refuses_who_names_no_shards(tmp_path: Path) -> None:
    claim = await membership().claimed(tmp_path / "bot.db")
    with pytest.raises(InUse):
        await membership().claimed(tmp_path / "bot.db")
    one = membership("0/1")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(one.claimed(tmp_path / "bot.db"), 0.2)
    assert one.standing_by
    claim.release()
    (await one.claimed(tmp_path / "bot.db")).release()


class Held:
    """A lease, which can be lost."""

    held = True


class Counted:
    """An allowance that lets everything through; it may take the lease away meanwhile."""

    def __init__(self, group: Held) -> None:
        self.group, self.asked, self.loses = group, 0, False

    async def request(self) -> None:
        self.asked += 1
        self.group.held = not self.loses


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
    gate, group = Gate(), Held()
    allowance = Counted(group)
    async with aiohttp.ClientSession(trace_configs=[gate.trace()]) as session:

        async def send(path: str) -> None:
            async with session.post(address + path) as answer:
                assert answer.status == 200

        await send("/users/@me")  # before there is a lease: the login
        gate.group, gate.allowance = cast("Any", group), cast("Any", allowance)
        await send("/channels/1/messages")
        await send("/interactions/1/token/callback")
        await send("/webhooks/1/token")
        assert allowance.asked == 1, "answers to people are not counted by Discord"
        group.held = False
        for path in ("/channels/1/messages", "/interactions/1/token/callback"):
            with pytest.raises(Lapsed):
                await send(path)
        group.held = allowance.loses = True
        with pytest.raises(Lapsed):  # lost while it waited for its turn
            await send("/channels/1/messages")
    await runner.cleanup()
    assert len(arrived) == 4
