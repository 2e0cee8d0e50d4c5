"""A move service for tests that answers at once with few playouts, so that a test knows the result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache

import msgspec

from engine.host.service.table_services import TableServices
from engine.kernel import registry
from engine.kernel.menu import Words
from engine.players.analysis.game_analysis import Moment
from engine.players.hints import Hint
from engine.workers.requests import (
    AnalysisRequest,
    HintRequest,
    MoveRequest,
    Reply,
    Request,
    UnansweredError,
    answer_request,
)

MAX_REPLIES_KEPT = 2_000
REQUEST_DECODER = msgspec.msgpack.Decoder[Request](Request)


@lru_cache(maxsize=MAX_REPLIES_KEPT)
def _answer_once(_games_package: str, encoded_request: bytes) -> Reply:
    """Answer a request once for all tests: many of them ask the same about the same game."""
    return answer_request(REQUEST_DECODER.decode(encoded_request))


class InlineMoveService:
    """A move service that answers in the caller's task.

    Between `hold` and `release` it answers no request. If `fails` is set, it fails every request.
    """

    def __init__(self, max_playouts: int = 1, level: str | None = None) -> None:
        self.max_playouts = max_playouts
        self.level = level
        self.requests: list[Request] = []
        self.fails = False
        self.queue_length = 0
        self._released = asyncio.Event()
        self._released.set()
        self.requested = asyncio.Event()
        """An event that is set with every request."""
        self.wait_outside: Callable[[Awaitable[object]], Awaitable[object]] = lambda waiting: waiting
        """A function that waits for a step of the test."""

    def hold(self) -> None:
        self._released.clear()

    def release(self) -> None:
        self._released.set()

    async def choose_move(self, request: MoveRequest, owner: int) -> Words:
        await self.admit(request)
        level = request.level if self.level is None else self.level
        return self._answer(msgspec.structs.replace(request, level=level)).words

    async def find_hints(self, request: HintRequest, owner: int) -> tuple[Hint, ...]:
        await self.admit(request)
        return self._answer(request).hints

    async def analyse_moves(self, request: AnalysisRequest, owner: int) -> tuple[Moment, ...]:
        await self.admit(request)
        return self._answer(request).moments

    def count_ahead(self, owner: int) -> int:
        return self.queue_length

    def _answer(self, request: Request) -> Reply:
        request = msgspec.structs.replace(request, max_playouts=self.max_playouts)
        return _answer_once(registry.GAMES_PACKAGE, msgspec.msgpack.encode(request))

    async def admit(self, request: Request) -> None:
        self.requests.append(request)
        self.requested.set()
        if not self._released.is_set():
            await self.wait_outside(self._released.wait())
        if self.fails:
            raise UnansweredError("the test makes requests fail")


async def let_them_move(tables: TableServices, most: int = 1000) -> int:
    """Let computer players move until a person is asked or the game is over, and return the number of moves."""
    for made in range(most):
        owed = await tables.computer_moves.list_pending_moves()
        if not owed:
            return made
        words = await tables.computer_moves.choose_move(owed[0][0])
        if words is not None:
            await tables.computer_moves.play_move(owed[0][0], words)
    raise AssertionError("they do not come to an end")
