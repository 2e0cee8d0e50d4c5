"""A process that thinks: a job a line on standard input, a thought a line on standard output, until the input ends.

python -m engine.players.worker
"""

from __future__ import annotations

import os
import signal
import sys
from typing import BinaryIO

import msgspec

from engine.players.job import Job, Thought, thought

NICE = 15
"""How far behind others it stands for the processor, of 19."""


def serve(jobs: BinaryIO, thoughts: BinaryIO) -> None:
    """Answer every job, one after the other; a job that cannot be answered is said to have failed."""
    decoder = msgspec.json.Decoder(Job)
    for line in iter(jobs.readline, b""):
        try:
            said = thought(decoder.decode(line))
        except Exception as failed:  # noqa: BLE001 - whatever it is, the one who asked has to know
            said = Thought(failed=f"{type(failed).__name__}: {failed}")
        thoughts.write(msgspec.json.encode(said) + b"\n")
        thoughts.flush()


def main() -> None:
    """Think behind everybody else, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        os._exit(0)  # nobody hears; an ordinary end would try once more


if __name__ == "__main__":
    main()
