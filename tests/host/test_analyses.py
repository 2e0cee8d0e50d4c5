"""Analyses of finished games: closed while the end can be undone, made once, stored, and repeated after a kill."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from engine.host.model.table import END_UNDO_S, Table
from engine.host.service.history.analyses import MOVES_PER_STUDY, list_option_labels, play_line
from engine.host.service.table_services import TableServices
from engine.host.store.history import table_archive
from engine.host.store.history.table_archive import AnalysisDemand
from engine.kernel.position import GameRun
from engine.kernel.text import UserError, write_plain_text
from engine.players.analysis import position_analysis
from engine.players.analysis.game_analysis import MAX_TURNING_POINTS, Analysis
from engine.workers.requests import AnalysisRequest, UnansweredError
from tests.host.harness import ANA, BEN, CHANNEL, CY, ServiceHarness, play_to_end, undo_last_move
from tests.host.real_games import import_finished_game, play_out, start_game
from tests.move_services import InlineMoveService
from tests.players.winning_positions import FRESH
from tests.rules.paso.play import make_table

AMUNDSEN = "frozen-by-declaration"


@pytest.fixture
async def analysis_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServiceHarness]:
    """Start a host with all games, whose analyses are short."""
    # Each position gets so small a part of the playouts that only the minimum is left.
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)
    harness = ServiceHarness(tmp_path / "bot.db")
    harness.move_service = InlineMoveService()
    await harness.open()
    yield harness
    await harness.store.close()


def get_move_service(harness: ServiceHarness) -> InlineMoveService:
    """Return the harness's move service, which records its requests and can be held or made to fail."""
    return cast("InlineMoveService", harness.move_service)


def ignore_progress(_done: int, _of: int, _so_far: Analysis) -> None:
    """Take the progress of an analysis, which most tests do not check."""


async def make_analysis(tables: TableServices, table: Table, user: int = ANA) -> None:
    """Request an analysis and wait for it."""
    await tables.analyses.make_analysis(await tables.analyses.request_analysis(table.id, user), ignore_progress)


def test_a_better_line_is_played_as_far_as_it_is_legal() -> None:
    """What the mover could not know may be in the way, such as a treasure that a rival answers with."""
    t = make_table(**FRESH)
    run: GameRun[Any] = GameRun(t.rules, t.position, "seed")
    raid, walk = ("raid", "b21"), ("advance", "c21", "walk")
    played = [words for _, words in play_line(run, 0, (raid, walk, raid, walk))]
    assert played == [raid, walk]
    assert run.state.players[0].ship == "c21"


