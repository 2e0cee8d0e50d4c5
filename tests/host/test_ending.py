"""The end of a game: it can be taken back like any other move, and until it is over for good nothing hidden is told."""

from __future__ import annotations

import pytest

from engine.host.model.table import REOPENED, Table
from engine.host.service.tables import Tables
from engine.kernel.dice import commitment
from engine.kernel.text import Refusal
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, Inn, finish, taken_back

HOURS = REOPENED / 3600


async def over(inn: Inn) -> Table:
    return await inn.tables.table(await finish(inn.tables, sealed=True))


async def told(tables: Tables, table: Table) -> list[bool]:
    """Whether the seed is told by the seed line, the record and the audit, and whether the game counts."""
    return [
        not (await tables.snapshots.seed(table.id)).startswith("sha256:"),
        not (await tables.history.record(table.id)).sealed,
        (await tables.audits.audit(table.id)).seed is not None,
        bool(await tables.statistics.leaderboard(GUILD, "toy")),
    ]


CLOSED, OPEN = [False] * 4, [True] * 4


async def test_the_last_move_is_taken_back_and_the_game_goes_on(camp: Inn) -> None:
    table = await over(camp)
    before = len((await camp.tables.history.record(table.id)).moves)
    await taken_back(camp.tables, table)
    again = await camp.tables.in_channel(CHANNEL)
    assert (again.id, again.status, again.result) == (table.id, "running", None)
    assert len((await camp.tables.history.record(table.id)).moves) < before
    tables = await camp.restart()
    assert (await tables.table(table.id)).status == "running"
    assert (await tables.table(await finish(tables))).status == "finished"


async def test_everything_stays_closed_for_two_days_and_then_opens(camp: Inn) -> None:
    table = await over(camp)
    assert await told(camp.tables, table) == CLOSED
    camp.later(hours=HOURS - 1)
    assert await told(camp.tables, table) == CLOSED
    camp.later(hours=1)
    assert await told(camp.tables, table) == OPEN
    with pytest.raises(Refusal, match="over for good"):
        await camp.tables.undo.retraction(table.id, ANA)
    with pytest.raises(Refusal, match="over for good"):
        await camp.tables.undo.take_back(table.id, ANA)


async def test_a_secret_move_reads_as_a_question_mark_until_then(camp: Inn) -> None:
    table = await over(camp)
    record = await camp.tables.history.record(table.id)
    assert record.seed == f"sha256:{commitment('seed-1')}"
    assert any("?" in move.words for move in record.moves) or not any(move.digest for move in record.moves)


async def test_when_everybody_says_that_it_is_over_it_is(camp: Inn) -> None:
    table = await over(camp)
    (missing,) = await camp.tables.ending.over(table.id, ANA)
    assert missing.user == BEN
    assert await camp.tables.ending.over(table.id, ANA) == (missing,), "once more changes nothing"
    assert await told(camp.tables, table) == CLOSED
    assert await camp.tables.ending.over(table.id, BEN) == ()
    assert await told(camp.tables, table) == OPEN
    assert (await camp.tables.table(table.id)).rev > table.rev, "the final post is shown anew"
    with pytest.raises(Refusal, match="over for good"):
        await camp.tables.undo.take_back(table.id, BEN)


async def test_only_those_who_played_say_so_and_only_when_it_is(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    with pytest.raises(Refusal, match="goes on"):
        await camp.tables.ending.over(table.id, ANA)
    await over(camp)
    with pytest.raises(Refusal, match="not in this game"):
        await camp.tables.ending.over(table.id, 99)


async def test_a_wish_from_before_is_void_when_the_seals_open(camp: Inn) -> None:
    table = await over(camp)
    for user in (ANA, BEN):
        if await camp.tables.undo.take_back(table.id, user) is not None:
            break
    camp.later(hours=HOURS)
    with pytest.raises(Refusal, match="over for good"):
        await camp.tables.undo.answer(table.id, BEN if user == ANA else ANA, table.rev, agree=True)


async def test_a_rematch_that_begins_opens_the_seals(camp: Inn) -> None:
    table = await over(camp)
    again = await camp.tables.lobby.rematch(table.id, BEN, "Ben")
    assert await told(camp.tables, table) == CLOSED
    with pytest.raises(Refusal, match="Close it first"):
        await taken_back(camp.tables, table)
    await camp.tables.lobby.join(again.id, ANA, "Ana")
    await camp.tables.lobby.start(again.id, ANA)
    assert await told(camp.tables, table) == OPEN
    with pytest.raises(Refusal, match="over for good"):
        await camp.tables.undo.retraction(table.id, ANA)


async def test_a_game_that_ended_by_giving_up_is_over_at_once(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    table = await camp.tables.moves.resign(table.id, BEN)
    assert table.status == "finished"
    assert await told(camp.tables, table) == OPEN


async def test_an_end_that_was_taken_back_can_be_said_anew(camp: Inn) -> None:
    table = await over(camp)
    await camp.tables.ending.over(table.id, ANA)
    await taken_back(camp.tables, table)
    await finish(camp.tables, sealed=True)
    assert len(await camp.tables.ending.over(table.id, BEN)) == 1, "Ana has said it of another end"
    camp.later(hours=HOURS - 1)
    assert await told(camp.tables, table) == CLOSED, "the time counts from the new end"


async def test_the_errand_that_opens_is_due_once(camp: Inn) -> None:
    table = await over(camp)
    camp.later(hours=HOURS)
    (errand,) = await camp.tables.errands.due()
    assert (errand.kind, errand.table) == ("seals", table.id)
    await camp.tables.ending.open(table.id)
    assert await camp.tables.errands.due() == []
    assert (await camp.tables.table(table.id)).rev == table.rev + 1
    await camp.tables.ending.open(table.id)
    assert (await camp.tables.table(table.id)).rev == table.rev + 1
