"""The latest turns of each viewer: their own earlier views, also after an undo and a restart."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.host.model.table import TableSnapshot
from engine.host.service.table_services import TableServices
from tests.host.harness import ANA, BEN, CHANNEL, ServiceHarness, find_walker, play_bid


async def list_earlier_views(tables: TableServices, seat: int | None) -> TableSnapshot:
    return await tables.snapshots.take_snapshot((await tables.find_channel_table(CHANNEL)).id, seat)


async def test_before_the_first_move_nothing_has_happened(running_table: ServiceHarness) -> None:
    assert (await list_earlier_views(running_table.tables, None)).earlier_views == ()


async def test_earlier_views_are_those_of_the_viewer(running_table: ServiceHarness) -> None:
    opening = {seat: (await list_earlier_views(running_table.tables, seat)).view for seat in (None, 0, 1)}
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    for seat in (None, 0, 1):
        snapshot = await list_earlier_views(running_table.tables, seat)
        assert snapshot.earlier_views[-1].view == opening[seat]
        assert all(one.view.viewer == seat for one in snapshot.earlier_views)


async def test_earlier_views_survive_a_restart(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    user = await find_walker(running_table.tables)
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.moves.play(table.id, user, ("rest",))
    kept = [
        msgspec.json.encode((await list_earlier_views(running_table.tables, seat)).earlier_views)
        for seat in (None, 0, 1)
    ]
    tables = await running_table.restart()
    assert [
        msgspec.json.encode((await list_earlier_views(tables, seat)).earlier_views) for seat in (None, 0, 1)
    ] == kept
    assert (await list_earlier_views(tables, None)).earlier_views


async def test_what_was_taken_back_has_not_happened(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    table = await running_table.tables.find_channel_table(CHANNEL)
    assert (await list_earlier_views(running_table.tables, None)).earlier_views
    await running_table.tables.undo.take_back(table.id, ANA)
    assert (await list_earlier_views(running_table.tables, None)).earlier_views == ()


async def test_everybody_is_shown_where_the_pieces_have_been(running_table: ServiceHarness) -> None:
    """The trails are the same for every viewer and after a restart, and have no undone moves."""
    game = running_table.tables.catalogue.load_game("toy")
    table = await running_table.tables.find_channel_table(CHANNEL)
    assert (await list_earlier_views(running_table.tables, None)).trails == {}
    trails: Mapping[str, tuple[str, ...]] = {}
    while not any(len(been) > 1 for been in trails.values()):
        now = await list_earlier_views(running_table.tables, None)
        user = table.find_seat_user(now.waiting_seats[0])
        _, _, menu = await running_table.tables.moves.load_menu(table.id, user)
        await running_table.tables.moves.play(table.id, user, game.safe_move(now.waiting_seats[0], menu))
        trails = (await list_earlier_views(running_table.tables, None)).trails
    assert [(await list_earlier_views(running_table.tables, seat)).trails for seat in (0, 1)] == [trails, trails]
    tables = await running_table.restart()
    assert [(await list_earlier_views(tables, seat)).trails for seat in (None, 0, 1)] == [trails] * 3


async def test_a_place_that_was_taken_back_is_in_no_trail(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    table = await running_table.tables.find_channel_table(CHANNEL)
    assert (await list_earlier_views(running_table.tables, None)).trails
    await running_table.tables.undo.take_back(table.id, ANA)
    assert (await list_earlier_views(running_table.tables, None)).trails == {}
