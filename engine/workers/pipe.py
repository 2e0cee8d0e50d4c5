"""Messages between the bot and a worker process, over one pipe each way: four bytes of length, then the message."""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

LENGTH_PREFIX: Final = struct.Struct(">I")
"""The length of a message in bytes, in front of it."""


def frame_message(message: bytes) -> bytes:
    """Return the message with its length in front."""
    return LENGTH_PREFIX.pack(len(message)) + message


def read_messages(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the messages of a stream until it ends. An incomplete last message is dropped."""
    while len(prefix := stream.read(LENGTH_PREFIX.size)) == LENGTH_PREFIX.size:
        (length,) = LENGTH_PREFIX.unpack(prefix)
        message = stream.read(length)
        if len(message) < length:
            return
        yield message


def serve_requests(answer: Callable[[bytes], bytes], niceness: int) -> None:
    """Answer every message on standard input, one after the other, until the pipe is closed.

    The operating system closes the pipe however the bot ends. `niceness` is the process priority from 0 to 19.
    """
    # These signals are for the bot, which may still need its workers in order to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(niceness)
    try:
        for message in read_messages(sys.stdin.buffer):
            sys.stdout.buffer.write(frame_message(answer(message)))
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # the bot has ended; an ordinary exit would flush standard output again
