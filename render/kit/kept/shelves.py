"""Shelves for what has been drawn: each holds at most so many bytes, and throws away first what will be missed least."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Any

from PIL import Image

from render.kit.drawing import Drawing

LEAST = 100
"""Bytes that anything takes besides its pixels, about."""
STROKE = 400
"""Bytes of a stroke, with the words that it is."""
OFTEN = 16
"""More uses than so many tell nothing of how soon something is needed again: what was needed all day long can go some day."""


def weight(value: object) -> int:
    """The bytes of the pictures in a value: an image, a tuple of what may hold some, or what has an `image` or `parts`;
    bytes are what they are, and the strokes of a drawing are little."""
    if isinstance(value, Drawing) and value.strokes is not None:
        return weight(value.strokes) + LEAST
    if isinstance(value, list):
        return len(value) * STROKE
    if isinstance(value, Image.Image):
        return value.width * value.height * (4 if value.mode in ("RGB", "RGBA", "RGBa") else 1) + LEAST
    if isinstance(value, tuple):
        return sum(map(weight, value)) + LEAST
    if isinstance(value, (bytes, bytearray)):
        return len(value) + LEAST
    shown = getattr(value, "image", None) or getattr(value, "parts", None)
    return LEAST if shown is None else weight(shown) + LEAST


class Entry:
    """A value that is kept: its bytes, the seconds of drawing that it saves a byte, how often it was asked for, and the shelf's
    clock when it was."""

    __slots__ = ("number", "seen", "size", "uses", "value", "worth")

    def __init__(self, value: Any, cost: float, number: int) -> None:  # noqa: ANN401 - whatever is kept
        self.value, self.number = value, number
        self.size = weight(value)
        self.worth = cost / self.size
        self.uses, self.seen = 1, 0.0


class Shelf:
    """Values by key, that of the lowest rank thrown away first, so that they hold at most `room` bytes: here the one that was
    longest not asked for."""

    def __init__(self, room: float) -> None:
        self._room = room
        self._held = 0
        self._values: dict[Hashable, Entry] = {}
        self._queue: list[tuple[float, int, Hashable]] = []
        """The ranks when they were last looked at, a heap: an entry that has risen since is put back when it is met, and one that
        has gone is skipped."""
        self._numbers = count()
        self._clock = 0.0
        self._lock = threading.Lock()

    @property
    def held(self) -> int:
        """Bytes."""
        return self._held

    def get(self, key: Hashable) -> Entry | None:
        """A value with its bytes. Asked hundreds of times for a picture, so it does without the lock."""
        found = self._values.get(key)
        if found is not None:
            found.uses += 1
            found.seen = self._clock
        return found

    def put(self, key: Hashable, value: object, cost: float = 0.0) -> None:
        """Keep a value, if there is room for it at all. `cost`: the seconds that it took to draw."""
        entry = Entry(value, cost, next(self._numbers))
        with self._lock:
            if entry.size > self._room:
                return
            self._remove(key)
            self._on_put()
            entry.seen = self._clock
            self._values[key] = entry
            self._held += entry.size
            heappush(self._queue, (self._rank(entry), entry.number, key))
            self._make_room()
            if len(self._queue) > 2 * len(self._values) + 64:
                self._queue = [(self._rank(one), one.number, name) for name, one in self._values.items()]
                heapify(self._queue)

    def take(self, key: Hashable) -> Any:  # noqa: ANN401 - whatever was put
        """A value that is not kept any longer; None if there is none."""
        with self._lock:
            return self._remove(key)

    def resize(self, room: float) -> None:
        """Hold so many bytes from now on."""
        with self._lock:
            self._room = room
            self._make_room()

    def _on_put(self) -> None:
        """Something is put here."""
        self._clock += 1

    def _on_evict(self, _rank: float) -> None:
        """Something of that rank is thrown away."""

    def _rank(self, entry: Entry) -> float:
        return entry.seen

    def _remove(self, key: Hashable) -> Any:  # noqa: ANN401 - as above
        entry = self._values.pop(key, None)
        if entry is None:
            return None
        self._held -= entry.size
        return entry.value

    def _make_room(self) -> None:
        while self._held > self._room:
            was, number, key = heappop(self._queue)
            entry = self._values.get(key)
            if entry is None or entry.number != number:
                continue
            rank = self._rank(entry)
            if rank > was:
                heappush(self._queue, (rank, number, key))
            else:
                self._remove(key)
                self._on_evict(rank)


class CostShelf(Shelf):
    """The same, but the one goes that saves least drawing a byte, times how often it was asked for. What nobody has asked for since
    others had to go falls behind: a rank begins where that ended which was thrown away last.

    Cherkasova, "Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy", HP Laboratories, 1998.
    """

    def _on_put(self) -> None:
        pass

    def _on_evict(self, rank: float) -> None:
        self._clock = rank

    def _rank(self, entry: Entry) -> float:
        return entry.seen + min(entry.uses, OFTEN) * entry.worth
