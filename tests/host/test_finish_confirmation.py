"""The end of a game can be undone like any other move, and nothing hidden is shown until the end is confirmed."""

from __future__ import annotations

import pytest

from engine.host.model.table import END_UNDO_S, Table
from engine.host.service.history.finish_confirmation import SECOND_LOOK_S
from engine.host.service.table_services import TableServices
from engine.kernel.dice import compute_commitment
from engine.kernel.text import UserError
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness, play_round, play_to_end, undo_last_move

SEAL_TIME_H = END_UNDO_S / 3600


async def finish_game(service: ServiceHarness) -> Table:
    return await service.tables.load_table(await play_to_end(service.tables, stays_sealed=True))


async def check_what_is_told(tables: TableServices, table: Table) -> list[bool]:
    """Return whether the seed line, the record and the audit show the seed, and whether the game counts."""
    return [
        not (await tables.snapshots.load_seed(table.id)).startswith("sha256:"),
        not (await tables.history.build_record(table.id)).is_sealed,
        (await tables.audits.audit_table(table.id)).seed is not None,
        bool(await tables.statistics.rank_players(GUILD, "toy")),
    ]


async def look_at_seals(service: ServiceHarness) -> None:
    """Do what the scheduler does: look twice whether the time of the seals is over."""
    for _ in range(2):
        for errand in await service.tables.outbox.list_due():
            is_second_look = bool(errand.subject_id)
            await service.tables.finish_confirmation.open_seals(errand.table_id, is_second_look=is_second_look)
            await service.tables.outbox.settle(errand)
        service.advance_clock(seconds=SECOND_LOOK_S)


ALL_CLOSED, ALL_OPEN = [False] * 4, [True] * 4


