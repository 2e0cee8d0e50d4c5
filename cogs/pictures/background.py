"""Threads that draw step back for those that answer people, and give back the memory that they are done with."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress

BACKGROUND_NICENESS = 10


def lower_priority() -> None:
    """Let this thread have the processor after the others. Only Linux knows priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BACKGROUND_NICENESS)


def trim_memory() -> None:
    """Return freed memory to the system. The C library keeps what a thread has freed for the same thread, a hundred megabytes after
    a while of drawing; this takes about a millisecond. Where it is another library than glibc, nothing is done."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
