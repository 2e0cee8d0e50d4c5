"""A worker process that answers the requests of `engine/workers/requests.py` from standard input.

Start it with: python -m engine.workers.player_process
"""

from __future__ import annotations

import msgspec

from engine.garbage_collection import reduce_collections
from engine.workers.pipe import serve_requests
from engine.workers.requests import Reply, Request, answer_request

NICENESS = 15
"""The process priority, from 0 to 19: the bot and its database go first."""


def answer_message(message: bytes) -> bytes:
    """Return the reply to a request. If the request fails, the reply says why."""
    try:
        reply = answer_request(msgspec.json.decode(message, type=Request))
    except Exception as error:  # noqa: BLE001 - the bot has to learn of any failure
        reply = Reply(failure=f"{type(error).__name__}: {error}")
    return msgspec.json.encode(reply)


if __name__ == "__main__":
    reduce_collections()
    serve_requests(answer_message, NICENESS)
