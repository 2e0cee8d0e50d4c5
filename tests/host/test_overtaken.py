"""Two who each believe that a table is theirs: whatever they do to it, only one of them does it."""

from __future__ import annotations

import asyncio

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.service.play.live import Late
from engine.host.service.tables import Tables
from engine.kernel.text import Refusal
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn, bid


@pytest.fixture
async def twin(camp: Inn) -> Tables:
    """What a second process keeps of the table, before the first one goes on."""
    tables = Tables(camp.store, Catalogue(), lambda: camp.now)
    await tables.in_channel(CHANNEL)
    return tables


async def test_a_move_on_an_old_look_is_refused_and_the_next_look_is_fresh(camp: Inn, twin: Tables) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    await bid(camp.tables, ANA)
    log = await camp.tables.history.log(table.id, 0)
    with pytest.raises(Late, match="gone on meanwhile"):
        await bid(twin, ANA)
    assert await twin.history.log(table.id, 0) == log, "nothing was written by the one who came late"
    with pytest.raises(Late, match="not your turn"):
        await bid(twin, ANA)
    await bid(twin, BEN)
    assert len((await twin.history.record(table.id)).moves) >= 2
    camp.tables.context.forget(table.id)  # now it is the first one's look that is old


async def test_a_move_does_not_undo_a_change_that_wrote_no_entry(camp: Inn, twin: Tables) -> None:
    """A moderator's hand raises the revision without a line in the log: a move on the old one would take its number."""
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.admin.drop_controls(table.id)
    with pytest.raises(Late):
        await bid(twin, ANA)
    assert (await twin.table(table.id)).rev == table.rev + 1
    assert not (await twin.history.record(table.id)).moves


async def test_of_two_who_sit_down_on_the_last_seat_one_does(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    twin = Tables(inn.store, Catalogue(), lambda: inn.now)
    await twin.table(table.id)
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="gone on meanwhile"):
        await twin.lobby.join(table.id, CY, "Cy")
    assert [person.user for person in (await twin.table(table.id)).seats] == [ANA, BEN]


async def test_of_two_moves_at_once_one_is_played(camp: Inn, twin: Tables) -> None:
    outcomes = await asyncio.gather(bid(camp.tables, ANA), bid(twin, ANA), return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["Late", "NoneType"]
    table = await twin.in_channel(CHANNEL)
    assert len((await camp.tables.history.record(table.id)).moves) == 1
