"""A process that draws: an order on standard input, a picture on standard output, until the input ends.

python -m cogs.pictures.render_worker MEGABYTES

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

from cogs.i18n.languages import LanguageRegistry
from cogs.pictures.background import BACKGROUND_NICENESS, trim_memory
from cogs.pictures.render_request import WorkerReply, decode_request, render_picture
from engine.garbage_collection import reduce_collections
from engine.kernel.text import Translate, translate_to_english
from engine.rulebook import ENGLISH_CODE
from engine.workers.pipe import serve_requests
from render.kit.cache import painter_caches

TIDY_INTERVAL = 8
"""After so many pictures freed memory is given back."""
PIPE_BYTES = 2**20
"""Bytes of a picture that the pipe takes at once, so that the next one is begun before the bot has read it."""


def create_answerer() -> Callable[[bytes], bytes]:
    """What answers orders."""
    drawn = 0

    def answer(message: bytes) -> bytes:
        nonlocal drawn
        try:
            order, language = decode_request(message)
            said = WorkerReply(render_picture(order, _find_translate(language)))
        except Exception as failed:  # noqa: BLE001 - whatever it is, the one who asked has to know
            where = "".join(traceback.format_tb(failed.__traceback__)).rstrip()
            said = WorkerReply(error=f"{type(failed).__name__}\n{where}")
        drawn += 1
        if drawn % TIDY_INTERVAL == 0:
            trim_memory()
        return msgspec.msgpack.encode(said)

    return answer


def _find_translate(code: str) -> Translate:
    return translate_to_english if code == ENGLISH_CODE else _load_languages().find_language(code)


@cache
def _load_languages() -> LanguageRegistry:
    """Read when somebody reads anything but English: that takes a second."""
    return LanguageRegistry()


def main() -> None:
    """Draw behind whoever answers people, until whoever asks is gone."""
    painter_caches().resize(float(sys.argv[1]))
    reduce_collections()
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - not on Windows

        with suppress(OSError):
            fcntl.fcntl(sys.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    serve_requests(create_answerer(), BACKGROUND_NICENESS)


if __name__ == "__main__":
    main()
