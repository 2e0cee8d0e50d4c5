"""Giving up: in which order people rank who left, how a side loses, and how somebody comes back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engine.host.service.past.records import check
from engine.kernel.record import dump, parse
from engine.kernel.text import Refusal, plain
from engine.ops import doctor
from tests.host.any_game import PEOPLE, midnight, opened_room
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, Inn, bid, waiting


async def the_table(inn: Inn) -> int:
    return (await inn.tables.in_channel(CHANNEL)).id


# -------------------------------------------------------------- order
@pytest.mark.parametrize(
    ("leaving", "ranking"), [((ANA, CY), (1, 2, 0)), ((CY, ANA), (1, 0, 2)), ((BEN, ANA), (2, 0, 1))]
)
async def test_who_left_last_ranks_before_who_left_first(
    trio: Inn, leaving: tuple[int, int], ranking: tuple[int, ...]
) -> None:
    """Also when all of it happens in the same second."""
    table_id = await the_table(trio)
    for user in leaving:
        await trio.tables.moves.resign(table_id, user)
    table = await (await trio.restart()).table(table_id)
    assert table.result is not None
    assert table.result.ranking == tuple((seat,) for seat in ranking)


async def test_the_order_of_leaving_comes_along_with_a_record(trio: Inn) -> None:
    table_id = await the_table(trio)
    await bid(trio.tables, ANA)
    for user in (CY, BEN):
        await trio.tables.moves.resign(table_id, user)
    record = dump(await trio.tables.history.record(table_id))
    opened = await trio.tables.lobby.open_record(GUILD, CHANNEL, ANA, "Ana", record)
    table = await trio.tables.lobby.start(opened.id, ANA)
    assert table.result is not None
    assert table.result.ranking == ((0,), (1,), (2,))


# -------------------------------------------------------------- sides
async def test_a_side_that_has_given_up_has_lost_as_a_side(where: Path | str) -> None:
    days = [0]
    async with opened_room(where, lambda: midnight() + timedelta(days=days[0])) as room:
        tables = room.tables
        table = await tables.lobby.open(GUILD, CHANNEL, PEOPLE[0], "Ana", "paso", {})
        for user in PEOPLE[1:]:
            await tables.lobby.join(table.id, user, f"Friend {user}")
        await tables.lobby.set_option(table.id, PEOPLE[0], "mode", "teams")
        await tables.lobby.start(table.id, PEOPLE[0])
        assert await tables.moves.resigning(table.id, PEOPLE[0]) is None, "the partner plays on"
        first = await tables.moves.resign(table.id, PEOPLE[0])
        assert first.status == "running"
        rival = await tables.moves.resign(table.id, PEOPLE[1])
        assert rival.status == "running", "one of each side is left"
        ahead = await tables.moves.resigning(table.id, PEOPLE[2])
        last = await tables.moves.resign(table.id, PEOPLE[2])
        assert last.result is not None
        assert last.result == ahead
        assert last.result.winners == (1, 3), "also who had given up on the side that wins"
        assert last.result.ranking == ((1, 3), (0, 2))
        assert sorted(last.result.sides) == [(0, 2), (1, 3)]
        assert plain(last.result.reason) == "seat 2, seat 4 are the last side in the game."
        days[0] = 30  # the end stands, and counts
        board = {one.user: one for one in await tables.statistics.leaderboard(GUILD, "paso")}
        assert board[PEOPLE[1]].rating == board[PEOPLE[3]].rating > board[PEOPLE[0]].rating == board[PEOPLE[2]].rating
        record = dump(await tables.history.record(table.id))
        loaded = tables.catalogue.game("paso")
        assert check(loaded, parse(record), record).over
        assert [report.verdict for report in doctor.examine(room.path)] == ["same"]


# -------------------------------------------------------------- coming back
async def test_a_dropped_person_gets_the_seat_back(trio: Inn) -> None:
    table_id = await the_table(trio)
    await trio.tables.moves.resign(table_id, CY)
    with pytest.raises(Refusal, match="given up no seat"):
        await trio.tables.handover.reinstate(table_id, ANA)
    assert await trio.tables.handover.reinstate(table_id, CY) == 2
    table = await trio.tables.table(table_id)
    assert (table.seat_of(CY), table.past) == (2, ())
    assert plain((await trio.tables.history.log(table_id, None))[-1].text) == "seat 3 has the seat again, and plays on."
    for user in (ANA, BEN):
        await bid(trio.tables, user)
    assert await trio.tables.history.record(table_id)
    await trio.tables.moves.resign(table_id, BEN)
    assert (await trio.tables.moves.resign(table_id, CY)).status == "finished"
    assert [report.verdict for report in doctor.examine(trio.path)] == ["same"]


async def test_the_owner_gives_a_seat_back_too(trio: Inn) -> None:
    table_id = await the_table(trio)
    await trio.tables.moves.resign(table_id, CY)
    table = await trio.tables.handover.assign(table_id, 2, CY, "Cy")
    assert not table.seats[2].left
    with pytest.raises(Refusal, match="theirs already"):
        await trio.tables.handover.assign(table_id, 2, CY, "Cy")


async def test_who_has_the_openers_seat_is_the_opener(trio: Inn) -> None:
    table_id = await the_table(trio)
    offer = await trio.tables.handover.offer(table_id, BEN, DEE, "Dee")
    assert (await trio.tables.handover.take(table_id, DEE, "Dee", 1, offer.rev)).opened_by == ANA
    offer = await trio.tables.handover.offer(table_id, ANA, 15, "Eve")
    assert (await trio.tables.handover.take(table_id, 15, "Eve", 0, offer.rev)).opened_by == 15
    assert 15 in await waiting(trio.tables, table_id)
