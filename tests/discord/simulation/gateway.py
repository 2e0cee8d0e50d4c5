"""The gateway of a simulated Discord, which can be late, and deliver events in another order.

Interactions always arrive at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simcord.backend.state import Backend


class SimulatedGateway:
    """All events of a Discord, on their way to the bot."""

    def __init__(self, backend: Backend) -> None:
        self._emit = backend.emit
        self._held: list[tuple[str, Mapping[str, Any]]] | None = None
        backend.emit = self._deliver  # type: ignore[method-assign]

    def _deliver(self, event: str, payload: Mapping[str, Any]) -> None:
        if self._held is None or event == "INTERACTION_CREATE":
            self._emit(event, payload)
        else:
            self._held.append((event, payload))

    def hold(self) -> None:
        """Hold all events from now on."""
        self._held = self._held or []

    def drop(self) -> None:
        """Forget the held events: a new session has begun."""
        self._held = None

    def release(self, roll_below: Callable[[int], int] | None = None) -> None:
        """Deliver the held events, in a random order if there are dice."""
        held, self._held = self._held or [], None
        while held:
            self._emit(*held.pop(roll_below(len(held)) if roll_below else 0))
