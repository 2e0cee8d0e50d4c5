"""Resignation: the order of players who left, the loss of a team, and the return of a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.host.service.history.records import check_record
from engine.kernel.record import format_record, parse_record
from engine.kernel.text import UserError, write_plain_text
from engine.ops import doctor
from tests.host.any_game import USER_IDS, open_service
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, ServiceHarness, list_waiting_users, play_bid


async def find_table_id(service: ServiceHarness) -> int:
    return (await service.tables.find_channel_table(CHANNEL)).id


# -------------------------------------------------------------- order
@pytest.mark.parametrize(
    ("leaving", "ranking"), [((ANA, CY), (1, 2, 0)), ((CY, ANA), (1, 0, 2)), ((BEN, ANA), (2, 0, 1))]
)
async def test_who_left_last_ranks_before_who_left_first(
    paced_trio: ServiceHarness, leaving: tuple[int, int], ranking: tuple[int, ...]
) -> None:
    """The order also holds for resignations in the same second."""
    table_id = await find_table_id(paced_trio)
    for user in leaving:
        await paced_trio.tables.moves.resign(table_id, user)
    table = await (await paced_trio.restart()).load_table(table_id)
    assert table.result is not None
    assert table.result.ranking == tuple((seat,) for seat in ranking)


async def test_the_order_of_leaving_comes_along_with_a_record(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await play_bid(paced_trio.tables, ANA)
    for user in (CY, BEN):
        await paced_trio.tables.moves.resign(table_id, user)
    record = format_record(await paced_trio.tables.history.build_record(table_id))
    opened = await paced_trio.tables.lobby.open_record(GUILD, CHANNEL, ANA, "Ana", record)
    table = await paced_trio.tables.lobby.start(opened.id, ANA)
    assert table.result is not None
    assert table.result.ranking == ((0,), (1,), (2,))


# -------------------------------------------------------------- teams
async def test_a_side_that_has_given_up_has_lost_as_a_side(store_address: Path | str) -> None:
    async with open_service(store_address) as room:
        tables = room.tables
        table = await tables.lobby.open(GUILD, CHANNEL, USER_IDS[0], "Ana", "paso", {})
        for user in USER_IDS[1:]:
            await tables.lobby.join(table.id, user, f"Friend {user}")
        await tables.lobby.set_option(table.id, USER_IDS[0], "mode", "teams")
        await tables.lobby.start(table.id, USER_IDS[0])
        assert await tables.moves.preview_resignation(table.id, USER_IDS[0]) is None, "the partner plays on"
        first = await tables.moves.resign(table.id, USER_IDS[0])
        assert first.status == "running"
        rival = await tables.moves.resign(table.id, USER_IDS[1])
        assert rival.status == "running", "one of each side is left"
        ahead = await tables.moves.preview_resignation(table.id, USER_IDS[2])
        last = await tables.moves.resign(table.id, USER_IDS[2])
        assert last.result is not None
        assert last.result == ahead
        assert last.result.winners == (1, 3), "also who had given up on the side that wins"
        assert last.result.ranking == ((1, 3), (0, 2))
        assert sorted(last.result.sides) == [(0, 2), (1, 3)]
        assert write_plain_text(last.result.reason) == "seat 2, seat 4 are the last side in the game."
        record = format_record(await tables.history.build_record(table.id))
        loaded = tables.catalogue.load_game("paso")
        assert check_record(loaded, parse_record(record), record).is_over
        assert [report.verdict for report in doctor.check_tables(room.path)] == ["same"]


# -------------------------------------------------------------- return of a player
async def test_a_dropped_person_gets_the_seat_back(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await paced_trio.tables.moves.resign(table_id, CY)
    with pytest.raises(UserError, match="given up no seat"):
        await paced_trio.tables.handover.reinstate_player(table_id, ANA, DEE)
    assert await paced_trio.tables.handover.reinstate_player(table_id, CY, DEE) == 2
    table = await paced_trio.tables.load_table(table_id)
    assert (table.find_seat(CY), table.past_holders) == (2, ())
    assert (
        write_plain_text((await paced_trio.tables.history.load_log(table_id, None))[-1].text)
        == f"<@{DEE}>, a moderator, gives seat 3 the seat again."
    )
    for user in (ANA, BEN):
        await play_bid(paced_trio.tables, user)
    assert await paced_trio.tables.history.build_record(table_id)
    await paced_trio.tables.moves.resign(table_id, BEN)
    assert (await paced_trio.tables.moves.resign(table_id, CY)).status == "finished"
    assert [report.verdict for report in doctor.check_tables(paced_trio.path)] == ["same"]


async def test_the_owner_gives_a_seat_back_too(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await paced_trio.tables.moves.resign(table_id, CY)
    table = await paced_trio.tables.handover.assign_seat(table_id, 2, CY, "Cy")
    assert not table.seats[2].has_left
    with pytest.raises(UserError, match="theirs already"):
        await paced_trio.tables.handover.assign_seat(table_id, 2, CY, "Cy")


async def test_who_has_the_openers_seat_is_the_opener(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    offer = await paced_trio.tables.handover.offer_seat(table_id, BEN, DEE, "Dee")
    assert (await paced_trio.tables.handover.accept_offer(table_id, DEE, "Dee", 1, offer.revision)).opened_by == ANA
    offer = await paced_trio.tables.handover.offer_seat(table_id, ANA, 15, "Eve")
    assert (await paced_trio.tables.handover.accept_offer(table_id, 15, "Eve", 0, offer.revision)).opened_by == 15
    assert 15 in await list_waiting_users(paced_trio.tables, table_id)
