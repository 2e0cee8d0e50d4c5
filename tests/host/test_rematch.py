"""A rematch: the same options, the players who join, and seats moved up by one."""

from __future__ import annotations

import pytest

from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, ServiceHarness, play_to_end


@pytest.fixture
async def finished_table(service: ServiceHarness) -> tuple[TableServices, int]:
    """Let Ana, Ben and Cy play to the end."""
    tables = service.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no", "rounds": "2"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await tables.lobby.join(table.id, user, name)
    await tables.lobby.start(table.id, ANA)
    return tables, await play_to_end(tables)


@pytest.mark.parametrize("order", [(ANA, BEN, CY), (CY, ANA, BEN), (BEN, CY, ANA)])
async def test_seats_are_moved_up_whoever_comes_first(
    finished_table: tuple[TableServices, int], order: tuple[int, ...]
) -> None:
    tables, last = finished_table
    table = await tables.lobby.open_rematch(last, order[0], "first")
    for user in order[1:]:
        table = await tables.lobby.join(table.id, user, "later")
    assert [person.user_id for person in table.seats] == [BEN, CY, ANA]
    assert [person.seat for person in table.seats] == [0, 1, 2]
    assert table.options == {"weather": "no", "rounds": "2"}
    await tables.lobby.start(table.id, ANA)
    again = await play_to_end(tables)
    table = await tables.lobby.open_rematch(again, ANA, "Ana")
    for user in (BEN, CY):
        table = await tables.lobby.join(table.id, user, "later")
    assert [person.user_id for person in table.seats] == [CY, ANA, BEN], "and up again"


async def test_newcomers_sit_behind_those_who_played(finished_table: tuple[TableServices, int]) -> None:
    tables, last = finished_table
    table = await tables.lobby.open_rematch(last, ANA, "Ana")
    await tables.lobby.join(table.id, DEE, "Dee")
    table = await tables.lobby.join(table.id, CY, "Cy")
    assert [person.user_id for person in table.seats] == [CY, ANA, DEE]


async def test_options_that_are_no_more_are_left_out(finished_table: tuple[TableServices, int]) -> None:
    tables, last = finished_table
    await tables.store.write(
        lambda at: at.execute(
            "UPDATE tables SET options = ? WHERE id = ?", '{"rounds":"99","wind":"x","weather":"no"}', last
        )
    )
    tables.context.drop_cached(last)
    assert (await tables.lobby.open_rematch(last, ANA, "Ana")).options == {"weather": "no", "rounds": "4"}


async def test_a_rematch_is_refused_to_outsiders(finished_table: tuple[TableServices, int]) -> None:
    tables, last = finished_table
    with pytest.raises(UserError, match="people of that game"):
        await tables.lobby.open_rematch(last, DEE, "Dee")
    table = await tables.lobby.open_rematch(last, ANA, "Ana")
    with pytest.raises(UserError, match="already a table"):
        await tables.lobby.open_rematch(last, BEN, "Ben")
    with pytest.raises(UserError, match="when it is over"):
        await tables.lobby.open_rematch(table.id, ANA, "Ana")


async def test_a_rematch_among_invited_friends_is_open_to_those_who_played(service: ServiceHarness) -> None:
    tables = service.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no", "rounds": "2"})
    await tables.lobby.set_option(table.id, ANA, "joining", "invited")
    await tables.lobby.invite(table.id, ANA, BEN)
    await tables.lobby.join(table.id, BEN, "Ben")
    await tables.lobby.start(table.id, ANA)
    again = await tables.lobby.open_rematch(await play_to_end(tables), ANA, "Ana")
    with pytest.raises(UserError, match="for invited friends"):
        await tables.lobby.join(again.id, DEE, "Dee")
    assert len((await tables.lobby.join(again.id, BEN, "Ben")).seats) == 2
