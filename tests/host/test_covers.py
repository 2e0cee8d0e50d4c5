"""Computers that play through a vacation: where somebody waits, for as long as it lasts, and no longer than their people want."""

from __future__ import annotations

from datetime import date

import pytest

from tests.host.harness import ANA, BEN, CHANNEL, GUILD, Inn
from tests.move_services import InlineMoveService


@pytest.fixture
async def crewed(inn: Inn) -> Inn:
    """A host at which computers play. It is 1 January 2026."""
    inn.move_service = InlineMoveService()
    await inn.restart()
    return inn


async def friends(inn: Inn, channel: int = CHANNEL) -> int:
    """Ana and Ben at a running table."""
    table = await inn.tables.lobby.open(GUILD, channel, ANA, "Ana", "toy", {"weather": "no"})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    return (await inn.tables.lobby.start(table.id, ANA)).id


async def levels(inn: Inn, table_id: int) -> list[str]:
    return [seat.level for seat in (await inn.tables.table(table_id)).seats]


async def away(inn: Inn, user: int, first: int, last: int) -> None:
    """A vacation in January, with a mate."""
    await inn.tables.people.set_vacation(user, date(2026, 1, first), date(2026, 1, last), cover="mate")


async def test_who_asks_for_a_computer_before_their_vacation_keeps_it(crewed: Inn) -> None:
    table = await friends(crewed)
    await away(crewed, BEN, 5, 6)
    await crewed.tables.crew.stand_in(table, BEN, "cadet")
    assert await crewed.tables.crew.keep_covers() == []
    assert await levels(crewed, table) == ["", "cadet"]


async def test_taking_a_seat_again_before_the_vacation_gives_up_no_vacation(crewed: Inn) -> None:
    table = await friends(crewed)
    await away(crewed, BEN, 5, 6)
    await crewed.tables.crew.stand_in(table, BEN)
    await crewed.tables.crew.back(table, BEN)
    assert await crewed.tables.people.cover(BEN) == "mate"
    crewed.later(days=4)
    assert await crewed.tables.crew.keep_covers() == [table]


async def test_taking_one_seat_again_leaves_the_others_until_the_vacation_is_over(crewed: Inn) -> None:
    one, other = await friends(crewed), await friends(crewed, CHANNEL + 1)
    await away(crewed, BEN, 1, 5)
    assert await crewed.tables.crew.keep_covers() == [one, other]
    crewed.later(days=1)
    await crewed.tables.crew.back(one, BEN)
    assert await crewed.tables.crew.keep_covers() == []
    assert [await levels(crewed, table) for table in (one, other)] == [["", ""], ["", "mate"]]
    crewed.later(days=5)
    assert await crewed.tables.crew.keep_covers() == [other]
    assert await levels(crewed, other) == ["", ""]
    assert await crewed.tables.people.cover(BEN) is None


async def test_a_later_vacation_in_place_of_this_one_gives_the_seat_back(crewed: Inn) -> None:
    table = await friends(crewed)
    await away(crewed, BEN, 1, 5)
    await crewed.tables.crew.keep_covers()
    crewed.later(days=1)
    await away(crewed, BEN, 8, 9)
    assert await crewed.tables.crew.keep_covers() == [table]
    crewed.later(days=7)
    assert await crewed.tables.crew.keep_covers() == [table], "and the new one has its computer"
    assert await levels(crewed, table) == ["", "mate"]


async def test_a_game_alone_waits_for_its_person(crewed: Inn) -> None:
    """Nobody else does: it would be played to its end without anybody."""
    table = (await crewed.tables.crew.solo(GUILD, CHANNEL, ANA, "Ana", "toy", "cadet")).id
    await away(crewed, ANA, 1, 5)
    assert await crewed.tables.crew.keep_covers() == []
    assert await levels(crewed, table) == ["", "cadet"]


async def test_where_all_are_away_the_last_one_is_waited_for(crewed: Inn) -> None:
    table = await friends(crewed)
    await away(crewed, ANA, 1, 3)
    await away(crewed, BEN, 1, 5)
    assert await crewed.tables.crew.keep_covers() == [table]
    assert await levels(crewed, table) == ["mate", ""]
    assert await crewed.tables.crew.keep_covers() == []
    crewed.later(days=4)
    assert await crewed.tables.crew.keep_covers() == [table, table], "Ana is back, and now Ben is missed"
    assert await levels(crewed, table) == ["", "mate"]


async def test_a_longer_vacation_without_a_computer_gives_the_seat_back_in_the_end(crewed: Inn) -> None:
    table = await friends(crewed)
    await away(crewed, BEN, 1, 3)
    await crewed.tables.crew.keep_covers()
    crewed.later(days=1)
    await crewed.tables.people.set_vacation(BEN, date(2026, 1, 2), date(2026, 1, 6))
    assert await crewed.tables.crew.keep_covers() == []
    crewed.later(days=6)
    assert await crewed.tables.crew.keep_covers() == [table]
