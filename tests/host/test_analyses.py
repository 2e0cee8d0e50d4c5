"""Analyses of finished games: closed while the end can be undone, made once, stored, and repeated after a kill."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from engine.host.model.table import END_UNDO_S, Table
from engine.host.service.history.analyses import MOVES_PER_STUDY
from engine.host.service.table_services import TableServices
from engine.host.store.history import table_archive
from engine.host.store.history.table_archive import AnalysisDemand
from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun
from engine.kernel.text import UserError, write_plain_text
from engine.players import analysis
from engine.players.analysis import MAX_TURNING_POINTS
from engine.workers.requests import AnalysisRequest, UnansweredError
from tests.golden_records import read_record
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, play_to_end, undo_last_move
from tests.move_services import InlineMoveService

AMUNDSEN = "frozen-by-declaration"


@pytest.fixture
async def analysis_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServiceHarness]:
    """Start a host with all games, whose analyses are short."""
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)
    home = ServiceHarness(tmp_path / "bot.db")
    home.move_service = InlineMoveService()
    await home.open()
    yield home
    await home.store.close()


def move_service(harness: ServiceHarness) -> InlineMoveService:
    return cast("InlineMoveService", harness.move_service)


async def import_finished_game(
    service: ServiceHarness, channel: int = CHANNEL, *, slug: str = "amundsen", name: str = AMUNDSEN
) -> Table:
    """Open a game with a confirmed end from its record."""
    table = await service.tables.lobby.open_record(GUILD, channel, ANA, "Ana", read_record(slug, name).decode())
    await service.tables.lobby.join(table.id, BEN, "Ben")
    return await service.tables.lobby.start(table.id, ANA)


async def begin(tables: TableServices, channel: int) -> Table:
    """Start a game of two in a channel."""
    table = await tables.lobby.open(GUILD, channel, ANA, "Ana", "amundsen", {})
    await tables.lobby.join(table.id, BEN, "Ben")
    return await tables.lobby.start(table.id, ANA)


async def play_out(tables: TableServices, table: Table) -> Table:
    """Play random moves to the end of the game."""
    dice, n = Dice(f"table {table.id}"), count()
    while table.status == "running":
        user = table.find_seat_user((await tables.snapshots.load_seat_waits(table.id))[0].seat)
        _, _, menu = await tables.moves.load_menu(table.id, user)
        words = sample_move(menu, lambda k: dice.roll_below(k, next(n), "pick"))
        await tables.moves.play(table.id, user, words)
        table = await tables.load_table(table.id)
    return table


def ignore_progress(_done: int, _of: int) -> None:
    """Ignore the progress of an analysis."""


async def make_analysis(tables: TableServices, table: Table, user: int = ANA) -> None:
    await tables.analyses.make_analysis(await tables.analyses.request_analysis(table.id, user), ignore_progress)


async def test_a_game_is_analysed_once_and_stored(
    analysis_service: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await import_finished_game(analysis_service)
    assert await analysis_service.tables.analyses.load_analysis(table.id) is None
    steps: list[tuple[int, int]] = []
    await analysis_service.tables.analyses.make_analysis(
        await analysis_service.tables.analyses.request_analysis(table.id, ANA),
        lambda done, of: steps.append((done, of)),
    )
    found = await analysis_service.tables.analyses.load_analysis(table.id)
    assert found is not None
    last = (await analysis_service.tables.history.load_replay(table.id)).last
    assert len(found.analysis.moments) == last
    assert found.analysis.final == (0.0, 0.0), "both froze"
    assert 0 < len(found.turning_points) <= MAX_TURNING_POINTS
    assert all(told.played_labels and told.best_labels for told in found.turning_points)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] == steps[-1][1]
    assert {of for _, of in steps} == {-(-last // MOVES_PER_STUDY) + analysis.MAX_DEEP_MOMENTS}
    assert not await analysis_service.tables.analyses.list_demands()
    tables = await analysis_service.restart()
    plays: list[object] = []
    monkeypatch.setattr(GameRun, "play", lambda *args: plays.append(args))
    assert await tables.analyses.load_analysis(table.id) == found
    assert not plays, "a stored analysis is shown without playing the game again"
    studies = len(move_service(analysis_service).requests)
    with pytest.raises(UserError, match="Ask once more"):
        await tables.analyses.request_analysis(table.id, ANA)
    assert len(move_service(analysis_service).requests) == studies


async def test_equal_games_get_equal_analyses(analysis_service: ServiceHarness) -> None:
    tables = [await import_finished_game(analysis_service, CHANNEL + n) for n in range(2)]
    for table in tables:
        await make_analysis(analysis_service.tables, table)
    one, other = [await analysis_service.tables.analyses.load_analysis(table.id) for table in tables]
    assert one is not None
    assert other is not None
    assert one.analysis == other.analysis


async def test_no_analysis_before_the_game_is_over_for_good(analysis_service: ServiceHarness) -> None:
    table = await begin(analysis_service.tables, CHANNEL)
    for look in (
        analysis_service.tables.analyses.load_analysis(table.id),
        analysis_service.tables.analyses.request_analysis(table.id, ANA),
    ):
        with pytest.raises(UserError, match="when it is over"):
            await look
    table = await play_out(analysis_service.tables, table)
    assert table.seals_open_at is not None
    for look in (
        analysis_service.tables.analyses.load_analysis(table.id),
        analysis_service.tables.analyses.request_analysis(table.id, ANA),
    ):
        with pytest.raises(UserError, match="can be taken back until <t:"):
            await look
    analysis_service.advance_clock(seconds=END_UNDO_S)
    await analysis_service.tables.finish_confirmation.open_seals(table.id, is_second_look=True)
    assert await analysis_service.tables.analyses.request_analysis(table.id, ANA)
    closed = await begin(analysis_service.tables, CHANNEL + 1)
    await analysis_service.tables.lobby.close(closed.id, 99, is_moderator=True)
    with pytest.raises(UserError, match="closed without a result"):
        await analysis_service.tables.analyses.request_analysis(closed.id, ANA)


async def test_an_analysis_interrupted_by_a_kill_is_made_again(analysis_service: ServiceHarness) -> None:
    table = await import_finished_game(analysis_service)
    wish = await analysis_service.tables.analyses.request_analysis(table.id, ANA)
    move_service(analysis_service).hold()
    making = asyncio.create_task(analysis_service.tables.analyses.make_analysis(wish, ignore_progress))
    await asyncio.sleep(0)
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)
    move_service(analysis_service).release()
    tables = await analysis_service.restart()
    assert await tables.analyses.list_demands() == [wish]
    await tables.analyses.make_analysis(wish, ignore_progress)
    assert await tables.analyses.load_analysis(table.id) is not None
    assert await tables.analyses.list_demands() == []


async def test_a_user_requests_one_analysis_at_a_time_and_others_join(analysis_service: ServiceHarness) -> None:
    first, second = [await import_finished_game(analysis_service, CHANNEL + n) for n in range(2)]
    wish = await analysis_service.tables.analyses.request_analysis(first.id, ANA)
    assert await analysis_service.tables.analyses.request_analysis(first.id, ANA) == wish, (
        "asked again it is the same one"
    )
    assert await analysis_service.tables.analyses.request_analysis(first.id, BEN) == wish, "and for others too"
    with pytest.raises(UserError) as no:
        await analysis_service.tables.analyses.request_analysis(second.id, ANA)
    assert f"<#{CHANNEL}> is still being made" in write_plain_text(no.value.text)
    assert await analysis_service.tables.analyses.request_analysis(second.id, BEN) == AnalysisDemand(
        second.id, BEN, analysis_service.tables.context.now()
    )
    await analysis_service.tables.analyses.make_analysis(wish, ignore_progress)
    with pytest.raises(UserError, match="Ask once more"):
        await analysis_service.tables.analyses.request_analysis(first.id, ANA)


async def test_a_failed_analysis_ends_the_request(analysis_service: ServiceHarness) -> None:
    table = await import_finished_game(analysis_service)
    move_service(analysis_service).fails = True
    with pytest.raises(UnansweredError):
        await make_analysis(analysis_service.tables, table)
    assert await analysis_service.tables.analyses.list_demands() == []
    move_service(analysis_service).fails = False
    await make_analysis(analysis_service.tables, table)
    assert await analysis_service.tables.analyses.load_analysis(table.id) is not None


async def test_undoing_the_end_deletes_the_analysis(running_table: ServiceHarness) -> None:
    table = await running_table.tables.load_table(await play_to_end(running_table.tables, stays_sealed=True))
    await running_table.tables.context.write(lambda tx: table_archive.save_demand(tx, AnalysisDemand(table.id, CY, 1)))
    await running_table.tables.context.write(lambda tx: table_archive.save_analysis(tx, table.id, "{}"))
    await undo_last_move(running_table.tables, table)
    assert (await running_table.tables.load_table(table.id)).status == "running"
    assert await running_table.store.fetch_all("SELECT * FROM analyses") == []


async def test_missing_evaluators_and_missing_computers_are_explained(running_table: ServiceHarness) -> None:
    table = await play_to_end(running_table.tables)
    with pytest.raises(UserError, match="Computers do not play here"):
        await running_table.tables.analyses.request_analysis(table, ANA)
    running_table.move_service = InlineMoveService()
    await running_table.restart()
    with pytest.raises(UserError, match="learned to judge"):
        await running_table.tables.analyses.request_analysis(table, ANA)


async def test_an_analysis_uses_nothing_of_a_running_game(analysis_service: ServiceHarness) -> None:
    """The hidden state of a running game does not change the requests about the finished game."""
    asked: list[list[str]] = []
    for seed in ("one", "other"):
        analysis_service.tables.context.seeds = lambda seed=seed: seed
        running = await begin(analysis_service.tables, CHANNEL + len(asked) + 5)
        table = await import_finished_game(analysis_service, CHANNEL + len(asked))
        await make_analysis(analysis_service.tables, table)
        asked.append([repr(job) for job in move_service(analysis_service).requests])
        assert all(
            isinstance(job, AnalysisRequest) and job.seed != seed for job in move_service(analysis_service).requests
        )
        move_service(analysis_service).requests.clear()
        assert running.status == "running"
    assert asked[0] == asked[1]
