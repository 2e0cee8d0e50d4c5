"""Metrics of interactions: how long each kind takes, how many run, the latest incidents; and a reading of the whole bot."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from statistics import median
from typing import Any

import discord
import msgspec

Listener = Callable[[str, float, float], None]
"""Gets a kind of interaction, and the seconds until the acknowledgement and until the handler's end."""
KEPT = 200
"""Interactions of each kind whose times are kept for the median."""
INCIDENTS = 10


class Figures(msgspec.Struct, frozen=True):
    """One kind of interaction: how many, and seconds until the acknowledgement and until the handler's end."""

    name: str
    n: int
    ack_median: float
    ack_worst: float
    whole_median: float
    whole_worst: float


class Incident(msgspec.Struct, frozen=True):
    """An unexpected exception: the id the person was given, where it happened, and its type. Never what was typed."""

    id: str
    at: datetime
    where: str
    kind: str


class Reading(msgspec.Struct, frozen=True):
    """How the bot is at a moment: tables by state, lengths of queues, seconds of delay by shard of the gateway, the store in bytes
    and the moment of its newest backup (unix seconds, 0: none)."""

    connected: bool
    servers: int
    tables: Mapping[str, int]
    waiting: Mapping[str, int]
    refused: int
    failed: int
    turned_away: int
    latency: Mapping[int, float]
    store: int
    newest_backup: float


class _Times:
    """The times of one kind; the worst are kept for good."""

    def __init__(self) -> None:
        self.n = 0
        self.ack: deque[float] = deque(maxlen=KEPT)
        self.whole: deque[float] = deque(maxlen=KEPT)
        self.ack_worst = self.whole_worst = 0.0

    def add(self, ack: float, whole: float) -> None:
        self.n += 1
        self.ack.append(ack)
        self.whole.append(whole)
        self.ack_worst, self.whole_worst = max(self.ack_worst, ack), max(self.whole_worst, whole)


class _Response(discord.InteractionResponse[Any]):
    """A response that records when it was sent: discord.py sets its type once Discord has accepted it."""

    answered: float | None = None

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        super().__init__(interaction)
        self.arrived = time.perf_counter()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "_response_type" and value is not None:
            super().__setattr__("answered", time.perf_counter())


def seconds_since(interaction: discord.Interaction[Any]) -> float:
    """Seconds since a watched interaction arrived."""
    response = interaction.response
    return time.perf_counter() - response.arrived if isinstance(response, _Response) else 0.0


class Metrics:
    """Times interactions from their arrival to the end of their handler."""

    def __init__(self) -> None:
        self.running = 0
        self.incidents: deque[Incident] = deque(maxlen=INCIDENTS)
        self.failed = 0
        """Unexpected exceptions so far."""
        self.turned_away = 0
        """Interactions that came in a rush, and were not carried out."""
        self.listeners: list[Listener] = []
        """Are told of every interaction that has ended."""
        self._times: dict[str, _Times] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def watch(self, interaction: discord.Interaction[Any], name: Callable[[], str]) -> Iterator[None]:
        """Time the block; `name` is called afterwards, when the command is known."""
        # discord.py offers no hook for the response; it is pinned.
        interaction._cs_response = response = _Response(interaction)  # type: ignore[attr-defined]  # noqa: SLF001
        begun = response.arrived
        self.running += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self._idle.set()
            whole = time.perf_counter() - begun
            ack = whole if response.answered is None else response.answered - begun
            kind = name()
            self._times.setdefault(kind, _Times()).add(ack, whole)
            for listener in self.listeners:
                listener(kind, ack, whole)

    def fail(self, incident: Incident) -> None:
        """Note an unexpected exception."""
        self.failed += 1
        self.incidents.append(incident)

    async def idle(self, seconds: float) -> None:
        """Wait until no handler is running, `seconds` at most."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return

    def figures(self) -> list[Figures]:
        """Every kind, the slowest acknowledgement first."""
        found = [
            Figures(name, seen.n, median(seen.ack), seen.ack_worst, median(seen.whole), seen.whole_worst)
            for name, seen in self._times.items()
        ]
        return sorted(found, key=lambda one: one.ack_worst, reverse=True)
