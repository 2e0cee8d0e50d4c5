"""Taking back: alone up to the last barrier, beyond it by agreement, and never a button that means something else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.host.model.table import PATIENCE
from engine.host.service.play.live import Late
from engine.host.service.play.undo import Expired
from engine.host.service.tables import Tables
from engine.kernel.text import Refusal, plain
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, Inn, bid, walker


async def to_the_walk(tables: Tables) -> tuple[int, int, int]:
    """Both have bid; returns table, walker, other."""
    await bid(tables, ANA)
    await bid(tables, BEN)
    user = await walker(tables)
    return (await tables.in_channel(CHANNEL)).id, user, BEN if user == ANA else ANA


async def test_ones_own_half_of_a_secret_bid_is_free_to_take_back(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    assert await camp.tables.undo.take_back(table.id, ANA) is None
    assert (await camp.tables.snapshots.take(table.id, None)).waiting == (0, 1)
    log = await camp.tables.history.log(table.id, None)
    assert plain(log[-1].text) == "seat 1 takes back: a hidden choice.", (
        "a secret bid stays secret when it is taken back"
    )


async def test_nothing_to_take_back(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    with pytest.raises(Refusal, match="no move to take back"):
        await camp.tables.undo.take_back(table.id, ANA)


async def test_beyond_a_reveal_the_others_are_asked(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    request = await camp.tables.undo.take_back(table_id, user)
    assert request is not None
    rev = (await camp.tables.table(table_id)).rev
    assert await camp.tables.undo.answer(table_id, user, rev, agree=True) is False, "one's own yes is not enough"
    assert await camp.tables.undo.answer(table_id, other, rev, agree=True) is True
    after = await camp.tables.snapshots.take(table_id, None)
    assert table_seat(after.table, user) in after.waiting
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same"]


def table_seat(table: object, user: int) -> int:
    return table.seat_of(user)  # type: ignore[attr-defined, no-any-return]


async def test_one_no_is_enough(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo.take_back(table_id, user)
    rev = (await camp.tables.table(table_id)).rev
    assert await camp.tables.undo.answer(table_id, other, rev, agree=False) is False
    with pytest.raises(Late, match="settled"):
        await camp.tables.undo.answer(table_id, other, rev, agree=True)


async def test_a_question_is_void_once_the_game_goes_on(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo.take_back(table_id, other)
    rev = (await camp.tables.table(table_id)).rev
    await camp.tables.moves.play(table_id, user, ("rest",))
    with pytest.raises(Late, match="settled"):
        await camp.tables.undo.answer(table_id, user, rev, agree=True)


async def test_a_wish_runs_out_to_the_second(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo.take_back(table_id, user)
    rev = (await camp.tables.table(table_id)).rev
    camp.now += timedelta(seconds=PATIENCE - 1)
    assert await camp.tables.undo.request(table_id) is not None
    assert (await camp.tables.snapshots.take(table_id, None)).undo is not None
    camp.now += timedelta(seconds=1)
    assert (await camp.tables.snapshots.take(table_id, None)).undo is None
    with pytest.raises(Expired, match="48 hours"):
        await camp.tables.undo.answer(table_id, other, rev, agree=True)
    assert (await camp.tables.undo.take_back(table_id, user)) is not None, "and can be asked anew"
    assert await camp.tables.undo.answer(table_id, other, rev, agree=True) is True


async def test_only_one_wish_at_a_time(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo.take_back(table_id, user)
    for ask in (camp.tables.undo.take_back, camp.tables.undo.retraction):
        with pytest.raises(Refusal, match="asking to take a move back"):
            await ask(table_id, other)
    rev = (await camp.tables.table(table_id)).rev
    wrong = (await camp.tables.table(table_id)).seat_of(other)
    with pytest.raises(Late, match="settled"):
        await camp.tables.undo.answer(table_id, other, rev, agree=True, asker=wrong)


async def test_what_another_seat_still_owes_is_not_told_by_taking_back(camp: Inn) -> None:
    """Ana's bid is secret while Ben has not bid; with both in, the wish of one tells nobody the other's unopened words."""
    table_id, _, _ = await to_the_walk(camp.tables)
    told = await camp.tables.undo.retraction(table_id, ANA)
    assert [plain(move.text) for move in told.moves][1] == "a hidden choice of seat 2"
    assert plain(told.moves[0].text).startswith("“bid"), "her own words she knows"
    request = await camp.tables.undo.take_back(table_id, ANA)
    assert request is not None
    public = await camp.tables.undo.wished(request, table_id)
    assert [plain(move.text) for move in public.moves] == ["a hidden choice", "a hidden choice of seat 2"]
    assert not [line for line in public.lines if line.seats is not None]


async def test_a_confirmation_of_an_earlier_state_takes_nothing_back(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    told = await camp.tables.undo.retraction(table.id, ANA)
    await bid(camp.tables, BEN)
    with pytest.raises(Late, match="gone on since you asked"):
        await camp.tables.undo.take_back(table.id, ANA, rev=told.rev)


async def test_the_last_yes_delivered_twice_takes_back_once(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo.take_back(table_id, user)
    rev = (await camp.tables.table(table_id)).rev
    assert await camp.tables.undo.answer(table_id, other, rev, agree=True, interaction=77) is True
    after = await camp.tables.table(table_id)
    assert await camp.tables.undo.answer(table_id, other, rev, agree=True, interaction=77) is True
    assert await camp.tables.table(table_id) == after


async def test_a_wish_survives_a_restart(camp: Inn) -> None:
    table_id, user, other = await to_the_walk(camp.tables)
    await camp.tables.undo.take_back(table_id, user)
    tables = await camp.restart()
    rev = (await tables.table(table_id)).rev
    assert await tables.undo.answer(table_id, other, rev, agree=True) is True


async def test_a_button_from_before_an_undo_is_late_after_it(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    await bid(camp.tables, ANA)
    await camp.tables.undo.take_back(table.id, ANA)
    with pytest.raises(Late, match="earlier turn"):
        await camp.tables.moves.play(table.id, ANA, ("bid", "f1"), asked=table.asked)


async def test_an_undone_move_is_played_again_with_the_same_luck(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    table = await camp.tables.in_channel(CHANNEL)
    first = [plain(line.text) for line in await camp.tables.history.log(table.id, None)]
    user = await walker(camp.tables)
    other = BEN if user == ANA else ANA
    await camp.tables.undo.take_back(table.id, BEN)
    rev = (await camp.tables.table(table.id)).rev
    await camp.tables.undo.answer(table.id, ANA, rev, agree=True)
    await bid(camp.tables, BEN)
    again = [plain(line.text) for line in await camp.tables.history.log(table.id, None)]
    assert again[-2:] == first[-2:]
    assert other in (ANA, BEN)
