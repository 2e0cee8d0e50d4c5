"""What is hidden in the Paso: piles, the deck with the other hands (P9.4), and characters before the race (P1.2, P13.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.paso.state import State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.games.hidden_places import HiddenPlace, HiddenPool, list_places


def list_hidden_pools(game: AnyGame, state: State, seat: Seat | None) -> Iterator[HiddenPool]:  # noqa: ARG001
    """List the pile of four, the two piles of two, the treasures, and each deck of characters with the offers from it."""
    yield HiddenPool(list_places(state.four))
    yield HiddenPool([*list_places(state.left), *list_places(state.right)])
    treasures = list_places(state.deck)
    for owner, player in enumerate(state.players):
        if owner != seat:
            treasures += list_places(player.hand)
    yield HiddenPool(treasures)
    for deck_index, roster in enumerate(state.roster):
        characters = list_places(roster)
        for owner, player in enumerate(state.players):
            owners_deck = 0 if not state.sirs or owner in state.sirs else 1
            is_shown = seat is not None and (seat == owner or are_partners(state, seat, owner))
            if owners_deck == deck_index and not is_shown:
                characters += list_places(player.offer)
                if player.picked is not None:
                    picked = HiddenPlace(player, "picked")
                    yield HiddenPool([picked], [index for index in range(len(player.offer)) if index != player.picked])
        yield HiddenPool(characters)


def are_partners(state: State, seat: Seat, other: Seat) -> bool:
    """Return whether two seats are a pair of the team game (P13.1)."""
    return bool(state.sirs) and (seat in state.sirs) == (other in state.sirs)
