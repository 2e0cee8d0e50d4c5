"""The state of a game: the deck, the row, the discards and the two explorers.

A card is a two-letter code: colour (r, g, b, y) and kind (d dog, h horse, a advance, b blizzard, c crevasse, s supplies,
x sacrifice, w good weather). The colourless ones are "co" (Compass) and "eq" (Equipment Loss).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

Card = str
if TYPE_CHECKING:
    StoredCard = Card
    Options = dict[str, str]
else:
    # A stored state may hold only cards that exist. Literals also save memory: msgspec does not create a new string for each.
    StoredCard = Literal[(*(colour + kind for kind in "dhabcsxw" for colour in "rgby"), "co", "eq")]
    Options = dict[
        Literal["explorers", "patrons", "row", "open-deck", "wild-at-pole"],
        Literal["choose", "random", "no", "yes", "3", "6"],
    ]
Side = Literal["amundsen", "scott"]
SIDES: tuple[Side, Side] = ("amundsen", "scott")
KnownTo = Literal["all", "rival", "own"]
"""Who knows a card in a hand: everybody, both players, or only its owner."""


def find_rival_side(side: Side) -> Side:
    """Return the other side."""
    return "scott" if side == "amundsen" else "amundsen"


class HeldCard(msgspec.Struct, gc=False):
    """A card in a hand, and who knows it."""

    card: StoredCard
    known: KnownTo = "all"


class Explorer(msgspec.Struct):
    """One side of the race.

    `space` is 0 on the ship, 1, 2, … on the route and one more than the last space at the Pole. When `lost`, the pawn
    stands on the "?" just behind `space`. `officer` counts the animals an Army Officer will still take from the row.
    """

    seat: int
    limit: int
    space: int = 0
    lost: bool = False
    hand: list[HeldCard] = []
    patron: str = ""
    officer: int = 0
    lost_equipment: bool = False


class State(msgspec.Struct):
    """The state of a game. `row` runs from left to right; cards are drawn from the end of `deck`.

    `explorers` is empty before the choice of explorers. `shuffles` is 0 at first, 1 after the discards became a new deck, and 2
    after that deck has run out too. `ended` is empty while the game goes on.
    """

    options: Options
    deck: list[StoredCard]
    row: list[StoredCard] = []
    discards: list[StoredCard] = []
    removed: list[StoredCard] = []
    explorers: dict[Side, Explorer] = {}
    to_move: Side = "amundsen"
    turn: int = 1
    shuffles: int = 0
    ended: Literal["", "pole", "frozen"] = ""

    def find_rival(self, side: Side) -> Explorer:
        """Find the other explorer."""
        return self.explorers[find_rival_side(side)]

    def find_side(self, seat: int) -> Side | None:
        """Find the side that a seat plays, None before the choice of explorers."""
        for side, explorer in self.explorers.items():
            if explorer.seat == seat:
                return side
        return None
