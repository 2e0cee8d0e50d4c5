"""A process that draws: an order on standard input, a picture on standard output, until the input ends.

python -m cogs.pictures.painter MEGABYTES

It keeps so much of what it has drawn. What it is asked holds somebody's hand, so of a picture that fails it says where, and nothing
of what was to be drawn.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import msgspec

from cogs.pictures.order import Answer, draw, received
from cogs.pictures.priority import NICE, give_back
from cogs.words.languages import Languages
from engine.garbage import collect_rarely
from engine.kernel.text import Translate, english
from engine.rulebook import ENGLISH
from engine.workers.pipe import serve_requests
from render.kit.cache import painter_caches

TIDY = 8
"""After so many pictures freed memory is given back."""
PIPE = 2**20
"""Bytes of a picture that the pipe takes at once, so that the next one is begun before the bot has read it."""


def answerer() -> Callable[[bytes], bytes]:
    """What answers orders."""
    drawn = 0

    def answer(message: bytes) -> bytes:
        nonlocal drawn
        try:
            order, language = received(message)
            said = Answer(draw(order, _translate(language)))
        except Exception as failed:  # noqa: BLE001 - whatever it is, the one who asked has to know
            where = "".join(traceback.format_tb(failed.__traceback__)).rstrip()
            said = Answer(failed=f"{type(failed).__name__}\n{where}")
        drawn += 1
        if drawn % TIDY == 0:
            give_back()
        return msgspec.msgpack.encode(said)

    return answer


def _translate(code: str) -> Translate:
    return english if code == ENGLISH else _languages().of(code)


@cache
def _languages() -> Languages:
    """Read when somebody reads anything but English: that takes a second."""
    return Languages()


def main() -> None:
    """Draw behind whoever answers people, until whoever asks is gone."""
    painter_caches().resize(float(sys.argv[1]))
    collect_rarely()
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - not on Windows

        with suppress(OSError):
            fcntl.fcntl(sys.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
    serve_requests(answerer(), NICE)


if __name__ == "__main__":
    main()
