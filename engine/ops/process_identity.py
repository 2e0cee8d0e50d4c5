"""Identifies a process so that another program can tell whether it still runs.

A process id alone is not enough: it is used again, and in each container it counts from one. So an identity also holds
the start of the process and the host, which includes Linux's PID namespace.
"""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

PROC = Path("/proc")
START_FIELD = 19
"""The index of the start time among the fields of /proc/PID/stat after the command's name (field 22 of proc(5))."""
ENDED_STATES = ("Z", "X")
"""States of processes that have ended."""


class ProcessIdentity(msgspec.Struct, frozen=True):
    """A process: its id, its host, and its start in clock ticks after the boot, 0 where that is unknown."""

    id: int
    host: str
    started_at: int

    @property
    def is_running(self) -> bool | None:
        """Whether the process runs. None if that cannot be seen from here, for example from another machine."""
        if self.host != describe_host() or sys.platform == "win32":
            return None
        try:
            os.kill(self.id, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass  # it is another user's
        state, started_at = _read_stat(self.id)
        return state not in ENDED_STATES and started_at in (self.started_at, 0)


def identify_own_process() -> ProcessIdentity:
    """Return the identity of this process."""
    return ProcessIdentity(os.getpid(), describe_host(), _read_stat(os.getpid())[1])


def describe_host() -> str:
    """Return a name for the machine and the part of its processes that this one can see."""
    namespace = ""
    with suppress(OSError):  # only Linux has it
        namespace = (PROC / "self" / "ns" / "pid").readlink().name
    return f"{platform.node()} {namespace}".strip()


def _read_stat(process_id: int) -> tuple[str, int]:
    """Return the state and the start of a process, "" and 0 if they cannot be read."""
    try:
        _, _, after_name = (PROC / str(process_id) / "stat").read_text().rpartition(")")
    except OSError:
        return "", 0
    fields = after_name.split()
    return fields[0], int(fields[START_FIELD])
