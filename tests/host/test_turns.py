"""What each viewer is shown of the latest turns: their own earlier views, also after an undo and a restart."""

from __future__ import annotations

from collections.abc import Mapping

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


async def test_everybody_is_shown_where_the_pieces_have_been(camp: Inn) -> None:
    """The same for every viewer and after a restart, and nothing of what was taken back."""
    game = camp.tables.catalogue.game("toy")
    table = await camp.tables.in_channel(CHANNEL)
    assert (await seen(camp.tables, None)).trails == {}
    trails: Mapping[str, tuple[str, ...]] = {}
    while not any(len(been) > 1 for been in trails.values()):
        now = await seen(camp.tables, None)
        user = table.user_of(now.waiting[0])
        _, _, menu = await camp.tables.moves.menu(table.id, user)
        await camp.tables.moves.play(table.id, user, game.stall(now.waiting[0], menu))
        trails = (await seen(camp.tables, None)).trails
    assert [(await seen(camp.tables, seat)).trails for seat in (0, 1)] == [trails, trails]
    tables = await camp.restart()
    assert [(await seen(tables, seat)).trails for seat in (None, 0, 1)] == [trails] * 3


async def test_a_place_that_was_taken_back_is_in_no_trail(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    assert (await seen(camp.tables, None)).trails
    await camp.tables.undo.take_back(table.id, ANA)
    assert (await seen(camp.tables, None)).trails == {}
