"""Entry point of the render process: read requests from standard input, write pictures to standard output.

python -m cogs.pictures.render_worker MEGABYTES
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

TRIM_INTERVAL_PICTURES = 8
"""Freed memory is given back each time this many pictures have been drawn."""
PIPE_BYTES = 2**20
"""The pipe takes a whole picture, so that the next one is begun before the bot has read it."""


def create_answerer() -> Callable[[bytes], bytes]:
    """Create the function that answers requests.

    A request holds somebody's hand, so the answer to one that fails has the place in the code and no values.
    """
    picture_count = 0

    def answer(message: bytes) -> bytes:
        nonlocal picture_count
        try:
            request, language = decode_request(message)
            reply = WorkerReply(render_picture(request, _find_translate(language)))
        except Exception as error:  # noqa: BLE001 - the bot has to know of every failure
            where = "".join(traceback.format_tb(error.__traceback__)).rstrip()
            reply = WorkerReply(error=f"{type(error).__name__}\n{where}")
        picture_count += 1
        if picture_count % TRIM_INTERVAL_PICTURES == 0:
            trim_memory()
        return msgspec.msgpack.encode(reply)

    return answer


def _find_translate(code: str) -> Translate:
    if code == ENGLISH_CODE:
        return translate_to_english
    return _load_languages().find_language(code)


@cache
def _load_languages() -> LanguageRegistry:
    """Load the languages when a request first needs one other than English, which takes a second."""
    return LanguageRegistry()


def main() -> None:
    """Draw at low priority until the input ends."""
    painter_caches().resize(float(sys.argv[1]))
    reduce_collections()
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - not on Windows

        with suppress(OSError):
            fcntl.fcntl(sys.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    serve_requests(create_answerer(), BACKGROUND_NICENESS)


if __name__ == "__main__":
    main()
