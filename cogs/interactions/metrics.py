"""Metrics of interactions: how long each kind takes, how many run and the latest incidents; and a reading of the whole bot."""

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

from cogs.interactions.discord_internals import TimedResponse, time_response

Listener = Callable[[str, float, float], None]
"""Receives the kind of an interaction, and the seconds until its acknowledgement and until its handler's end."""
MAX_TIMES_KEPT = 200
"""Interactions of each kind whose times are kept for the median."""
MAX_INCIDENTS_KEPT = 10


class InteractionTimes(msgspec.Struct, frozen=True):
    """One kind of interaction: how many, and the seconds until the acknowledgement and until the handler's end."""

    name: str
    count: int
    ack_median_s: float
    ack_worst_s: float
    total_median_s: float
    total_worst_s: float


class Incident(msgspec.Struct, frozen=True):
    """An unexpected exception: the id that the person was given, its place and its type. It never holds typed text."""

    id: str
    occurred_at: datetime
    place: str
    kind: str


class MetricsReading(msgspec.Struct, frozen=True):
    """The bot's state at one moment.

    `tables` are counted by state, `latency_s` is by shard of the gateway, `store` is in bytes, and `newest_backup_at` is in
    unix seconds (0: there is no backup).
    """

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
    """The times of one kind of interaction: the latest ones, and the longest since the start."""

    def __init__(self) -> None:
        self.count = 0
        self.ack_times: deque[float] = deque(maxlen=MAX_TIMES_KEPT)
        self.total_times: deque[float] = deque(maxlen=MAX_TIMES_KEPT)
        self.ack_worst_s = self.total_worst_s = 0.0

    def add(self, ack_s: float, total_s: float) -> None:
        self.count += 1
        self.ack_times.append(ack_s)
        self.total_times.append(total_s)
        self.ack_worst_s = max(self.ack_worst_s, ack_s)
        self.total_worst_s = max(self.total_worst_s, total_s)


def measure_age_s(interaction: discord.Interaction[Any]) -> float:
    """Return the seconds since a watched interaction arrived, or 0 for one that is not watched."""
    response = interaction.response
    if not isinstance(response, TimedResponse):
        return 0.0
    return time.perf_counter() - response.arrived_at


class Metrics:
    """Measures interactions from their arrival to the end of their handler."""

    def __init__(self) -> None:
        self.running_count = 0
        self.incidents: deque[Incident] = deque(maxlen=MAX_INCIDENTS_KEPT)
        self.failed_count = 0
        """Unexpected exceptions so far."""
        self.shed_count = 0
        """Interactions that were refused because too many were running."""
        self.listeners: list[Listener] = []
        """Called for every interaction that has ended."""
        self._times_by_kind: dict[str, _KindTimes] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def watch(self, interaction: discord.Interaction[Any], find_name: Callable[[], str]) -> Iterator[None]:
        """Time the block. `find_name` is called after it, when the command is known."""
        response = time_response(interaction)
        self.running_count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.running_count -= 1
            if not self.running_count:
                self._idle.set()
            total_s = time.perf_counter() - response.arrived_at
            if response.answered_at is None:
                ack_s = total_s
            else:
                ack_s = response.answered_at - response.arrived_at
            kind = find_name()
            self._times_by_kind.setdefault(kind, _KindTimes()).add(ack_s, total_s)
            for listener in self.listeners:
                listener(kind, ack_s, total_s)

    def record_incident(self, incident: Incident) -> None:
        """Keep an unexpected exception for /admin health."""
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
        """Return the times of every kind, the slowest acknowledgement first."""
        figures = [
            InteractionTimes(
                name,
                times.count,
                median(times.ack_times),
                times.ack_worst_s,
                median(times.total_times),
                times.total_worst_s,
            )
            for name, times in self._times_by_kind.items()
        ]
        return sorted(figures, key=lambda figure: figure.ack_worst_s, reverse=True)
