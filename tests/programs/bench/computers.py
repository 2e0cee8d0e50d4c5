"""Benchmark of computer players: decisions and playouts a second by game and level, moves a second of an analysis,
presses while a pool thinks for fifty tables, and the memory of a worker.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.record import encode_components
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.players import greedy
from engine.players.analysis.game_analysis import StudyDepth
from engine.players.analysis.move_analysis import analyse_moves
from engine.players.computer_levels import CAPTAIN, LEVELS, choose_move
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.question import create_question
from engine.players.search import FIRST_SEARCH_WORLD
from engine.players.search_factory import create_search
from engine.workers.pool import WorkerPool
from engine.workers.requests import MoveRequest
from tests.discord.fake_server import FakeServer, list_controls, open_server
from tests.programs.bench.presses import Stopwatch
from tests.programs.bench.row import BenchRow, measure_alternately

BENCH_SEED, MIDDLE_MOVE = "bench", 30
MIN_THINK_S = 2.0
"""The least time that each level thinks, in seconds."""
PLAYOUT_ROUNDS, PLAYOUT_ROUND_S = 5, 0.5
"""The rounds in which playouts and a cadet's decisions are counted, and the CPU seconds of each."""
MOVES_PER_ANALYSIS = 5
"""Moves that an analysis gets at a time."""
TABLE_COUNT, PRESS_COUNT, ROUND_COUNT = 50, 30, 3


