"""Time, handed in: nothing in the engine asks the machine what time it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Returns an aware datetime."""


MonotonicClock = Callable[[], float]
"""Returns seconds that only ever go on, whatever is done to the clock on the wall."""


def monotonic_clock() -> float:
    """Seconds since the machine was started, those included in which it slept, where the machine tells."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def system_clock() -> datetime:
    """The machine's own time, in UTC."""
    return datetime.now(UTC)
