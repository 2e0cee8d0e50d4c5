"""Computer players of the local table: worker processes as on Discord, asked from an event loop in a thread of its own.

simcord waits after every action until the bot is idle. It knows nothing of the answer of another process, and would wait for its
full limit. So the pool runs outside of simcord's sight, and each answer that the bot waits for is declared to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from threading import Thread
from typing import Any, TypeVar

from engine.host.model.move_service import MoveService
from engine.kernel.menu import Words
from engine.players.analysis.game_analysis import Moment
from engine.players.hints import Hint
from engine.workers.pool import WorkerPool
from engine.workers.requests import AnalysisRequest, HintRequest, MoveRequest

T = TypeVar("T")


async def _wait(answer: Awaitable[T]) -> T:
    return await answer


class LocalMoveService:
    """A `MoveService` whose answers do not keep simcord waiting. `wait_outside` declares to it that the bot waits for one."""

    def __init__(self, max_workers: int = 1) -> None:
        self._pool: MoveService
        self._pool = self._workers = WorkerPool(max_workers)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="computer players", daemon=True)
        self._thread.start()
        self.wait_outside: Callable[[Awaitable[Any]], Awaitable[Any]] = _wait
        self.pending_count = 0

    async def choose_move(self, request: MoveRequest, owner: int) -> Words:
        """Return the move. Raises UnansweredError."""
        return await self._ask(self._pool.choose_move(request, owner))

    async def find_hints(self, request: HintRequest, owner: int) -> tuple[Hint, ...]:
        """Return the hints. Raises UnansweredError."""
        return await self._ask(self._pool.find_hints(request, owner))

    async def analyse_moves(self, request: AnalysisRequest, owner: int) -> tuple[Moment, ...]:
        """Return the moments. Raises UnansweredError."""
        return await self._ask(self._pool.analyse_moves(request, owner))

    def count_ahead(self, owner: int) -> int:
        """Return how many requests are answered before a new one of this owner."""
        return self._pool.count_ahead(owner)

    async def close(self) -> None:
        """Stop the workers and cancel the open requests."""
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._workers.close(), self._loop))
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _ask(self, request: Coroutine[Any, Any, T]) -> T:
        self.pending_count += 1
        try:
            answer = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(request, self._loop))
            result: T = await self.wait_outside(answer)
            return result
        finally:
            self.pending_count -= 1
