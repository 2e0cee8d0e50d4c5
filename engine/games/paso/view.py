"""The table as one seat, or a spectator, sees it.

Hidden from all viewers are the order of the treasure deck, of the unused characters and of the tiles not yet laid. The
cards in a hand are hidden from all but their owner, also from the partner in the team game. Before the race the same
applies to the characters on offer, which in the team game both partners see.

Coordinates. A hex is its column letter and its row, "c7": ships come in at row 1, row 24 is the last before the open
sea, and column "a" is the westernmost. Hexes stand on a corner; rows are horizontal, and every even row is shifted half
a hex to the east. With row r counted from 1 at the bottom and column x from 0 (a), the centre of a hex of radius s is

across  s * sqrt(3) * (x + 0.5 * (r % 2 == 0))          up  1.5 * s * r

With three players the last row may lack its outer hexes while an odd number of rows is laid (see `View.hexes`).

Spots (`Option.spot`), which a painter may mark with a letter:

    c7                          a hex: where a piece is put or dropped; a token by the last of its hexes
    to-3-c7                     a hex that the ship can go to, by an advance or a raid, for 3 points at least
    way-4-s3-b5-c6-c7           a way to the last hex for 4 points: a token of that kind laid on these hexes (a preview each);
                                "walk" instead of the kind: steps along routes, without a token
    tile-c7                     a scenario tile, by its first hex (`VisibleTile.hexes`)
    ship-0 … ship-3             a player
    reserve-0-s3                a kind of token in a player's reserve
    card-0, card-1, …           a card of the viewer's own hand, by its index in `View.hand`
    character-0, …              a character on offer to the viewer, by its index in `View.offers`
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

from engine.games.paso.components import TOKEN_KINDS, Ability, TeamSide, TokenKind, TreasureEffect
from engine.games.paso.state import Hex, PieceKind
from engine.kernel.script import PieceFace

__all__ = [
    "TOKEN_KINDS",
    "Ability",
    "CharacterFace",
    "Hex",
    "PieceKind",
    "TeamSide",
    "Terrain",
    "TokenKind",
    "TreasureEffect",
    "View",
    "VisibleCharacter",
    "VisibleHex",
    "VisiblePiece",
    "VisiblePlayer",
    "VisibleTile",
]

Terrain = Literal["water", "land", "snow", "iceberg"]


class VisibleHex(msgspec.Struct, frozen=True):
    """A hex of a tile that lies open.

    `x` counts columns from 0 ("a"), `row` from 1. `tile` is the index of its tile in `View.tiles`. `printed_terrain` is
    the terrain on the tile; `terrain` is what a ship finds there now, which a piece of the supply may change. On a
    route (`owners` not empty) the terrain does not count. `owners` are the seats whose route the hex is part of, lowest
    piece first. `has_chest` if a chest is in sight (nothing lies on it). `stack` are its pieces as indices in
    `View.pieces`, lowest first. `ship` is the seat whose ship is there.
    """

    name: Hex
    x: int
    row: int
    tile: int
    printed_terrain: Terrain
    terrain: Terrain
    owners: tuple[int, ...] = ()
    has_chest: bool = False
    stack: tuple[int, ...] = ()
    ship: Optional[int] = None


class VisibleTile(msgspec.Struct, frozen=True):
    """A scenario tile on the board.

    `hexes` are from west to east, or from the lower to the upper row for a side tile with three players. `is_bare` if
    there is neither piece nor ship on it.
    """

    hexes: tuple[Hex, ...]
    is_bare: bool


class VisiblePiece(msgspec.Struct, frozen=True):
    """A piece on the board.

    `kind` is a kind of progress token ("x1" is a raid token, otherwise the digit is the size), or "ice" or "water" from
    the supply; `owner` is None for these. `hexes` are in the order travelled: the ship went from the first to the last.
    `is_open` if the token could be taken back: it is in sight on all its hexes and no ship stands on it.
    `covered_hexes` are the hexes on which an iceberg or water tile covers it; there it is part of no route.
    """

    kind: PieceKind
    owner: Optional[int]
    hexes: tuple[Hex, ...]
    is_open: bool
    covered_hexes: tuple[Hex, ...] = ()


class VisibleCharacter(msgspec.Struct, frozen=True):
    """A character card."""

    word: str
    name: str
    ability: Ability
    side: TeamSide


class CharacterFace(PieceFace, frozen=True):
    """A character card that belongs to no table."""

    ability: Ability
    side: TeamSide


class VisiblePlayer(msgspec.Struct, frozen=True):
    """A player.

    `ship` is the hex, None before the first row and after the exit; `row` is 0 before the first row, 25 past the last
    of 24. `raiding` is the seat on whose route the ship is by right of a raid; `leave_hexes` are the hexes, by seat,
    where it may step back onto a route it has left. `character` is None until all are shown. `side` is None outside the
    team game. `reserve` and `removed` count tokens of all ten kinds (removed: out of the game). `hand` is the number of
    treasure cards held; `discarded` are those lost to the discards without being played, oldest first.

    `silenced` players play no cards in their present or next turn; `shielded` ones cannot be raided before their next
    turn; `slowed` is the number of action points missing in the next turn. `points` are the action points of a turn of
    this player before losses. `place` in the race is 1 for the foremost row; ties share the lower number.
    """

    seat: int
    ship: Optional[Hex]
    row: int
    raiding: Optional[int]
    leave_hexes: dict[int, Hex]
    character: Optional[VisibleCharacter]
    side: Optional[TeamSide]
    reserve: dict[TokenKind, int]
    removed: dict[TokenKind, int]
    hand: int
    silenced: bool
    shielded: bool
    slowed: int
    points: int
    place: int
    discarded: tuple[TreasureEffect, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it.

    The passage: `columns` letters from west to east, `rows` in all, `laid` rows discovered so far; `hexes`, `tiles` and
    `pieces` lie open, `pieces` in the order in which they were laid. `window` is the first and the last row that matter
    now: from behind the hindmost ship, or from row 1, to the last row laid. `tiles_left` counts the tiles not laid, by
    size.

    The turn: `to_move`; `points` and `cards` are left; `moved` if the ship has moved in this turn; `fresh` while Fresh
    Waters are used, `fresh_offer` the points they would give now (0: not now). `turn` counts all turns from 1. `first`
    is the seat that began.

    The race: `leaders` are the seats in the foremost row, `lead` their distance in rows to the next ship (0 if nobody
    is behind).

    Cards: `hand` are the viewer's own treasures, in order; `offers` the characters that the viewer may choose from;
    `chosen` maps the seats of the viewer's pair who have chosen (also the viewer) to the index of their character in
    `offers`. `discards` lie open, the newest last; `deck` and `characters` count the cards that are face down.
    `icebergs` and `waters` are left in the supply. `prices` are before any character's ability: "water", "land",
    "snow", "iceberg" for a hex, "raid", "recover", "drop" for the action.
    """

    viewer: Optional[int]
    columns: str
    rows: int
    laid: int
    hexes: tuple[VisibleHex, ...]
    tiles: tuple[VisibleTile, ...]
    pieces: tuple[VisiblePiece, ...]
    window: tuple[int, int]
    tiles_left: dict[int, int]
    players: tuple[VisiblePlayer, ...]
    to_move: int
    first: int
    turn: int
    points: int
    cards: int
    moved: bool
    fresh: bool
    fresh_offer: int
    leaders: tuple[int, ...]
    lead: int
    hand: tuple[TreasureEffect, ...]
    offers: tuple[VisibleCharacter, ...]
    chosen: dict[int, int]
    discards: tuple[TreasureEffect, ...]
    deck: int
    characters: int
    icebergs: int
    waters: int
    prices: dict[str, int]
    teams: bool
    options: dict[str, str]
    phase: Literal["choose", "race", "over"]
    winners: tuple[int, ...]