def find_middle_question(game: AnyGame) -> tuple[Position, str, int]:  # type: ignore[type-arg]
    """Find a question in the middle of a game for two, or among its first moves if the game is long."""
    run = GameRun(game, begin_game(game, 2, complete_options(game.settings, {}), BENCH_SEED).position, BENCH_SEED)
    evaluator, lot = load_evaluator(game), create_random_stream(Dice(BENCH_SEED), 0, "moves")
    found: list[tuple[Position, str, int]] = []  # type: ignore[type-arg]
    while run.questions and len(found) < 2 * MIDDLE_MOVE:
        seat = min(run.situation.questions)
        found.append((run.position, BENCH_SEED, seat))
        run.play(seat, draw_move(evaluator, run.state, seat, run.build_menu(seat), lot))
    return found[len(found) // 2]


def measure_decision_s(game: AnyGame, level: str) -> float:
    """Measure CPU seconds a decision."""
    position, seed, seat = find_middle_question(game)
    made, began = 0, time.process_time()
    while time.process_time() - began < MIN_THINK_S:
        choose_move(level, game, position, seed, seat, Dice(f"{made}"))
        made += 1
    return (time.process_time() - began) / made


def measure_analysis_rate(game: AnyGame) -> tuple[float, float]:
    """Measure the moves a second of an analysis: in the first pass, and in the second pass over turning points."""
    position, seed, seat = find_middle_question(game)
    run, made = GameRun(game, position, seed), list[tuple[int, Words]]()
    evaluator, lot = load_evaluator(game), create_random_stream(Dice(BENCH_SEED), 1, "moves")
    while run.questions and len(made) < MOVES_PER_ANALYSIS:
        seat = min(run.situation.questions)
        made.append((seat, draw_move(evaluator, run.state, seat, run.build_menu(seat), lot)))
        run.play(*made[-1])
    began = time.process_time()
    analyse_moves(game, position, seed, 2, made, Dice("study"))
    between = time.process_time()
    deep = StudyDepth(asks_captain=True)
    analyse_moves(game, position, seed, 2, made, Dice("study"), deep)
    return len(made) / (between - began), len(made) / (time.process_time() - between)


def measure_playouts(game: AnyGame) -> BenchRow:
    """Measure the playouts a second of the game's search, and the decisions of a cadet, in turn."""
    position, seed, seat = find_middle_question(game)
    observation, evaluator, dice = Observation(game, position, seed, seat), load_evaluator(game), Dice(BENCH_SEED)
    search = create_search(observation, evaluator, dice)
    root_moves = greedy.rank_moves(observation, evaluator, dice, 1)[: CAPTAIN.root_moves]
    playouts = ((world, (move.words,)) for world in count(FIRST_SEARCH_WORLD) for move in root_moves)
    return measure_alternately(
        f"playouts, {game.meta.slug} | cadet",
        lambda: _measure_rate(lambda: search.score_playout(*next(playouts))),
        lambda: _measure_rate(lambda: choose_move("cadet", game, position, seed, seat, dice)),
        "a second",
        rounds=PLAYOUT_ROUNDS,
    )


def _measure_rate(act: Callable[[], object]) -> float:
    """Measure how often something is done in a second of CPU time."""
    done, began = 0, time.process_time()
    while time.process_time() - began < PLAYOUT_ROUND_S:
        act()
        done += 1
    return done / (time.process_time() - began)


def _measure_speed() -> Iterator[BenchRow]:
    for slug in registry.list_slugs():
        game = registry.load_game(slug)
        costs = {level: measure_decision_s(game, level) for level in LEVELS}
        for level, cost in costs.items():
            aim = "at least 2" if level == "captain" else ""
            yield BenchRow(
                f"decisions, {level}, {slug} | cadet",
                1 / cost,
                1 / costs["cadet"],
                "a second",
                costs["cadet"] / cost,
                aim,
            )
        yield measure_playouts(game)
        once, deep = measure_analysis_rate(game)
        yield BenchRow(f"analysis, {slug} | turning points", once, deep, "moves/s", once / deep)


def measure_resident_mb(number: int) -> float:
    """Measure the megabytes that a process holds."""
    told = Path(f"/proc/{number}/status").read_text("utf-8")
    return int(next(line for line in told.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def build_move_request(slug: str, n: int = 0) -> MoveRequest:
    """Build a captain's decision in the middle of a game."""
    game = registry.load_game(slug)
    position, seed, seat = find_middle_question(game)
    put = create_question(game, position, seed, seat, Dice("job"))
    assert put is not None
    return MoveRequest(slug, encode_components(game).decode(), "captain", put, f"{n}")


async def _measure_memory() -> BenchRow:
    """Measure a worker after a captain's decision in every game, compared with a new worker."""
    pool = WorkerPool()
    try:
        fresh = 0.0
        for slug in registry.list_slugs():
            await pool.choose_move(build_move_request(slug), 1)
            (worker,) = pool.workers
            fresh = fresh or measure_resident_mb(worker.pid)
        used = measure_resident_mb(worker.pid)
    finally:
        await pool.close()
    return BenchRow("memory of a worker, 4 games | 1", used, fresh, "MB", used / fresh, "at most 70 MB")


@contextmanager
def load_workers(pool: WorkerPool, requests: list[asyncio.Task[object]], jobs: list[MoveRequest]) -> Iterator[None]:
    """Let fifty tables wait for captains."""
    requests += [asyncio.create_task(pool.choose_move(one, n)) for n, one in enumerate(jobs)]
    try:
        yield
    finally:
        for task in requests:
            task.cancel()


async def _measure_presses(server: FakeServer, watch: Stopwatch) -> float:
    button = next(part["custom_id"] for part in list_controls(server.newest_post) if ":board:" in part["custom_id"])
    spent: list[float] = []
    for _ in range(PRESS_COUNT):
        server.bot.picture_service.forget_pictures()
        spent.append(await watch.measure_press_ms(server.env, server.ben, server.newest_post, button))
    return median(spent)


async def _measure_under_load(folder: Path, watch: Stopwatch) -> BenchRow:
    """Measure “Look” with a redrawn board while fifty tables wait for captains, and with an idle pool, in turn."""
    jobs = [build_move_request(slug, n) for n in range(TABLE_COUNT // 4 + 1) for slug in registry.list_slugs()][
        :TABLE_COUNT
    ]
    async with open_server(folder) as home:
        await home.start_game("amundsen", 2)
        await _measure_presses(home, watch)
        found: list[tuple[float, float]] = []
        for _ in range(ROUND_COUNT):
            pool = WorkerPool()
            asked: list[asyncio.Task[object]] = []
            with load_workers(pool, asked, jobs):
                await asyncio.wait({asked[0]})
                busy = await _measure_presses(home, watch)
                assert sum(task.done() for task in asked) < TABLE_COUNT, "they have finished before the presses"
            await pool.close()
            await asyncio.gather(*asked, return_exceptions=True)
            found.append((busy, await _measure_presses(home, watch)))
    ours, theirs = (median(one[n] for one in found) for n in (0, 1))
    ratio = median(busy / quiet for busy, quiet in found)
    return BenchRow(f"“Look” beside {TABLE_COUNT} captains | none", ours, theirs, "ms", ratio, "at most 1.1 times")


def measure_rows() -> list[BenchRow]:
    """Return decisions and playouts a second, megabytes, milliseconds."""
    found = list(_measure_speed())
    if sys.platform == "linux":
        found.append(asyncio.run(_measure_memory()))
    with tempfile.TemporaryDirectory() as folder, Stopwatch() as watch:
        found.append(asyncio.run(_measure_under_load(Path(folder), watch)))
    return found


if __name__ == "__main__":
    for row in measure_rows():
        print(row)
