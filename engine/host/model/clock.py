"""Clocks as parameters: the engine never reads the machine's time directly."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""A function that returns an aware datetime."""


MonotonicClock = Callable[[], float]
"""A function that returns seconds and never goes back, also when the system clock is set."""


def monotonic_clock() -> float:
    """Return the seconds since the machine was started, on Linux including the time it was suspended."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def system_clock() -> datetime:
    """Return the machine's time in UTC."""
    return datetime.now(UTC)
