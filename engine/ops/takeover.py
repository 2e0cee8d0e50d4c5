"""The signals by which a bot starts its successor, and the successor asks it to hand over. Windows has no such signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from engine.ops import heartbeat_file, systemd

START_SUCCESSOR, HAND_OVER = getattr(signal, "SIGUSR1", None), getattr(signal, "SIGUSR2", None)
"""The signals to a running bot; None on a system without them."""
TAKE_OVER_OPTION = "--take-over"


class Successor:
    """The process that a bot starts to take over from it. One at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the program again with the same arguments, to take over. It says on standard error if it cannot."""
        if not self._is_running:
            arguments = [argument for argument in sys.orig_argv[1:] if argument != TAKE_OVER_OPTION]
            self._process = subprocess.Popen([sys.executable, *arguments, TAKE_OVER_OPTION])  # noqa: S603 - this program

    def announce(self, environ: Mapping[str, str]) -> None:
        """Tell systemd that the successor is the main process of the service from now on, if this process has started it."""
        if self._process is not None and self._is_running:
            systemd.notify_systemd(environ, MAINPID=self._process.pid)

    @property
    def _is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None


def request_handover(database: Path | str) -> bool:
    """Ask the bot that uses a database, by its heartbeat file, to hand over. Return whether it runs on this machine."""
    status = heartbeat_file.read_heartbeat(heartbeat_file.find_heartbeat_path(database))
    if HAND_OVER is None or status is None or status.process.id == os.getpid() or not status.process.is_running:
        return False
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(status.process.id, HAND_OVER)
    return True
