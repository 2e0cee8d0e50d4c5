"""Who thinks for computers at the local table: a thread.

On Discord processes do (`engine/ops/pool.py`). Here the page waits for the bot to come to rest, and what another process is asked
looks like never: every press would take five seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engine.host.model.thinker import Unanswered
from engine.kernel.menu import Words
from engine.players.analysis import Moment
from engine.players.hints import Hint
from engine.players.job import Advice, Job, Move, Study, advised, answered, looked_at

J = TypeVar("J", bound=Job)
T = TypeVar("T")


class ThreadThinker:
    """Thinks one job after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinker")

    async def think(self, job: Move, owner: int) -> Words:  # noqa: ARG002 - all are friends here
        """The move that a job asks for. Raises Unanswered."""
        return await self._done(answered, job)

    async def advise(self, job: Advice, owner: int) -> tuple[Hint, ...]:  # noqa: ARG002
        """The hints that a job asks for. Raises Unanswered."""
        return await self._done(advised, job)

    async def study(self, job: Study, owner: int) -> tuple[Moment, ...]:  # noqa: ARG002
        """The moments that a job asks for. Raises Unanswered."""
        return await self._done(looked_at, job)

    def ahead(self, owner: int) -> int:  # noqa: ARG002
        """Nobody waits for long."""
        return 0

    def close(self) -> None:
        """What is asked stays unanswered."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _done(self, work: Callable[[J], T], job: J) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, job)
        except Exception as failed:
            raise Unanswered(f"{type(failed).__name__}: {failed}") from failed
