"""Computers that play during a vacation: only where others wait, only until its end, and only as long as their people agree."""

from __future__ import annotations

from datetime import date

import pytest

from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness
from tests.move_services import InlineMoveService


@pytest.fixture
async def computer_service(service: ServiceHarness) -> ServiceHarness:
    """Start a host with computer players, on 1 January 2026."""
    service.move_service = InlineMoveService()
    await service.restart()
    return service


async def start_table(service: ServiceHarness, channel: int = CHANNEL) -> int:
    """Start an unrated table of Ana and Ben."""
    table = await service.tables.lobby.open(GUILD, channel, ANA, "Ana", "toy", {"weather": "no"})
    await service.tables.lobby.set_option(table.id, ANA, "rated", "no")
    await service.tables.lobby.join(table.id, BEN, "Ben")
    return (await service.tables.lobby.start(table.id, ANA)).id


async def load_levels(service: ServiceHarness, table_id: int) -> list[str]:
    return [seat.computer_level for seat in (await service.tables.load_table(table_id)).seats]


async def set_vacation(service: ServiceHarness, user: int, first_day: int, last_day: int) -> None:
    """Set a vacation in January with a computer of level "mate" as the substitute."""
    await service.tables.schedules.set_vacation(
        user, date(2026, 1, first_day), date(2026, 1, last_day), substitute_level="mate"
    )


async def test_who_asks_for_a_computer_before_their_vacation_keeps_it(computer_service: ServiceHarness) -> None:
    table = await start_table(computer_service)
    await set_vacation(computer_service, BEN, 5, 6)
    await computer_service.tables.substitutes.substitute(table, BEN, "cadet")
    assert await computer_service.tables.substitutes.update_substitutes() == []
    assert await load_levels(computer_service, table) == ["", "cadet"]


async def test_taking_a_seat_again_before_the_vacation_gives_up_no_vacation(computer_service: ServiceHarness) -> None:
    table = await start_table(computer_service)
    await set_vacation(computer_service, BEN, 5, 6)
    await computer_service.tables.substitutes.substitute(table, BEN)
    await computer_service.tables.substitutes.end_substitution(table, BEN)
    assert await computer_service.tables.schedules.load_substitute_level(BEN) == "mate"
    computer_service.advance_clock(days=4)
    assert await computer_service.tables.substitutes.update_substitutes() == [table]


async def test_taking_one_seat_again_leaves_the_others_until_the_vacation_is_over(
    computer_service: ServiceHarness,
) -> None:
    one, other = await start_table(computer_service), await start_table(computer_service, CHANNEL + 1)
    await set_vacation(computer_service, BEN, 1, 5)
    assert await computer_service.tables.substitutes.update_substitutes() == [one, other]
    computer_service.advance_clock(days=1)
    await computer_service.tables.substitutes.end_substitution(one, BEN)
    assert await computer_service.tables.substitutes.update_substitutes() == []
    assert [await load_levels(computer_service, table) for table in (one, other)] == [["", ""], ["", "mate"]]
    computer_service.advance_clock(days=5)
    assert await computer_service.tables.substitutes.update_substitutes() == [other]
    assert await load_levels(computer_service, other) == ["", ""]
    assert await computer_service.tables.schedules.load_substitute_level(BEN) is None


async def test_a_later_vacation_in_place_of_this_one_gives_the_seat_back(computer_service: ServiceHarness) -> None:
    table = await start_table(computer_service)
    await set_vacation(computer_service, BEN, 1, 5)
    await computer_service.tables.substitutes.update_substitutes()
    computer_service.advance_clock(days=1)
    await set_vacation(computer_service, BEN, 8, 9)
    assert await computer_service.tables.substitutes.update_substitutes() == [table]
    computer_service.advance_clock(days=7)
    assert await computer_service.tables.substitutes.update_substitutes() == [table], "and the new one has its computer"
    assert await load_levels(computer_service, table) == ["", "mate"]


async def test_a_game_alone_waits_for_its_person(computer_service: ServiceHarness) -> None:
    """A solo game has no other people, so a substitute would play it to its end alone."""
    table = (await computer_service.tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "toy", "cadet")).id
    await set_vacation(computer_service, ANA, 1, 5)
    assert await computer_service.tables.substitutes.update_substitutes() == []
    assert await load_levels(computer_service, table) == ["", "cadet"]


async def test_where_all_are_away_the_last_one_is_waited_for(computer_service: ServiceHarness) -> None:
    table = await start_table(computer_service)
    await set_vacation(computer_service, ANA, 1, 3)
    await set_vacation(computer_service, BEN, 1, 5)
    assert await computer_service.tables.substitutes.update_substitutes() == [table]
    assert await load_levels(computer_service, table) == ["mate", ""]
    assert await computer_service.tables.substitutes.update_substitutes() == []
    computer_service.advance_clock(days=4)
    assert await computer_service.tables.substitutes.update_substitutes() == [table, table], (
        "Ana is back, and now Ben is missed"
    )
    assert await load_levels(computer_service, table) == ["", "mate"]


async def test_a_longer_vacation_without_a_computer_gives_the_seat_back_in_the_end(
    computer_service: ServiceHarness,
) -> None:
    table = await start_table(computer_service)
    await set_vacation(computer_service, BEN, 1, 3)
    await computer_service.tables.substitutes.update_substitutes()
    computer_service.advance_clock(days=1)
    await computer_service.tables.schedules.set_vacation(BEN, date(2026, 1, 2), date(2026, 1, 6))
    assert await computer_service.tables.substitutes.update_substitutes() == []
    computer_service.advance_clock(days=6)
    assert await computer_service.tables.substitutes.update_substitutes() == [table]


async def test_a_table_that_has_lost_moves_holds_up_no_other(computer_service: ServiceHarness) -> None:
    lost, other = await start_table(computer_service), await start_table(computer_service, CHANNEL + 1)
    await computer_service.tables.lost_moves.check_revision(lost, 90)
    await set_vacation(computer_service, BEN, 1, 5)
    assert await computer_service.tables.substitutes.update_substitutes() == [other]
    assert await load_levels(computer_service, lost) == ["", ""], "nothing changes there until the players have decided"
