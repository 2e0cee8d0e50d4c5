"""Lower the priority of drawing threads below those that answer people, and give back freed memory."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress

BACKGROUND_NICENESS = 10


def lower_priority() -> None:
    """Lower the priority of this thread. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BACKGROUND_NICENESS)


def trim_memory() -> None:
    """Return freed memory to the system.

    The C library keeps memory that a thread has freed for the same thread: a hundred megabytes after a while of
    drawing. This takes about a millisecond, and does nothing with a C library other than glibc.
    """
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
