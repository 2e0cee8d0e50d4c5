"""Computer players: decisions and playouts a second by game and level, moves a second that an analysis looks at, presses beside a
pool that thinks for fifty tables, and the memory of a worker."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import cast

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Position, Run, now, start
from engine.kernel.record import components_json
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle
from engine.players import analysis
from engine.players.computer_levels import LEVELS, Budget, choose_move
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import PlanEvaluator, RolloutEvaluator, load_evaluator
from engine.players.question import create_question
from engine.workers.pool import WorkerPool
from engine.workers.requests import MoveRequest
from tests.discord.hut import Hut, controls, hut
from tests.programs.bench.presses import Stopwatch
from tests.programs.bench.row import Row

SEED, MIDDLE = "bench", 30
SECONDS = 2.0
"""How long each level thinks, at least."""
STUDIED = 5
"""Moves that an analysis is given at a time."""
TABLES, PRESSES, ROUNDS = 50, 30, 3


def middle(game: AnyGame) -> tuple[Position, str, int]:  # type: ignore[type-arg]
    """A question from the middle of a game of two, or of its first moves where it is long."""
    run = Run(game, start(game, 2, settle(game.settings, {}), SEED).position, SEED)
    evaluator, lot = load_evaluator(game), create_random_stream(Dice(SEED), 0, "moves")
    found: list[tuple[Position, str, int]] = []  # type: ignore[type-arg]
    while run.ask and len(found) < 2 * MIDDLE:
        seat = min(run.now.ask)
        found.append((run.position, SEED, seat))
        run.play(seat, draw_move(evaluator, run.state, seat, run.menu(seat), lot))
    return found[len(found) // 2]


def decisions(game: AnyGame, level: str) -> float:
    """CPU seconds a decision."""
    position, seed, seat = middle(game)
    made, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        choose_move(level, game, position, seed, seat, Dice(f"{made}"))
        made += 1
    return (time.process_time() - began) / made


def studies(game: AnyGame) -> tuple[float, float]:
    """Moves a second that an analysis looks at: at first, and a second time as a turning point."""
    position, seed, seat = middle(game)
    run, made = Run(game, position, seed), list[tuple[int, Words]]()
    evaluator, lot = load_evaluator(game), create_random_stream(Dice(SEED), 1, "moves")
    while run.ask and len(made) < STUDIED:
        seat = min(run.now.ask)
        made.append((seat, draw_move(evaluator, run.state, seat, run.menu(seat), lot)))
        run.play(*made[-1])
    began = time.process_time()
    analysis.analyse_moves(game, position, seed, 2, made, Dice("study"))
    between = time.process_time()
    analysis.analyse_moves(game, position, seed, 2, made, Dice("study"), Budget())
    return len(made) / (between - began), len(made) / (time.process_time() - between)


def _speed() -> Iterator[Row]:
    for slug in registry.slugs():
        game = registry.load(slug)
        costs = {level: decisions(game, level) for level in LEVELS}
        for level, cost in costs.items():
            aim = "at least 2" if level == "captain" else ""
            yield Row(
                f"decisions, {level}, {slug} | cadet",
                1 / cost,
                1 / costs["cadet"],
                "a second",
                costs["cadet"] / cost,
                aim,
            )
        evaluator = load_evaluator(game)
        playouts = evaluator.playouts["captain"] / costs["captain"]
        what, ahead = "moves", evaluator.horizon
        if evaluator.search_kind == "plan":
            what, ahead = "own actions", cast("PlanEvaluator", evaluator).actions
        made = "playouts"
        if evaluator.search_kind == "rollout":
            position, seed, _ = middle(game)
            ahead, _, answers = cast("RolloutEvaluator", evaluator).rollout_depth(now(game, position, seed).state)
            made, what, playouts = "answers in playouts", "turns", answers / costs["captain"]
        yield Row(f"{made}, {slug} | {what} ahead", playouts, ahead, "a second", 1.0)
        once, deep = studies(game)
        yield Row(f"analysis, {slug} | turning points", once, deep, "moves/s", once / deep)


def resident(number: int) -> float:
    """Megabytes that a process holds."""
    told = Path(f"/proc/{number}/status").read_text("utf-8")
    return int(next(line for line in told.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def job(slug: str, n: int = 0) -> MoveRequest:
    """A captain's decision in the middle of a game."""
    game = registry.load(slug)
    position, seed, seat = middle(game)
    put = create_question(game, position, seed, seat, Dice("job"))
    assert put is not None
    return MoveRequest(slug, components_json(game).decode(), "captain", put, f"{n}")


async def _memory() -> Row:
    """A worker after a captain's decision in every game, beside one that has thought of nothing yet."""
    pool = WorkerPool()
    try:
        fresh = 0.0
        for slug in registry.slugs():
            await pool.choose_move(job(slug), 1)
            (worker,) = pool.workers
            fresh = fresh or resident(worker.pid)
        used = resident(worker.pid)
    finally:
        await pool.close()
    return Row("memory of a worker, 4 games | 1", used, fresh, "MB", used / fresh, "at most 70 MB")


@contextmanager
def thinking(pool: WorkerPool, asked: list[asyncio.Task[object]], jobs: list[MoveRequest]) -> Iterator[None]:
    """Fifty tables wait for captains."""
    asked += [asyncio.create_task(pool.choose_move(one, n)) for n, one in enumerate(jobs)]
    try:
        yield
    finally:
        for task in asked:
            task.cancel()


async def _presses(home: Hut, watch: Stopwatch) -> float:
    button = next(part["custom_id"] for part in controls(home.post) if ":board:" in part["custom_id"])
    spent: list[float] = []
    for _ in range(PRESSES):
        home.bot.picture_service.forget()
        spent.append(await watch.press(home.env, home.ben, home.post, button))
    return median(spent)


async def _beside(folder: Path, watch: Stopwatch) -> Row:
    """“Look” with a board drawn anew, while fifty tables wait for captains, and while nobody thinks; in turn."""
    jobs = [job(slug, n) for n in range(TABLES // 4 + 1) for slug in registry.slugs()][:TABLES]
    async with hut(folder) as home:
        await home.begin("amundsen", 2)
        await _presses(home, watch)
        found: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            pool = WorkerPool()
            asked: list[asyncio.Task[object]] = []
            with thinking(pool, asked, jobs):
                await asyncio.wait({asked[0]})
                busy = await _presses(home, watch)
                assert sum(task.done() for task in asked) < TABLES, "they have finished before the presses"
            await pool.close()
            await asyncio.gather(*asked, return_exceptions=True)
            found.append((busy, await _presses(home, watch)))
    ours, theirs = (median(one[n] for one in found) for n in (0, 1))
    ratio = median(busy / quiet for busy, quiet in found)
    return Row(f"“Look” beside {TABLES} captains | none", ours, theirs, "ms", ratio, "at most 1.1 times")


def rows() -> list[Row]:
    """Decisions and playouts a second, megabytes, milliseconds."""
    found = list(_speed())
    if sys.platform == "linux":
        found.append(asyncio.run(_memory()))
    with tempfile.TemporaryDirectory() as folder, Stopwatch() as watch:
        found.append(asyncio.run(_beside(Path(folder), watch)))
    return found


if __name__ == "__main__":
    for row in rows():
        print(row)
