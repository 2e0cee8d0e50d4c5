"""What a typed move and an opened panel ask of the store and of the games: counted, not timed, so that it is the same everywhere.

A typed move is counted to the end: up to its answer, and what follows from it, which is the board post and a look of the
scheduler. What belongs to which is told by the name of the task that asks.
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
from engine.kernel.menu import sample
from engine.kernel.position import Run
from tests.discord.hut import Hut, controls, hut
from tests.programs.bench.row import Row

What = Literal["reads", "reads while writing", "hops", "snapshots", "transactions", "runs"]
Who = Literal["answer", "post", "scheduler"]
WARMING, MOVES = 4, 8
"""Moves before counting, in which everybody's settings are read for the first time, and moves that are counted."""


class Counted(NamedTuple):
    """The most that one typed move has asked for: up to its answer, for the board post after it, and in all with what the
    scheduler looked at; and the most of one opened panel."""

    answer: Counter[What]
    post: Counter[What]
    move: Counter[What]
    panel: Counter[What]


def nothing() -> Counted:
    """Nothing has been counted."""
    return Counted(Counter(), Counter(), Counter(), Counter())


class Counters:
    """Counters round the store, the snapshots and the runs of turn scripts, while it is entered."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Who, What]] = Counter()
        self._undo: list[Callable[[], None]] = []
        self._asking: ContextVar[Who] = ContextVar("asking", default="answer")

    def __enter__(self) -> Self:
        self._wrap(SqliteStore, "all", "reads")
        self._wrap(SqliteTransaction, "all", "reads while writing")  # before what it inherits
        self._wrap(SqliteReader, "all", "reads")
        self._wrap(aiosqlite.Connection, "_execute", "hops")
        self._wrap(Store, "write", "transactions")
        self._wrap(Snapshots, "of", "snapshots")
        init = Run.__init__

        def counted(run: Any, *args: Any) -> None:
            if threading.current_thread() is threading.main_thread():  # beside it the likeliest moves are looked for
                self._count("runs")
            init(run, *args)

        setattr(Run, "__init__", counted)  # noqa: B010 - mypy does not let a method be replaced
        self._undo.append(lambda: setattr(Run, "__init__", init))
        return self

    def __exit__(self, *_: object) -> None:
        for undo in self._undo:
            undo()

    def of(self, *who: Who) -> Counter[What]:
        """What was counted for some of them, since the last time."""
        found: Counter[What] = Counter()
        for (asking, what), n in self.counts.items():
            if asking in who:
                found[what] += n
        return found

    def _wrap(self, kind: type, name: str, what: What) -> None:
        real: Callable[..., Awaitable[Any]] = getattr(kind, name)

        async def counted(*args: Any, **kwargs: Any) -> Any:
            self._count(what)
            return await real(*args, **kwargs)

        setattr(kind, name, counted)
        self._undo.append(lambda: setattr(kind, name, real))

    def _count(self, what: What) -> None:
        self.counts[self._who(), what] += 1

    def _who(self) -> Who:
        """Who asks. In SQLite's thread there is no task; it is whoever asked last before the hop."""
        try:
            task = asyncio.current_task()
        except RuntimeError:
            return self._asking.get()
        name = task.get_name() if task else ""
        who: Who = "post" if name.startswith("post-") else "scheduler" if name == "scheduler" else "answer"
        self._asking.set(who)
        return who


async def counted(home: Hut, slug: str) -> Counted:
    """Play the beginning of a game for two by typing, each with the panel opened before; the most that any of them took."""
    await home.begin(slug, 2)
    luck, found = random.Random(slug), nothing()  # noqa: S311 - no secrets here
    with Counters() as counters:
        for n in range(WARMING + MOVES):
            table = await home.table()
            who = home.actor(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
            button = next(one["custom_id"] for one in controls(home.post) if ":move:" in one["custom_id"])
            counters.counts.clear()
            await home.click(who, home.post, custom_id=button)
            panel = counters.of("answer", "post", "scheduler")
            words = sample((await home.bot.tables.moves.menu(table.id, who.id))[2], luck.randrange)
            counters.counts.clear()
            await home.slash(who, "move", words=" ".join(words))
            if n >= WARMING:
                move = counters.of("answer", "post", "scheduler")
                now = Counted(counters.of("answer"), counters.of("post"), move, panel)
                found = Counted(*(most | other for most, other in zip(found, now, strict=True)))
    return found


async def _all() -> Counted:
    found = nothing()
    for slug in registry.slugs():
        with tempfile.TemporaryDirectory() as folder:
            async with hut(Path(folder)) as home:
                now = await counted(home, slug)
                found = Counted(*(most | other for most, other in zip(found, now, strict=True)))
    return found


def rows() -> list[Row]:
    """The most of any game, beside the aim."""
    found = asyncio.run(_all())
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
        Row(f"{name}, {what} | aim", counts[what], aim, "", counts[what] / aim, f"at most {aim}")  # type: ignore[index]
        for name, counts, what, aim in made
    ]
