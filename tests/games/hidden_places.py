"""Places with hidden things, listed for each game from its rule book and not from its code.

`tests/games/<slug>/hidden.py` says which places of a state a seat cannot see. The tests of secrecy exchange the contents of these
places, so that they find what `Game.resample_hidden` forgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple, cast

import msgspec

from engine.kernel.registry import AnyGame
from engine.kernel.state_codec import copy_state
from engine.kernel.text import Seat

ShuffleFunction = Callable[[list[Any]], list[Any]]


class HiddenPlace(NamedTuple):
    """A place in a state that holds one hidden thing: an index of a list, or a field of a struct."""

    owner: Any
    key: int | str

    @property
    def content(self) -> Any:
        """The thing in the place."""
        return self.owner[self.key] if isinstance(self.key, int) else getattr(self.owner, self.key)

    def put(self, thing: Any) -> None:
        """Replace the thing in the place."""
        if isinstance(self.key, int):
            self.owner[self.key] = thing
        else:
            setattr(self.owner, self.key, thing)


class HiddenPool(NamedTuple):
    """Places whose things the seat cannot tell apart. `spares` are things that could also lie there."""

    places: Sequence[HiddenPlace]
    spares: Sequence[Any] = ()


ListPools = Callable[[AnyGame, Any, Seat | None], Iterator[HiddenPool]]


def list_places(items: list[Any]) -> list[HiddenPlace]:
    """List the places of a whole list."""
    return [HiddenPlace(items, index) for index in range(len(items))]


def exchange_hidden(game: AnyGame, state: msgspec.Struct, seat: Seat | None, shuffle: ShuffleFunction) -> Any:
    """Return a copy of the state in which everything that the seat cannot know has changed places.

    A game lists its pools one after the other, because a later one may depend on the exchange of an earlier one.
    """
    exchanged = copy_state(state)
    if not game.kind.has_hidden_information:
        return exchanged
    for pool in _find_lister(game)(game, exchanged, seat):
        things = shuffle([*(place.content for place in pool.places), *pool.spares])
        for place, thing in zip(pool.places, things, strict=False):
            place.put(thing)
    return exchanged


def _find_lister(game: AnyGame) -> ListPools:
    return cast("ListPools", import_module(f"tests.games.{game.slug}.hidden").list_hidden_pools)
