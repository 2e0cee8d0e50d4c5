"""Who may know what: the table as one seat, or a spectator, sees it."""

from __future__ import annotations

from typing import Optional

import msgspec

from engine.games.amundsen.components import Track
from engine.games.amundsen.state import Card, Side

BACK: Card = ""
"""A card that the viewer sees from behind."""


class SeenCard(msgspec.Struct, frozen=True):
    """A card in a hand. `card` is BACK when the viewer may not know it; `secret` when somebody at the table does not."""

    card: Card
    secret: bool = False


class SeenExplorer(msgspec.Struct, frozen=True):
    """One side as seen. `patron` is its word or "" (none, or used up)."""

    side: Side
    seat: int
    space: int
    lost: bool
    hand: tuple[SeenCard, ...]
    limit: int
    patron: str
    officer: int
    lost_equipment: bool


class View(msgspec.Struct, frozen=True):
    """The table as seen. `explorers` is empty before the choice of explorers, else Amundsen first.

    `row` runs from left to right. `unseen` lists, sorted, the cards that lie in the deck or are hidden from the viewer;
    it is None unless the table plays with an open deck.
    """

    viewer: Optional[int]
    track: Track
    explorers: tuple[SeenExplorer, ...]
    row: tuple[Card, ...]
    row_size: int
    deck: int
    discards: tuple[Card, ...]
    removed: tuple[Card, ...]
    shuffles: int
    turn: int
    to_move: Side
    ended: str
    winner: Optional[Side]
    unseen: Optional[tuple[Card, ...]]
