"""Who may know what: the table as one seat, or a spectator, sees it.

A painter takes everything from here, and the names of cards from `cards`.
"""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.games.amundsen.components import Components, Route, Track
from engine.games.amundsen.rules import DISCARD_COSTS
from engine.games.amundsen.state import SIDES, Card, Explorer, HeldCard, Side, State
from engine.kernel.text import Seat

__all__ = [
    "CARD_BACK",
    "SIDES",
    "Card",
    "Route",
    "Side",
    "Track",
    "View",
    "VisibleCard",
    "VisibleExplorer",
    "build_view",
    "can_see",
]

CARD_BACK: Card = ""
"""A card that the viewer sees from behind."""


class VisibleCard(msgspec.Struct, frozen=True):
    """A card in a hand. `card` is BACK when the viewer may not know it; `is_secret` when somebody at the table does not."""

    card: Card
    is_secret: bool = False


class VisibleExplorer(msgspec.Struct, frozen=True):
    """One side as seen. `patron` is its word or "" (none, or used up)."""

    side: Side
    seat: int
    space: int
    is_lost: bool
    hand: tuple[VisibleCard, ...]
    limit: int
    patron: str
    officer: int
    has_lost_equipment: bool


class View(msgspec.Struct, frozen=True):
    """The table as seen. `explorers` is empty before the choice of explorers, else Amundsen first.

    `row` runs from left to right; `prices` are what a Take costs in discards, by how many cards it takes from its right end.
    `unseen` lists, sorted, the cards that lie in the deck or are hidden from the viewer;
    it is None unless the table plays with an open deck.
    """

    viewer: Optional[int]
    track: Track
    explorers: tuple[VisibleExplorer, ...]
    row: tuple[Card, ...]
    row_size: int
    prices: dict[int, int]
    deck: int
    discards: tuple[Card, ...]
    removed: tuple[Card, ...]
    shuffles: int
    turn: int
    to_move: Side
    ended: str
    winner: Optional[Side]
    unseen: Optional[tuple[Card, ...]]


def build_view(components: Components, state: State, seat: Seat | None) -> View:
    """All that this seat may know; None is a spectator, who sees what everybody sees (A1.4)."""
    hidden = [
        held.card
        for explorer in state.explorers.values()
        for held in explorer.hand
        if not can_see(seat, explorer, held)
    ]
    pole = len(components.track.amundsen.colours) + 1
    return View(
        viewer=seat,
        track=components.track,
        explorers=tuple(
            _build_explorer(side, state.explorers[side], seat) for side in SIDES if side in state.explorers
        ),
        row=tuple(state.row),
        row_size=int(state.options["row"]),
        prices=dict(DISCARD_COSTS),
        deck=len(state.deck),
        discards=tuple(state.discards),
        removed=tuple(state.removed),
        shuffles=state.shuffles,
        turn=state.turn,
        to_move=state.to_move,
        ended=state.ended,
        winner=next((side for side, explorer in state.explorers.items() if explorer.space == pole), None),
        unseen=tuple(sorted([*state.deck, *hidden])) if state.options["open-deck"] == "yes" else None,
    )


def can_see(seat: Seat | None, owner: Explorer, held: HeldCard) -> bool:
    """Whether a seat knows a card in somebody's hand."""
    return held.known == "all" or seat == owner.seat or (held.known == "rival" and seat is not None)


def _build_explorer(side: Side, explorer: Explorer, seat: Seat | None) -> VisibleExplorer:
    hand = tuple(
        VisibleCard(held.card if can_see(seat, explorer, held) else CARD_BACK, held.known != "all")
        for held in explorer.hand
    )
    return VisibleExplorer(
        side,
        explorer.seat,
        explorer.space,
        explorer.lost,
        hand,
        explorer.limit,
        explorer.patron,
        explorer.officer,
        explorer.lost_equipment,
    )
