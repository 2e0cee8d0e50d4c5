"""Count the requests of a typed move and of an opened panel to the store and to the games. Counts are the same on every machine.

A typed move counts to its end: its answer, the board post after it, and a check by the scheduler. The name of the
current task tells which of these makes a request.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import aiosqlite

from engine.host.service.play.snapshots import Snapshots
from engine.host.store.database import Store
from engine.host.store.drivers.sqlite import SqliteReader, SqliteStore, SqliteTransaction
from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun
from tests.discord.fake_server import FakeServer, list_controls, open_server
from tests.programs.bench.row import BenchRow

CountedKind = Literal["reads", "reads while writing", "hops", "snapshots", "transactions", "runs"]
StoreCaller = Literal["answer", "post", "scheduler"]
WARMUP_MOVES, COUNTED_MOVES = 4, 8
"""Moves before the count, which read everybody's settings for the first time, and moves that are counted."""


class MoveCounts(NamedTuple):
    """The most requests of one typed move and of one opened panel.

    A typed move counts up to its answer, for the board post after it, and in all with the scheduler's check.
    """

    answer: Counter[CountedKind]
    post: Counter[CountedKind]
    move: Counter[CountedKind]
    panel: Counter[CountedKind]


def create_zero_counts() -> MoveCounts:
    """Create counts of zero."""
    return MoveCounts(Counter(), Counter(), Counter(), Counter())


class CallCounters:
    """A context manager that counts calls of the store, the snapshots and the turn scripts."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[StoreCaller, CountedKind]] = Counter()
        self._restore_calls: list[Callable[[], None]] = []
        self._last_caller: ContextVar[StoreCaller] = ContextVar("asking", default="answer")

    def __enter__(self) -> Self:
        self._wrap_method(SqliteStore, "fetch_all", "reads")
        self._wrap_method(SqliteTransaction, "fetch_all", "reads while writing")  # before the inherited methods
        self._wrap_method(SqliteReader, "fetch_all", "reads")
        self._wrap_method(aiosqlite.Connection, "_execute", "hops")
        self._wrap_method(Store, "write", "transactions")
        self._wrap_method(Snapshots, "build_snapshot", "snapshots")
        init = GameRun.__init__

        def counted(run: Any, *args: Any) -> None:
            if threading.current_thread() is threading.main_thread():  # other threads look for the likeliest moves
                self._record_call("runs")
            init(run, *args)

        setattr(GameRun, "__init__", counted)  # noqa: B010 - mypy does not let a method be replaced
        self._restore_calls.append(lambda: setattr(GameRun, "__init__", init))
        return self

    def __exit__(self, *_: object) -> None:
        for undo in self._restore_calls:
            undo()

    def take_counts(self, *callers: StoreCaller) -> Counter[CountedKind]:
        """Return the counts of some callers since the last call, and clear them."""
        found: Counter[CountedKind] = Counter()
        for (asking, what), n in self.counts.items():
            if asking in callers:
                found[what] += n
        return found

    def _wrap_method(self, kind: type, name: str, counted_kind: CountedKind) -> None:
        real: Callable[..., Awaitable[Any]] = getattr(kind, name)

        async def counted(*args: Any, **kwargs: Any) -> Any:
            self._record_call(counted_kind)
            return await real(*args, **kwargs)

        setattr(kind, name, counted)
        self._restore_calls.append(lambda: setattr(kind, name, real))

    def _record_call(self, counted_kind: CountedKind) -> None:
        self.counts[self._find_caller(), counted_kind] += 1

    def _find_caller(self) -> StoreCaller:
        """Find the caller. SQLite's thread has no task; the caller is then the last one before the change of thread."""
        try:
            task = asyncio.current_task()
        except RuntimeError:
            return self._last_caller.get()
        name = task.get_name() if task else ""
        who: StoreCaller = "post" if name.startswith("post-") else "scheduler" if name == "scheduler" else "answer"
        self._last_caller.set(who)
        return who


async def count_moves(server: FakeServer, slug: str) -> MoveCounts:
    """Play the beginning of a game for two by typing, with the panel opened before each move. Return the highest counts."""
    await server.start_game(slug, 2)
    for user_id in [
        seat.user_id for seat in (await server.load_table()).seats
    ]:  # practised people: nothing is explained
        await server.bot.tables.settings.save_setting("person", user_id, "help", "no")
    luck, found = random.Random(slug), create_zero_counts()  # noqa: S311 - no secrets here
    with CallCounters() as counters:
        for n in range(WARMUP_MOVES + COUNTED_MOVES):
            table = await server.load_table()
            who = server.find_actor(
                table.find_seat_user((await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0])
            )
            button = next(one["custom_id"] for one in list_controls(server.newest_post) if ":move:" in one["custom_id"])
            counters.counts.clear()
            await server.click_button(who, server.newest_post, custom_id=button)
            panel = counters.take_counts("answer", "post", "scheduler")
            words = sample_move((await server.bot.tables.moves.load_menu(table.id, who.id))[2], luck.randrange)
            counters.counts.clear()
            await server.run_command(who, "move", words=" ".join(words))
            if n >= WARMUP_MOVES:
                move = counters.take_counts("answer", "post", "scheduler")
                now = MoveCounts(counters.take_counts("answer"), counters.take_counts("post"), move, panel)
                found = MoveCounts(*(most | other for most, other in zip(found, now, strict=True)))
    return found


async def _count_all_games() -> MoveCounts:
    found = create_zero_counts()
    for slug in registry.list_slugs():
        with tempfile.TemporaryDirectory() as folder:
            async with open_server(Path(folder)) as home:
                now = await count_moves(home, slug)
                found = MoveCounts(*(most | other for most, other in zip(found, now, strict=True)))
    return found


def measure_rows() -> list[BenchRow]:
    """Return the highest counts of any game, with the goals."""
    found = asyncio.run(_count_all_games())
    made = [
        ("typed move", found.move, "reads", 8),
        ("typed move", found.move, "reads while writing", 2),
        ("typed move", found.move, "hops", 5),
        ("typed move", found.move, "runs", 3),
        ("its answer", found.answer, "snapshots", 1),
        ("its answer", found.answer, "transactions", 1),
        ("its board post", found.post, "snapshots", 1),
        ("its board post", found.post, "transactions", 1),
        ("panel", found.panel, "reads", 6),
        ("panel", found.panel, "hops", 2),
        ("panel", found.panel, "snapshots", 1),
        ("panel", found.panel, "runs", 2),
    ]
    return [
        BenchRow(f"{name}, {what} | aim", counts[what], aim, "", counts[what] / aim, f"at most {aim}")  # type: ignore[index]
        for name, counts, what, aim in made
    ]
