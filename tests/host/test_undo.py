"""Undo: alone up to the last barrier, beyond it by agreement, and never by a stale button."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from engine.host.model.table import UNDO_REQUEST_S
from engine.host.service.play.undo import RequestExpiredError
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError, write_plain_text
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, ServiceHarness, find_walker, play_bid


async def play_to_walk(tables: TableServices) -> tuple[int, int, int]:
    """Bid for both, and return the table, the walker and the other player."""
    await play_bid(tables, ANA)
    await play_bid(tables, BEN)
    user = await find_walker(tables)
    return (await tables.find_channel_table(CHANNEL)).id, user, BEN if user == ANA else ANA


async def test_ones_own_half_of_a_secret_bid_is_free_to_take_back(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    table = await running_table.tables.find_channel_table(CHANNEL)
    assert await running_table.tables.undo.take_back(table.id, ANA) is None
    assert (await running_table.tables.snapshots.take_snapshot(table.id, None)).waiting_seats == (0, 1)
    log = await running_table.tables.history.load_log(table.id, None)
    assert write_plain_text(log[-1].text) == "seat 1 takes back: a hidden choice.", (
        "a secret bid stays secret when it is taken back"
    )


async def test_an_undo_after_a_note_and_another_undo_leads_to_the_position_before_the_move(
    paced_trio: ServiceHarness,
) -> None:
    tables = paced_trio.tables
    table = await tables.find_channel_table(CHANNEL)
    await play_bid(tables, ANA)
    await tables.schedules.set_vacation(ANA, date(2026, 1, 3), date(2026, 1, 5))  # a note in the log
    await tables.undo.take_back(table.id, ANA)
    await play_bid(tables, ANA)
    await tables.undo.take_back(table.id, ANA)
    assert [report.verdict for report in doctor.check_tables(paced_trio.path)] == ["same"]


async def test_nothing_to_take_back(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    with pytest.raises(UserError, match="no move to take back"):
        await running_table.tables.undo.take_back(table.id, ANA)


async def test_beyond_a_reveal_the_others_are_asked(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    request = await running_table.tables.undo.take_back(table_id, user)
    assert request is not None
    rev = (await running_table.tables.load_table(table_id)).revision
    assert await running_table.tables.undo.answer(table_id, user, rev, agrees=True) is False, (
        "one's own yes is not enough"
    )
    assert await running_table.tables.undo.answer(table_id, other, rev, agrees=True) is True
    after = await running_table.tables.snapshots.take_snapshot(table_id, None)
    assert after.table.find_seat(user) in after.waiting_seats
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same"]


async def test_one_no_is_enough(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    await running_table.tables.undo.take_back(table_id, user)
    rev = (await running_table.tables.load_table(table_id)).revision
    assert await running_table.tables.undo.answer(table_id, other, rev, agrees=False) is False
    with pytest.raises(StaleControlsError, match="settled"):
        await running_table.tables.undo.answer(table_id, other, rev, agrees=True)


async def test_a_question_is_void_once_the_game_goes_on(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    await running_table.tables.undo.take_back(table_id, other)
    rev = (await running_table.tables.load_table(table_id)).revision
    await running_table.tables.moves.play(table_id, user, ("rest",))
    with pytest.raises(StaleControlsError, match="settled"):
        await running_table.tables.undo.answer(table_id, user, rev, agrees=True)


async def test_an_undo_request_expires_to_the_second(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    await running_table.tables.undo.take_back(table_id, user)
    rev = (await running_table.tables.load_table(table_id)).revision
    running_table.now += timedelta(seconds=UNDO_REQUEST_S - 1)
    assert await running_table.tables.undo.load_request(table_id) is not None
    assert (await running_table.tables.snapshots.take_snapshot(table_id, None)).undo_request is not None
    running_table.now += timedelta(seconds=1)
    assert (await running_table.tables.snapshots.take_snapshot(table_id, None)).undo_request is None
    with pytest.raises(RequestExpiredError, match="48 hours"):
        await running_table.tables.undo.answer(table_id, other, rev, agrees=True)
    assert (await running_table.tables.undo.take_back(table_id, user)) is not None, "and can be asked anew"
    assert await running_table.tables.undo.answer(table_id, other, rev, agrees=True) is True


async def test_only_one_undo_request_at_a_time(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    await running_table.tables.undo.take_back(table_id, user)
    for ask in (running_table.tables.undo.take_back, running_table.tables.undo.preview_undo):
        with pytest.raises(UserError, match="asking to take a move back"):
            await ask(table_id, other)
    rev = (await running_table.tables.load_table(table_id)).revision
    wrong = (await running_table.tables.load_table(table_id)).find_seat(other)
    with pytest.raises(StaleControlsError, match="settled"):
        await running_table.tables.undo.answer(table_id, other, rev, agrees=True, asking_seat=wrong)


async def test_what_another_seat_still_owes_is_not_told_by_taking_back(running_table: ServiceHarness) -> None:
    """Ana's bid is secret while Ben has not bid. With both bids in, an undo request tells nobody the other's hidden words."""
    table_id, _, _ = await play_to_walk(running_table.tables)
    told = await running_table.tables.undo.preview_undo(table_id, ANA)
    assert [write_plain_text(move.text) for move in told.moves][1] == "a hidden choice of seat 2"
    assert write_plain_text(told.moves[0].text).startswith("“bid"), "her own words she knows"
    request = await running_table.tables.undo.take_back(table_id, ANA)
    assert request is not None
    public = await running_table.tables.undo.preview_request(request, table_id)
    assert [write_plain_text(move.text) for move in public.moves] == ["a hidden choice", "a hidden choice of seat 2"]
    assert not [line for line in public.lines if line.seats is not None]


async def test_a_confirmation_of_an_earlier_state_takes_nothing_back(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    table = await running_table.tables.find_channel_table(CHANNEL)
    told = await running_table.tables.undo.preview_undo(table.id, ANA)
    await play_bid(running_table.tables, BEN)
    with pytest.raises(StaleControlsError, match="gone on since you asked"):
        await running_table.tables.undo.take_back(table.id, ANA, revision=told.revision)


async def test_the_last_yes_delivered_twice_takes_back_once(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    await running_table.tables.undo.take_back(table_id, user)
    rev = (await running_table.tables.load_table(table_id)).revision
    assert await running_table.tables.undo.answer(table_id, other, rev, agrees=True, interaction_id=77) is True
    after = await running_table.tables.load_table(table_id)
    assert await running_table.tables.undo.answer(table_id, other, rev, agrees=True, interaction_id=77) is True
    assert await running_table.tables.load_table(table_id) == after


async def test_an_undo_request_survives_a_restart(running_table: ServiceHarness) -> None:
    table_id, user, other = await play_to_walk(running_table.tables)
    await running_table.tables.undo.take_back(table_id, user)
    tables = await running_table.restart()
    rev = (await tables.load_table(table_id)).revision
    assert await tables.undo.answer(table_id, other, rev, agrees=True) is True


async def test_a_button_from_before_an_undo_is_late_after_it(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    await play_bid(running_table.tables, ANA)
    await running_table.tables.undo.take_back(table.id, ANA)
    with pytest.raises(StaleControlsError, match="earlier turn"):
        await running_table.tables.moves.play(table.id, ANA, ("bid", "f1"), asked_revision=table.asked_revision)


async def test_an_undone_move_is_played_again_with_the_same_luck(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    table = await running_table.tables.find_channel_table(CHANNEL)
    first = [write_plain_text(line.text) for line in await running_table.tables.history.load_log(table.id, None)]
    user = await find_walker(running_table.tables)
    other = BEN if user == ANA else ANA
    await running_table.tables.undo.take_back(table.id, BEN)
    rev = (await running_table.tables.load_table(table.id)).revision
    await running_table.tables.undo.answer(table.id, ANA, rev, agrees=True)
    await play_bid(running_table.tables, BEN)
    again = [write_plain_text(line.text) for line in await running_table.tables.history.load_log(table.id, None)]
    assert again[-2:] == first[-2:]
    assert other in (ANA, BEN)
