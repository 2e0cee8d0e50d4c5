"""The worker processes: started on demand, replaced when they die or hang, stopped when idle, asked in turn."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.environment import TOKEN
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import begin_game, encode_position, resolve_situation
from engine.kernel.record import encode_components
from engine.kernel.script import complete_options
from engine.players.question import SeatQuestion, create_question
from engine.workers.player_process import NICENESS
from engine.workers.pool import IDLE_TIMEOUT_S, REPLY_TIMEOUT_S, PendingRequest, RequestQueue, WorkerPool
from engine.workers.process import WorkerLostError
from engine.workers.requests import (
    AnalysisRequest,
    MoveRequest,
    UnansweredError,
    analyse_requested_moves,
    choose_requested_move,
)
from tests.process.manual_clock import DEAD_COMMAND, GARBLED_COMMAND, HUNG_COMMAND, ManualClock, await_in_time


@asynccontextmanager
async def create_pool(glass: ManualClock, **changes: object) -> AsyncIterator[WorkerPool]:
    made = WorkerPool(sleep=glass.sleep, **changes)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


def build_job(seed_number: int = 0) -> MoveRequest:
    game = registry.load_game("northwest")
    position = begin_game(game, 2, complete_options(game.settings, {}), "pool").position
    put = create_question(game, position, "pool", 0, Dice("pool"))
    assert put is not None
    return MoveRequest(
        "northwest", encode_components(game).decode(), "captain", put, f"dice {seed_number}", max_playouts=2
    )


async def test_a_worker_answers_as_the_bot_itself_would() -> None:
    async with create_pool(ManualClock()) as made:
        assert not made.workers
        for n in range(3):
            assert await await_in_time(made.choose_move(build_job(n), 1)) == choose_requested_move(build_job(n))
        assert len(made.workers) == 1


async def test_a_worker_has_low_priority_and_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN, "not.for.others")
    async with create_pool(ManualClock()) as made:
        await await_in_time(made.choose_move(build_job(), 1))
        (worker,) = made.workers
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= NICENESS
        if sys.platform == "linux":
            with open(f"/proc/{worker.pid}/environ", "rb") as told:  # noqa: ASYNC230, PTH123
                assert b"not.for.others" not in told.read()


async def test_an_idle_worker_is_let_go_and_another_one_comes_at_the_next_need() -> None:
    glass = ManualClock()
    async with create_pool(glass) as made:
        await await_in_time(made.choose_move(build_job(), 1))
        (first,) = made.workers
        await glass.finish_pause(IDLE_TIMEOUT_S)
        await await_in_time(made.wait_idle())
        assert not made.workers
        with pytest.raises(ProcessLookupError):
            os.kill(first.pid, 0)
        await await_in_time(made.choose_move(build_job(), 1))
        assert len(made.workers) == 1


async def test_a_worker_that_is_killed_is_replaced_and_the_job_done() -> None:
    async with create_pool(ManualClock()) as made:
        await await_in_time(made.choose_move(build_job(), 1))
        (first,) = made.workers
        assert made.failure == ""
        os.kill(first.pid, signal.SIGKILL)
        with pytest.raises(WorkerLostError):
            await await_in_time(first.ask(b""))
        assert made.failure == "A process of computer players has died; the next request starts another one."
        assert await await_in_time(made.choose_move(build_job(1), 1)) == choose_requested_move(build_job(1))
        assert first not in made.workers
        assert made.failure == ""


async def test_a_worker_that_hangs_is_replaced_and_the_job_done() -> None:
    glass = ManualClock()
    async with create_pool(glass) as made:
        await await_in_time(made.choose_move(build_job(), 1))
        (first,) = made.workers
        os.kill(first.pid, signal.SIGSTOP)
        again = asyncio.create_task(made.choose_move(build_job(1), 1))
        await asyncio.sleep(0)
        for _, end in glass.pauses:  # of the first job, over by now
            end.cancel()
        await glass.finish_pause(REPLY_TIMEOUT_S)
        assert await await_in_time(again) == choose_requested_move(build_job(1))
        assert first not in made.workers


@pytest.mark.parametrize("command", [HUNG_COMMAND, DEAD_COMMAND, GARBLED_COMMAND])
async def test_after_two_failed_workers_no_job_is_accepted(command: tuple[str, ...]) -> None:
    glass = ManualClock()
    async with create_pool(glass, command=command) as made:
        asking = asyncio.create_task(made.choose_move(build_job(), 1))
        if command is HUNG_COMMAND:
            await glass.finish_pause(REPLY_TIMEOUT_S)
            await glass.finish_pause(REPLY_TIMEOUT_S)
        with pytest.raises(UnansweredError):
            await await_in_time(asking)
        assert not made.workers
        assert made.failure


async def test_a_job_that_makes_no_sense_says_so_and_the_worker_lives_on() -> None:
    async with create_pool(ManualClock()) as made:
        with pytest.raises(UnansweredError, match="no-such-game"):
            await await_in_time(
                made.choose_move(MoveRequest("no-such-game", "{}", "mate", SeatQuestion(0, "{}"), "dice"), 1)
            )
        (first,) = made.workers
        await await_in_time(made.choose_move(build_job(), 1))
        assert made.workers == {first}


async def test_closing_the_pool_ends_busy_workers() -> None:
    glass = ManualClock()
    made = WorkerPool(command=HUNG_COMMAND, sleep=glass.sleep)
    asking = asyncio.create_task(made.choose_move(build_job(), 1))
    waiting = asyncio.create_task(made.choose_move(build_job(), 2))
    await await_in_time(glass.pause_started.wait())
    (worker,) = made.workers
    await await_in_time(made.close())
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)
    for one in (asking, waiting):
        with pytest.raises(asyncio.CancelledError):
            await one


async def test_a_closed_pool_starts_no_worker() -> None:
    """A request that comes late would leave a process behind."""
    made = WorkerPool(command=HUNG_COMMAND, sleep=ManualClock().sleep)
    await made.close()
    late = asyncio.create_task(made.choose_move(build_job(), 1))
    await asyncio.wait({late}, timeout=2)
    try:
        assert late.cancelled()
        assert not made.workers
    finally:
        await made.close()


# ---------------------------------------------------------------- the queue
def submit_job(queue: RequestQueue, owner: int, name: str) -> PendingRequest:
    request = MoveRequest(name, "", "", SeatQuestion(0, ""), "")
    pending = PendingRequest(request, asyncio.get_running_loop().create_future())
    queue.put(pending, owner)
    return pending


def list_order(queue: RequestQueue) -> list[str]:
    found: list[str] = []
    while (asked := queue.take()) is not None:
        found.append(asked.request.game)
    return found


async def test_fifty_requests_of_one_delay_the_others_by_one() -> None:
    queue = RequestQueue()
    for n in range(50):
        submit_job(queue, 13, f"spite {n}")
    first = queue.take()
    assert first is not None
    assert queue.count_ahead(1) == 1
    submit_job(queue, 1, "ana")
    submit_job(queue, 2, "ben")
    assert list_order(queue)[:4] == ["spite 1", "ana", "ben", "spite 2"]


async def test_studies_wait_until_no_move_is_asked_for() -> None:
    queue = RequestQueue()
    study = AnalysisRequest("study", "", "", "", 2, (), "")
    queue.put(PendingRequest(study, asyncio.get_running_loop().create_future()), 1)
    submit_job(queue, 2, "move")
    submit_job(queue, 1, "another")
    assert queue.count_ahead(3) == 2
    assert list_order(queue) == ["move", "another", "study"]


async def test_a_study_comes_back_whole() -> None:
    study = AnalysisRequest("no-such-game", "{}", "{}", "seed", 2, (), "dice")
    async with create_pool(ManualClock()) as made:
        with pytest.raises(UnansweredError, match="no-such-game"):
            await await_in_time(made.analyse_moves(study, 1))
        game = registry.load_game("amundsen")
        position = begin_game(game, 2, complete_options(game.settings, {}), "pool").position
        seat = min(resolve_situation(game, position, "pool").questions)
        words = game.safe_move(seat, resolve_situation(game, position, "pool").build_menu(seat))
        study = AnalysisRequest(
            game.slug,
            encode_components(game).decode(),
            encode_position(position).decode(),
            "pool",
            2,
            ((seat, words),),
            "d",
        )
        assert await await_in_time(made.analyse_moves(study, 1)) == analyse_requested_moves(study)


async def test_what_nobody_waits_for_any_more_is_left_out() -> None:
    queue = RequestQueue()
    submit_job(queue, 1, "gone").reply.cancel()
    submit_job(queue, 1, "stays")
    assert list_order(queue) == ["stays"]


async def test_how_many_are_ahead_is_what_then_comes_first() -> None:
    for newcomer, ahead in ((1, 6), (2, 4), (3, 6), (4, 3)):
        queue = RequestQueue()
        for owner, many in ((1, 3), (2, 1), (3, 2)):
            for n in range(many):
                submit_job(queue, owner, f"{owner}.{n}")
        assert queue.count_ahead(newcomer) == ahead
        submit_job(queue, newcomer, "new")
        assert list_order(queue).index("new") == ahead
