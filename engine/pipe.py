"""Messages between the bot and a process that works for it, over a pipe each way: the length, four bytes, then so many bytes."""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

LENGTH: Final = struct.Struct(">I")


def framed(message: bytes) -> bytes:
    """A message as it is sent."""
    return LENGTH.pack(len(message)) + message


def messages(stream: BinaryIO) -> Iterator[bytes]:
    """The messages of a stream until it ends; one that breaks off is none."""
    while len(head := stream.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        message = stream.read(length)
        if len(message) < length:
            return
        yield message


def work(answer: Callable[[bytes], bytes], nice: int) -> None:
    """Answer every message on standard input, one after the other, until whoever asks is gone: the pipe is closed then, however
    that went. `nice` is how far behind others this process stands for the processor, of 19."""
    for number in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # they are for the one who asks, who may still need us to come to an end
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nice)
    try:
        for message in messages(sys.stdin.buffer):
            sys.stdout.buffer.write(framed(answer(message)))
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody hears; an ordinary end would try once more
