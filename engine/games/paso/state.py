"""The state of a table: the discovered passage, the pieces on it, the players and the present turn.

A hex is its column letter and its row, "c7" (see `hexes`). A scenario tile is a word: "a7" is the seventh tile of four
hexes, "b12" one of two hexes for three and four players, "c3" one for four players; "r" at the end means that it lies
turned by 180 degrees. A treasure card is named by its effect, a character by its word in the components.
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

from engine.games.paso.components import TreasureEffect

Hex = str
Tile = str
PieceKind = Literal["s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1", "x1", "ice", "water"]


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A piece on the board: a progress token or a special tile.

    A progress token has its owner and its hexes in the order travelled. An iceberg or water tile of the supply has one
    hex and owner -1.
    """

    owner: int
    kind: PieceKind
    hexes: tuple[Hex, ...]


class Player(msgspec.Struct, gc=False):
    """The state of one player.

    `reserve` and `removed` count progress tokens in the order of `components.TOKEN_KINDS`; `removed` are out of the
    game. `ship` is "" before the first row, `behind` the hex that the ship was on before. `raiding` is the seat whose
    route the ship is on by right of a raid; `left` holds for every seat the last hex where the ship left this seat's
    route, "" for none.

    `offer` are the characters to choose from before the game, `picked` the index of the chosen one. `silenced` players
    play no card in the next turn (in this turn, if it is theirs); `shielded` ones cannot be raided before their next
    turn; `slowed` is the number of points missing in the next turn. `exited` is set once the ship has sailed past the
    last row. `discarded` are the treasures lost to the discards without being played, oldest first (P3.2, P10.1).
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
    discarded: list[TreasureEffect] = []


class State(msgspec.Struct, gc=False):
    """The state of a table of La Aventura del Paso del Noroeste.

    `laid` are the tiles on the board in the order of laying (see `Passage.slots`); `four`, `left` and `right` are the
    piles of the other tiles, drawn from their ends. With three players all tiles of two hexes are in `left`. `pieces`
    are in the order in which they were laid: a later one lies above an earlier one. `deck` is drawn from its end.
    `roster` are the decks of unused characters: one, or in the team game one for each side (`components.TEAM_SIDES`).
    `sirs` are the seats of the Sirs.

    Of the present turn: `points` and `cards` are left; `moved` is set once the ship has moved, `advanced` once it has
    moved other than by a raid, `fresh` while Fresh Waters are used, `acted` once the player has done anything. `idle`
    counts the consecutive turns without any action. `spent` are chests that were taken, as tile and position ("a7-2").
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
