"""What is hidden in the Northwest Passage: the order of the tiles in the bag (N1.8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.northwest.state import State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.games.hidden_places import HiddenPool, list_places


def list_hidden_pools(game: AnyGame, state: State, seat: Seat | None) -> Iterator[HiddenPool]:  # noqa: ARG001
    """List the bag, which is hidden from everybody."""
    yield HiddenPool(list_places(state.bag))
