"""Computer players of the local table, in one thread.

On Discord they run in processes (`engine/workers/pool.py`). The local table waits until the bot is idle, and simcord
cannot see that an answer of another process is about to come: every press would take five seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engine.kernel.menu import Words
from engine.players.analysis import Moment
from engine.players.hints import Hint
from engine.workers.requests import (
    AnalysisRequest,
    HintRequest,
    MoveRequest,
    Request,
    UnansweredError,
    analyse_requested_moves,
    choose_requested_move,
    find_requested_hints,
)

R = TypeVar("R", bound=Request)
T = TypeVar("T")


class ThreadMoveService:
    """A `MoveService` that answers one request after the other."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="players")

    async def choose_move(self, request: MoveRequest, owner: int) -> Words:  # noqa: ARG002 - first come, first served
        """Return the move. Raises UnansweredError."""
        return await self._run(choose_requested_move, request)

    async def find_hints(self, request: HintRequest, owner: int) -> tuple[Hint, ...]:  # noqa: ARG002
        """Return the hints. Raises UnansweredError."""
        return await self._run(find_requested_hints, request)

    async def analyse_moves(self, request: AnalysisRequest, owner: int) -> tuple[Moment, ...]:  # noqa: ARG002
        """Return the moments. Raises UnansweredError."""
        return await self._run(analyse_requested_moves, request)

    def count_ahead(self, owner: int) -> int:  # noqa: ARG002
        """Return 0: the few people at a local table wait for each other anyway."""
        return 0

    def close(self) -> None:
        """Cancel the open requests."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def _run(self, answer: Callable[[R], T], request: R) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, answer, request)
        except Exception as error:
            raise UnansweredError(f"{type(error).__name__}: {error}") from error
