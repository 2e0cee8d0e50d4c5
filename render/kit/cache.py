"""Two least-recently-used caches, bounded in bytes, which all painters of a process share: for sprites and for layers.

    @cached_sprite
    def draw_halo(radius: int) -> Sprite: ...

`cached_sprite` is for what many tables have in common: pieces, letters, empty boards. `cached_layer` is for what belongs to one
moment of one table: layers of its board, sentences, and its last picture; and for steps on the way to a sprite.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import cache, wraps
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast, runtime_checkable

from PIL import Image

from render.kit.drawing import Drawing

BYTES_PER_MB = 2**20
DEFAULT_CACHE_MB = 112
"""The size of both caches together, unless the configuration sets another."""
SPRITE_SHARE = 0.75
"""The share of the sprites. The layers get the rest, enough for the last pictures of about fifteen tables."""
ENTRY_BYTES = 100
"""About what a value takes besides its pixels."""
STROKE_BYTES = 400
"""About what a stroke of a drawing takes, with the words it draws."""
MISSING = object()

P = ParamSpec("P")
R = TypeVar("R")


@runtime_checkable
class ImageHolder(Protocol):
    """A value that is not a tuple and names the images in it, so that their bytes can be counted."""

    @property
    def images(self) -> Iterable[Image.Image]:
        """The images that the value keeps alive."""
        ...


class Mark(NamedTuple):
    """The function that drew a sprite, as its module calls it, and its arguments. `source` is a word for what is no sprite."""

    source: object
    args: tuple[object, ...] = ()
    kwargs: tuple[tuple[str, object], ...] = ()


@runtime_checkable
class MarkedImage(Protocol):
    """A value that keeps the function that drew it."""

    def add_mark(self, mark: Mark) -> object:
        """Return the value with the function that drew it."""
        ...


def count_bytes(value: object) -> int:
    """Count the bytes that a cached value takes, mostly for pixels."""
    if isinstance(value, Drawing) and value.strokes is not None:
        return count_bytes(value.strokes) + ENTRY_BYTES
    if isinstance(value, Image.Image):
        pixel_bytes = 1
        if value.mode in ("RGB", "RGBA", "RGBa"):
            pixel_bytes = 4
        return value.width * value.height * pixel_bytes + ENTRY_BYTES
    if isinstance(value, list):
        return len(value) * STROKE_BYTES
    if isinstance(value, Mark):
        return 0
    if value is None or isinstance(value, (int, float, str)):  # asking a protocol takes ten times as long
        return ENTRY_BYTES
    if isinstance(value, tuple):
        return sum(map(count_bytes, value)) + ENTRY_BYTES
    if isinstance(value, (bytes, bytearray)):
        return len(value) + ENTRY_BYTES
    if isinstance(value, ImageHolder):
        return sum(map(count_bytes, value.images)) + ENTRY_BYTES
    return ENTRY_BYTES


class ImageCache:
    """A cache that holds at most `max_bytes` and drops the least recently used values first. Threads may share it."""

    def __init__(self, max_bytes: float) -> None:
        self._max_bytes = max_bytes
        self._held_bytes = 0
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def held_bytes(self) -> int:
        """The bytes of all cached values."""
        return self._held_bytes

    def get(self, key: Hashable, default: object = None) -> Any:  # noqa: ANN401 - the type of what was put
        """Return a cached value, or `default`."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return default
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, value: object) -> None:
        """Cache a value, unless it alone exceeds the limit."""
        size = count_bytes(value)
        with self._lock:
            self._remove(key)
            if size > self._max_bytes:
                return
            self._entries[key] = (value, size)
            self._held_bytes += size
            self._evict()

    def pop(self, key: Hashable) -> Any:  # noqa: ANN401 - the type of what was put
        """Remove a value from the cache and return it; None if it is not cached."""
        with self._lock:
            return self._remove(key)

    def resize(self, max_bytes: float) -> None:
        """Set the limit, and drop what exceeds it."""
        with self._lock:
            self._max_bytes = max_bytes
            self._evict()

    def _remove(self, key: Hashable) -> Any:  # noqa: ANN401 - the type of what was put
        value, size = self._entries.pop(key, (None, 0))
        self._held_bytes -= size
        return value

    def _evict(self) -> None:
        while self._held_bytes > self._max_bytes:
            _, (_, size) = self._entries.popitem(last=False)
            self._held_bytes -= size


class PainterCaches:
    """The caches of one process, `sprites` and `layers`, which hold at most `max_mb` megabytes together."""

    def __init__(self, max_mb: float = DEFAULT_CACHE_MB) -> None:
        self.max_mb = 0.0
        self.sprites, self.layers = ImageCache(0), ImageCache(0)
        self.resize(max_mb)

    def resize(self, max_mb: float) -> None:
        """Limit both caches together to `max_mb` megabytes; with 0, nothing is cached."""
        self.max_mb = max_mb
        max_bytes = max_mb * BYTES_PER_MB
        self.sprites.resize(max_bytes * SPRITE_SHARE)
        self.layers.resize(max_bytes * (1 - SPRITE_SHARE))

    @property
    def held_mb(self) -> float:
        """The megabytes of all cached values."""
        return (self.sprites.held_bytes + self.layers.held_bytes) / BYTES_PER_MB


@cache
def painter_caches() -> PainterCaches:
    """Return the caches of this process."""
    return PainterCaches()


def cached_sprite(draw: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function draws by its arguments, which must be hashable.

    A sprite keeps the function as its mark, unless the function is private: then it draws a part of the ground.
    """
    return _cache_results(draw, lambda: painter_caches().sprites)


def cached_layer(draw: Callable[P, R]) -> Callable[P, R]:
    """Cache by its arguments what a function draws for one moment of one table."""
    return _cache_results(draw, lambda: painter_caches().layers)


def _cache_results(draw: Callable[P, R], find_cache: Callable[[], ImageCache]) -> Callable[P, R]:
    keeps_mark = not draw.__name__.startswith("_")

    @wraps(draw)
    def draw_cached(*args: P.args, **kwargs: P.kwargs) -> R:
        key: Hashable
        if kwargs:
            key = (draw, args, tuple(sorted(kwargs.items())))
        else:
            key = (draw, args)
        image_cache = find_cache()
        found = image_cache.get(key, MISSING)
        if found is not MISSING:
            return cast("R", found)
        drawn = draw(*args, **kwargs)
        if keeps_mark and isinstance(drawn, MarkedImage):
            drawn = cast("R", drawn.add_mark(Mark(draw_cached, args, tuple(kwargs.items()))))
        image_cache.put(key, drawn)
        return drawn

    return draw_cached
