"""A pool of worker processes for computer players, with a lower priority than the bot.

The pool starts a worker at the first request, and stops it after some time without one. It serves owners in turn, and
moves before longer requests. It replaces a worker that ends or does not reply, and repeats the request once.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict, deque
from collections.abc import Sequence

import msgspec

from engine.kernel.menu import Words
from engine.players.analysis.game_analysis import Moment
from engine.players.hints import Hint
from engine.workers.process import Sleep, WorkerLostError, WorkerProcess, wait_before
from engine.workers.requests import (
    REQUEST_PRIORITY,
    AnalysisRequest,
    HintRequest,
    MoveRequest,
    Reply,
    Request,
    UnansweredError,
)

log = logging.getLogger("overwinter.players")
PLAYER_COMMAND = (sys.executable, "-m", "engine.workers.player_process")
IDLE_TIMEOUT_S = 600
"""The time without a request after which the pool stops a worker."""
REPLY_TIMEOUT_S = 60
"""The time after which the pool replaces a worker without a reply. A search ends after half of it (`Budget.time_limit_s`)."""
MAX_ATTEMPTS = 2
"""The number of workers that are given the same request."""


class PendingRequest(msgspec.Struct):
    """A request in the queue, and the future that its caller awaits."""

    request: Request
    reply: asyncio.Future[Reply]


class RequestQueue:
    """Waiting requests: the most urgent kind first, then the owners in turn, then the order of arrival."""

    def __init__(self) -> None:
        self._owners_by_priority: tuple[OrderedDict[int, deque[PendingRequest]], ...] = tuple(
            OrderedDict() for _ in REQUEST_PRIORITY
        )

    def __len__(self) -> int:
        return sum(len(requests) for owners in self._owners_by_priority for requests in owners.values())

    def put(self, pending: PendingRequest, owner: int) -> None:
        """Add a request behind the owner's others. An owner without any comes after all other owners."""
        owners = self._owners_by_priority[REQUEST_PRIORITY.index(type(pending.request))]
        owners.setdefault(owner, deque()).append(pending)

    def take(self) -> PendingRequest | None:
        """Remove and return the next request, or None if nobody waits. Its owner goes behind the others."""
        for owners in self._owners_by_priority:
            while owners:
                owner, requests = owners.popitem(last=False)
                _drop_cancelled(requests)
                if not requests:
                    continue
                pending = requests.popleft()
                if requests:
                    owners[owner] = requests
                return pending
        return None

    def count_ahead(self, owner: int) -> int:
        """Return how many waiting moves are taken before a new one of this owner."""
        owners = self._owners_by_priority[0]
        own_count = len(owners.get(owner, ()))
        total, rounds = 0, own_count + 1
        for other, requests in owners.items():
            if other == owner:
                total += own_count
                rounds -= 1  # the owners behind have had one turn less when the new request is taken
            else:
                total += min(len(requests), rounds)
        return total


def _drop_cancelled(requests: deque[PendingRequest]) -> None:
    """Remove requests from the front of a queue whose callers no longer wait."""
    while requests and requests[0].reply.done():
        requests.popleft()


