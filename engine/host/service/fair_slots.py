"""Slots for work of many servers, which a busy server cannot keep from the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

current_server: ContextVar[int] = ContextVar("current_server", default=0)
"""The server for which the running task works, 0 if it is not known."""


class FairSlots:
    """A number of slots. The waiting servers get the free ones in turn; the work of each server keeps its order."""

    def __init__(self, slots: int) -> None:
        self._free_count = slots
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """The waiting work of each server. The server that is next comes first."""

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Hold a slot inside this context, for the current server."""
        await self._enter(current_server.get())
        try:
            yield
        finally:
            self._release()

    async def _enter(self, server_id: int) -> None:
        if self._free_count:
            self._free_count -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(server_id, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # the slot has just been given
                self._release()
            raise

    def _release(self) -> None:
        self._free_count += 1
        while self._free_count and self._waiting:
            server_id = next(iter(self._waiting))
            line = self._waiting.pop(server_id)
            turn = line.popleft()
            if line:
                self._waiting[server_id] = line  # after all others
            if not turn.done():
                self._free_count -= 1
                turn.set_result(None)
