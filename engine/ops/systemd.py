"""Tells systemd the state of a service of `Type=notify`: that it is ready, alive, and how it is doing.

The protocol is one datagram, see sd_notify(3). The packages for it are too old (sdnotify, 2017) or need a compiler
(systemd-python).
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress

SOCKET_VARIABLE = "NOTIFY_SOCKET"


def notify_systemd(environ: Mapping[str, str], **assignments: str | int) -> None:
    """Send assignments to systemd if it listens: `notify_systemd(os.environ, READY=1, STATUS="...")`."""
    address = environ.get(SOCKET_VARIABLE, "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    lines = "\n".join(f"{name}={value}" for name, value in assignments.items())
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.sendto(lines.encode(), address)
