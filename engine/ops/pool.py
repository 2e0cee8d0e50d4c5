"""A pool of processes that think for computer players, beside the bot and behind it for the processor.

Each is `python -m engine.players.worker`: a job in, a thought out. They are started at the first need and let go
when nothing has been asked for a while. Those who wait are served in turn, owner by owner, moves before anything longer; so whoever
asks fifty times keeps everybody else waiting for one answer at most. A worker that dies or says nothing is replaced, and asked
once more.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict, deque
from collections.abc import Sequence

import msgspec

from engine.host.model.thinker import Unanswered
from engine.kernel.menu import Words
from engine.ops.worker import Lost, Pause, Worker, before
from engine.players.analysis import Moment
from engine.players.hints import Hint
from engine.players.job import URGENCY, Advice, Job, Move, Study, Thought

log = logging.getLogger("overwinter.players")
COMMAND = (sys.executable, "-m", "engine.players.worker")
IDLE = 600
"""Seconds without a job after which a worker is let go."""
PATIENCE = 60
"""Seconds after which a worker that has said nothing is given up; a player stops by itself after half of that."""
TRIES = 2
"""How often a job is given to a worker."""


class Asked(msgspec.Struct):
    """A job in the queue, and who waits for it."""

    job: Job
    answer: asyncio.Future[Thought]


class Queue:
    """Jobs that wait: the most urgent kind first, of one kind an owner after the other, of one owner in the order in which they
    came."""

    def __init__(self) -> None:
        self._waiting: tuple[OrderedDict[int, deque[Asked]], ...] = tuple(OrderedDict() for _ in URGENCY)

    def __len__(self) -> int:
        return sum(len(jobs) for owners in self._waiting for jobs in owners.values())

    def put(self, asked: Asked, owner: int) -> None:
        """At the end of the owner's jobs; an owner without any comes after all others."""
        self._waiting[URGENCY.index(type(asked.job))].setdefault(owner, deque()).append(asked)

    def take(self) -> Asked | None:
        """The next one; its owner's turn is over. None when nobody waits."""
        for owners in self._waiting:
            while owners:
                owner, jobs = owners.popitem(last=False)
                while jobs and jobs[0].answer.done():  # whoever waited has gone
                    jobs.popleft()
                if jobs:
                    asked = jobs.popleft()
                    if jobs:
                        owners[owner] = jobs
                    return asked
        return None

    def ahead(self, owner: int) -> int:
        """How many moves are taken before a new one of this owner."""
        owners = self._waiting[0]
        own, found, rounds = len(owners.get(owner, ())), 0, len(owners.get(owner, ())) + 1
        for other, jobs in owners.items():
            if other == owner:
                rounds -= 1  # those behind have had one turn less when it comes to the new one
            found += own if other == owner else min(len(jobs), rounds)
        return found


class Pool:
    """At most `workers` processes. `command` starts one; `pause` is the clock by which they are given up and let go."""

    def __init__(
        self,
        workers: int = 1,
        *,
        command: Sequence[str] = COMMAND,
        pause: Pause = asyncio.sleep,
        idle: float = IDLE,
        patience: float = PATIENCE,
    ) -> None:
        self._most = workers
        self._command, self._pause, self._idle, self._patience = tuple(command), pause, idle, patience
        self._queue = Queue()
        self._came = asyncio.Event()
        self._serving: set[asyncio.Task[None]] = set()
        self._resting = self._thinking = 0
        self.workers: set[Worker] = set()
        """Those that are alive."""

    async def think(self, job: Move, owner: int) -> Words:
        """The move that a job asks for. Raises Unanswered."""
        return (await self._asked(job, owner)).words

    async def study(self, job: Study, owner: int) -> tuple[Moment, ...]:
        """The moments that a job asks for. Raises Unanswered."""
        return (await self._asked(job, owner)).moments

    async def advise(self, job: Advice, owner: int) -> tuple[Hint, ...]:
        """The hints that a job asks for. Raises Unanswered."""
        return (await self._asked(job, owner)).hints

    async def _asked(self, job: Job, owner: int) -> Thought:
        asked = Asked(job, asyncio.get_running_loop().create_future())
        self._queue.put(asked, owner)
        self._came.set()
        if not self._resting and len(self._serving) < self._most:
            task = asyncio.create_task(self._serve(), name="thinking")
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        return await asked.answer

    def ahead(self, owner: int) -> int:
        """How many jobs are answered before a new one of this owner."""
        return self._thinking + self._queue.ahead(owner)

    async def close(self) -> None:
        """Let everybody go at once; what is asked stays unanswered."""
        tasks = list(self._serving)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in list(self.workers):
            await self._dismiss(worker)
        while (asked := self._queue.take()) is not None:
            asked.answer.cancel()

    async def _serve(self) -> None:
        """Answer jobs by one worker, and by those that replace it, until there have been none for a while."""
        worker: Worker | None = None
        try:
            while True:
                asked = self._queue.take()
                if asked is None:
                    if not await self._more():
                        return
                    continue
                self._thinking += 1
                try:
                    worker = await self._answer(asked, worker)
                finally:
                    self._thinking -= 1
                    if not asked.answer.done():
                        asked.answer.cancel()
        finally:
            if worker is not None:
                await self._dismiss(worker)

    async def _more(self) -> bool:
        """Wait for a job; False when none has come for a while."""
        self._came.clear()
        self._resting += 1
        try:
            await before(self._came.wait(), self._pause(self._idle))
        except TimeoutError:
            return False
        finally:
            self._resting -= 1
        return True

    async def _answer(self, asked: Asked, worker: Worker | None) -> Worker | None:
        """Have a job answered. Returns the worker for the next one."""
        job = msgspec.json.encode(asked.job)
        why = ""
        for _ in range(TRIES):
            try:
                if worker is None:
                    worker = await Worker.started(self._command)
                    self.workers.add(worker)
                said = await before(worker.ask(job), self._pause(self._patience))
                thought = msgspec.json.decode(said, type=Thought)
            except (Lost, OSError, TimeoutError, msgspec.DecodeError) as lost:
                why = f"{type(lost).__name__} {lost}".strip()
                log.warning("a worker is lost while thinking about %s (%s); another one is asked", asked.job.game, why)
                if worker is not None:
                    await self._dismiss(worker)
                worker = None
                continue
            if asked.answer.done():
                return worker
            if thought.failed:
                asked.answer.set_exception(Unanswered(thought.failed))
            else:
                asked.answer.set_result(thought)
            return worker
        if not asked.answer.done():
            asked.answer.set_exception(Unanswered(why))
        return None

    async def _dismiss(self, worker: Worker) -> None:
        self.workers.discard(worker)
        await worker.end()
