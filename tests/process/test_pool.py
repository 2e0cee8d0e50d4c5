"""The processes that think: started at need, replaced when they die or hang, let go when idle, asked in turn."""

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
from engine.kernel.position import encode, now, start
from engine.kernel.record import components_json
from engine.kernel.script import settle
from engine.players.question import SeatQuestion, create_question
from engine.workers.player_process import NICENESS
from engine.workers.pool import IDLE_TIMEOUT_S, REPLY_TIMEOUT_S, PendingRequest, RequestQueue, WorkerPool
from engine.workers.requests import (
    AnalysisRequest,
    MoveRequest,
    UnansweredError,
    analyse_requested_moves,
    choose_requested_move,
)
from tests.process.hourglass import DEAD, HUNG, RIDDLES, Hourglass, within


@asynccontextmanager
async def pool(glass: Hourglass, **changes: object) -> AsyncIterator[WorkerPool]:
    made = WorkerPool(sleep=glass.pause, **changes)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


def job(n: int = 0) -> MoveRequest:
    game = registry.load("northwest")
    position = start(game, 2, settle(game.settings, {}), "pool").position
    put = create_question(game, position, "pool", 0, Dice("pool"))
    assert put is not None
    return MoveRequest("northwest", components_json(game).decode(), "captain", put, f"dice {n}", max_playouts=2)


async def test_a_worker_answers_as_the_bot_itself_would() -> None:
    async with pool(Hourglass()) as made:
        assert not made.workers
        for n in range(3):
            assert await within(made.choose_move(job(n), 1)) == choose_requested_move(job(n))
        assert len(made.workers) == 1


async def test_a_worker_stands_behind_and_does_not_know_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN, "not.for.others")
    async with pool(Hourglass()) as made:
        await within(made.choose_move(job(), 1))
        (worker,) = made.workers
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= NICENESS
        if sys.platform == "linux":
            with open(f"/proc/{worker.pid}/environ", "rb") as told:  # noqa: ASYNC230, PTH123
                assert b"not.for.others" not in told.read()


async def test_an_idle_worker_is_let_go_and_another_one_comes_at_the_next_need() -> None:
    glass = Hourglass()
    async with pool(glass) as made:
        await within(made.choose_move(job(), 1))
        (first,) = made.workers
        await glass.turn(IDLE_TIMEOUT_S)
        await within(made.wait_idle())
        assert not made.workers
        with pytest.raises(ProcessLookupError):
            os.kill(first.pid, 0)
        await within(made.choose_move(job(), 1))
        assert len(made.workers) == 1


async def test_a_worker_that_is_killed_is_replaced_and_the_job_done() -> None:
    async with pool(Hourglass()) as made:
        await within(made.choose_move(job(), 1))
        (first,) = made.workers
        os.kill(first.pid, signal.SIGKILL)
        assert await within(made.choose_move(job(1), 1)) == choose_requested_move(job(1))
        assert first not in made.workers


async def test_a_worker_that_hangs_is_replaced_and_the_job_done() -> None:
    glass = Hourglass()
    async with pool(glass) as made:
        await within(made.choose_move(job(), 1))
        (first,) = made.workers
        os.kill(first.pid, signal.SIGSTOP)
        again = asyncio.create_task(made.choose_move(job(1), 1))
        await asyncio.sleep(0)
        for _, end in glass.running:  # of the first job, over by now
            end.cancel()
        await glass.turn(REPLY_TIMEOUT_S)
        assert await within(again) == choose_requested_move(job(1))
        assert first not in made.workers


@pytest.mark.parametrize("command", [HUNG, DEAD, RIDDLES])
async def test_after_two_workers_nobody_is_asked_any_more(command: tuple[str, ...]) -> None:
    glass = Hourglass()
    async with pool(glass, command=command) as made:
        asking = asyncio.create_task(made.choose_move(job(), 1))
        if command is HUNG:
            await glass.turn(REPLY_TIMEOUT_S)
            await glass.turn(REPLY_TIMEOUT_S)
        with pytest.raises(UnansweredError):
            await within(asking)
        assert not made.workers


