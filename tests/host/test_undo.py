"""Taking back: alone up to the last barrier, beyond it by agreement, and never a button that means something else."""

from __future__ import annotations

import pytest

from engine.host import doctor
from engine.host.tables import Late, Tables
from engine.kernel.text import Refusal, plain
from tests.host.conftest import ANA, BEN, CHANNEL, Inn
from tests.host.test_tables import bid, walker


async def to_the_walk(tables: Tables) -> tuple[int, int, int]:
    """Both have bid; returns table, walker, other."""
    await bid(tables, ANA)
    await bid(tables, BEN)
    user = await walker(tables)
    return (await tables.in_channel(CHANNEL)).id, user, BEN if user == ANA else ANA


async def test_ones_own_half_of_a_secret_bid_is_free_to_take_back(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    assert await camp.tables.undo(table.id, ANA) is None
    assert (await camp.tables.sight(table.id, None)).waiting == (0, 1)
    log = await camp.tables.log(table.id, None)
    assert plain(log[-1].text) == "seat 1 takes back: ?.", "a secret bid stays secret when it is taken back"


async def test_nothing_to_take_back(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    with pytest.raises(Refusal, match="no move to take back"):
        await camp.tables.undo(table.id, ANA)


async def test_beyond_a_reveal_the_others_are_asked(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    request = await camp.tables.undo(table_id, user)
    assert request is not None
    rev = (await camp.tables.table(table_id)).rev
    assert await camp.tables.answer_undo(table_id, user, rev, agree=True) is False, "one's own yes is not enough"
    assert await camp.tables.answer_undo(table_id, other, rev, agree=True) is True
    after = await camp.tables.sight(table_id, None)
    assert table_seat(after.table, user) in after.waiting
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same"]


def table_seat(table: object, user: int) -> int:
    return table.seat_of(user)  # type: ignore[attr-defined, no-any-return]


async def test_one_no_is_enough(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo(table_id, user)
    rev = (await camp.tables.table(table_id)).rev
    assert await camp.tables.answer_undo(table_id, other, rev, agree=False) is False
    with pytest.raises(Late, match="settled"):
        await camp.tables.answer_undo(table_id, other, rev, agree=True)


async def test_a_question_is_void_once_the_game_goes_on(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo(table_id, other)
    rev = (await camp.tables.table(table_id)).rev
    await camp.tables.move(table_id, user, ("rest",))
    with pytest.raises(Late, match="settled"):
        await camp.tables.answer_undo(table_id, user, rev, agree=True)


async def test_a_wish_survives_a_restart(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo(table_id, user)
    tables = await camp.restart()
    rev = (await tables.table(table_id)).rev
    assert await tables.answer_undo(table_id, other, rev, agree=True) is True


async def test_a_button_from_before_an_undo_is_late_after_it(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    await bid(camp.tables, ANA)
    await camp.tables.undo(table.id, ANA)
    with pytest.raises(Late, match="earlier turn"):
        await camp.tables.move(table.id, ANA, ("bid", "f1"), asked=table.asked)


async def test_an_undone_move_is_played_again_with_the_same_luck(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    table = await camp.tables.in_channel(CHANNEL)
    first = [plain(line.text) for line in await camp.tables.log(table.id, None)]
    user = await walker(camp.tables)
    other = BEN if user == ANA else ANA
    await camp.tables.undo(table.id, BEN)
    rev = (await camp.tables.table(table.id)).rev
    await camp.tables.answer_undo(table.id, ANA, rev, agree=True)
    await bid(camp.tables, BEN)
    again = [plain(line.text) for line in await camp.tables.log(table.id, None)]
    assert again[-2:] == first[-2:]
    assert other in (ANA, BEN)
