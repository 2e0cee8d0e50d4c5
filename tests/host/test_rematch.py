"""A rematch: the same options, the people who come, the seats moved up by one."""

from __future__ import annotations

import pytest

from engine.host.service.tables import Tables
from engine.kernel.text import Refusal
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, Inn, finish


@pytest.fixture
async def done(inn: Inn) -> tuple[Tables, int]:
    """Ana, Ben and Cy have played to the end."""
    tables = inn.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no", "rounds": "2"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await tables.lobby.join(table.id, user, name)
    await tables.lobby.start(table.id, ANA)
    return tables, await finish(tables)


@pytest.mark.parametrize("order", [(ANA, BEN, CY), (CY, ANA, BEN), (BEN, CY, ANA)])
async def test_seats_are_moved_up_whoever_comes_first(done: tuple[Tables, int], order: tuple[int, ...]) -> None:
    tables, last = done
    table = await tables.lobby.rematch(last, order[0], "first")
    for user in order[1:]:
        table = await tables.lobby.join(table.id, user, "later")
    assert [person.user for person in table.seats] == [BEN, CY, ANA]
    assert [person.seat for person in table.seats] == [0, 1, 2]
    assert table.options == {"weather": "no", "rounds": "2"}
    await tables.lobby.start(table.id, ANA)
    again = await finish(tables)
    table = await tables.lobby.rematch(again, ANA, "Ana")
    for user in (BEN, CY):
        table = await tables.lobby.join(table.id, user, "later")
    assert [person.user for person in table.seats] == [CY, ANA, BEN], "and up again"


async def test_newcomers_sit_behind_those_who_played(done: tuple[Tables, int]) -> None:
    tables, last = done
    table = await tables.lobby.rematch(last, ANA, "Ana")
    await tables.lobby.join(table.id, DEE, "Dee")
    table = await tables.lobby.join(table.id, CY, "Cy")
    assert [person.user for person in table.seats] == [CY, ANA, DEE]


async def test_options_that_are_no_more_are_left_out(done: tuple[Tables, int]) -> None:
    tables, last = done
    await tables.store.write(
        lambda at: at.run(
            "UPDATE tables SET options = ? WHERE id = ?", '{"rounds":"99","wind":"x","weather":"no"}', last
        )
    )
    tables.context.forget(last)
    assert (await tables.lobby.rematch(last, ANA, "Ana")).options == {"weather": "no", "rounds": "4"}


async def test_who_may_not(done: tuple[Tables, int]) -> None:
    tables, last = done
    with pytest.raises(Refusal, match="people of that game"):
        await tables.lobby.rematch(last, DEE, "Dee")
    table = await tables.lobby.rematch(last, ANA, "Ana")
    with pytest.raises(Refusal, match="already a table"):
        await tables.lobby.rematch(last, BEN, "Ben")
    with pytest.raises(Refusal, match="when it is over"):
        await tables.lobby.rematch(table.id, ANA, "Ana")


async def test_a_rematch_among_invited_friends_is_open_to_those_who_played(inn: Inn) -> None:
    tables = inn.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no", "rounds": "2"})
    await tables.lobby.set_option(table.id, ANA, "joining", "invited")
    await tables.lobby.invite(table.id, ANA, BEN)
    await tables.lobby.join(table.id, BEN, "Ben")
    await tables.lobby.start(table.id, ANA)
    again = await tables.lobby.rematch(await finish(tables), ANA, "Ana")
    with pytest.raises(Refusal, match="for invited friends"):
        await tables.lobby.join(again.id, DEE, "Dee")
    assert len((await tables.lobby.join(again.id, BEN, "Ben")).seats) == 2
