"""What is drawn once and kept, of all painters together within one bound: sprites and letters, and the bases of boards.

    @kept
    def halo(r: int) -> Sprite: ...

is `functools.lru_cache` for pictures, where a number says nothing about the size, and where some take a hundred times as long to
draw as others. What belongs to one moment of one table, or is as large as a board, is `@kept_a_while`, on a shelf of its own: a
dozen tables in turn would else drive out all sprites. What is as large and the same for many tables is `@kept_packed`: it comes and
goes like those, but a packed copy stays, which is a hundredth of the size and is there again in a tenth of the time it takes to
draw. A drawing (see `render.kit.drawing`) is a list of what is kept here, and takes next to nothing itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from copy import copy
from functools import cache, wraps
from importlib import import_module
from operator import attrgetter
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from PIL import Image

from render.kit.drawing import look
from render.kit.kept.shelves import CostShelf, Shelf

MEGABYTE = 2**20
USUAL = 96
"""Megabytes, unless the configuration says otherwise."""
PASSING = 3 / 8
"""The least share of what is kept a while: the last pictures of some fifteen tables with the usual bound. It has all the room that
the rest leaves free."""

P = ParamSpec("P")
R = TypeVar("R")


class Memory:
    """What all painters of this process keep: `lasting`, and `passing` from moment to moment."""

    def __init__(self, megabytes: float = USUAL) -> None:
        self.lasting, self.passing = CostShelf(0), Shelf(0)
        self._room = 0.0
        self.bound(megabytes)

    def bound(self, megabytes: float) -> None:
        """Keep so much from now on; 0 keeps nothing."""
        self._room = megabytes * MEGABYTE
        self.lasting.resize(self._room * (1 - PASSING))
        self.share()

    def share(self) -> None:
        """Give what is kept a while the room that the rest leaves."""
        self.passing.resize(self._room - self.lasting.held)

    @property
    def held(self) -> float:
        """Megabytes that are kept now."""
        return (self.lasting.held + self.passing.held) / MEGABYTE


@cache
def memory() -> Memory:
    """The one of this process."""
    return Memory()


def kept(draw: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function draws by its arguments, which must be hashable."""
    return _kept(draw, attrgetter("lasting"))


def kept_a_while(draw: Callable[P, R]) -> Callable[P, R]:
    """The same for what belongs to one moment of one table: a few are kept, for all who look at it."""
    return _kept(draw, attrgetter("passing"))


def kept_packed(draw: Callable[P, R]) -> Callable[P, R]:
    """The same for a large picture, or what has an `image`, that many tables have in common."""
    name = f"{draw.__module__}.{draw.__qualname__} packed"

    def again(*args: P.args, **kwargs: P.kwargs) -> R:
        key, shelf = _key(name, args, kwargs), memory().lasting
        found = shelf.get(key)
        if found is not None:
            return cast("R", _unpacked(found.value))
        made, cost = _timed(draw, *args, **kwargs)
        shelf.put(key, _packed(made), cost)
        return made

    return kept_a_while(wraps(draw)(again))


def _key(name: str, args: tuple[Hashable, ...], kwargs: dict[str, Any]) -> Hashable:
    return (name, args, tuple(sorted(kwargs.items()))) if kwargs else (name, args)


class Packed(NamedTuple):
    """A picture's mode, size and pixels, deflated, what it is the `image` of (that with an empty one, or nothing), and its look."""

    mode: str
    size: tuple[int, int]
    pixels: bytes
    holder: Any
    look: object


def _packed(value: object) -> Packed:
    image: Image.Image = value if isinstance(value, Image.Image) else value.image  # type: ignore[attr-defined]
    holder = None if value is image else _holding(value, Image.new(image.mode, (1, 1)))
    return Packed(image.mode, image.size, fast_zlib().compress(image.tobytes(), 1), holder, look(image))


def _unpacked(packed: Packed) -> object:
    image = Image.frombytes(packed.mode, packed.size, fast_zlib().decompress(packed.pixels))
    image.__dict__["look"] = packed.look
    return image if packed.holder is None else _holding(packed.holder, image)


def _holding(value: Any, image: Image.Image) -> object:  # noqa: ANN401 - a sprite or a sheet
    """The same sprite or sheet with another image."""
    if isinstance(value, tuple):
        return value._replace(image=image)  # type: ignore[attr-defined]
    other = copy(value)
    other.image = image
    return other


@cache
def fast_zlib() -> Any:  # noqa: ANN401 - a module
    """isal's, or Python's own where there is no wheel for the machine."""
    for name in ("isal.isal_zlib", "zlib"):
        with suppress(ImportError):
            return import_module(name)
    raise AssertionError("Python has zlib")


def _kept(draw: Callable[P, R], on: Callable[[Memory], Shelf]) -> Callable[P, R]:
    name = f"{draw.__module__}.{draw.__qualname__}"

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
        key: Hashable = _key(name, args, kwargs) if kwargs else (name, args)
        shelf = on(memory())
        found = shelf.get(key)
        if found is not None:
            value: R = found.value
            return value
        made, cost = _timed(draw, *args, **kwargs)
        shelf.put(key, made, cost)
        memory().share()
        return made

    return drawn


def _timed(draw: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> tuple[R, float]:
    """What it draws, and the processor's seconds for it."""
    begun = time.thread_time()
    made = draw(*args, **kwargs)
    return made, time.thread_time() - begun
