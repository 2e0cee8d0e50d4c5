"""Whoever thinks for computer players. The host asks, and does not know where the thinking is done."""

from __future__ import annotations

from typing import Protocol

from engine.kernel.menu import Words
from engine.players.analysis import Moment
from engine.players.job import Move, Study


class Unanswered(Exception):
    """Nobody could think a job through; the message says why, for the log."""


class Thinker(Protocol):
    """Thinks jobs through, those of different people in turn."""

    async def think(self, job: Move, owner: int) -> Words:
        """The move that a job asks for; `owner` is the person it is done for. Raises Unanswered."""

    async def study(self, job: Study, owner: int) -> tuple[Moment, ...]:
        """The moments that a job asks for, behind all moves that are waited for. Raises Unanswered."""

    def ahead(self, owner: int) -> int:
        """How many jobs are answered before a new one of this owner, the one that is being thought about included."""