async def test_the_last_move_is_taken_back_and_the_game_goes_on(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    before = len((await running_table.tables.history.build_record(table.id)).moves)
    await undo_last_move(running_table.tables, table)
    again = await running_table.tables.find_channel_table(CHANNEL)
    assert (again.id, again.status, again.result) == (table.id, "running", None)
    assert len((await running_table.tables.history.build_record(table.id)).moves) < before
    tables = await running_table.restart()
    assert (await tables.load_table(table.id)).status == "running"
    assert (await tables.load_table(await play_to_end(tables))).status == "finished"


async def test_everything_stays_closed_for_two_days_and_then_opens(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
    running_table.advance_clock(hours=SEAL_TIME_H - 1)
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
    running_table.advance_clock(hours=1)
    await look_at_seals(running_table)
    assert await check_what_is_told(running_table.tables, table) == ALL_OPEN
    with pytest.raises(UserError, match="over for good"):
        await running_table.tables.undo.preview_undo(table.id, ANA)
    with pytest.raises(UserError, match="over for good"):
        await running_table.tables.undo.take_back(table.id, ANA)


async def test_a_secret_move_reads_as_a_question_mark_until_then(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    record = await running_table.tables.history.build_record(table.id)
    assert record.seed == f"sha256:{compute_commitment('seed-1')}"
    assert any("?" in move.words for move in record.moves) or not any(move.digest for move in record.moves)


async def test_when_everybody_says_that_it_is_over_it_is(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    (missing,) = await running_table.tables.finish_confirmation.confirm_finish(table.id, ANA)
    assert missing.user_id == BEN
    assert await running_table.tables.finish_confirmation.confirm_finish(table.id, ANA) == (missing,), (
        "once more changes nothing"
    )
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
    assert await running_table.tables.finish_confirmation.confirm_finish(table.id, BEN) == ()
    assert await check_what_is_told(running_table.tables, table) == ALL_OPEN
    assert (await running_table.tables.load_table(table.id)).revision > table.revision, "the final post is shown anew"
    with pytest.raises(UserError, match="over for good"):
        await running_table.tables.undo.take_back(table.id, BEN)


async def test_only_those_who_played_say_so_and_only_when_it_is(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    with pytest.raises(UserError, match="goes on"):
        await running_table.tables.finish_confirmation.confirm_finish(table.id, ANA)
    await finish_game(running_table)
    with pytest.raises(UserError, match="not in this game"):
        await running_table.tables.finish_confirmation.confirm_finish(table.id, 99)


async def test_an_undo_request_is_void_when_the_seals_open(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    for user in (ANA, BEN):
        if await running_table.tables.undo.take_back(table.id, user) is not None:
            break
    running_table.advance_clock(hours=SEAL_TIME_H)
    await look_at_seals(running_table)
    with pytest.raises(UserError, match="over for good"):
        await running_table.tables.undo.answer(table.id, BEN if user == ANA else ANA, table.revision, agrees=True)


async def test_a_rematch_that_begins_opens_the_seals(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    again = await running_table.tables.lobby.open_rematch(table.id, BEN, "Ben")
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
    with pytest.raises(UserError, match="Close it first"):
        await undo_last_move(running_table.tables, table)
    await running_table.tables.lobby.join(again.id, ANA, "Ana")
    await running_table.tables.lobby.start(again.id, ANA)
    assert await check_what_is_told(running_table.tables, table) == ALL_OPEN
    with pytest.raises(UserError, match="over for good"):
        await running_table.tables.undo.preview_undo(table.id, ANA)


async def test_a_game_that_ended_by_giving_up_is_over_at_once(running_table: ServiceHarness) -> None:
    await play_round(running_table.tables)
    table = await running_table.tables.find_channel_table(CHANNEL)
    table = await running_table.tables.moves.resign(table.id, BEN)
    assert table.status == "finished"
    assert await check_what_is_told(running_table.tables, table) == ALL_OPEN


async def test_an_undone_end_can_be_confirmed_again(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    await running_table.tables.finish_confirmation.confirm_finish(table.id, ANA)
    await undo_last_move(running_table.tables, table)
    await play_to_end(running_table.tables, stays_sealed=True)
    assert len(await running_table.tables.finish_confirmation.confirm_finish(table.id, BEN)) == 1, (
        "Ana has said it of another end"
    )
    running_table.advance_clock(hours=SEAL_TIME_H - 1)
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED, "the time counts from the new end"


async def test_the_seals_open_at_the_second_look(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    running_table.advance_clock(hours=SEAL_TIME_H)
    (errand,) = await running_table.tables.outbox.list_due()
    assert (errand.kind, errand.table_id) == ("seals", table.id)
    await look_at_seals(running_table)
    assert await running_table.tables.outbox.list_due() == []
    assert (await running_table.tables.load_table(table.id)).revision == table.revision + 1
    assert await running_table.tables.finish_confirmation.open_seals(table.id, is_second_look=True)
    assert (await running_table.tables.load_table(table.id)).revision == table.revision + 1


async def test_a_clock_that_is_wrong_for_a_minute_opens_nothing(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    running_table.advance_clock(days=365)
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
    (errand,) = await running_table.tables.outbox.list_due()
    assert not await running_table.tables.finish_confirmation.open_seals(table.id, is_second_look=False)
    await running_table.tables.outbox.settle(errand)
    running_table.advance_clock(days=-365)
    await running_table.tables.outbox.repair_times()
    running_table.advance_clock(seconds=SECOND_LOOK_S)
    await look_at_seals(running_table)
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
    running_table.advance_clock(hours=SEAL_TIME_H)
    await look_at_seals(running_table)
    assert await check_what_is_told(running_table.tables, table) == ALL_OPEN


async def test_a_rematch_with_a_stranger_opens_nothing(running_table: ServiceHarness) -> None:
    table = await finish_game(running_table)
    again = await running_table.tables.lobby.open_rematch(table.id, ANA, "Ana")
    await running_table.tables.lobby.join(again.id, 99, "Eve")
    await running_table.tables.lobby.start(again.id, ANA)
    assert await check_what_is_told(running_table.tables, table) == ALL_CLOSED