async def test_a_job_that_makes_no_sense_says_so_and_the_worker_lives_on() -> None:
    async with pool(Hourglass()) as made:
        with pytest.raises(UnansweredError, match="no-such-game"):
            await within(made.choose_move(MoveRequest("no-such-game", "{}", "mate", SeatQuestion(0, "{}"), "dice"), 1))
        (first,) = made.workers
        await within(made.choose_move(job(), 1))
        assert made.workers == {first}


async def test_nobody_is_left_behind_when_the_pool_closes_in_mid_thought() -> None:
    glass = Hourglass()
    made = WorkerPool(command=HUNG, sleep=glass.pause)
    asking = asyncio.create_task(made.choose_move(job(), 1))
    waiting = asyncio.create_task(made.choose_move(job(), 2))
    await within(glass.began.wait())
    (worker,) = made.workers
    await within(made.close())
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)
    for one in (asking, waiting):
        with pytest.raises(asyncio.CancelledError):
            await one


# ---------------------------------------------------------------- the queue
def put(queue: RequestQueue, owner: int, name: str) -> None:
    asked = PendingRequest(
        MoveRequest(name, "", "", SeatQuestion(0, ""), ""), asyncio.get_running_loop().create_future()
    )
    queue.put(asked, owner)


def order(queue: RequestQueue) -> list[str]:
    found: list[str] = []
    while (asked := queue.take()) is not None:
        found.append(asked.request.game)
    return found


async def test_fifty_requests_of_one_delay_the_others_by_one() -> None:
    queue = RequestQueue()
    for n in range(50):
        put(queue, 13, f"spite {n}")
    first = queue.take()
    assert first is not None
    assert queue.count_ahead(1) == 1
    put(queue, 1, "ana")
    put(queue, 2, "ben")
    assert order(queue)[:4] == ["spite 1", "ana", "ben", "spite 2"]


async def test_studies_wait_until_no_move_is_asked_for() -> None:
    queue = RequestQueue()
    study = AnalysisRequest("study", "", "", "", 2, (), "")
    queue.put(PendingRequest(study, asyncio.get_running_loop().create_future()), 1)
    put(queue, 2, "move")
    put(queue, 1, "another")
    assert queue.count_ahead(3) == 2
    assert order(queue) == ["move", "another", "study"]


async def test_a_study_comes_back_whole() -> None:
    study = AnalysisRequest("no-such-game", "{}", "{}", "seed", 2, (), "dice")
    async with pool(Hourglass()) as made:
        with pytest.raises(UnansweredError, match="no-such-game"):
            await within(made.analyse_moves(study, 1))
        game = registry.load("amundsen")
        position = start(game, 2, settle(game.settings, {}), "pool").position
        seat = min(now(game, position, "pool").ask)
        words = game.stall(seat, now(game, position, "pool").menu(seat))
        study = AnalysisRequest(
            game.slug, components_json(game).decode(), encode(position).decode(), "pool", 2, ((seat, words),), "d"
        )
        assert await within(made.analyse_moves(study, 1)) == analyse_requested_moves(study)


async def test_what_nobody_waits_for_any_more_is_left_out() -> None:
    queue = RequestQueue()
    put(queue, 1, "gone")
    queue._owners_by_priority[0][1][0].reply.cancel()
    put(queue, 1, "stays")
    assert order(queue) == ["stays"]


async def test_how_many_are_ahead_is_what_then_comes_first() -> None:
    for newcomer, ahead in ((1, 6), (2, 4), (3, 6), (4, 3)):
        queue = RequestQueue()
        for owner, many in ((1, 3), (2, 1), (3, 2)):
            for n in range(many):
                put(queue, owner, f"{owner}.{n}")
        assert queue.count_ahead(newcomer) == ahead
        put(queue, newcomer, "new")
        assert order(queue).index("new") == ahead
