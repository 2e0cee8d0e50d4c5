"""What systemd wants to hear of a service of `Type=notify`: that it is ready, lives, and how it is.

The protocol is one datagram (sd_notify(3)). The packages that speak it are older than the Pythons we run on (sdnotify, 2017) or
need a compiler (systemd-python), for what is eight lines here.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress

SOCKET_VARIABLE = "NOTIFY_SOCKET"


def notify_systemd(environ: Mapping[str, str], **assignments: str | int) -> None:
    """Tell systemd, where it listens: `tell(os.environ, READY=1, STATUS="…")`. Nobody listening is no error."""
    address = environ.get(SOCKET_VARIABLE, "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    lines = "\n".join(f"{name}={value}" for name, value in assignments.items())
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.sendto(lines.encode(), address)
