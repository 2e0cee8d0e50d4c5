"""A process that thinks: a job on standard input, a thought on standard output, until the input ends.

python -m engine.players.worker
"""

from __future__ import annotations

import msgspec

from engine.garbage import collect_rarely
from engine.pipe import work
from engine.players.job import Job, Thought, thought

NICE = 15
"""How far behind others it stands for the processor, of 19."""


def answer(message: bytes) -> bytes:
    """The thought about a job; a job that cannot be answered is said to have failed."""
    try:
        said = thought(msgspec.json.decode(message, type=Job))
    except Exception as failed:  # noqa: BLE001 - whatever it is, the one who asked has to know
        said = Thought(failed=f"{type(failed).__name__}: {failed}")
    return msgspec.json.encode(said)


if __name__ == "__main__":
    collect_rarely()
    work(answer, NICE)
