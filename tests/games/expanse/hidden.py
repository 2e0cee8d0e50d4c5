"""What is hidden in The Expanse: the order of the deck, the box, and the Bonus Sector of a Scoring turn (E1.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE_CARD, State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.games.hidden_places import HiddenPlace, HiddenPool, list_places


def list_hidden_pools(game: AnyGame, state: State, seat: Seat | None) -> Iterator[HiddenPool]:
    """List the piles of the deck, in which SCORE cards lie (E1.8), then the unseen Action cards, and the Bonus Sector."""
    parts = cast("Expanse", game).components
    deck = list_places(state.deck)
    if state.known:  # everybody has seen the top card, which is the last of the list
        deck.pop()
    pile_size = parts.deck.pile[state.seats] + parts.deck.score
    for start in range(0, len(deck), pile_size):
        yield HiddenPool(deck[start : start + pile_size])
    unseen = [place for place in deck if place.content != SCORE_CARD] + list_places(state.box)
    yield HiddenPool(unseen)
    if state.bonus and (seat is None or seat not in state.knows):
        markers = parts.scoring.sector_markers
        possible = [sector for sector in parts.sectors.bands if state.used.count(sector) < markers]
        yield HiddenPool([HiddenPlace(state, "bonus")], [sector for sector in possible if sector != state.bonus])
