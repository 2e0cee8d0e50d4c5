"""The view of the game that one seat or a spectator may have. It holds all that a painter needs, except the names of cards."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.games.amundsen.components import Components, Route, Track
from engine.games.amundsen.rules import DISCARD_COSTS
from engine.games.amundsen.state import SIDES, Card, Explorer, HeldCard, Side, State
from engine.kernel.script import PieceFace
from engine.kernel.text import Seat

__all__ = [
    "CARD_BACK",
    "SIDES",
    "Card",
    "CardFace",
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
"""The code of a card whose face the viewer does not see."""


class CardFace(PieceFace, frozen=True):
    """A kind of card with its different copies."""

    cards: tuple[Card, ...]


class VisibleCard(msgspec.Struct, frozen=True):
    """A card in a hand. `card` is `CARD_BACK` if the viewer may not know it; `is_secret` tells that not everybody knows it."""

    card: Card
    is_secret: bool = False


class VisibleExplorer(msgspec.Struct, frozen=True):
    """One side as the viewer sees it. `patron` is the patron's word, "" for none or a used one."""

    side: Side
    seat: int
    space: int
    is_lost: bool
    hand: tuple[VisibleCard, ...]
    limit: int
    patron: str
    officer: int
    has_lost_equipment: bool

    @property
    def place(self) -> str:
        """The place of the explorer as a word: the space, "7", or the "?" behind it, "q7"."""
        return f"q{self.space}" if self.is_lost else str(self.space)


class View(msgspec.Struct, frozen=True):
    """The game as the viewer sees it. `explorers` holds Amundsen first; it is empty before the choice of explorers.

    `row` runs from left to right. `prices` maps the number of cards that a Take takes to its cost in discards. `unseen` lists,
    sorted, the cards in the deck and those hidden from the viewer; it is None unless the table plays with an open deck.
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

    def find_explorer(self, seat: Seat | None) -> VisibleExplorer | None:
        """Find the explorer of a seat, None for a spectator or before the choice of explorers."""
        for explorer in self.explorers:
            if explorer.seat == seat:
                return explorer
        return None


def build_view(components: Components, state: State, seat: Seat | None) -> View:
    """Build the view of a seat; None is a spectator, who sees what everybody sees (A1.4)."""
    explorers = tuple(_build_explorer(side, state.explorers[side], seat) for side in SIDES if side in state.explorers)
    unseen: tuple[Card, ...] | None = None
    if state.options["open-deck"] == "yes":
        hidden = [held.card for held in list_hidden_cards(state, seat)]
        unseen = tuple(sorted([*state.deck, *hidden]))
    return View(
        viewer=seat,
        track=components.track,
        explorers=explorers,
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
        winner=_find_winner(components, state),
        unseen=unseen,
    )


def list_hidden_cards(state: State, seat: Seat | None) -> list[HeldCard]:
    """List the cards in hands that a seat does not know."""
    hidden: list[HeldCard] = []
    for explorer in state.explorers.values():
        hidden += [held for held in explorer.hand if not can_see(seat, explorer, held)]
    return hidden


def can_see(seat: Seat | None, owner: Explorer, held: HeldCard) -> bool:
    """Return whether a seat knows a card in the owner's hand."""
    if held.known == "all" or seat == owner.seat:
        return True
    return held.known == "rival" and seat is not None


def _find_winner(components: Components, state: State) -> Side | None:
    pole = len(components.track.amundsen.colours) + 1
    for side, explorer in state.explorers.items():
        if explorer.space == pole:
            return side
    return None


def _build_explorer(side: Side, explorer: Explorer, seat: Seat | None) -> VisibleExplorer:
    hand: list[VisibleCard] = []
    for held in explorer.hand:
        card = held.card if can_see(seat, explorer, held) else CARD_BACK
        hand.append(VisibleCard(card, is_secret=held.known != "all"))
    return VisibleExplorer(
        side=side,
        seat=explorer.seat,
        space=explorer.space,
        is_lost=explorer.lost,
        hand=tuple(hand),
        limit=explorer.limit,
        patron=explorer.patron,
        officer=explorer.officer,
        has_lost_equipment=explorer.lost_equipment,
    )
