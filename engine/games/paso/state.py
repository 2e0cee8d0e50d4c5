"""What is on the table: the passage as far as it is discovered, the pieces on it, the players and their turn.

A hex is its column letter and its row, "c7" (see `hexes`). A scenario tile is a word: "a7" is the seventh of four hexes,
"b12" one of two hexes for three and four players, "c3" one for four players; an "r" behind it says that it lies turned by
180 degrees. A treasure card is called by its effect and a character by its word in the components.
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

from engine.games.paso.components import TreasureEffect

Hex = str
Tile = str
PieceKind = Literal["s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1", "x1", "ice", "water"]


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something on the board: a progress token with its owner and its hexes in the order they were travelled, or an iceberg or
    water tile of the supply on one hex, with owner -1."""

    owner: int
    kind: PieceKind
    hexes: tuple[Hex, ...]


class Player(msgspec.Struct, gc=False):
    """One player.

    `reserve` and `removed` count progress tokens in the order of `components.TOKEN_KINDS`; `removed` are out of the
    game. `ship` is ""
    before the first row, `behind` the hex that the ship was on before its present one. `raiding` is the seat whose route the ship
    is on by right of a raid; `left` holds for every seat the last hex where the ship left that seat's route, "" for none.
    `offer` are the characters to choose from before the game, `picked` the place of the chosen one among them. `silenced`: plays
    no card in the next turn (or in this, if it is the player's); `shielded`: cannot be raided before the next own turn; `slowed`:
    points missing in the next turn. `exited` when the ship has sailed past the last row.
    """

    reserve: list[int]
    removed: list[int]
    left: list[Hex]
    hand: list[TreasureEffect] = []
    character: str = ""
    offer: list[str] = []
    picked: Optional[int] = None
    ship: Hex = ""
    behind: Hex = ""
    raiding: Optional[int] = None
    silenced: bool = False
    shielded: bool = False
    slowed: int = 0
    exited: bool = False


class State(msgspec.Struct, gc=False):
    """A table of La Aventura del Paso del Noroeste.

    `laid` are the tiles on the board in the order of laying (see `PassageChart.slots`); `four`, `left` and `right` the piles of
    the others, drawn from their ends (with three players all of two hexes lie in `left`). `pieces` lie on the board in the order
    in which they were put there: a later one lies above an earlier one. `deck` is drawn from its end. `roster` are the characters
    nobody has: one deck, or in the team game one for each side (`components.TEAM_SIDES`). `sirs` are the seats of the Sirs.

    Of the present turn: `points` and `cards` left, `moved` whether the ship has moved, `advanced` whether it did otherwise than by
    a raid, `fresh` whether Fresh Waters are being used, `acted` whether anything was done. `idle` counts the turns in a row
    in which nobody did anything. `spent` are chests that have been taken, as tile and place ("a7-2").
    """

    options: dict[str, str]
    players: list[Player]
    laid: list[Tile]
    four: list[Tile]
    left: list[Tile]
    right: list[Tile]
    deck: list[TreasureEffect]
    roster: list[list[str]]
    icebergs: int
    waters: int
    first: int
    to_move: int
    sirs: list[int] = []
    pieces: list[Piece] = []
    discards: list[TreasureEffect] = []
    spent: list[str] = []
    turn: int = 0
    points: int = 0
    cards: int = 0
    moved: bool = False
    advanced: bool = False
    fresh: bool = False
    acted: bool = False
    idle: int = 0
    phase: Literal["choose", "race", "over"] = "choose"
