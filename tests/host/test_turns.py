"""What each viewer is shown of the latest turns: their own earlier views, also after an undo and a restart."""

from __future__ import annotations

import msgspec

from engine.host.model.table import TableSnapshot
from engine.host.service.tables import Tables
from tests.host.harness import ANA, BEN, CHANNEL, Inn, bid, walker


async def seen(tables: Tables, seat: int | None) -> TableSnapshot:
    return await tables.snapshots.take((await tables.in_channel(CHANNEL)).id, seat)


async def test_before_the_first_move_nothing_has_happened(camp: Inn) -> None:
    assert (await seen(camp.tables, None)).before == ()


async def test_earlier_views_are_those_of_the_viewer(camp: Inn) -> None:
    opening = {seat: (await seen(camp.tables, seat)).view for seat in (None, 0, 1)}
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    for seat in (None, 0, 1):
        snapshot = await seen(camp.tables, seat)
        assert snapshot.before[-1].view == opening[seat]
        assert all(one.view.viewer == seat for one in snapshot.before)


async def test_earlier_views_survive_a_restart(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    user = await walker(camp.tables)
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.moves.play(table.id, user, ("rest",))
    kept = [msgspec.json.encode((await seen(camp.tables, seat)).before) for seat in (None, 0, 1)]
    tables = await camp.restart()
    assert [msgspec.json.encode((await seen(tables, seat)).before) for seat in (None, 0, 1)] == kept
    assert (await seen(tables, None)).before


async def test_what_was_taken_back_has_not_happened(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    assert (await seen(camp.tables, None)).before
    await camp.tables.undo.take_back(table.id, ANA)
    assert (await seen(camp.tables, None)).before == ()
