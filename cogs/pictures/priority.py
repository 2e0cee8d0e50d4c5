"""Threads that draw step back for those that answer people."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

NICE = 10


def step_back() -> None:
    """Let this thread have the processor after the others. Only Linux knows priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