async def test_a_game_is_analysed_once_and_stored(
    analysis_service: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await import_finished_game(analysis_service)
    assert await analysis_service.tables.analyses.load_analysis(table.id) is None
    progress: list[tuple[int, int, Analysis]] = []
    await analysis_service.tables.analyses.make_analysis(
        await analysis_service.tables.analyses.request_analysis(table.id, ANA), lambda *step: progress.append(step)
    )
    found = await analysis_service.tables.analyses.load_analysis(table.id)
    assert found is not None
    move_count = (await analysis_service.tables.history.load_replay(table.id)).last
    assert len(found.analysis.moments) == len(found.labels) == move_count
    assert found.analysis.final == (0.0, 0.0), "both froze"
    assert 0 < len(found.analysis.turning) <= MAX_TURNING_POINTS
    assert all(labels.played for labels in found.labels)
    checked = [moment for moment in found.analysis.moments if moment.is_checked]
    assert checked
    assert all(found.describe_moment(moment.number)[1].alternative for moment in checked)
    assert [done for done, _, _ in progress] == list(range(1, len(progress) + 1))
    assert progress[-1][0] == progress[-1][1]
    known = [len(so_far.moments) for _, _, so_far in progress]
    assert known == sorted(known)
    assert known[-1] == move_count
    assert sorted(set(known))[:2] == [MOVES_PER_STUDY, 2 * MOVES_PER_STUDY], "the curve grows from its beginning"
    assert not await analysis_service.tables.analyses.list_demands()
    tables = await analysis_service.restart()
    played_moves: list[object] = []
    monkeypatch.setattr(GameRun, "play", lambda *args: played_moves.append(args))
    assert await tables.analyses.load_analysis(table.id) == found
    assert not played_moves, "a stored analysis is shown without playing the game again"
    request_count = len(get_move_service(analysis_service).requests)
    with pytest.raises(UserError, match="Ask once more"):
        await tables.analyses.request_analysis(table.id, ANA)
    assert len(get_move_service(analysis_service).requests) == request_count


async def test_equal_games_get_equal_analyses(analysis_service: ServiceHarness) -> None:
    tables = [await import_finished_game(analysis_service, CHANNEL + n) for n in range(2)]
    for table in tables:
        await make_analysis(analysis_service.tables, table)
    first, second = [await analysis_service.tables.analyses.load_analysis(table.id) for table in tables]
    assert first is not None
    assert second is not None
    assert first.analysis == second.analysis


async def test_no_analysis_before_the_game_is_over_for_good(analysis_service: ServiceHarness) -> None:
    table = await start_game(analysis_service.tables, CHANNEL)
    for refused in (
        analysis_service.tables.analyses.load_analysis(table.id),
        analysis_service.tables.analyses.request_analysis(table.id, ANA),
    ):
        with pytest.raises(UserError, match="when it is over"):
            await refused
    table = await play_out(analysis_service.tables, table)
    assert table.seals_open_at is not None
    for refused in (
        analysis_service.tables.analyses.load_analysis(table.id),
        analysis_service.tables.analyses.request_analysis(table.id, ANA),
    ):
        with pytest.raises(UserError, match="can be taken back until <t:"):
            await refused
    analysis_service.advance_clock(seconds=END_UNDO_S)
    await analysis_service.tables.finish_confirmation.open_seals(table.id, is_second_look=True)
    assert await analysis_service.tables.analyses.request_analysis(table.id, ANA)
    closed = await start_game(analysis_service.tables, CHANNEL + 1)
    await analysis_service.tables.lobby.close(closed.id, 99, is_moderator=True)
    with pytest.raises(UserError, match="closed without a result"):
        await analysis_service.tables.analyses.request_analysis(closed.id, ANA)


async def test_an_analysis_interrupted_by_a_kill_is_made_again(analysis_service: ServiceHarness) -> None:
    table = await import_finished_game(analysis_service)
    demand = await analysis_service.tables.analyses.request_analysis(table.id, ANA)
    get_move_service(analysis_service).hold()
    task = asyncio.create_task(analysis_service.tables.analyses.make_analysis(demand, ignore_progress))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    get_move_service(analysis_service).release()
    tables = await analysis_service.restart()
    assert await tables.analyses.list_demands() == [demand]
    await tables.analyses.make_analysis(demand, ignore_progress)
    assert await tables.analyses.load_analysis(table.id) is not None
    assert await tables.analyses.list_demands() == []


async def test_a_user_requests_one_analysis_at_a_time_and_others_join(analysis_service: ServiceHarness) -> None:
    first, second = [await import_finished_game(analysis_service, CHANNEL + n) for n in range(2)]
    demand = await analysis_service.tables.analyses.request_analysis(first.id, ANA)
    assert await analysis_service.tables.analyses.request_analysis(first.id, ANA) == demand, (
        "a second request of the same user is the same demand"
    )
    assert await analysis_service.tables.analyses.request_analysis(first.id, BEN) == demand, (
        "a request of another player joins it"
    )
    with pytest.raises(UserError) as raised:
        await analysis_service.tables.analyses.request_analysis(second.id, ANA)
    assert f"<#{CHANNEL}> is still being made" in write_plain_text(raised.value.text)
    assert await analysis_service.tables.analyses.request_analysis(second.id, BEN) == AnalysisDemand(
        second.id, BEN, analysis_service.tables.context.now()
    )
    await analysis_service.tables.analyses.make_analysis(demand, ignore_progress)
    with pytest.raises(UserError, match="Ask once more"):
        await analysis_service.tables.analyses.request_analysis(first.id, ANA)


async def test_a_failed_analysis_ends_the_request(analysis_service: ServiceHarness) -> None:
    table = await import_finished_game(analysis_service)
    get_move_service(analysis_service).fails = True
    with pytest.raises(UnansweredError):
        await make_analysis(analysis_service.tables, table)
    assert await analysis_service.tables.analyses.list_demands() == []
    get_move_service(analysis_service).fails = False
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
    requests_by_seed: list[list[str]] = []
    for seed in ("one", "other"):
        analysis_service.tables.context.seeds = lambda seed=seed: seed
        running = await start_game(analysis_service.tables, CHANNEL + len(requests_by_seed) + 5)
        table = await import_finished_game(analysis_service, CHANNEL + len(requests_by_seed))
        await make_analysis(analysis_service.tables, table)
        requests_by_seed.append([repr(request) for request in get_move_service(analysis_service).requests])
        assert all(
            isinstance(request, AnalysisRequest) and request.seed != seed
            for request in get_move_service(analysis_service).requests
        )
        get_move_service(analysis_service).requests.clear()
        assert running.status == "running"
    assert requests_by_seed[0] == requests_by_seed[1]


def test_a_move_is_named_with_what_it_leaves_unused() -> None:
    t = make_table(pieces=["0 u1 b1"], ships={0: "b1"}, points=3)
    labels = list_option_labels(t.now.build_menu(0), ("end",))
    assert [write_plain_text(label) for label in labels] == ["End your turn, 3 points unused"]
