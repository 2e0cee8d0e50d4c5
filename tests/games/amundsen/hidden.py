"""What is hidden in Amundsen: the order of the deck, and the cards of hands that lie face down (A1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.amundsen.state import State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.games.hidden_places import HiddenPlace, HiddenPool, list_places

KNOWN_TO_BOTH = ("all", "rival")
"""A card that Drop Supplies took face down is known to both players, but to no spectator (A10.1)."""


def list_hidden_pools(game: AnyGame, state: State, seat: Seat | None) -> Iterator[HiddenPool]:  # noqa: ARG001
    """List the deck together with the cards that lie face down for the seat."""
    places = list_places(state.deck)
    for explorer in state.explorers.values():
        for held in explorer.hand:
            is_known = held.known == "all" if seat is None else explorer.seat == seat or held.known in KNOWN_TO_BOTH
            if not is_known:
                places.append(HiddenPlace(held, "card"))
    yield HiddenPool(places)
