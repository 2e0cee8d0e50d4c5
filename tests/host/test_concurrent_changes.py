"""Two processes that both serve a table: only one of them can change it."""

from __future__ import annotations

import asyncio

import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, play_bid


@pytest.fixture
async def second_context(running_table: ServiceHarness) -> TableServices:
    """Read the table in a second process before the first one continues."""
    tables = TableServices(running_table.store, GameCatalogue(), lambda: running_table.now)
    await tables.find_channel_table(CHANNEL)
    return tables


async def test_a_move_on_a_stale_table_is_refused_and_the_next_read_is_current(
    running_table: ServiceHarness, second_context: TableServices
) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    await play_bid(running_table.tables, ANA)
    log = await running_table.tables.history.load_log(table.id, 0)
    with pytest.raises(StaleControlsError, match="gone on meanwhile"):
        await play_bid(second_context, ANA)
    assert await second_context.history.load_log(table.id, 0) == log, "nothing was written by the one who came late"
    with pytest.raises(StaleControlsError, match="not your turn"):
        await play_bid(second_context, ANA)
    await play_bid(second_context, BEN)
    assert len((await second_context.history.build_record(table.id)).moves) >= 2
    running_table.tables.context.drop_cached(table.id)  # now the copy of the first process is stale


async def test_a_move_does_not_undo_a_change_that_wrote_no_entry(
    running_table: ServiceHarness, second_context: TableServices
) -> None:
    """A moderator's action raises the revision without a log entry: a move on the old revision would take its number."""
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.admin.drop_controls(table.id)
    with pytest.raises(StaleControlsError):
        await play_bid(second_context, ANA)
    assert (await second_context.load_table(table.id)).revision == table.revision + 1
    assert not (await second_context.history.build_record(table.id)).moves


async def test_of_two_who_sit_down_on_the_last_seat_one_does(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    twin = TableServices(service.store, GameCatalogue(), lambda: service.now)
    await twin.load_table(table.id)
    await service.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="gone on meanwhile"):
        await twin.lobby.join(table.id, CY, "Cy")
    assert [person.user_id for person in (await twin.load_table(table.id)).seats] == [ANA, BEN]


async def test_of_two_moves_at_once_one_is_played(running_table: ServiceHarness, second_context: TableServices) -> None:
    outcomes = await asyncio.gather(
        play_bid(running_table.tables, ANA), play_bid(second_context, ANA), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["NoneType", "StaleControlsError"]
    table = await second_context.find_channel_table(CHANNEL)
    assert len((await running_table.tables.history.build_record(table.id)).moves) == 1