class WorkerPool:
    """A pool of at most `max_workers` processes, started with `command`. `sleep` is the clock of both timeouts."""

    def __init__(
        self,
        max_workers: int = 1,
        *,
        command: Sequence[str] = PLAYER_COMMAND,
        sleep: Sleep = asyncio.sleep,
        idle_timeout_s: float = IDLE_TIMEOUT_S,
        reply_timeout_s: float = REPLY_TIMEOUT_S,
    ) -> None:
        self._max_workers = max_workers
        self._command = tuple(command)
        self._sleep = sleep
        self._idle_timeout_s = idle_timeout_s
        self._reply_timeout_s = reply_timeout_s
        self._queue = RequestQueue()
        self._has_requests = asyncio.Event()
        self._serving: set[asyncio.Task[None]] = set()
        self._idle_count = 0
        self._busy_count = 0
        self._is_closed = False
        self._has_failed = False
        """Whether the last request lost every worker that it was given to."""
        self.workers: set[WorkerProcess] = set()
        """The processes, except those that were seen to end."""

    @property
    def failure(self) -> str:
        """A sentence for the administrator if a worker has died and was not replaced yet, else ""."""
        if self._has_failed or any(worker.has_ended for worker in self.workers):
            return "A process of computer players has died; the next request starts another one."
        return ""

    async def choose_move(self, request: MoveRequest, owner: int) -> Words:
        """Choose a move; see `MoveService`."""
        return (await self._request(request, owner)).words

    async def find_hints(self, request: HintRequest, owner: int) -> tuple[Hint, ...]:
        """Find hints; see `MoveService`."""
        return (await self._request(request, owner)).hints

    async def analyse_moves(self, request: AnalysisRequest, owner: int) -> tuple[Moment, ...]:
        """Analyse moves of a finished game; see `MoveService`."""
        return (await self._request(request, owner)).moments

    def count_ahead(self, owner: int) -> int:
        """Return how many requests are answered before a new one of this owner; see `MoveService`."""
        return self._busy_count + self._queue.count_ahead(owner)

    async def close(self) -> None:
        """Stop all workers at once, and cancel the open requests and those that still come."""
        self._is_closed = True
        tasks = list(self._serving)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in list(self.workers):
            await self._stop_worker(worker)
        while (pending := self._queue.take()) is not None:
            pending.reply.cancel()

    async def wait_idle(self) -> None:
        """Wait until no request is served and no worker is kept."""
        await asyncio.gather(*self._serving)

    async def _request(self, request: Request, owner: int) -> Reply:
        if self._is_closed:
            raise asyncio.CancelledError  # a worker would outlive the pool
        pending = PendingRequest(request, asyncio.get_running_loop().create_future())
        self._queue.put(pending, owner)
        self._has_requests.set()
        if not self._idle_count and len(self._serving) < self._max_workers:
            task = asyncio.create_task(self._serve(), name="serve player requests")
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        return await pending.reply

    async def _serve(self) -> None:
        """Answer requests with one worker at a time until there have been none for the idle timeout."""
        worker: WorkerProcess | None = None
        try:
            while True:
                pending = self._queue.take()
                if pending is not None:
                    worker = await self._answer_counted(pending, worker)
                elif not await self._wait_for_request():
                    return
        finally:
            if worker is not None:
                await self._stop_worker(worker)

    async def _wait_for_request(self) -> bool:
        """Wait for a request, and return whether there is one within the idle timeout."""
        self._has_requests.clear()
        self._idle_count += 1
        try:
            await wait_before(self._has_requests.wait(), self._sleep(self._idle_timeout_s))
        except TimeoutError:
            return False
        finally:
            self._idle_count -= 1
        return True

    async def _answer_counted(self, pending: PendingRequest, worker: WorkerProcess | None) -> WorkerProcess | None:
        """Answer a request, and cancel it if the pool is closed meanwhile. Return the worker for the next request."""
        self._busy_count += 1
        try:
            return await self._answer(pending, worker)
        finally:
            self._busy_count -= 1
            if not pending.reply.done():
                pending.reply.cancel()

    async def _answer(self, pending: PendingRequest, worker: WorkerProcess | None) -> WorkerProcess | None:
        """Answer a request, with a new worker for each attempt. Return the worker for the next request."""
        message = msgspec.json.encode(pending.request)
        reason = ""
        for _ in range(MAX_ATTEMPTS):
            try:
                if worker is None:
                    worker = await WorkerProcess.start(self._command)
                    self.workers.add(worker)
                data = await wait_before(worker.ask(message), self._sleep(self._reply_timeout_s))
                reply = msgspec.json.decode(data, type=Reply)
            except (WorkerLostError, OSError, TimeoutError, msgspec.DecodeError) as error:
                reason = f"{type(error).__name__} {error}".strip()
                log.warning("a worker was lost over a request for %s (%s)", pending.request.game, reason)
                if worker is not None:
                    await self._stop_worker(worker)
                worker = None
            else:
                self._has_failed = False
                _resolve(pending, reply)
                return worker
        self._has_failed = True
        if not pending.reply.done():
            pending.reply.set_exception(UnansweredError(reason))
        return None

    async def _stop_worker(self, worker: WorkerProcess) -> None:
        self.workers.discard(worker)
        await worker.stop()


def _resolve(pending: PendingRequest, reply: Reply) -> None:
    """Hand a reply to the caller, if it still waits."""
    if pending.reply.done():
        return
    if reply.failure:
        pending.reply.set_exception(UnansweredError(reply.failure))
    else:
        pending.reply.set_result(reply)
