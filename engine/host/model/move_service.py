"""The interface through which the host asks computer players. The host does not know in which process they run."""

from __future__ import annotations

from typing import Protocol

from engine.kernel.menu import Words
from engine.players.analysis.game_analysis import Moment
from engine.players.hints import Hint
from engine.workers.requests import AnalysisRequest, HintRequest, MoveRequest


class MoveService(Protocol):
    """Answers requests. `owner` is the person for whom a request is made; owners are served in turn."""

    async def choose_move(self, request: MoveRequest, owner: int) -> Words:
        """Return the move. Raises UnansweredError."""

    async def find_hints(self, request: HintRequest, owner: int) -> tuple[Hint, ...]:
        """Return the hints; moves are served first. Raises UnansweredError."""

    async def analyse_moves(self, request: AnalysisRequest, owner: int) -> tuple[Moment, ...]:
        """Return the moments; moves and hints are served first. Raises UnansweredError."""

    def count_ahead(self, owner: int) -> int:
        """Return how many requests are answered before a new one of this owner, those in progress included."""
