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
MAX_TIMES_KEPT = 200
"""Interactions of each kind whose times are kept for the median."""
MAX_INCIDENTS_KEPT = 10


class InteractionTimes(msgspec.Struct, frozen=True):
    """One kind of interaction: how many, and seconds until the acknowledgement and until the handler's end."""

    name: str
    count: int
    ack_median_s: float
    ack_worst_s: float
    total_median_s: float
    total_worst_s: float


class Incident(msgspec.Struct, frozen=True):
    """An unexpected exception: the id the person was given, where it happened, and its type. Never what was typed."""

    id: str
    occurred_at: datetime
    place: str
    kind: str


class MetricsReading(msgspec.Struct, frozen=True):
    """How the bot is at a moment: tables by state, lengths of queues, seconds of delay by shard of the gateway, the store in bytes
    and the moment of its newest backup (unix seconds, 0: none)."""

    is_connected: bool
    servers: int
    tables: Mapping[str, int]
    queue_lengths: Mapping[str, int]
    refused: int
    failed: int
    shed_count: int
    latency_s: Mapping[int, float]
    store: int
    newest_backup_at: float


class _KindTimes:
    """The times of one kind; the worst are kept for good."""

    def __init__(self) -> None:
        self.count = 0
        self.ack_times: deque[float] = deque(maxlen=MAX_TIMES_KEPT)
        self.total_times: deque[float] = deque(maxlen=MAX_TIMES_KEPT)
        self.ack_worst_s = self.total_worst_s = 0.0

    def add(self, ack_s: float, total_s: float) -> None:
        self.count += 1
        self.ack_times.append(ack_s)
        self.total_times.append(total_s)
        self.ack_worst_s, self.total_worst_s = max(self.ack_worst_s, ack_s), max(self.total_worst_s, total_s)


class _TimedResponse(discord.InteractionResponse[Any]):
    """A response that records when it was sent: discord.py sets its type once Discord has accepted it."""

    answered_at: float | None = None

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        super().__init__(interaction)
        self.arrived_at = time.perf_counter()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "_response_type" and value is not None:
            super().__setattr__("answered", time.perf_counter())


def measure_age_s(interaction: discord.Interaction[Any]) -> float:
    """Seconds since a watched interaction arrived."""
    response = interaction.response
    return time.perf_counter() - response.arrived_at if isinstance(response, _TimedResponse) else 0.0


class Metrics:
    """Times interactions from their arrival to the end of their handler."""

    def __init__(self) -> None:
        self.running_count = 0
        self.incidents: deque[Incident] = deque(maxlen=MAX_INCIDENTS_KEPT)
        self.failed_count = 0
        """Unexpected exceptions so far."""
        self.shed_count = 0
        """Interactions that came in a rush, and were not carried out."""
        self.listeners: list[Listener] = []
        """Are told of every interaction that has ended."""
        self._times_by_kind: dict[str, _KindTimes] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def watch(self, interaction: discord.Interaction[Any], name: Callable[[], str]) -> Iterator[None]:
        """Time the block; `name` is called afterwards, when the command is known."""
        # discord.py offers no hook for the response; it is pinned.
        interaction._cs_response = response = _TimedResponse(interaction)  # type: ignore[attr-defined]  # noqa: SLF001
        begun = response.arrived_at
        self.running_count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.running_count -= 1
            if not self.running_count:
                self._idle.set()
            whole = time.perf_counter() - begun
            ack = whole if response.answered_at is None else response.answered_at - begun
            kind = name()
            self._times_by_kind.setdefault(kind, _KindTimes()).add(ack, whole)
            for listener in self.listeners:
                listener(kind, ack, whole)

    def record_incident(self, incident: Incident) -> None:
        """Note an unexpected exception."""
        self.failed_count += 1
        self.incidents.append(incident)

    async def wait_idle(self, timeout_s: float) -> None:
        """Wait until no handler is running, `timeout_s` at most."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._idle.wait()
        except TimeoutError:
            return

    def list_figures(self) -> list[InteractionTimes]:
        """Every kind, the slowest acknowledgement first."""
        found = [
            InteractionTimes(
                name, seen.count, median(seen.ack_times), seen.ack_worst_s, median(seen.total_times), seen.total_worst_s
            )
            for name, seen in self._times_by_kind.items()
        ]
        return sorted(found, key=lambda one: one.ack_worst_s, reverse=True)
