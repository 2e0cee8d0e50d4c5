"""Time, handed in: nothing in the engine asks the machine what time it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Returns an aware datetime."""


def system_clock() -> datetime:
    """The machine's own time, in UTC."""
    return datetime.now(UTC)
